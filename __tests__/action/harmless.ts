import { marked } from 'marked';
import type { StepResult } from './run-action';

/** What the action itself says to the runner. */
const OUR_COMMANDS = /^::(add-mask|debug|(error|warning|notice) title=Scenario Lab)::/;

/** Elements of the summary and of comments that the action writes. */
const OUR_ELEMENTS = new Set(
  'h3 h4 p blockquote table thead tbody tr th td code pre a br em ul li details summary sub'.split(' '),
);

/** Fails where a text of somebody else became a command, an annotation, an element, a mention or a link. */
export function expectHarmless(step: StepResult): void {
  // A mask is the secret itself; the runner reads such a line as a whole.
  const stdout = step.stdout.replace(/^::add-mask::[^\r\n]*$/gm, '');
  for (const line of stdout.split(/\r\n|[\n\r\u0085\u2028\u2029]/)) {
    if (/^\s*::/.test(line)) expect(line).toMatch(OUR_COMMANDS);
    expect(line).not.toContain('##[');
  }
  const visible = stdout.replaceAll(/\u001b\[(90|39)m/g, '').replaceAll('\n', '');
  expect(visible).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  expect(step.stdout).not.toMatch(/\n\s+at .+:\d+:\d+/);
  expect([0, 1]).toContain(step.exitCode);
  expect(step.annotations.filter(({ type }) => type === 'error')).toHaveLength(step.exitCode ?? -1);
  expect(step.outputs['error-code']).not.toBe('internal');
  for (const name of ['labs', 'lab-ids', 'public-links'])
    expect(() => JSON.parse(step.outputs[name] ?? '')).not.toThrow();
  expectHarmlessMarkdown(step.summary, linksOf(step));
}

function linksOf({ outputs }: StepResult): string[] {
  const links: unknown = JSON.parse(outputs['public-links'] ?? '[]');
  return Array.isArray(links) ? links.filter((link) => typeof link === 'string') : [];
}

/** Fails where rendered Markdown holds an element, a link or a mention that is not ours, or a table that is broken. */
export function expectHarmlessMarkdown(
  markdown: string,
  links: readonly string[],
  ours: ReadonlySet<string> = OUR_ELEMENTS,
): void {
  const html = marked.parse(markdown, { async: false, gfm: true });
  for (const [element, name = '', attributes = ''] of html.matchAll(
    /<!?\/?([a-z!-][\w-]*)((?:"[^"]*"|[^">])*)>/gi,
  )) {
    expect({ element, ours: ours.has(name.toLowerCase()) }).toEqual({ element, ours: true });
    const href = /^ href="(.*)"$/.exec(attributes)?.[1]?.replaceAll('&amp;', '&');
    if (href !== undefined) expect(links).toContain(href);
    else expect(attributes.trim()).toMatch(/^(class="language-mermaid"|align="[a-z]+"|\/)?$/);
  }
  expect(html).not.toContain('<!--');
  // GitHub makes no mentions or references of code, but it makes links of the addresses in it.
  const shown = html.replace(/<pre>[\s\S]*?<\/pre>/g, ' ');
  expect(decoded(shown.replace(/<[^>]*>/g, ' '))).not.toMatch(/https?:\/\/\w|\bwww\.\w/i);
  const prose = decoded(shown.replace(/<code>[\s\S]*?<\/code>|<[^>]*>/g, ' '));
  expect(prose).not.toMatch(/(^|[^\w])@\w|(^|\W)#\d|\bGH-\d|\$\w+\$/i);
  for (const row of markdown.split('\n').filter((line) => line.startsWith('|')))
    expectWholeRow(row, markdown);
  for (const [, chart = ''] of markdown.matchAll(/^```mermaid\n([\s\S]*?)\n```$/gm)) expectOurChart(chart);
}

/** Fails where a preview's comment holds more than its hidden state and what {@link expectHarmlessMarkdown} allows. */
export function expectHarmlessComment(body: string, links: readonly string[]): void {
  const [all = '', state = ''] = /^<!-- scenario-lab-preview (.*) -->\n/.exec(body) ?? [];
  expect(Object.keys(JSON.parse(state))).toEqual(['key', 'labs']);
  expect(state).not.toMatch(/--|[<>]/);
  const rest = body.slice(all.length);
  expectHarmlessMarkdown(rest, links, new Set([...OUR_ELEMENTS, 'sub', 'strong']));
  // The one thing that is bold is the way to the lab.
  expect(rest.replace(/\*\*\[Open the lab\]\(\S+?\)\*\*/g, '')).not.toMatch(/\*\*|__/);
}

function decoded(html: string): string {
  return html
    .replace(/&#(\d+);/g, (_, point: string) => String.fromCodePoint(Number(point)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** Each row has as many cells as the head of its table. */
function expectWholeRow(row: string, markdown: string): void {
  const heads = [...markdown.matchAll(/^(\|.*\|)\n\|[-|: ]+\|$/gm)].map(
    ([, head = '']) => head.split('|').length,
  );
  expect({ row, fits: heads.includes(row.split('|').length) && row.endsWith('|') }).toEqual({
    row,
    fits: true,
  });
}

function expectOurChart(chart: string): void {
  const [gantt, ...lines] = chart.split('\n');
  expect(gantt).toBe('gantt');
  for (const line of lines) {
    expect(line).toMatch(
      /^ {2}(%%\{init: \{"gantt": \{"leftPadding": \d+\}\}\}%%|dateFormat x|axisFormat %H:%M:%S|todayMarker off|section \d+ [\p{L}\p{N} _./+-]*| {2}[a-z]+ :(active, |crit, |done, )?\d+, \d+)$/u,
    );
  }
}
