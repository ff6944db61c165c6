import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the details of labs are kept for later steps. */
export interface CollectedFiles {
  readonly path: string;
  save(file: { readonly labId: string; readonly name: string; readonly text: string }): void;
}

/**
 * Makes a folder of its own below a temporary one, so that steps of the same job do not mix.
 * @param folder RUNNER_TEMP, which the runner empties at the end of a job
 */
export function createCollectedFiles(folder: string): CollectedFiles {
  const path = mkdtempSync(join(folder, 'scenario-lab-'));
  return {
    path,
    save: ({ labId, name, text }) => {
      const place = join(path, labId);
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, `${name}.json`), text);
    },
  };
}
