import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { type Inputs, runAction, serviceAccountInputs } from './run-action';

/** Each bad value, and the place or the part that the error must name. */
type BadValues = readonly (readonly [value: string, place: string])[];

const BAD: Readonly<Record<string, { readonly with: Inputs; readonly values: BadValues }>> = {
  request: {
    with: { command: 'call' },
    values: [
      ['GET', "'GET' is not a method and a path"],
      ['/runner/', "'/runner/' is not a method"],
      ['FETCH /runner/', "no method 'FETCH'"],
      ['GET runner/', "'runner/' does not begin with /"],
      ['GET https://evil.example/', 'does not begin with /'],
      ['GET //evil.example/', 'empty segment'],
      ['GET /runner/../../admin', 'climbs'],
      ['GET /%2e%2e/%2e%2e/admin', 'climbs'],
      ['GET /runner\\..\\admin', "'\\'"],
      ['GET /runner/#x', "'#'"],
      ['GET /runner/\tx', 'a tab'],
      ['GET /runner/{lab-id}', 'lab-ids names no lab'],
      ['GET /runner/{name}', "no placeholder '{name}'"],
    ],
  },
  endpoints: {
    with: { command: 'list-labs' },
    values: [
      ['get-lab', 'endpoints is a text, not a map'],
      ['- get-lab', 'endpoints is a list of 1, not a map'],
      ['get-lap: /runner/{lab-id}', "endpoints.get-lap is no operation. Use 'get-lab'"],
      ['get-lab: 3', 'endpoints.get-lab is the number 3'],
      ['get-lab: [/a]', 'endpoints.get-lab is a list of 1'],
      ['get-lab: /runner/x', 'endpoints.get-lab: it lacks the placeholder {lab-id}'],
      ['version: https://evil.example/version', 'endpoints.version: '],
      ['version: /../../version', 'endpoints.version: '],
      ['version: /%2e%2e%2fversion', 'endpoints.version: '],
      ['version: //evil.example', 'endpoints.version: '],
      ['version: /{lab-id}', 'endpoints.version: {lab-id} means nothing'],
      ['version: /a\nrun: /b: c: [', 'line 2 is not YAML'],
    ],
  },
  'lab-set': {
    with: {},
    values: [
      ['scenario: a', 'a map, not a list'],
      ['[]', 'it has 0 items'],
      ['- a', 'lab-set[0] is a text'],
      ['- scenario: a\n- {}', 'lab-set[1] names none of'],
      ['- scenario: a\n  attack: b', 'lab-set[0] names 2 of'],
      ['- scenario: [a]', 'lab-set[0].scenario is a list of 1'],
      ['- bas: bas', 'lab-set[0].bas is a text'],
      ['- scenario: a\n  profil: b', 'lab-set[0].profil is no key'],
      ['- scenario: a\n  config: { max_duration: long }', 'lab-set[0].config.max_duration is a text'],
      ['- bas: true\n  public-access: true', 'lab-set[0] is a BAS lab'],
      ['- topology: a\n  profile: b', 'lab-set[0].profile is given'],
      ['- scenario: a\n  - b', 'line 2 is not YAML'],
      ['labs.yml', "'labs.yml'"],
    ],
  },
  'lab-config': {
    with: { scenario: 'a', 'scenario-profile': 'b' },
    values: [
      ['net_capture', 'lab-config is a text, not a map'],
      ['- net_capture: true', 'lab-config is a list of 1'],
      ['net_capture: "yes"', 'lab-config.net_capture is a text'],
      ['max_duration: -1', 'lab-config.max_duration is the number -1'],
      ['max_duration: 1.5', 'lab-config.max_duration is the number 1.5'],
      ['random_waiting_minutes: [5, 1]', 'lab-config.random_waiting_minutes is a list of 2'],
      ['scenario_execution_mode: manual', 'lab-config.scenario_execution_mode is a text'],
      ['config_name: x', 'lab-config.config_name is set by the input lab-name'],
      ['public_access_enabled: true', 'lab-config.public_access_enabled is set by the input public-access'],
      ['log_collectors: {}', 'lab-config.log_collectors is a map'],
      ['a: b: c', 'line 1 is not YAML'],
    ],
  },
  'lab-ids': {
    with: { command: 'stop' },
    values: [
      [' ', 'it is missing'],
      ['[]', 'it names no lab'],
      ['a lab', "lab-ids[0] is 'a lab'"],
      ['ok\n../x', "lab-ids[1] is '../x'"],
      ['["ok", ""]', "lab-ids[1] is ''"],
      ['["ok", 3]', 'lab-ids[1] is the number 3'],
      ['[{"id": null}]', 'lab-ids[0] is a map'],
      ['[{"name": "x"}]', 'lab-ids[0] is a map'],
      ['["ok"', 'no JSON array'],
      ['{"id": "ok"}', 'no JSON array'],
      ['"ok"', 'no JSON array'],
      ['[["ok"]]', 'lab-ids[0] is a list of 1'],
    ],
  },
  'organization-id': {
    with: {},
    values: [
      ['a b', "'a b' cannot stand in a header"],
      ['a\r\nx-admin: 1', "'a x-admin: 1' cannot stand in a header"],
      ['münchen', 'cannot stand in a header'],
      ['x'.repeat(201), 'cannot stand in a header'],
    ],
  },
  'workspace-id': { with: {}, values: [['a\tb', "'a b' cannot stand in a header"]] },
  realm: {
    with: {},
    values: [
      ['..', "'..' is not the name of a realm"],
      ['../master', 'is not the name of a realm'],
      ['a?b', 'is not the name of a realm'],
      ['a%2fb', 'is not the name of a realm'],
      ['a\nb', 'is not the name of a realm'],
    ],
  },
};

describe.each(Object.entries(BAD))('a bad value of %s', (input, { with: others, values }) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  test.each(values)('%j is an input error that says: %s; nothing is sent', async (value, place) => {
    const inputs = { ...serviceAccountInputs(sandbox), 'poll-interval': '', ...others, [input]: value };
    const step = await runAction({ sandbox, inputs });

    expect(step.exitCode).toBe(1);
    expect(step.outputs['error-code']).toBe('input-invalid');
    expect(step.outputs['error-message']).toContain(place);
    expect(step.outputs['error-message']).toContain(input);
    expect(step.annotations).toHaveLength(1);
    expect(sandbox.requests).toEqual([]);
  });
});
