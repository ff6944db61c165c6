import type { TlsSettings } from '../clients/http';
import { line } from '../domain/foreign-text';
import type { InputReader } from './input-reader';
import type { InputTexts } from './input-texts';

/** Reads and checks the inputs of private certificate authorities and mutual TLS; problems go to the reader. */
export async function readTls(reader: InputReader, { pem }: InputTexts): Promise<TlsSettings> {
  const [ca, cert, key] = [pem('ca-certificate'), pem('client-certificate'), pem('client-certificate-key')];
  if ((cert === undefined) !== (key === undefined)) {
    reader.problems.push({
      what: line`use a client certificate`,
      why: line`only one of client-certificate and client-certificate-key is usable`,
      remedy: line`Give both or none`,
    });
  }
  if (ca !== undefined && !(await areCertificates(ca))) {
    reader.problems.push({
      what: line`use the input ca-certificate`,
      why: line`it is no certificate in PEM form`,
      remedy: line`Give the authority's certificate, from -----BEGIN CERTIFICATE----- to its end, or the path of its file`,
    });
  }
  if (cert !== undefined && key !== undefined && !(await belongTogether({ cert, key }))) {
    reader.problems.push({
      what: line`use a client certificate`,
      why: line`client-certificate and client-certificate-key are no certificate in PEM form with its unencrypted key`,
      remedy: line`Give both as PEM, and the key that belongs to the certificate`,
    });
  }
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}

/** Asked before anything is sent: later it would look like a broken connection. A context would read every root too. */
async function areCertificates(pem: string): Promise<boolean> {
  const { X509Certificate } = await import('node:crypto');
  const parts = pem.split(/(?=-----BEGIN )/).filter((part) => part.startsWith('-----BEGIN '));
  return parts.length > 0 && succeeds(() => parts.forEach((part) => void new X509Certificate(part)));
}

/** Likewise. */
async function belongTogether(material: TlsSettings): Promise<boolean> {
  const { createSecureContext } = await import('node:tls');
  return succeeds(() => void createSecureContext(material));
}

function succeeds(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
