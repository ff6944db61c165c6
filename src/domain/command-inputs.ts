/** The commands, in the order of the documentation. */
export const COMMANDS = ['launch'] as const;

/** Input `command`. */
export type Command = (typeof COMMANDS)[number];

const ALL = COMMANDS;
const CREATING: readonly Command[] = ['launch'];

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
  'request-timeout': ALL,
  retries: ALL,
  'refresh-token': ALL,
  'client-id': ALL,
  'client-secret': ALL,
  scenario: CREATING,
  'scenario-profile': CREATING,
  'lab-name': CREATING,
  'public-access': CREATING,
  'public-link-template': CREATING,
  'wait-for': ALL,
  timeout: ALL,
  'poll-interval': ALL,
  cleanup: CREATING,
  'cleanup-method': CREATING,
  summary: ALL,
};

/** The given inputs that the command does not use. */
export function unusedInputs(command: Command, isGiven: (name: string) => boolean): string[] {
  return Object.keys(INPUT_USERS).filter((name) => isGiven(name) && !INPUT_USERS[name]?.includes(command));
}
