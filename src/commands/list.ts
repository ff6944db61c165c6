import type { Findings } from '../domain/findings';
import { line } from '../domain/foreign-text';
import type { Lab } from '../domain/lab';
import { labOutput, observe, recordOfId } from '../domain/lab-record';
import { code, joinMarkdown, type Markdown, md } from '../domain/markdown';
import type { WebLink } from '../domain/web-link';
import { listLabs } from './find-labs';
import type { Step } from './step';

/** GitHub refuses a matrix that makes more jobs than this. */
const MOST_JOBS = 256;
const MOST_ROWS = 500;

/** Outputs `scenarios` and `matrix`: what can be launched, and one job for each scenario and profile. */
export async function tellScenarios({ api, limit, log, warn }: Step, findings: Findings): Promise<void> {
  const scenarios = await api.scenarios('scenario', limit);
  const include = scenarios.flatMap(({ name, profiles }) =>
    profiles.map((profile) => ({ scenario: name, 'scenario-profile': profile })),
  );
  findings.outputs.scenarios = JSON.stringify(scenarios.map(({ name, profiles }) => ({ name, profiles })));
  findings.outputs.matrix = JSON.stringify({ include });
  log.info(line`${scenarios.length} scenarios with ${include.length} profiles in all`);
  for (const { name, profiles } of scenarios) log.info(line`  ${name}: ${profiles.join(', ')}`);
  if (include.length > MOST_JOBS) {
    warn(line`The output matrix makes ${include.length} jobs, and GitHub refuses more than ${MOST_JOBS}.`);
  }
  const rows = scenarios
    .slice(0, MOST_ROWS)
    .map(({ name, profiles }) => md`| ${code(name)} | ${code(profiles.join(', '), 500)} |`);
  findings.sections.push(joinMarkdown([md`| Scenario | Profiles |`, md`|---|---|`, ...rows], '\n'));
}

/** What {@link tellLabs} works with. */
export interface LabListing {
  readonly findings: Findings;
  readonly linkOf: (lab: Lab) => WebLink | undefined;
}

/**
 * Output `labs`: every lab of the workspace, the stopped ones too, in the shape that the labs of a step have. Only a
 * lab's config tells its name, so names stay null; tokens were dropped where the list was read.
 */
export async function tellLabs(
  { api, clock, limit, log }: Step,
  { findings, linkOf }: LabListing,
): Promise<void> {
  const labs = await listLabs(api, limit, { all: true });
  const counts = new Map<string, number>();
  const records = labs.map((lab) => {
    counts.set(lab.status, (counts.get(lab.status) ?? 0) + 1);
    const record = recordOfId(lab.id);
    observe(record, lab, clock.now());
    record.link = linkOf(lab);
    return record;
  });
  findings.outputs.labs = JSON.stringify(records.map(labOutput));
  log.info(line`${labs.length} labs in the workspace`);
  const rows: Markdown[] = [];
  for (const [status, count] of [...counts].sort((a, b) => b[1] - a[1])) {
    log.info(line`  ${status}: ${count}`);
    rows.push(md`| ${code(status)} | ${code(count)} |`);
  }
  findings.sections.push(joinMarkdown([md`| Status | Labs |`, md`|---|---|`, ...rows], '\n'));
}
