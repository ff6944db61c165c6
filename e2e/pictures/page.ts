import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pagePackages } from './tools';

/** What a browser made of a page. */
export interface ShownPage {
  /** The elements of the rendered Markdown, as HTML. */
  readonly html: string;
  /** What Mermaid's own parser says against each diagram; empty when it takes them all. */
  readonly complaints: readonly string[];
}

const WIDTH = 1000;

/** Shows Markdown as GitHub would, with its diagrams drawn, and keeps a picture of it. */
export async function showMarkdown(chromium: string, markdown: string, picture: string): Promise<ShownPage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'scenario-lab-page-'));
  try {
    const page = path.join(folder, 'page.html');
    writeFileSync(page, pageOf(markdown, await pagePackages()));
    const dom = await browse(chromium, folder, ['--dump-dom', page]);
    const verdict = /<script type="verdict">(.*?)<\/script>/s.exec(dom)?.[1];
    if (verdict === undefined)
      throw new Error(`Cannot show the page: its script did not end.\n${dom.slice(-500)}`);
    const { height, complaints } = JSON.parse(verdict) as { height: number; complaints: string[] };
    const size = [`--window-size=${WIDTH},${height}`, '--force-device-scale-factor=1.5'];
    await browse(chromium, folder, [...size, `--screenshot=${picture}`, page]);
    const html = /<article[^>]*>(.*)<\/article>/s.exec(dom)?.[1] ?? '';
    return { html, complaints };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function pageOf(markdown: string, packages: string): string {
  // "<" would end the script element that holds it.
  const source = JSON.stringify(markdown).replaceAll('<', '\\u003c');
  return `<!doctype html>
<meta charset="utf-8">
<link rel="stylesheet" href="file://${packages}/github-markdown-css/github-markdown-light.css">
<style>
  body { margin: 0; background: #fff }
  article { padding: 24px 32px; font-family: "Noto Sans", sans-serif, "Noto Color Emoji" }
</style>
<article class="markdown-body"></article>
<script src="file://${packages}/marked/lib/marked.umd.js"></script>
<script src="file://${packages}/mermaid/dist/mermaid.min.js"></script>
<script type="module">
  const article = document.querySelector('article');
  article.innerHTML = marked.parse(${source}, { gfm: true });
  const complaints = [];
  const width = article.clientWidth - 64;
  mermaid.initialize({ startOnLoad: false, gantt: { useWidth: width } });
  for (const block of article.querySelectorAll('code.language-mermaid')) {
    try {
      await mermaid.parse(block.textContent);
      const { svg } = await mermaid.render('diagram' + complaints.length + Math.random().toString(36).slice(2), block.textContent);
      block.parentElement.outerHTML = '<div>' + svg + '</div>';
    } catch (error) {
      complaints.push(error.message);
    }
  }
  const verdict = document.createElement('script');
  verdict.type = 'verdict';
  verdict.textContent = JSON.stringify({ height: Math.ceil(article.getBoundingClientRect().height), complaints });
  document.body.append(verdict);
</script>
`;
}

function browse(chromium: string, profile: string, args: readonly string[]): Promise<string> {
  const always = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--hide-scrollbars',
    '--disable-dev-shm-usage',
  ];
  // Scripts get their time however slow the machine is.
  always.push(
    '--virtual-time-budget=20000',
    `--user-data-dir=${profile}/profile`,
    `--window-size=${WIDTH},800`,
  );
  always.push('--allow-file-access-from-files');
  return new Promise((resolve, reject) => {
    const limits = { maxBuffer: 64 * 1024 * 1024, timeout: 60_000 };
    execFile(chromium, [...always, ...args], limits, (error, out) =>
      error === null ? resolve(out) : reject(error),
    );
  });
}
