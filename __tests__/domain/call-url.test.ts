import fc from 'fast-check';
import { endpointFault, resolveUrl } from '../../src/domain/call-url';
import { OPERATIONS } from '../../src/domain/routes';

const baseUrl = 'https://app.lab.example/api/scenario/lab';

test.each([
  ['/runner/', undefined, '/runner/'],
  ['/runner/{lab-id}/attack_report', { 'lab-id': 'a-1' }, '/runner/a-1/attack_report'],
  [
    '/scenario/{name}',
    { name: 'hospital/data theft & extortion' },
    '/scenario/hospital%2Fdata%20theft%20%26%20extortion',
  ],
  ['/scenario/{name}', { name: '50% off' }, '/scenario/50%25%20off'],
  ['/scenario/{name}', { name: 'C#..NET?' }, '/scenario/C%23..NET%3F'],
  ['/scenario/small%2Fransom', undefined, '/scenario/small%2Fransom'],
  ['/a@b:c;d=e', undefined, '/a@b:c;d=e'],
  ['/runner/?all_labs=true&page=2', undefined, '/runner/?all_labs=true&page=2'],
  ['/topology/info?topology_name={name}', { name: 'a&b' }, '/topology/info?topology_name=a%26b'],
  ['/login?next=//other.example/../x', undefined, '/login?next=//other.example/../x'],
])('%s with %j is base-url and %s', (path, values, below) => {
  expect(resolveUrl({ baseUrl, path, ...(values && { values }) })).toEqual({ url: `${baseUrl}${below}` });
});

test('a query is added to that of the path', () => {
  expect(resolveUrl({ baseUrl, path: '/a?b=1', query: { c: '2' } })).toEqual({ url: `${baseUrl}/a?b=1&c=2` });
});

test.each([
  ['', 'does not begin with /'],
  ['runner/', 'does not begin with /'],
  ['https://evil.example/', 'does not begin with /'],
  ['@evil.example/', 'does not begin with /'],
  ['?x', 'does not begin with /'],
  ['\\evil.example', 'does not begin with /'],
  ['.evil.example/', 'does not begin with /'],
  [':8443/', 'does not begin with /'],
  ['//evil.example/', 'empty segment'],
  ['/runner//x', 'empty segment'],
  ['/\\evil.example', "'\\'"],
  ['/a\\..\\b', "'\\'"],
  ['/..', 'climbs'],
  ['/../admin', 'climbs'],
  ['/runner/../../admin', 'climbs'],
  ['/./runner', 'climbs'],
  ['/%2e%2e/admin', 'climbs'],
  ['/%2E%2e/admin', 'climbs'],
  ['/.%2e/admin', 'climbs'],
  ['/x%2f..%2f..%2fadmin', 'climbs'],
  ['/x%2F%2e%2e%2Fadmin', 'climbs'],
  ['/x%5c..%5cadmin', 'climbs'],
  ['/%252e%252e/admin', 'climbs'],
  ['/%25252e%25252e/admin', 'climbs'],
  ['/..;/admin', 'climbs'],
  ['/..%3b/admin', 'climbs'],
  ['/..%3f/admin', 'climbs'],
  ['/..%23/admin', 'climbs'],
  ['/%20..%20/admin', 'climbs'],
  ['/..%09/admin', 'control character'],
  ['/%00', 'control character'],
  ['/x%0d%0aHost:%20evil', 'control character'],
  ['/%250a', 'control character'],
  ['/a\tb', 'a tab'],
  ['/.\t./admin', 'a tab'],
  ['/a b', 'a space'],
  ['/a\nb', 'a line break'],
  ['/a#b', "'#'"],
  ['/a|b', "'|'"],
  ['/．．/admin', 'U+FF0E'],
  ['/é', 'U+00E9'],
  ['/%', 'broken percent escape'],
  ['/%zz', 'broken percent escape'],
  ['/%c0%ae%c0%ae/', 'broken percent escape'],
  ['/{lab_id}', "no placeholder '{lab_id}'"],
  ['/{host}', "no placeholder '{host}'"],
  ['/{', "no placeholder '{'"],
  ['/}', "'}'"],
  [`/${'a'.repeat(2_000)}`, 'longer than'],
])('%j is refused: %s', (path, why) => {
  expect(resolveUrl({ baseUrl, path })).toEqual({ why: expect.stringContaining(why) });
});

test.each(['..', '.', 'a/../../b', '..\\b', '%2e%2e', 'a\u0000b', '\ud800'])(
  'the name %j is refused',
  (name) => {
    expect(resolveUrl({ baseUrl, path: '/scenario/{name}', values: { name } })).toHaveProperty('why');
  },
);

const TRICKS = [
  '\\',
  '%2e',
  '%2f',
  '%5c',
  '%25',
  '@',
  '?',
  '#',
  '\t',
  '//',
  '..',
  '.',
  ';',
  '/',
  ':',
  'x',
  '%',
  ' ',
];

test('whatever is put together of these tricks is refused or stays below base-url, decoded or not', () => {
  const bases = [
    'https://app.lab.example/api/scenario/lab',
    'http://127.0.0.1:8080',
    'https://h.example/a%20b',
  ];
  const part = fc.array(fc.constantFrom(...TRICKS), { maxLength: 9 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.constantFrom(...bases), part, part, (base, rest, name) => {
      for (const path of [rest, `/${rest}`, `/runner/${rest}/{name}`]) {
        const resolved = resolveUrl({ baseUrl: base, path, values: { name } });
        if ('why' in resolved) continue;
        let { url } = resolved;
        for (let times = 0; times < 3; times += 1) {
          expect(below(url, base)).toBe(true);
          // What a careless server or proxy would make of it.
          const [route = ''] = url.split('?');
          url = route.replace(/%([0-7][0-9a-f])/gi, (_, hex) =>
            String.fromCharCode(Number.parseInt(hex, 16)),
          );
        }
      }
    }),
    { numRuns: 3_000 },
  );
});

function below(url: string, base: string): boolean {
  const [there, home] = [new URL(url), new URL(base)];
  const prefix = home.pathname.replace(/\/+$/, '');
  const decoded = decodeURI(prefix);
  return (
    there.origin === home.origin &&
    there.username === '' &&
    [prefix, decoded, encodeURI(decoded)].some((start) => there.pathname.startsWith(`${start}/`))
  );
}

test('the paths of the contract may stand for themselves', () => {
  for (const [operation, { path }] of Object.entries(OPERATIONS)) {
    expect(endpointFault(operation as keyof typeof OPERATIONS, path, baseUrl)).toBeUndefined();
  }
});

test.each([
  ['get-lab', '/labs/{lab-id}', undefined],
  ['create-lab', '/labs', undefined],
  ['list-labs', '/labs?kind=all', undefined],
  ['get-lab', '/labs/current', 'lacks the placeholder {lab-id}'],
  ['delete-lab', '/labs', 'lacks the placeholder {lab-id}'],
  ['get-scenario', '/scenario/{kind}', 'lacks the placeholder {name}'],
  ['detail', '/runner/{lab-id}', 'lacks the placeholder {detail}'],
  ['version', '/version/{lab-id}', '{lab-id} means nothing for version'],
  ['version', '/../version', 'climbs'],
] as const)('%s at %s: %s', (operation, path, fault) => {
  const found = endpointFault(operation, path, baseUrl);
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(fault);
});
