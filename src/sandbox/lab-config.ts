import {
  bool,
  count,
  dictionary,
  type Fields,
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  pairOf,
  text,
} from './validation';

const vector = oneOf('simple', 'webmail');
const infras = oneOf('legacy');
const protocol = oneOf('http', 'https');
const privilege = oneOf(0, 1, 2);
const beacon = oneOf(
  'exe_reverse_api',
  'win_reverse_api',
  'powershell_reverse_api',
  'linux_python_reverse_api',
);
const collectorType = oneOf('agent', 'aggregator', 'probe', 'visualization', 'external', 'collaborative');
const location = oneOf('node_name', 'new_node', 'system_type', 'operating_system', 'external');
const contentType = oneOf('KILLCHAIN', 'ATTACK', 'TOPOLOGY', 'BASEBOX', 'BAS', 'DFIR');

const logCollector = object({
  instance_name: { read: text },
  collector_name: { read: text },
  collector_type: { read: collectorType },
  location: { read: listOf(object({ location_type: { read: location }, value: { read: text } })) },
  output: {
    read: listOf(
      object({
        instance_name: { read: text },
        collector_name: { read: text },
        collector_type: { read: collectorType },
      }),
    ),
    otherwise: [],
  },
  user_config: { read: dictionary, otherwise: {} },
  user_config_expert_mode: { read: dictionary, otherwise: {} },
  cpe_os_constraints: { read: listOf(text), otherwise: [] },
});

const compromission = object({
  auto_compromission: { read: nullable(bool), otherwise: null },
  target_name: { read: nullable(text), otherwise: null },
  beacon: { read: nullable(beacon), otherwise: null },
  vector: { read: nullable(vector), otherwise: null },
  infras: { read: nullable(infras), otherwise: null },
  communication_protocol: { read: nullable(protocol), otherwise: null },
  privilege_level: { read: nullable(privilege), otherwise: null },
});

/** Fields, types and defaults of the contract's LabConfig, in its order. */
const LAB_CONFIG = {
  config_name: { read: text, otherwise: 'default' },
  content_type: { read: nullable(contentType), otherwise: null },
  content_name: { read: nullable(text), otherwise: null },
  scenario_profile: { read: nullable(text), otherwise: null },
  random_waiting_minutes: { read: pairOf(count), otherwise: [0, 0] },
  scenario_execution_mode: { read: oneOf('automatic', 'step_by_step', 'custom'), otherwise: 'automatic' },
  step_waiting_list: { read: listOf(text), otherwise: [] },
  max_duration: { read: integer, otherwise: 3300 },
  enable_evaluation: { read: nullable(bool), otherwise: false },
  net_capture: { read: nullable(bool), otherwise: false },
  forensic_artifacts: { read: nullable(bool), otherwise: false },
  create_dataset: { read: nullable(bool), otherwise: false },
  log_collectors: { read: listOf(logCollector), otherwise: [] },
  public_access_enabled: { read: bool, otherwise: false },
  internet_connectivity: { read: nullable(bool), otherwise: false },
  user_activity_background: { read: nullable(bool), otherwise: false },
  compromission_overload: { read: nullable(compromission), otherwise: null },
} as const;

/** A lab's configuration as the server keeps it. */
export type LabConfig = Fields<typeof LAB_CONFIG>;

/** Reads a LabConfig; what is wrong with it is added to `complaints`. */
export const readLabConfig = object(LAB_CONFIG);
