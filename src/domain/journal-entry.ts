import type { LabKind } from './lab-config';
import type { LabPlan } from './lab-plan';

/** A lab that post may have to remove. */
export interface JournalEntry {
  readonly name: string;
  /** False for a name that a user chose: siblings may bear it, so it finds nothing. */
  readonly unique: boolean;
  readonly kind: LabKind | undefined;
  readonly content: string;
  /** Undefined while its creation was not answered. */
  readonly id?: string;
  /** The creation was sent more than once: there may be a second lab of that name. */
  readonly repeated?: true;
}

/** The entry of a lab whose creation is about to be sent. */
export function entryOf(plan: LabPlan): JournalEntry {
  return { name: plan.name, unique: plan.nameIsUnique, kind: plan.kind, content: plan.content };
}
