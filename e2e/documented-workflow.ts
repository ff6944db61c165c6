import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Sandbox } from '../src/sandbox/deployment';
import { onSandbox } from './act/on-sandbox';
import { runWorkflow, stubs, type WorkflowResult, type WorkflowRun } from './act/run-workflow';

const ROOT = path.join(__dirname, '..');
const WORKFLOWS = path.join('.github', 'workflows');

/** Workflows of this repository that others call. */
export const REUSABLE = ['preview.yml', 'verify-release.yml'] as const;

/** A file of the repository. */
export const text = (...parts: string[]): string => readFileSync(path.join(ROOT, ...parts), 'utf8');

/** The README's workflow that calls a reusable one. */
export function callerOf(reusable: (typeof REUSABLE)[number]): string {
  const blocks = [...text('README.md').matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, yaml = '']) => yaml);
  const caller = blocks.find((yaml) => yaml.includes(`scenario-lab/.github/workflows/${reusable}@v1`));
  if (caller === undefined) throw new Error(`Cannot find a caller of ${reusable} in README.md. Add one.`);
  return caller;
}

/**
 * Runs a workflow of the docs on a sandbox and its GitHub. Fails when a secret that the sandbox knows shows in the log,
 * an output, a summary or an artifact.
 */
export async function runDocumented(
  sandbox: Sandbox,
  workflow: string,
  more: Partial<WorkflowRun> = {},
): Promise<WorkflowResult> {
  const { vars, secrets, workflow: adapted } = onSandbox(sandbox, workflow);
  const { github } = sandbox;
  const action = actionWithWorkflows(sandbox);
  try {
    const ended = await runWorkflow({
      workflow: adapted,
      vars,
      repository: github.repository,
      ...more,
      secrets: { ...secrets, GITHUB_TOKEN: github.token, ...more.secrets },
      env: { GITHUB_API_URL: github.apiUrl, GITHUB_GRAPHQL_URL: github.graphqlUrl, ...more.env },
      actions: {
        // What the reusable workflows use.
        ...stubs(REUSABLE.map((name) => text(WORKFLOWS, name)).join('\n')),
        'your-organization/scenario-lab@v1': action,
        ...more.actions,
      },
    });
    checkNothingShows(sandbox, ended);
    return ended;
  } finally {
    rmSync(action, { recursive: true });
  }
}

/** Every file of every artifact. */
export function artifactTexts({ artifacts }: WorkflowResult): string[] {
  return Object.values(artifacts).flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8')),
  );
}

/** The action as a release has it, with its reusable workflows, which know the sandbox's addresses. */
function actionWithWorkflows(sandbox: Sandbox): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'scenario-lab-release-'));
  for (const part of ['action.yml', 'dist'])
    cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
  mkdirSync(path.join(folder, WORKFLOWS), { recursive: true });
  for (const name of REUSABLE) {
    writeFileSync(path.join(folder, WORKFLOWS, name), onSandbox(sandbox, text(WORKFLOWS, name)).workflow);
  }
  return folder;
}

function checkNothingShows(sandbox: Sandbox, ended: WorkflowResult): void {
  const places = {
    log: ended.log,
    outputs: JSON.stringify(ended.steps),
    summary: ended.summaries.join('\n'),
    artifact: artifactTexts(ended).join('\n'),
  };
  for (const secret of [...sandbox.secrets].filter(({ length }) => length >= 4)) {
    for (const [place, shown] of Object.entries(places)) {
      if (shown.includes(secret)) throw new Error(`a secret shows in the ${place}: ${secret.slice(0, 6)}…`);
    }
  }
}
