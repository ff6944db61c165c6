import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
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

/**
 * Reads a file that an input names: a regular file inside the workspace once links are resolved, or, for certificates
 * and keys, an absolute path.
 */
export function readInputFile(
  path: string,
  rules: FileRules & { readonly absoluteAllowed: boolean },
): FileText {
  if (!rules.mayRead) {
    return {
      why: line`files are not read on pull_request_target with a head from another repository`,
      remedy: line`Give the text itself`,
    };
  }
  const outside = {
    why: line`'${path}' is not inside the workspace`,
    remedy: line`Name a file of the checkout`,
  };
  const wanted = isAbsolute(path) ? path : resolve(rules.workspace, path);
  const absolute = isAbsolute(path) && rules.absoluteAllowed;
  let descriptor: number | undefined;
  try {
    const real = realpathSync(wanted);
    if (!absolute && !isInside(real, realpathSync(rules.workspace))) return outside;
    // Opened without blocking, so that a pipe cannot hang the step before it is seen to be none.
    descriptor = openSync(
      real,
      constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0),
    );
    const facts = fstatSync(descriptor);
    if (!facts.isFile())
      return { why: line`'${path}' is not a regular file`, remedy: line`Name a text file` };
    if (facts.size > LARGEST_BYTES) {
      return { why: line`the file '${path}' is larger than 1 MB`, remedy: line`Name a smaller file` };
    }
    return { text: readFileSync(descriptor, 'utf8') };
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    return {
      why: line`the file '${path}' cannot be read (${code})`,
      remedy: line`Check the path, and that actions/checkout ran before`,
    };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
