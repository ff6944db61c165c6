import { ActionError } from '../domain/errors';
import { line, quoteList } from '../domain/foreign-text';
import type { LabKind } from '../domain/lab-config';
import { nameInSet } from '../domain/lab-name';
import type { LabPlan } from '../domain/lab-plan';
import { needsProfile } from '../domain/lab-plan';
import type { LabRequest } from '../domain/lab-request';
import { MOST_LABS } from '../domain/lab-request';
import { nearest } from '../domain/nearest';
import type { Scenario } from '../domain/scenario';
import type { Step } from './step';

/** How the labs of a step are named. */
export interface Naming {
  readonly base: string;
  /** Whether the base was drawn for this step alone. */
  readonly unique: boolean;
}

/**
 * Completes what was asked for: looks up profiles that were not given, spreads `*` over all of them, gives names.
 * @throws ActionError scenario-unknown, profile-required, profile-unknown
 */
export async function resolveLabs(
  step: Step,
  requests: readonly LabRequest[],
  naming: Naming,
): Promise<LabPlan[]> {
  const catalogue = createCatalogue(step);
  const resolved = await Promise.all(requests.map((request) => profilesOf(request, catalogue)));
  const labs = requests.flatMap((request, index) =>
    (resolved[index] ?? []).map((profile) => ({ request, profile })),
  );
  if (labs.length > MOST_LABS) throw tooMany(labs.length);
  return labs.map(({ request, profile }, index) => ({
    kind: request.kind,
    content: request.content,
    profile,
    name: request.name ?? nameInSet(naming.base, index),
    nameIsUnique: request.name === undefined && naming.unique,
    publicAccess: request.publicAccess,
    config: request.config,
  }));
}

/** Also where a server names so many profiles that `*` would start them all. */
function tooMany(count: number): ActionError {
  return new ActionError('input-invalid', {
    what: line`launch ${count} labs`,
    why: line`${MOST_LABS} are the most in one step`,
    remedy: line`Name fewer scenarios or profiles`,
  });
}

/** A given profile is taken at its word: looking it up would cost every run a request that the creation makes anyway. */
async function profilesOf(request: LabRequest, catalogue: Catalogue): Promise<(string | null)[]> {
  const { kind, content, profile } = request;
  if (!needsProfile(kind) && profile !== '*') return [profile ?? null];
  if (profile !== undefined && profile !== '*') return [profile];
  const { profiles } = await catalogue(kind, content);
  if (profile === '*') return [...profiles];
  const [only] = profiles;
  if (only !== undefined && profiles.length === 1) return [only];
  throw new ActionError('profile-required', {
    what: line`launch '${content}'`,
    why:
      only === undefined
        ? line`it has no profiles`
        : line`it has ${profiles.length} profiles (${quoteList(profiles)})`,
    remedy:
      only === undefined
        ? line`Choose another scenario`
        : line`Set scenario-profile to one of them, or to * for all`,
  });
}

type Catalogue = (kind: LabKind, name: string) => Promise<Scenario>;

/** Reads a content once, however many labs of the set need it. */
function createCatalogue({ api, limit }: Step): Catalogue {
  const known = new Map<string, Promise<Scenario>>();
  return (kind, name) => {
    const key = `${kind}/${name}`;
    const read = known.get(key) ?? findContent({ api, limit }, kind, name);
    known.set(key, read);
    return read;
  };
}

async function findContent(
  step: Pick<Step, 'api' | 'limit'>,
  kind: LabKind,
  name: string,
): Promise<Scenario> {
  try {
    return await step.api.scenario(kind, name, step.limit);
  } catch (error) {
    if (!(error instanceof ActionError) || error.code !== 'not-found') throw error;
    // Some servers do not find a name that needs percent-encoding; the list has every name.
    const all = await step.api.scenarios(kind, step.limit);
    const found = all.find((scenario) => scenario.name === name);
    if (found === undefined) throw unknownContent(name, all, error);
    return found;
  }
}

function unknownContent(name: string, all: readonly Scenario[], cause: unknown): ActionError {
  const names = all.map((scenario) => scenario.name);
  const near = nearest(name, names);
  const remedy =
    near.length > 0
      ? line`Did you mean ${quoteList(near)}?`
      : line`Choose one of ${names.length} that this workspace may run: ${quoteList(names)}`;
  return new ActionError('scenario-unknown', {
    what: line`launch '${name}'`,
    why: line`there is no scenario of that name`,
    remedy,
    cause,
  });
}

/**
 * Explains a creation that the API refused because of its content: an unknown scenario gets the nearest names, an
 * unknown profile the list of those that exist. Returns the refusal as it was when it has another reason.
 */
export async function explainRefusedCreation(
  step: Step,
  plan: LabPlan,
  refusal: ActionError,
): Promise<ActionError> {
  const mayBeContent = ['not-found', 'request-rejected', 'server-error'].includes(refusal.code);
  if (!mayBeContent || !needsProfile(plan.kind)) return refusal;
  try {
    const { profiles } = await findContent(step, plan.kind, plan.content);
    if (plan.profile === null || profiles.includes(plan.profile)) return refusal;
    return new ActionError('profile-unknown', {
      what: line`launch '${plan.content}'`,
      why: line`it has no profile '${plan.profile}'`,
      remedy: line`Set scenario-profile to one of ${quoteList(profiles, 20)}`,
      cause: refusal,
    });
  } catch (error) {
    return error instanceof ActionError && error.code === 'scenario-unknown' ? error : refusal;
  }
}
