/** The commands that work, in the order of the documentation. */
export const COMMANDS = [
  'launch',
  'create',
  'preview',
  'run',
  'resume',
  'wait',
  'stop',
  'delete',
  'sweep',
  'list-scenarios',
  'list-labs',
  'check',
  'call',
] as const;

/** Input `command`. */
export type Command = (typeof COMMANDS)[number];

const ALL = COMMANDS;
/** Commands that make labs. */
const CREATING: readonly Command[] = ['launch', 'create', 'preview'];
/** Commands that take labs of another step. */
const GIVEN: readonly Command[] = ['run', 'resume', 'wait', 'stop', 'delete'];
/** Commands that may change something. */
const CHANGING: readonly Command[] = [...CREATING, ...GIVEN, 'call'];
/** Commands that follow labs. */
const WAITING: readonly Command[] = ['launch', 'preview', 'run', 'resume', 'wait'];
/** Commands after which a lab may be left that somebody has to remove. */
const OWNING: readonly Command[] = ['launch', 'create', 'preview', 'run', 'resume', 'wait'];
/** Commands that can tell a pull request how labs fare. */
const TELLING: readonly Command[] = OWNING;
/** Commands that may ask GitHub something. */
const AT_GITHUB: readonly Command[] = [...TELLING, 'sweep'];

/**
 * Which command uses which input: the one table behind the warning about unused inputs, the README's table and a test.
 * Its keys are exactly the inputs that action.yml declares.
 */
export const INPUT_USERS: Readonly<Record<string, readonly Command[]>> = {
  command: ALL,
  domain: ALL,
  'base-url': ALL,
  'auth-url': ALL,
  realm: ALL,
  'organization-id': ALL,
  'workspace-id': ALL,
  'ca-certificate': ALL,
  'client-certificate': ALL,
  'client-certificate-key': ALL,
  'request-timeout': ALL,
  retries: ALL,
  'refresh-token': ALL,
  'cli-config': ALL,
  'client-id': ALL,
  'client-secret': ALL,
  'client-private-key': ALL,
  'client-key-id': ALL,
  'client-authentication': ALL,
  scopes: ALL,
  scenario: CREATING,
  'lab-set': CREATING,
  'scenario-profile': CREATING,
  'lab-config': CREATING,
  // The pull request names a preview's labs.
  'lab-name': ['launch', 'create'],
  'max-duration': CREATING,
  'public-access': CREATING,
  'public-access-exchange': CREATING,
  'public-link-template': [...OWNING, 'list-labs'],
  'max-parallel': CREATING,
  'wait-for': WAITING,
  timeout: ALL,
  'poll-interval': WAITING,
  'on-pause': WAITING,
  collect: WAITING,
  'lab-ids': [...GIVEN, 'call'],
  cleanup: OWNING,
  'cleanup-method': [...OWNING, 'sweep'],
  'older-than': ['sweep'],
  'max-removals': ['sweep'],
  'name-prefix': ['sweep'],
  'dry-run': [...CHANGING, 'sweep'],
  endpoints: ALL,
  request: ['call'],
  'request-body': ['call'],
  'github-token': AT_GITHUB,
  // Stopping says nothing about how a lab fared, and would write over what does.
  comment: TELLING,
  'comment-key': TELLING,
  environment: ['preview'],
  'allow-forks': ALL,
  summary: ALL,
};

/** Whether a command uses an input. */
export function uses(command: Command, input: string): boolean {
  return INPUT_USERS[input]?.includes(command) ?? false;
}

/** Given to every step by action.yml, so that its presence says nothing. */
const ALWAYS_GIVEN = 'github-token';

/** The given inputs that the command does not use. */
export function unusedInputs(command: Command, isGiven: (name: string) => boolean): string[] {
  return Object.keys(INPUT_USERS).filter(
    (name) => name !== ALWAYS_GIVEN && isGiven(name) && !uses(command, name),
  );
}
