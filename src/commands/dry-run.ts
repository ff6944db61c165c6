import type { AnyRequest } from '../clients/api-request';
import { formatDuration } from '../domain/duration';
import { ActionError } from '../domain/errors';
import { line } from '../domain/foreign-text';
import type { LabPlan } from '../domain/lab-plan';
import { labConfigOf } from '../domain/lab-plan';
import type { LabRecord } from '../domain/lab-record';
import { observe } from '../domain/lab-record';
import type { Step } from './step';

/** Says which labs `launch` and `create` would make; nothing is sent that changes anything. */
export function tellPlans({ log }: Step, plans: readonly LabPlan[], run: boolean): void {
  for (const plan of plans) {
    const { content_type: type, max_duration: seconds } = labConfigOf(plan);
    const profile = plan.profile === null ? line`` : line`, profile '${plan.profile}'`;
    const life =
      seconds === 0 ? line`no limit to its life` : line`for at most ${formatDuration(seconds * 1_000)}`;
    const link = plan.publicAccess ? line`, with a public link` : line``;
    log.info(
      line`Dry run: would ${run ? 'launch' : 'create'} '${plan.content}' (${type})${profile} as '${plan.name}', ${life}${link}`,
    );
  }
}

/** Says what would be done to labs of another step; each is only looked at. */
export async function tellGiven(step: Step, command: string, records: readonly LabRecord[]): Promise<void> {
  const { api, clock, limit, log } = step;
  const verb = command === 'wait' ? 'wait for' : command;
  await Promise.all(
    records.map(async (record) => {
      const id = record.id ?? '';
      try {
        observe(record, await api.lab(id, limit), clock.now());
        log.info(line`Dry run: would ${verb} lab ${id} (${record.content}), which is ${record.status}`);
      } catch (error) {
        limit.signal.throwIfAborted();
        if (!(error instanceof ActionError)) throw error;
        log.info(line`Dry run: would ${verb} lab ${id}, which cannot be looked at: ${error.parts.why}`);
      }
    }),
  );
}

/** Says what `call` would send. Not even a GET is sent: at this API some of them change things. */
export function tellRequest({ log }: Step, { method, url, body }: AnyRequest): void {
  const size = body === undefined ? line`` : line` with a body of ${body.length} characters`;
  log.info(line`Dry run: would send ${method} ${url}${size}`);
}
