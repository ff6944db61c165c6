import type { CreateLab } from '../clients/lab-api';
import { formatDuration } from '../domain/duration';
import { ActionError } from '../domain/errors';
import { line } from '../domain/foreign-text';
import { entryOf } from '../domain/journal-entry';
import type { LabPlan } from '../domain/lab-plan';
import type { LabRecord } from '../domain/lab-record';
import type { Failure } from '../domain/retry-policy';
import { decideRetry, isTransientStatus } from '../domain/retry-policy';
import { findLabsByName } from './find-labs';
import { explainRefusedCreation } from './resolve-labs';
import type { Step } from './step';

/** One creation. */
export interface Creation {
  readonly plan: LabPlan;
  readonly record: LabRecord;
  /** Its place in the set; names its entry in the journal. */
  readonly order: number;
  /** Run it at once, or only create it. */
  readonly run: boolean;
}

/**
 * Creates one lab and never a second one: its name is in the journal before the request is sent, its id the moment it
 * is known, and a request whose answer was lost is looked for before it is sent again.
 * @throws ActionError that says why there is no lab, or the limit's reason
 */
export async function createLab(step: Step, { plan, record, order, run }: Creation): Promise<void> {
  const { clock, journal, limit, tokens } = step;
  record.since = clock.now();
  // Whatever can be refused without a creation is asked for before the journal promises one.
  await tokens.get(limit);
  const linkTokens = plan.publicAccess ? await tokens.mintLinkTokens(limit) : undefined;
  journal.intend(order, plan);
  const request: CreateLab = { plan, run, ...(linkTokens === undefined ? {} : { linkTokens }) };
  const entry = entryOf(plan);
  let repeated = false;
  const id = await createOrFind(step, request, {
    onRepeat: () => {
      repeated = true;
      journal.exists(order, { ...entry, repeated });
    },
    onRefused: () => {
      if (!repeated) journal.settled(order);
    },
  });
  journal.exists(order, { ...entry, id, ...(repeated ? { repeated } : {}) });
  record.id = id;
  record.created = true;
}

interface CreationEvents {
  /** The request is about to be sent once more. */
  readonly onRepeat: () => void;
  /** The server has certainly created nothing in answer to the last request. */
  readonly onRefused: () => void;
}

async function createOrFind(step: Step, request: CreateLab, events: CreationEvents): Promise<string> {
  const { api, clock, limit, log, random, retries } = step;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await api.createLab(request, limit);
    } catch (error) {
      if (!(error instanceof ActionError) || limit.signal.aborted) throw error;
      const { failure } = error.parts;
      if (failure === undefined || failure.kind === 'unusable') throw error;
      if (!mayHaveWorked(failure)) {
        events.onRefused();
        throw await explainRefusedCreation(step, request.plan, error);
      }
      if (!request.plan.nameIsUnique) throw cannotTell(error, request.plan);
      log.info(line`${error.parts.why}. Looking for a lab named '${request.plan.name}' before trying again.`);
      const found = await lookFor(step, request.plan);
      if (found !== undefined) {
        log.info(line`The lab was created all the same: ${found}.`);
        return found;
      }
      const remainingMs = limit.remainingMs();
      const decision = decideRetry({
        effect: 'creation',
        failure,
        attempt,
        retries,
        remainingMs,
        random: random(),
      });
      if (decision.action === 'stop') throw await explainRefusedCreation(step, request.plan, error);
      log.info(
        line`There is none. Try ${attempt + 1} of ${retries + 1} in ${formatDuration(decision.waitMs)}.`,
      );
      events.onRepeat();
      await clock.sleep(decision.waitMs, limit.signal);
    }
  }
}

/** After these the server may have created the lab, and a look tells; an unusable answer ends the step instead. */
function mayHaveWorked(failure: Failure): boolean {
  return (
    failure.kind === 'lost' ||
    (failure.kind === 'status' &&
      failure.status !== 425 &&
      failure.status !== 429 &&
      isTransientStatus(failure.status))
  );
}

/** A server may finish a creation although its answer was lost; four looks in six seconds catch it. */
const LOOKS_AFTER_MS = [0, 1_000, 2_000, 3_000];

async function lookFor({ api, clock, limit }: Step, plan: LabPlan): Promise<string | undefined> {
  for (const pause of LOOKS_AFTER_MS) {
    await clock.sleep(pause, limit.signal);
    const [oldest] = await findLabsByName(api, limit, plan);
    if (oldest !== undefined) return oldest.id;
  }
  return undefined;
}

/** A name that a user chose may be a sibling's too, so a lab that bears it is nobody's to take. */
function cannotTell(error: ActionError, plan: LabPlan): ActionError {
  return new ActionError(error.code, {
    ...error.parts,
    why: line`${error.parts.why}, and whether a lab named '${plan.name}' was created cannot be told because others may bear that name`,
    remedy: line`Look for it in the workspace; leave lab-name out, and the action finds its own labs`,
    cause: error.cause,
  });
}
