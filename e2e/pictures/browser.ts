import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const CACHE = process.env.SCENARIO_LAB_CACHE ?? join(__dirname, '..', '..', '.cache');
const PACKAGES = ['marked@18.2.1', 'mermaid@12.3.0', 'github-markdown-css@5.9.0'];
const quiet: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] };

/** A page as a reader sees it: the picture's path, and the document once its scripts have run. */
export interface Rendered {
  readonly png: string;
  readonly dom: string;
  /** What Mermaid's own parser says against the diagrams; empty when it takes them all. */
  readonly complaints: readonly string[];
}

/** Renders GitHub-flavoured Markdown, Mermaid pictures too, in headless Chromium. */
export function render(name: string, markdown: string): Rendered {
  const modules = renderers();
  const script = `import { marked } from ${JSON.stringify(pathToFileURL(join(modules, 'marked', 'lib', 'marked.esm.js')).href)};
    let text = ''; for await (const chunk of process.stdin) text += chunk;
    process.stdout.write(marked.parse(text, { gfm: true }));`;
  const body = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    input: markdown,
    encoding: 'utf8',
  });
  const address = (file: string): string => pathToFileURL(join(modules, file)).href;
  const html = `<!doctype html><html><head><meta charset="utf-8">
<link rel="stylesheet" href="${address('github-markdown-css/github-markdown-light.css')}">
<style>body.markdown-body { margin: 0; padding: 24px; width: 912px } </style></head>
<body class="markdown-body">${body}
<script src="${address('mermaid/dist/mermaid.min.js')}"></script>
<script type="module">
mermaid.initialize({ startOnLoad: false, gantt: { useWidth: 880 } });
const complaints = [];
for (const code of document.querySelectorAll('code.language-mermaid')) {
  const picture = document.createElement('div');
  picture.className = 'mermaid';
  picture.textContent = code.textContent;
  code.parentElement.replaceWith(picture);
  await mermaid.parse(code.textContent).catch((error) => complaints.push(error.message));
}
await mermaid.run().catch((error) => complaints.push(String(error.stack ?? error.message ?? error)));
document.body.dataset.complaints = encodeURIComponent(JSON.stringify(complaints));
document.body.dataset.height = document.documentElement.scrollHeight;
</script></body></html>`;
  const folder = join(CACHE, 'pictures');
  mkdirSync(folder, { recursive: true });
  const page = join(folder, `${name}.html`);
  const png = join(folder, `${name}.png`);
  writeFileSync(page, html);
  const dom = chromium('--window-size=960,100', '--dump-dom', pathToFileURL(page).href);
  const said = (key: string): string | undefined => new RegExp(`data-${key}="([^"]*)"`).exec(dom)?.[1];
  const complaints = said('complaints');
  if (complaints === undefined) throw new Error(`Cannot render ${page}: its script did not end.`);
  // As high as the page, and sharp on today's screens.
  const size = ['--force-device-scale-factor=1.5', `--window-size=960,${said('height')}`];
  chromium(...size, `--screenshot=${png}`, pathToFileURL(page).href);
  return { png, dom, complaints: JSON.parse(decodeURIComponent(complaints)) };
}

function chromium(...args: string[]): string {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  const fixed = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
  const silent = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const own = [
    '--hide-scrollbars',
    '--allow-file-access-from-files',
    '--virtual-time-budget=10000',
    `--user-data-dir=${profile}`,
  ];
  try {
    const all = [...fixed, ...silent, ...own, ...args];
    return execFileSync(browser(), all, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Debian's Chromium, which is installed where it is missing and may be. */
function browser(): string {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const find = () => names.find((name) => spawnSync(name, ['--version']).status === 0);
  const found = find();
  if (found !== undefined) return found;
  execFileSync('apt-get', ['update', '-q'], quiet);
  execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], quiet);
  return find() ?? 'chromium';
}

/** The folder of the packages that draw, installed once: they are no part of the project. */
function renderers(): string {
  const prefix = join(CACHE, 'renderers');
  const complete = join(prefix, 'complete');
  if (!existsSync(complete)) {
    mkdirSync(prefix, { recursive: true });
    const args = ['install', '--no-audit', '--no-fund', '--silent', '--prefix', prefix, ...PACKAGES];
    execFileSync('npm', args, { ...quiet, shell: process.platform === 'win32' });
    writeFileSync(complete, '');
  }
  return join(prefix, 'node_modules');
}
