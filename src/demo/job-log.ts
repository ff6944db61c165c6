import type { Tone } from './screen';

/** A line of a job's log as GitHub shows it. */
export interface ShownLine {
  readonly text: string;
  readonly tone: Tone;
}

/** Turns what steps print into what a person sees; remembers masks for all the job's steps, as the runner does. */
export interface JobLog {
  /** Undefined for a line that is only a command to the runner. */
  read(line: string): ShownLine | undefined;
  masked(text: string): string;
}

const COMMAND = /^\s*::([a-z-]+)(?: [^:]*)?::(.*)$/;
const ANNOTATIONS: Readonly<Record<string, ShownLine>> = {
  error: { text: 'Error: ', tone: 'red' },
  warning: { text: 'Warning: ', tone: 'yellow' },
  notice: { text: 'Notice: ', tone: 'cyan' },
  group: { text: '▼ ', tone: 'bold' },
};
const UNSEEN = new Set(['debug', 'endgroup']);
const GREY = '\u001b[90m';

/** The log of one job, whose own secrets are masked from the start. */
export function createJobLog(secrets: readonly string[]): JobLog {
  let forms: string[] = [];
  const mask = (secret: string): void => {
    forms = [...new Set([...forms, ...maskForms(secret)])].sort((a, b) => b.length - a.length);
  };
  const masked = (text: string): string => forms.reduce((rest, form) => rest.replaceAll(form, '***'), text);
  for (const secret of secrets) mask(secret);
  return {
    masked,
    read(line) {
      const [, command = '', data = ''] = COMMAND.exec(line) ?? [];
      const message = data.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
      if (command === 'add-mask') {
        mask(message);
        return undefined;
      }
      if (UNSEEN.has(command)) return undefined;
      const annotation = ANNOTATIONS[command];
      if (annotation !== undefined) {
        return { text: masked(`${annotation.text}${message}`), tone: annotation.tone };
      }
      const text = masked(line.replace(/\u001b\[[\d;]*m/g, ''));
      return { text, tone: line.includes(GREY) ? 'dim' : 'plain' };
    },
  };
}

/** The runner hides each line of a mask, and its encodings. */
function maskForms(secret: string): string[] {
  return secret
    .split(/\r?\n/)
    .filter(Boolean)
    .flatMap((part) => [
      part,
      encodeURIComponent(part),
      JSON.stringify(part).slice(1, -1),
      Buffer.from(part).toString('base64').replace(/=+$/, ''),
    ]);
}
