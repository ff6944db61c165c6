import { execFileSync } from 'node:child_process';
import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '..');

/** Packages as an installation would put them there, since a link to a folder would tell where they really are. */
function linkTree(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

/** The files of the repository in a folder of their own, built there. */
function built(folder: string): Map<string, string> {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  for (const file of files.filter((name) => !name.startsWith('dist/'))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  linkTree(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, [join(folder, 'scripts', 'build.mjs')], { cwd: folder, stdio: 'pipe' });
  const dist = join(folder, 'dist');
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(dist, name)).isFile(),
  );
  return new Map(names.sort().map((name) => [name, readFileSync(join(dist, name), 'base64')]));
}

test('two builds in two folders are the same, byte for byte', () => {
  // Beside the packages, because hard links do not cross file systems.
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const scratch = mkdtempSync(join(ROOT, '.cache', 'build-'));
  try {
    const [one, two] = ['one', 'another/folder/with-a-longer-name'].map((name) => {
      mkdirSync(join(scratch, name), { recursive: true });
      return built(join(scratch, name));
    });
    expect([...(one?.keys() ?? [])]).toEqual(
      expect.arrayContaining(['main.js', 'post.js', join('action', 'index.js')]),
    );
    expect([...(one?.keys() ?? [])]).toEqual([...(two?.keys() ?? [])]);
    for (const [name, bytes] of one ?? [])
      expect({ name, same: bytes === two?.get(name) }).toEqual({ name, same: true });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
