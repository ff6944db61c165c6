import type { LabConfig } from './lab-config';
import { type LabEvents, type LabLife, type LabPlan, labLife } from './lab-life';
import type { LabKind, PublicAccess } from './lab-request';

/** All that the sandbox knows about a lab. */
export interface Lab {
  readonly id: string;
  readonly kind: LabKind;
  readonly labConfig: LabConfig;
  readonly publicAccess: PublicAccess | undefined;
  /** Subject of the token that made it. */
  readonly createdBy: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly plan: LabPlan;
  /** The reason that the last notification of a failed lab gives. */
  readonly failure: string | undefined;
  readonly notifications: readonly string[];
  readonly events: { -readonly [Field in keyof LabEvents]: LabEvents[Field] };
  /** A status word that overrules the plan, for tests. */
  pinnedStatus?: string;
}

/** The labs of a deployment by id, in the order of their creation. */
export class LabStore extends Map<string, Lab> {
  readonly #now: () => number;
  #byAge: Lab[] = [];
  /** Those that may still change; looked through, and thinned, when a list without stopped labs is read. */
  #active: Lab[] = [];

  constructor(now: () => number) {
    super();
    this.#now = now;
  }

  /** The lab's status and times at this moment. */
  life(lab: Lab): LabLife {
    const life = labLife(lab.plan, lab.events, this.#now());
    return lab.pinnedStatus === undefined ? life : { ...life, status: lab.pinnedStatus, vanished: false };
  }

  /** Labs that could still be used or are on their way up: what a careful client leaves none of. */
  living(): Lab[] {
    const stopped = new Set(['COMPLETED', 'CANCELLED', 'ERROR', 'RUNNER_TEARDOWN']);
    return this.#stillActive().filter((lab) => !stopped.has(this.life(lab).status));
  }

  override set(id: string, lab: Lab): this {
    if (!this.has(id)) {
      insertByAge(this.#byAge, lab);
      insertByAge(this.#active, lab);
    }
    return super.set(id, lab);
  }

  override delete(id: string): boolean {
    const lab = this.get(id);
    if (lab === undefined) return false;
    this.#byAge = without(this.#byAge, lab);
    this.#active = without(this.#active, lab);
    return super.delete(id);
  }

  override clear(): void {
    this.#byAge = [];
    this.#active = [];
    super.clear();
  }

  /** One page, newest first, in time proportional to the page and the labs that are still active. */
  page({ all, limit, page }: { all: boolean; limit: number; page: number }): { labs: Lab[]; total: number } {
    const active = this.#stillActive();
    const source = all ? this.#byAge : active;
    const end = source.length - (page - 1) * limit;
    const labs = end <= 0 ? [] : source.slice(Math.max(0, end - limit), end).reverse();
    return { labs, total: source.length };
  }

  /** A lab that has vanished is unknown. */
  find(id: string): Lab | undefined {
    const lab = this.get(id);
    if (lab === undefined) return undefined;
    if (!this.life(lab).vanished) return lab;
    this.delete(id);
    return undefined;
  }

  #stillActive(): Lab[] {
    const vanished: Lab[] = [];
    const active = this.#active.filter((lab) => {
      const life = this.life(lab);
      if (life.vanished) vanished.push(lab);
      return !over(life, lab);
    });
    if (active.length < this.#active.length) this.#active = active;
    for (const lab of vanished) this.delete(lab.id);
    return this.#active;
  }
}

function over(life: LabLife, lab: Lab): boolean {
  if (lab.pinnedStatus !== undefined) return ['COMPLETED', 'CANCELLED'].includes(lab.pinnedStatus);
  return life.over;
}

/** At the end, but for a lab that is put in with a date in the past. */
function insertByAge(labs: Lab[], lab: Lab): void {
  let place = labs.length;
  while (place > 0 && (labs[place - 1]?.events.createdAt ?? 0) > lab.events.createdAt) place -= 1;
  labs.splice(place, 0, lab);
}

function without(labs: readonly Lab[], lab: Lab): Lab[] {
  return labs.filter((other) => other !== lab);
}
