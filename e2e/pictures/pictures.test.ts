import { statSync } from 'node:fs';
import { ourComments, preview } from '../../__tests__/action/preview-step';
import { startSandbox } from '../../src/sandbox/deployment';
import { type Rendered, render } from './browser';

const HOSTILE = '@team | <img src=x> --> [x](javascript:y)';

/** What stands in the document besides what this action and the page itself put there. */
function foreignElements({ dom }: Rendered): string[] {
  const body = dom.slice(dom.indexOf('<body')).replace(/<script[\s\S]*?<\/script>|<svg[\s\S]*?<\/svg>/g, '');
  const names = [...body.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name = '']) => name.toLowerCase());
  const ours = 'body html h3 p table thead tbody tr th td code br sub strong a blockquote div'.split(' ');
  const links = [...body.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
  const wrong = links.filter(
    (href) => !/^(https:\/\/public\.lab\.example\/|http:\/\/127\.0\.0\.1:)/.test(href),
  );
  return [...names.filter((name) => !ours.includes(name)), ...wrong];
}

const text = ({ dom }: Rendered) =>
  dom
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u200b', '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');

const CASES = [
  { name: 'ready', inputs: { 'public-access': 'true' } },
  {
    name: 'several',
    inputs: { scenario: 'small-company/ransomware\nmuseum/endless', 'public-access': 'true' },
  },
  { name: 'no-link', inputs: {} },
  { name: 'failed', inputs: { scenario: 'factory/broken-deployment', 'wait-for': 'finished' } },
  { name: 'unknown', inputs: { scenario: 'small-company/ransomwar' } },
  { name: 'hostile', inputs: { scenario: HOSTILE, 'public-access': 'true' } },
];

test.each(CASES)(
  'the comment and the summary of the preview "$name" show nothing that is not ours',
  async ({ name, inputs }) => {
    const sandbox = await startSandbox({ phaseMs: 400 });
    sandbox.setScenario({ name: HOSTILE, profiles: ['a | b'] });
    const step = await preview(sandbox, { action: 'opened', number: 7 }, { inputs });
    const [comment] = ourComments(sandbox);
    const first = render(`comment-${name}-starting`, comment?.history[0] ?? '');
    const last = render(`comment-${name}`, comment?.body ?? '');
    const summary = render(`summary-${name}`, step.summary);
    for (const rendered of [first, last, summary]) {
      expect(foreignElements(rendered)).toEqual([]);
      expect(rendered.complaints).toEqual([]);
      expect(statSync(rendered.png).size).toBeGreaterThan(5_000);
    }
    expect(text(last)).not.toContain('scenario-lab-preview {');
    if (name === 'hostile') for (const rendered of [last, summary]) expect(text(rendered)).toContain(HOSTILE);
    if (name === 'ready') {
      expect(summary.dom).toContain('<svg');
      expect(summary.dom).not.toContain('Syntax error');
      await preview(sandbox, { action: 'closed', number: 7 });
      expect(foreignElements(render('comment-removed', comment?.body ?? ''))).toEqual([]);
    }
    await sandbox.close();
  },
);
