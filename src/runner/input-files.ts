import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { isAbsolute, resolve, sep } from 'node:path';
import type { LogLine } from '../domain/foreign-text';
import { line } from '../domain/foreign-text';

const LARGEST_BYTES = 1024 * 1024;

/** Where files named by inputs may lie. */
export interface FileRules {
  readonly workspace: string;
  /** False under `pull_request_target` with a fork's head: the workspace may then hold what a stranger wrote. */
  readonly mayRead: boolean;
}

/** The text of a file, or why it is not read. */
export type FileText = { readonly text: string } | { readonly why: LogLine; readonly remedy: LogLine };

/** What a path may be, and whether it may be told. */
export interface PathRules {
  readonly absoluteAllowed: boolean;
  /** The input holds a secret, and a "path" may be that secret itself: it is not quoted. */
  readonly secret: boolean;
}

/**
 * Reads a file that an input names: a regular file inside the workspace once links are resolved, or, for certificates
 * and keys, an absolute path that does not lead through the workspace.
 */
export function readInputFile(path: string, rules: FileRules & PathRules): FileText {
  if (!rules.mayRead) {
    return {
      why: line`files are not read on pull_request_target with a head from another repository`,
      remedy: line`Give the text itself`,
    };
  }
  const file = rules.secret ? line`the file that it names` : line`the file '${path}'`;
  const outside = {
    why: line`${file} is not inside the workspace`,
    remedy: line`Name a file of the checkout`,
  };
  const wanted = isAbsolute(path) ? path : resolve(rules.workspace, path);
  let descriptor: number | undefined;
  try {
    const real = realpathSync(wanted);
    const elsewhere = isAbsolute(path) && rules.absoluteAllowed && !isInside(resolve(path), rules.workspace);
    // A link of the workspace may not lead out of it, whichever way its place is written.
    if (!elsewhere && !isInside(real, realpathSync(rules.workspace))) return outside;
    // Opened without blocking, so that a pipe cannot hang the step before it is seen to be none.
    descriptor = openSync(
      real,
      constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0),
    );
    const facts = fstatSync(descriptor);
    if (!facts.isFile()) return { why: line`${file} is not a regular file`, remedy: line`Name a text file` };
    const bytes = readAtMost(descriptor, LARGEST_BYTES + 1);
    if (bytes.length > LARGEST_BYTES) {
      return { why: line`${file} is larger than 1 MB`, remedy: line`Name a smaller file` };
    }
    return { text: bytes.toString('utf8') };
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    return {
      why: line`${file} cannot be read (${code})`,
      remedy: line`Check the path, and that actions/checkout ran before`,
    };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** What a file says of its size may be wrong: it can grow, and those of /proc say 0. */
function readAtMost(descriptor: number, most: number): Buffer {
  const bytes = Buffer.alloc(most);
  let size = 0;
  for (let read = -1; read !== 0 && size < most; size += read) {
    read = readSync(descriptor, bytes, size, most - size, null);
  }
  return bytes.subarray(0, size);
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
