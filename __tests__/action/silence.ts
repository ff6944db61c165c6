import type { Sandbox } from '../../src/sandbox/deployment';
import { expectHarmless } from './harmless';
import type { StepResult } from './run-action';

/** Everything that a step leaves, without the masks themselves, as somebody reads it who knows about encodings. */
export function readable({ stdout, files }: StepResult, sent: readonly string[] = []): string {
  const log = stdout.replace(/^::add-mask::.*$/gm, '');
  const text = [log, files.raw(), ...sent]
    .join('\n')
    .replace(/&#(\d+);/g, (_, point: string) => String.fromCodePoint(Number(point)));
  return text.replaceAll('%25', '%').replace(/[\s\u200b]+/g, '');
}

/** So much of a secret tells it; shorter ones must not stand there whole. */
const TELLING = 24;

/** Fails where a step left a secret of the sandbox, or a part of one that tells it, or sent it to where it does not belong. */
export function expectSilence(sandbox: Sandbox, step: StepResult, sent: readonly string[] = []): void {
  const text = readable(step, sent);
  for (const secret of [...sandbox.secrets].filter(({ length }) => length >= 12)) {
    const base64 = Buffer.from(secret).toString('base64').slice(0, -4);
    for (const form of [secret, encodeURIComponent(secret), base64]) {
      for (let at = 0; at === 0 || at + TELLING <= form.length; at += 8) {
        const piece = form.slice(at, at + TELLING);
        if (text.includes(piece))
          throw new Error(`'${piece}' shows: …${text.slice(text.indexOf(piece) - 200).slice(0, 400)}`);
      }
    }
  }
  expectHarmless(step);
  step.files.remove();
}
