import { readCliConfig } from '../../src/domain/cli-config';

const profile = {
  domain: 'lab.example',
  refresh_token: 'token-a',
  default_workspace: 'ws-1',
  organization_id: 'org-1',
};
const file = (active: unknown, profiles: unknown) => ({ active_profile: active, profiles });

test('the active profile is read, whatever others there are', () => {
  const other = { ...profile, refresh_token: 'token-b' };
  expect(readCliConfig(file('lab.example', { other, 'lab.example': profile }))).toEqual({
    profile: {
      domain: 'lab.example',
      refreshToken: 'token-a',
      workspaceId: 'ws-1',
      organizationId: 'org-1',
    },
  });
});

test('a profile without a domain is named for it, and ids that YAML took for numbers are ids', () => {
  const read = readCliConfig(
    file('lab.example', { 'lab.example': { refresh_token: 't', default_workspace: 42 } }),
  );
  expect(read).toEqual({
    profile: { domain: 'lab.example', refreshToken: 't', workspaceId: '42', organizationId: undefined },
  });
});

test.each([
  ['a text', 'not a map', 'it holds no profiles'],
  ['null', null, 'it holds no profiles'],
  ['a list', [profile], 'it holds no profiles'],
  ['no profiles', { active_profile: 'x' }, 'it holds no profiles'],
  ['no active profile', { profiles: { x: profile } }, 'it names no active_profile'],
  [
    'an unknown active profile',
    file('y', { x: profile }),
    "it has no profile 'y', which is its active_profile",
  ],
  [
    'a profile named like a method',
    file('toString', { x: profile }),
    "it has no profile 'toString', which is its active_profile",
  ],
  ['a profile without a token', file('x', { x: { domain: 'd' } }), "its profile 'x' holds no refresh_token"],
  ['an empty token', file('x', { x: { refresh_token: '' } }), "its profile 'x' holds no refresh_token"],
])('%s is refused with the reason', (_, value, why) => {
  const read = readCliConfig(value);
  expect(read).toMatchObject({ why });
  expect(read).toHaveProperty('remedy', expect.stringContaining('Log in'));
});
