import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { installed, run } from '../act/tools';

/** What GitHub shows Markdown with, or near enough: its style sheet, GitHub-flavoured Markdown, Mermaid. */
const PACKAGES = ['marked@18.2.1', 'mermaid@12.3.0', 'github-markdown-css@5.9.0'] as const;

/** Folder of the packages, for files like `mermaid/dist/mermaid.min.js`; installed once by npm. */
export async function pagePackages(): Promise<string> {
  const modules = 'node_modules';
  const sheet = path.join(modules, 'github-markdown-css', 'github-markdown-light.css');
  const file = await installed(`pictures-${PACKAGES[1].replace('@', '-')}`, sheet, (folder) =>
    run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...PACKAGES], {}),
  );
  return path.dirname(path.dirname(file));
}

/** A Chromium of this machine; undefined where there is none, since it is too large to be brought along. */
export function findChromium(): string | undefined {
  return ['chromium', 'chromium-browser', 'google-chrome'].find((name) => {
    try {
      execFileSync(name, ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}
