import { profilesOf, type SandboxScenario } from './catalogue';

const CREATED_ON = '2025-03-04T09:00:00+00:00';
const UPDATED_ON = '2026-02-17T14:30:00+00:00';

/** A Scenario as the contract shows it. */
export function scenarioAnswer(scenario: SandboxScenario): unknown {
  return {
    name: scenario.name,
    keywords: scenario.name.split(/[^a-z]+/i),
    description: scenario.description ?? '',
    description_fr: '',
    long_description: [scenario.description ?? ''],
    long_description_fr: [],
    unit_attacks: ['spearphishing_attachment'],
    attacks: ['spearphishing_attachment'],
    mitre_tags: [],
    steps: { skip_deploy: false, skip_user_activity: false, skip_attack: false, skip_create_dataset: true },
    scenario_profiles: profileAnswers(scenario),
    creation_date: CREATED_ON,
    last_update: UPDATED_ON,
    learning_context: '',
  };
}

/** A UnitAttack; `position` makes its worker id unique. */
export function attackAnswer(attack: SandboxScenario, position: number): unknown {
  return {
    name: attack.name,
    worker_id: `1566_001_${String(position + 1).padStart(3, '0')}`,
    title: attack.name.replaceAll('_', ' '),
    description: attack.description ?? '',
    description_fr: '',
    links: [],
    version: '1.0.0',
    side_effects: ['ARTIFACTS_ON_DISK'],
    repeatable: true,
    topics: ['attack_session'],
    attack_mode: 'INDIRECT',
    scenario_profiles: profileAnswers(attack),
    creation_date: CREATED_ON,
    last_update: UPDATED_ON,
    bas_compat: true,
  };
}

/** A topology's nodes and links. */
export function topologyContent(name: string): unknown {
  const lan = { type: 'switch', name: 'lan', active: true, hidden: false };
  const client = {
    type: 'virtual_machine',
    name: 'Client1',
    active: true,
    hidden: false,
    basebox_id: 'windows_10_pro',
    memory_size: 4096,
    nb_proc: 2,
    roles: ['client'],
  };
  return {
    name,
    nodes: [lan, client],
    links: [{ switch: lan, node: client, params: { ip: '192.168.10.11/24' } }],
  };
}

/** A Topology with its metadata. */
export function topologyAnswer(topology: SandboxScenario): unknown {
  return {
    metadata: { resource_name: topology.name, resource_type: 'topology' },
    content: topologyContent(topology.name),
    resource_access: { access_visibility: 'public', access_status: 'free' },
  };
}

/** A Basebox; its passwords are the machine's first ones. */
export function baseboxAnswer(basebox: SandboxScenario, password: string): unknown {
  const windows = basebox.name.startsWith('windows');
  return {
    id: basebox.name,
    description: basebox.description ?? basebox.name,
    operating_system: windows ? 'Windows 10' : 'Ubuntu 22.04',
    system_type: windows ? 'windows' : 'linux',
    language: 'en_US',
    installation_date: CREATED_ON,
    role: 'client',
    username: 'user',
    password,
    admin_username: windows ? 'Administrator' : 'root',
    admin_password: password,
    nb_proc: 2,
    memory_size: 4096,
    sha256sum: 'a9f5'.repeat(16),
    active: true,
  };
}

function profileAnswers(scenario: SandboxScenario): unknown[] {
  return profilesOf(scenario).map((name) => ({
    name,
    topology_name: 'small-company',
    compromission: {
      auto_compromission: true,
      target_name: 'Client1',
      beacon: 'exe_reverse_api',
      vector: 'simple',
      infras: 'legacy',
      communication_protocol: 'https',
      privilege_level: 0,
    },
    production: true,
  }));
}
