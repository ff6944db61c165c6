import type { LabKind } from '../../src/domain/lab-config';
import { LAB_CONFIG_DEFAULTS } from '../../src/domain/lab-config';
import { type LabPlan, labConfigOf, needsProfile } from '../../src/domain/lab-plan';

const plan = (changes: Partial<LabPlan>): LabPlan => ({
  kind: 'scenario',
  content: 'a/b',
  profile: 'win10',
  name: 'acme/widgets@1.1.abc123',
  nameIsUnique: true,
  publicAccess: false,
  config: {},
  ...changes,
});

test.each<[LabKind, string, string | null]>([
  ['scenario', 'KILLCHAIN', 'win10'],
  ['unit_attack', 'ATTACK', 'win10'],
  ['topology', 'TOPOLOGY', null],
  ['basebox', 'BASEBOX', null],
  ['dfir', 'DFIR', null],
])('a %s is sent as %s', (kind, contentType, profile) => {
  expect(labConfigOf(plan({ kind, profile }))).toEqual({
    ...LAB_CONFIG_DEFAULTS,
    config_name: 'acme/widgets@1.1.abc123',
    content_type: contentType,
    content_name: 'a/b',
    scenario_profile: profile,
  });
});

test('BAS has the one content and profile that the platform knows', () => {
  expect(labConfigOf(plan({ kind: 'bas', content: 'bas', profile: null }))).toMatchObject({
    content_type: 'BAS',
    content_name: 'bas',
    scenario_profile: 'bas',
  });
});

test("the user's fields go over the defaults and never over what names the lab", () => {
  const config = { max_duration: 60, config_name: 'stolen', public_access_enabled: false };
  expect(labConfigOf(plan({ config, publicAccess: true }))).toMatchObject({
    max_duration: 60,
    config_name: 'acme/widgets@1.1.abc123',
    public_access_enabled: true,
  });
});

test.each<[LabKind, boolean]>([
  ['scenario', true],
  ['unit_attack', true],
  ['topology', false],
  ['basebox', false],
  ['dfir', false],
  ['bas', false],
])('%s needs a profile: %s', (kind, needs) => expect(needsProfile(kind)).toBe(needs));
