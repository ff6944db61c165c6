import {
  DEFAULT_LINK_TEMPLATE,
  type LinkParts,
  publicLink,
  unknownPlaceholders,
} from '../../src/domain/public-link';

const LAB = '3f0c9c0e-9d3e-4a35-9c55-0f5a1f3a7a11';
const link = (parts: Partial<LinkParts>) =>
  publicLink({
    template: DEFAULT_LINK_TEMPLATE,
    labId: LAB,
    publicBaseUrl: 'public.lab.example',
    domain: 'lab.example',
    baseUrl: 'https://app.lab.example/api/scenario/lab',
    ...parts,
  });

test.each([
  ['public.lab.example', `https://public.lab.example/${LAB}`],
  ['https://public.lab.example', `https://public.lab.example/${LAB}`],
  ['https://public.lab.example//', `https://public.lab.example/${LAB}`],
  ['public.lab.example/app/', `https://public.lab.example/app/${LAB}`],
  ['public.lab.example:8443', `https://public.lab.example:8443/${LAB}`],
  ['127.0.0.1:8080', `http://127.0.0.1:8080/${LAB}`],
  ['localhost:8080', `http://localhost:8080/${LAB}`],
  ['http://localhost:8080', `http://localhost:8080/${LAB}`],
])('the public app %s gives %s', (publicBaseUrl, expected) => expect(link({ publicBaseUrl })).toBe(expected));

test.each([
  undefined,
  '',
  '/',
  'javascript:alert(1)',
  'javascript://x/%0aalert(1)',
  'http://public.lab.example',
  'https://user:pass@public.lab.example',
  'public.lab.example/a b',
  'public.lab.example\n::error::x',
])('a public app %j gives no link', (publicBaseUrl) => expect(link({ publicBaseUrl })).toBeUndefined());

test.each([
  ['https://{domain}/labs/{lab-id}', `https://lab.example/labs/${LAB}`],
  ['{base-url}/public/{lab-id}', `https://app.lab.example/api/scenario/lab/public/${LAB}`],
  ['https://fixed.example/{lab-id}?from={domain}', `https://fixed.example/${LAB}?from=lab.example`],
])('the template %s gives %s', (template, expected) => expect(link({ template })).toBe(expected));

test('a template that needs what is not known gives no link, and one that does not need it does', () => {
  expect(link({ template: 'https://{domain}/{lab-id}', domain: undefined })).toBeUndefined();
  expect(link({ template: 'https://x.example/{lab-id}', publicBaseUrl: undefined })).toBe(
    `https://x.example/${LAB}`,
  );
});

test('an id stays one segment', () => {
  expect(link({ labId: 'a/../b?c#d' })).toBe('https://public.lab.example/a%2F..%2Fb%3Fc%23d');
});

test.each([
  [DEFAULT_LINK_TEMPLATE, []],
  ['{domain}{base-url}', []],
  ['{lab}/{id}', ['lab', 'id']],
  ['{constructor}', ['constructor']],
  ['{}', ['']],
  ['none', []],
])('the unknown placeholders of %j are %j', (template, unknown) =>
  expect(unknownPlaceholders(template)).toEqual(unknown),
);

test('an address of megabytes is no link, and is refused at once', () => {
  const before = performance.now();
  expect(link({ publicBaseUrl: `${'/'.repeat(5_000_000)}x` })).toBeUndefined();
  expect(performance.now() - before).toBeLessThan(1_000);
});
