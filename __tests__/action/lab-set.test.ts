import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { runAction, serviceAccountInputs } from './run-action';

const SET = `
- scenario: small-company/phishing
  profile: usb-stick
- attack: data_encrypted_for_impact
  profile: ubuntu
  config: { net_capture: true }
- topology: hospital/two sites
- basebox: ubuntu_22_gnome
- dfir: stolen-laptop
- bas: true
  public-access: false
`;

/** The contract's table: route, content_type, content_name and profile of each kind. */
const WANTED = [
  ['scenario', 'KILLCHAIN', 'small-company/phishing', 'usb-stick'],
  ['unit_attack', 'ATTACK', 'data_encrypted_for_impact', 'ubuntu'],
  ['topology', 'TOPOLOGY', 'hospital/two sites', null],
  ['basebox', 'BASEBOX', 'ubuntu_22_gnome', null],
  ['dfir', 'DFIR', 'stolen-laptop', null],
  ['bas', 'BAS', 'bas', 'bas'],
] as const;

describe('a lab-set file with all six kinds', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ phaseMs: 20 });
  });
  afterEach(() => sandbox.close());

  test.each([
    ['launch', 'run_lab', 'true'],
    ['launch', 'run_lab', 'false'],
    ['create', 'create_lab', 'true'],
  ])(
    '%s sends the contract’s route %s and content for each, with public-access %s',
    async (command, verb, access) => {
      const step = await runAction({
        sandbox,
        inputs: {
          ...serviceAccountInputs(sandbox),
          'client-id': sandbox.clients.launcher.clientId,
          command,
          'lab-set': 'labs.yml',
          'public-access': access,
          ...(command === 'create' ? { 'poll-interval': '' } : {}),
        },
        prepare: ({ workspace }) => writeFileSync(join(workspace, 'labs.yml'), SET),
      });

      expect(step.annotations).toEqual([]);
      expect(step.outputs.result).toBe('succeeded');
      const creations = sandbox.requests.filter(({ path }) => path.endsWith(`/${verb}`));
      const sent = creations.map(({ path, body }) => {
        const { lab_config: config, public_access_config: link } = JSON.parse(body);
        const kind = path.split('/').at(-2);
        return {
          row: [kind, config.content_type, config.content_name, config.scenario_profile],
          link: link === undefined ? [] : Object.keys(link),
          enabled: config.public_access_enabled,
          capture: config.net_capture,
        };
      });
      const byKind = new Map(sent.map((item) => [item.row[0], item]));
      expect(WANTED.map(([kind]) => byKind.get(kind)?.row)).toEqual(WANTED);
      expect(sent).toHaveLength(6);
      for (const { row, link, enabled, capture } of sent) {
        const linked = access === 'true' && row[0] !== 'bas';
        expect({ link, enabled }).toEqual({
          link: linked ? ['access_token', 'refresh_token'] : [],
          enabled: linked,
        });
        expect(capture).toBe(row[0] === 'unit_attack');
      }
      const labs: { content: string }[] = JSON.parse(step.outputs.labs ?? '');
      expect(labs.map(({ content }) => content)).toEqual(WANTED.map(([, , content]) => content));
    },
  );
});

describe('YAML that is indented as a whole', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ phaseMs: 5 });
  });
  afterEach(() => sandbox.close());
  const indented = (yaml: string): string => `\n${yaml.trim().replace(/^/gm, '    ')}\n`;

  test('is what it is without the indentation, as a lab-set and as a lab-config', async () => {
    const inputs = {
      ...serviceAccountInputs(sandbox),
      command: 'create',
      'lab-set': indented(
        '- basebox: ubuntu_22_gnome\n  config:\n    net_capture: true\n- dfir: stolen-laptop',
      ),
      'lab-config': indented('max_duration: 600\ninternet_connectivity: true'),
    };
    const step = await runAction({ sandbox, inputs: { ...inputs, 'poll-interval': '' } });

    expect(step.annotations).toEqual([]);
    const creations = sandbox.requests.filter(({ path }) => path.endsWith('/create_lab'));
    const sent = creations.map(({ body }) => JSON.parse(body).lab_config);
    expect(sent).toHaveLength(2);
    const byName = new Map(sent.map((config) => [config.content_name, config]));
    const both = { max_duration: 600, internet_connectivity: true };
    expect(byName.get('ubuntu_22_gnome')).toMatchObject({ ...both, net_capture: true });
    expect(byName.get('stolen-laptop')).toMatchObject({ ...both, net_capture: false });
  });
});
