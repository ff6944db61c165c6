import { setTimeout as sleep } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import type { Inputs, StepResult } from '../../__tests__/action/run-action';
import { type Deployment, startDeployment } from './deployment';
import { requestToken } from './login';
import { CLIENT_SECRETS, LINK_AUDIENCE } from './realm';

// Public links and single-use refresh tokens, with the bundle and a real Keycloak. What Keycloak itself does with a
// link's tokens is in public-links.test.ts.

const LINK = { 'public-access': 'true' };
const SERVICE: Inputs = { 'client-id': 'ci-link', 'client-secret': CLIENT_SECRETS['ci-link'] };

let here: Deployment;
beforeAll(async () => {
  here = await startDeployment();
  await here.keycloak.admin.permitExchange(LINK_AUDIENCE, ['frontend', 'ci-link', 'ci-federated']);
}, 600_000);
afterAll(() => here?.close());
beforeEach(() => here.forget());
afterEach(() => {
  here.door.settings.cuts = 0;
});

/** The tokens of a link as the platform got them in the creation of the step's lab. */
function linkTokens(step: StepResult): { access_token: string; refresh_token: string } {
  expect(step.outputs).toMatchObject({ result: 'succeeded', 'error-message': '' });
  const creation = here.sandbox.requests.findLast(({ path }) => path.endsWith('/run_lab'));
  return JSON.parse(creation?.body ?? '{}').public_access_config;
}

const grants = (): unknown[] => here.requests().map(({ form }) => form.get('grant_type'));
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

describe('a public link', () => {
  test('for a person, by the exchange as the platform’s own client sends it', async () => {
    const stored = await here.logIn();
    const step = await here.run({ ...LINK, 'refresh-token': stored });
    const link = linkTokens(step);
    expect(grants()).toEqual(['refresh_token', EXCHANGE]);
    expect([...(here.requests()[1]?.form.keys() ?? [])].sort()).toEqual([
      'audience',
      'client_id',
      'grant_type',
      'requested_token_type',
      'scope',
      'subject_token',
    ]);
    expect(decodeJwt(link.access_token).aud).toContain(LINK_AUDIENCE);
    expect(decodeJwt(link.refresh_token).typ).toBe('Offline');
    expect(step.outputs['public-link']).toBe(`https://public.lab.example/${step.outputs['lab-id']}`);

    // The lab goes; its link's tokens are not given back, since that would end the login that the team keeps.
    await step.post();
    expect(here.sandbox.labs.living()).toEqual([]);
    expect(here.requests().every(({ path }) => path.endsWith('/token'))).toBe(true);
    for (const token of [link.refresh_token, stored]) {
      const form = { grant_type: 'refresh_token', client_id: 'frontend', refresh_token: token };
      expect((await requestToken(here.issuer, form)).status).toBe(200);
    }
  });

  test('for a service account idles out with its login, unless that asked for offline_access', async () => {
    const short = linkTokens(await here.run({ ...LINK, ...SERVICE }));
    const { typ, exp = 0, iat = 0 } = decodeJwt(short.refresh_token);
    expect([typ, exp - iat]).toEqual(['Refresh', 1800]);
    const scopes = 'openid scenario:run groups offline_access';
    const lasting = linkTokens(await here.run({ ...LINK, ...SERVICE, scopes }));
    expect(decodeJwt(lasting.refresh_token).typ).toBe('Offline');
  });

  test('by github-oidc takes a second id token and sends no client id', async () => {
    const before = here.github.issued();
    const inputs = { ...LINK, 'client-authentication': 'github-oidc' };
    const step = await here.run(inputs, { env: here.github.environment });
    expect(decodeJwt(linkTokens(step).access_token)).toMatchObject({ azp: 'ci-federated' });
    expect(here.github.issued()).toBe(before + 2);
    expect(here.requests().map(({ form }) => form.has('client_id'))).toEqual([false, false]);
  });

  test('where the exchange differs', async () => {
    const fields = 'subject_token_type: "urn:ietf:params:oauth:token-type:access_token"\nscope: null';
    const step = await here.run({ ...LINK, ...SERVICE, 'public-access-exchange': fields });
    linkTokens(step);
    const form = here.requests()[1]?.form;
    expect(form?.get('subject_token_type')).toBe('urn:ietf:params:oauth:token-type:access_token');
    expect(form?.has('scope')).toBe(false);
  });
});

describe('with "Revoke Refresh Token" on', () => {
  const rotate = (on: boolean) =>
    here.keycloak.admin.changeRealm({ revokeRefreshToken: on, refreshTokenMaxReuse: 0 });
  beforeAll(() => rotate(true));
  afterAll(() => rotate(false));

  test('a run costs one request and a warning, keeps its lab, and a second run is told why it fails', async () => {
    const token = await here.logIn();
    const step = await here.run({ 'refresh-token': token });
    expect(step.outputs).toMatchObject({ result: 'succeeded' });
    expect(step.annotations).toEqual([{ type: 'warning', message: expect.stringContaining('is spent now') }]);
    const post = await step.post();
    expect(post.annotations).toEqual([]);
    expect(here.requests()).toHaveLength(1);
    expect(here.sandbox.labs.living().map(({ id }) => id)).toContain(step.outputs['lab-id']);

    // Keycloak compares whole seconds.
    await sleep(1_100);
    const again = await here.run({ 'refresh-token': token });
    expect(again.outputs['error-code']).toBe('refresh-token-dead');
    expect(again.outputs['error-message']).toContain('only once');
    expect(here.requests()).toHaveLength(2);
  });

  test('cleanup: always is an input error', async () => {
    const step = await here.run({ 'refresh-token': await here.logIn(), cleanup: 'always' });
    expect(step.outputs['error-code']).toBe('input-invalid');
    expect(step.outputs['error-message']).toContain('single-use');
    expect(here.requests()).toEqual([]);
  });

  test('a token whose answer was lost is not sent again, neither by the step nor after it', async () => {
    const token = await here.logIn();
    here.door.settings.cuts = 5;
    const scenario = 'small-company/ransomware\nsmall-company/phishing';
    const step = await here.run({ 'refresh-token': token, scenario });
    expect(step.outputs['error-code']).toBe('network');
    expect(step.outputs['error-message']).toContain('may be spent by now');
    await step.post();
    expect(here.requests()).toHaveLength(1);
  });

  test('a renewal whose answer was lost ends the step; what is left of the last token removes the lab', async () => {
    await here.keycloak.admin.changeRealm({ accessTokenLifespan: 10 });
    here.sandbox.setScenario({ name: 'ward/long', totalMs: 60_000 });
    try {
      const token = await here.logIn();
      const before = here.sandbox.labs.living().length;
      const running = here.run({ 'refresh-token': token, scenario: 'ward/long' });
      while (here.sandbox.labs.living().length === before) await sleep(50);
      here.door.settings.cuts = 5;
      const step = await running;
      expect(step.outputs).toMatchObject({ result: 'failed', 'error-code': 'network' });
      await step.post();
      const sent = here.requests().map(({ form }) => form.get('refresh_token'));
      expect([sent.length, new Set(sent).size]).toEqual([2, 2]);
      expect(here.sandbox.labs.living()).toHaveLength(before);
    } finally {
      await here.keycloak.admin.changeRealm({ accessTokenLifespan: 300 });
    }
  });
});

test('an unmarked token whose answer was lost is sent once more at most', async () => {
  const token = await here.logIn();
  here.door.settings.cuts = 1;
  const good = await here.run({ 'refresh-token': token, cleanup: 'on-failure' });
  expect(good.outputs.result).toBe('succeeded');
  expect(here.requests()).toHaveLength(2);
  here.forget();
  here.door.settings.cuts = 9;
  const bad = await here.run({ 'refresh-token': token });
  expect(bad.outputs['error-code']).toBe('network');
  expect(here.requests()).toHaveLength(2);
});
