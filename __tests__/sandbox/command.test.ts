import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { introduction, main } from '../../src/sandbox/command';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { refreshForm, send, token } from './caller';

describe('the command line', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ twoOrigins: false });
  });
  afterAll(() => sandbox.close());

  test('prints inputs, a login that works and a curl example that uses the same addresses', async () => {
    const text = introduction(sandbox);
    const yaml = /refresh-token: (\S+)/.exec(text)?.[1] ?? '';
    expect((await token(sandbox, refreshForm(sandbox, yaml))).status).toBe(200);
    const environment = Object.fromEntries(
      [...text.matchAll(/'INPUT_([^=]+)=([^']*)'/g)].map((match) => match.slice(1)),
    );
    expect(environment).toEqual({
      'BASE-URL': sandbox.baseUrl,
      'AUTH-URL': sandbox.authUrl,
      'ORGANIZATION-ID': sandbox.organizationId,
      'WORKSPACE-ID': sandbox.workspaceId,
      'CLIENT-ID': sandbox.clients.launcher.clientId,
      'CLIENT-SECRET': sandbox.clients.launcher.secret,
      SCENARIO: 'small-company/ransomware',
    });
    expect(text).toContain(`curl -s ${sandbox.baseUrl}/scenario/`);
  });

  test.each([
    [['--lab-seconds', 'soon']],
    [['--no-such-option']],
    [['--port', new URL('http://x:1').port, 'extra']],
  ])('refuses %j with the usage and status 2', async (argv) => {
    const write = process.stderr.write;
    let said = '';
    process.stderr.write = ((text: string) => {
      said += text;
      return true;
    }) as typeof write;
    try {
      expect(await main(argv)).toBe(2);
    } finally {
      process.stderr.write = write;
    }
    expect(said).toContain('Usage: npm run sandbox');
  });
});

test('a deployment can speak TLS, on two origins', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-nodes', '-days', '2', ...curve, ...subject, '-keyout', key, '-out', cert],
    {
      stdio: 'ignore',
    },
  );
  const tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  await using sandbox = await startSandbox({ tls });
  const url = `${sandbox.issuer}/.well-known/openid-configuration`;
  const issuer = await new Promise((resolve, reject) => {
    const request = https.get(url, { ca: tls.cert, agent: false }, async (answer) => {
      let text = '';
      for await (const chunk of answer) text += chunk;
      resolve(JSON.parse(text).issuer);
    });
    request.on('error', reject);
  });
  expect(issuer).toBe(sandbox.issuer);
  expect(new URL(sandbox.baseUrl).origin).not.toBe(sandbox.authUrl);
  expect([sandbox.connections('idp'), sandbox.connections('api')]).toEqual([1, 0]);
  await expect(send(url)).rejects.toThrow();
});
