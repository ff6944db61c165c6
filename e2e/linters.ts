import path from 'node:path';
import { installed, run } from './act/tools';

/** The releases that .github/workflows/ci.yml runs. */
const ACTIONLINT_VERSION = '1.7.12';
const ZIZMOR_VERSION = '1.32.0';

/** Fails with what actionlint says about workflows. */
export async function actionlint(files: readonly string[]): Promise<void> {
  const binary = await installed(`actionlint-${ACTIONLINT_VERSION}`, 'actionlint', (folder) =>
    run('go', ['install', `github.com/rhysd/actionlint/cmd/actionlint@v${ACTIONLINT_VERSION}`], {
      GOBIN: folder,
    }),
  );
  await run(binary, ['-no-color', ...files], {});
}

/** Fails with what zizmor finds in workflows from medium severity on; our exceptions are in .github/zizmor.yml. */
export async function zizmor(files: readonly string[]): Promise<void> {
  // A virtual environment cannot be moved after it was made, a folder of packages can.
  const packages = await installed(`zizmor-${ZIZMOR_VERSION}`, path.join('bin', 'zizmor'), (folder) =>
    run('python3', ['-m', 'pip', 'install', '--quiet', '--target', folder, `zizmor==${ZIZMOR_VERSION}`], {}),
  );
  const config = path.join(__dirname, '..', '.github', 'zizmor.yml');
  await run(
    packages,
    ['--offline', '--no-progress', '--min-severity', 'medium', '--config', config, ...files],
    {},
  );
}
