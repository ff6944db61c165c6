import { checkLabConfig, LAB_CONFIG_DEFAULTS } from '../../src/domain/lab-config';

test('good fields are taken as they are', () => {
  const fields = {
    max_duration: 600,
    random_waiting_minutes: [1, 5],
    scenario_execution_mode: 'custom',
    step_waiting_list: ['a'],
    net_capture: true,
    log_collectors: [{ type: 'syslog' }],
    compromission_overload: { a: 1 },
  };
  expect(checkLabConfig(fields, 'lab-config')).toEqual({ fields, warnings: [], problems: [] });
});

test('null takes compromission_overload back, and 0 means no limit', () => {
  const fields = { compromission_overload: null, max_duration: 0 };
  expect(checkLabConfig(fields, 'lab-config')).toEqual({ fields, warnings: [], problems: [] });
});

test.each([
  [{ max_duration: '600' }, 'max_duration is a text'],
  [{ max_duration: -1 }, 'max_duration is the number -1'],
  [{ max_duration: 1.5 }, 'max_duration is the number 1.5'],
  [{ max_duration: null }, 'max_duration is null'],
  [{ net_capture: 'yes' }, 'net_capture is a text'],
  [{ net_capture: 1 }, 'net_capture is the number 1'],
  [{ random_waiting_minutes: [5, 1] }, 'random_waiting_minutes is a list of 2'],
  [{ random_waiting_minutes: [1] }, 'random_waiting_minutes is a list of 1'],
  [{ random_waiting_minutes: ['1', '2'] }, 'random_waiting_minutes is a list of 2'],
  [{ scenario_execution_mode: 'auto' }, 'scenario_execution_mode is a text'],
  [{ step_waiting_list: 'a' }, 'step_waiting_list is a text'],
  [{ log_collectors: {} }, 'log_collectors is a map'],
  [{ compromission_overload: [] }, 'compromission_overload is a list of 0'],
])('%j is a problem', (fields, why) => {
  const checked = checkLabConfig(fields, 'lab-config');
  expect(checked.problems).toEqual([
    { why: `lab-config.${why}`, remedy: expect.stringMatching(/^Make it /) },
  ]);
  expect(checked.fields).toEqual({});
});

test.each([
  ['config_name', 'lab-name'],
  ['content_name', 'scenario or lab-set'],
  ['content_type', 'scenario or lab-set'],
  ['scenario_profile', 'scenario-profile'],
  ['public_access_enabled', 'public-access'],
])('%s belongs to the input %s', (field, input) => {
  const [problem] = checkLabConfig({ [field]: 'x' }, 'lab-set[2].config').problems;
  expect(problem?.why).toBe(`lab-set[2].config.${field} is set by the input ${input}`);
});

test('an unknown field is a warning with the nearest name and is not sent', () => {
  const checked = checkLabConfig(JSON.parse('{"max_duraton":1,"zzzzzz":2,"__proto__":3}'), 'lab-config');
  expect(checked.fields).toEqual({});
  expect(checked.warnings).toHaveLength(3);
  expect(checked.warnings[0]).toContain("did you mean 'max_duration'");
  expect(checked.warnings[1]).not.toContain('did you mean');
});

test.each([['a text'], [null], [[]], [3]])('%j is no map of fields', (value) => {
  const checked = checkLabConfig(value, 'lab-config');
  expect(checked.problems).toHaveLength(1);
  expect(checked.problems[0]?.why).toContain('not a map of LabConfig fields');
});

test('a value that may be a secret is never quoted', () => {
  const checked = checkLabConfig(
    { log_collectors: 'hunter2-secret', net_capture: 'hunter2-secret' },
    'lab-config',
  );
  expect(JSON.stringify(checked)).not.toContain('hunter2');
});

test("the defaults are the contract's", () => {
  expect(LAB_CONFIG_DEFAULTS).toMatchObject({
    config_name: 'default',
    random_waiting_minutes: [0, 0],
    scenario_execution_mode: 'automatic',
    max_duration: 3300,
    compromission_overload: null,
  });
  expect(Object.keys(LAB_CONFIG_DEFAULTS)).toHaveLength(17);
});
