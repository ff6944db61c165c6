import type { LabConfig, LabConfigFields, LabKind } from './lab-config';
import { CONTENT_TYPES, LAB_CONFIG_DEFAULTS } from './lab-config';

/** One lab that is asked for, before it exists. */
export interface LabPlan {
  readonly kind: LabKind;
  /** Name or id of the content; "bas" for BAS (contract, `content_name`). */
  readonly content: string;
  /** Null where the kind has none. */
  readonly profile: string | null;
  /** The lab's `config_name`: the only mark of ours that the API gives back. */
  readonly name: string;
  /**
   * True when the name was drawn for this step alone. Only then may a lab be recognized by it: a name that a user
   * chose may be borne by a sibling's lab.
   */
  readonly nameIsUnique: boolean;
  readonly publicAccess: boolean;
  readonly config: LabConfigFields;
}

/** The LabConfig of a plan, complete: the public client sends every field, nulls included. */
export function labConfigOf(plan: LabPlan): LabConfig {
  return {
    ...LAB_CONFIG_DEFAULTS,
    ...plan.config,
    config_name: plan.name,
    content_type: CONTENT_TYPES[plan.kind],
    content_name: plan.content,
    scenario_profile: plan.kind === 'bas' ? 'bas' : plan.profile,
    public_access_enabled: plan.publicAccess,
  };
}

/** Whether the kind's content has profiles one of which must be chosen. */
export function needsProfile(kind: LabKind): boolean {
  return kind === 'scenario' || kind === 'unit_attack';
}
