import { readScenario } from '../../src/domain/scenario';

test('a scenario is its name and the names of its profiles', () => {
  const value = {
    name: 'a/b',
    description: 'x',
    scenario_profiles: [{ name: 'win10', production: true }, { name: 'win11' }],
  };
  expect(readScenario(value)).toEqual({ name: 'a/b', profiles: ['win10', 'win11'] });
});

test.each([[undefined], [null], ['x'], [[]], [[{}]], [[null, { name: 3 }]]])(
  'profiles %j are none',
  (profiles) =>
    expect(readScenario({ name: 'a', scenario_profiles: profiles })).toEqual({ name: 'a', profiles: [] }),
);

test.each([[null], ['a'], [[]], [{}], [{ name: '' }], [{ name: 3 }]])('%j is no scenario', (value) =>
  expect(readScenario(value)).toBeUndefined(),
);
