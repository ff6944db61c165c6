import { randomUUID } from 'node:crypto';
import type { Caller } from './api-access';
import type { SandboxScenario } from './catalogue';
import { type LabConfig, readLabConfig } from './lab-config';
import type { LabPlan } from './lab-life';
import { CONTENT_TYPES, type LabKind, type LabOrder, type PublicAccess } from './lab-request';
import { type Lab, LabStore } from './lab-store';

/** A lab that is there without anybody having asked the API for it. */
export interface SeedLab {
  readonly kind?: LabKind;
  readonly configName?: string;
  /** Name of its content. */
  readonly contentName?: string;
  /** How long ago it was made; an hour unless said otherwise. */
  readonly ageMs?: number;
  /** Over since then, or, for ERROR, with its runner still up; left out: up and finished. */
  readonly ended?: 'COMPLETED' | 'CANCELLED' | 'ERROR';
  /** A status word that overrules all else. */
  readonly status?: string;
  readonly createdBy?: string;
  /** More fields of its LabConfig, by their names on the wire. */
  readonly labConfig?: Readonly<Record<string, unknown>>;
  readonly publicAccess?: PublicAccess;
}

export interface LabMaker {
  readonly labs: LabStore;
  create(order: LabOrder, kind: LabKind, caller: Caller): Lab;
  seed(seed: SeedLab): Lab;
  /** Each of a list, or so many old ones that are over. */
  seedAll(seeds: number | readonly SeedLab[]): readonly Lab[];
}

export interface LabMakerOptions {
  readonly now: () => number;
  readonly settings: { readonly phaseMs: number };
  readonly organizationId: string;
  readonly workspaceId: string;
}

/** CREATED, PENDING, RUNNER_SETUP, SCENARIO_CREATION, _SETUP, _EXECUTION, _TEARDOWN. */
const PHASES = 7;
const HOUR = 3_600_000;

/** Makes labs and keeps them. */
export function labMaker({ now, settings, organizationId, workspaceId }: LabMakerOptions): LabMaker {
  const labs = new LabStore(now);

  const plan = (kind: LabKind, content: SandboxScenario, maxDurationS: number): LabPlan => ({
    behaviour: content.behaviour ?? 'succeeds',
    totalMs: content.totalMs ?? settings.phaseMs * PHASES,
    executes: kind !== 'topology' && kind !== 'basebox',
    maxDurationMs: Math.max(0, maxDurationS) * 1000,
    teardownMs: settings.phaseMs,
  });

  const keep = (lab: Lab): Lab => {
    labs.set(lab.id, lab);
    return lab;
  };

  const seed = (wanted: SeedLab): Lab => {
    const { kind = 'scenario', contentName = 'small-company/ransomware', ageMs = HOUR, ended } = wanted;
    const labConfig: LabConfig = readLabConfig(
      {
        config_name: wanted.configName ?? 'default',
        content_type: CONTENT_TYPES[kind],
        content_name: contentName,
        scenario_profile: kind === 'scenario' ? 'windows10-simple' : null,
        max_duration: 0,
        public_access_enabled: wanted.publicAccess !== undefined,
        ...wanted.labConfig,
      },
      [],
      [],
    );
    const createdAt = now() - ageMs;
    const behaviour = ended === 'ERROR' ? 'fails' : 'succeeds';
    const basis = plan(kind, { name: contentName, behaviour }, labConfig.max_duration);
    // Short enough for its whole life to lie in the past.
    const totalMs = Math.min(basis.totalMs, ageMs / 4);
    const stoppedAt = createdAt + (ended === 'CANCELLED' ? totalMs / 4 : totalMs * 2);
    return keep({
      id: randomUUID(),
      kind,
      labConfig,
      publicAccess: wanted.publicAccess,
      createdBy: wanted.createdBy ?? 'somebody-else',
      organizationId,
      workspaceId,
      plan: { ...basis, totalMs, teardownMs: Math.min(basis.teardownMs, ageMs / 4) },
      failure: undefined,
      notifications: [],
      events: {
        createdAt,
        runAt: createdAt,
        ...(ended === 'COMPLETED' || ended === 'CANCELLED' ? { stoppedAt } : {}),
      },
      ...(wanted.status === undefined ? {} : { pinnedStatus: wanted.status }),
    });
  };

  return {
    labs,
    create: ({ labConfig, publicAccess, content }, kind, caller) =>
      keep({
        id: randomUUID(),
        kind,
        labConfig,
        publicAccess,
        createdBy: caller.subject,
        organizationId: caller.organizationId,
        workspaceId: caller.workspaceId,
        plan: plan(kind, content, labConfig.max_duration),
        failure: content.failure,
        notifications: content.notifications ?? [],
        events: { createdAt: now() },
      }),
    seed,
    seedAll(seeds) {
      if (typeof seeds !== 'number') return seeds.map(seed);
      return Array.from({ length: seeds }, (_, index) =>
        seed({
          configName: `nightly ${index + 1}`,
          ageMs: 24 * HOUR + (seeds - index) * 60_000,
          ended: index % 5 === 0 ? 'CANCELLED' : 'COMPLETED',
        }),
      );
    },
  };
}
