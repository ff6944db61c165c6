import type { Behaviour } from './lab-life';

/** A scenario of the sandbox: what the API tells about it, and how its labs fare. */
export interface SandboxScenario {
  readonly name: string;
  readonly description?: string;
  /** Names of its profiles; one called `default` unless said otherwise. */
  readonly profiles?: readonly string[];
  readonly behaviour?: Behaviour;
  /** From the run to the end of the content; the deployment's own pace unless said otherwise. */
  readonly totalMs?: number;
  /** The last notification of a lab that fails. */
  readonly failure?: string;
  /** More notifications, shown from the execution on. */
  readonly notifications?: readonly string[];
}

/** Everything that a lab can be made of. */
export interface Catalogue {
  readonly scenarios: Map<string, SandboxScenario>;
  readonly attacks: Map<string, SandboxScenario>;
  readonly topologies: Map<string, SandboxScenario>;
  readonly baseboxes: Map<string, SandboxScenario>;
  readonly dfirs: Map<string, SandboxScenario>;
}

const SCENARIOS: readonly SandboxScenario[] = [
  {
    name: 'small-company/ransomware',
    description: 'A phished accountant, a lateral move and an encrypted file server.',
    profiles: ['windows10-simple'],
  },
  {
    name: 'small-company/phishing',
    description: 'A wave of mails with a macro document against a small company.',
    profiles: ['webmail', 'usb-stick'],
  },
  {
    name: 'hospital/data theft & extortion',
    description: 'Patient records leave a hospital; its name needs percent-encoding.',
    profiles: ['default'],
  },
  {
    name: 'factory/broken-deployment',
    description: 'Always fails: a node of the plant does not come up.',
    behaviour: 'fails',
    failure: 'Provisioning failed: node "plc-gateway" did not answer on port 22 within 300 s',
  },
  {
    name: 'factory/called-off',
    description: 'Is always cancelled by somebody.',
    behaviour: 'is-cancelled',
  },
  {
    name: 'bank/step-by-step',
    description: 'Pauses in the middle until it is resumed.',
    behaviour: 'pauses',
  },
  {
    name: 'bank/warm-up',
    description: 'Shows a status that no documentation names.',
    behaviour: 'shows-unknown-status',
  },
  {
    name: 'museum/endless',
    description: 'Executes until somebody stops it.',
    behaviour: 'never-ends',
  },
  {
    name: 'museum/vanishing',
    description: 'Disappears while it executes.',
    behaviour: 'vanishes',
  },
  {
    name: 'city/slow',
    description: 'Succeeds after a minute.',
    totalMs: 60_000,
  },
];

const ATTACKS: readonly SandboxScenario[] = [
  {
    name: 'spearphishing_attachment',
    description: 'A mail with a malicious attachment.',
    profiles: ['windows10'],
  },
  {
    name: 'data_encrypted_for_impact',
    description: 'Files of a host are encrypted.',
    profiles: ['windows10', 'ubuntu'],
  },
];

const TOPOLOGIES: readonly SandboxScenario[] = [{ name: 'small-company' }, { name: 'hospital/two sites' }];
const BASEBOXES: readonly SandboxScenario[] = [
  { name: 'windows_10_pro', description: 'Windows 10 Pro, 22H2' },
  { name: 'ubuntu_22_gnome', description: 'Ubuntu 22.04 with GNOME' },
];
const DFIRS: readonly SandboxScenario[] = [{ name: 'stolen-laptop', profiles: ['disk-image'] }];

/** A fresh catalogue, so that what one sandbox adds stays its own. */
export function defaultCatalogue(): Catalogue {
  const byName = (list: readonly SandboxScenario[]) => new Map(list.map((item) => [item.name, item]));
  return {
    scenarios: byName(SCENARIOS),
    attacks: byName(ATTACKS),
    topologies: byName(TOPOLOGIES),
    baseboxes: byName(BASEBOXES),
    dfirs: byName(DFIRS),
  };
}

/** The names of its profiles. */
export function profilesOf(scenario: SandboxScenario): readonly string[] {
  return scenario.profiles ?? ['default'];
}
