import fc from 'fast-check';
import { redact } from '../../src/domain/redact';

const of = (value: unknown): unknown => JSON.parse(redact(JSON.stringify(value)));

test.each([
  'password',
  'admin_password',
  'adminPassword',
  'passwd',
  'pwd',
  'passphrase',
  'token',
  'access_token',
  'refreshToken',
  'id-token',
  'secret',
  'client_secret',
  'api_key',
  'apiKey',
  'apikey',
  'private key',
  'key',
  'ssh_key',
  'Authorization',
  'credential',
  'cookie',
])('the value under %s is starred', (name) => {
  expect(of({ [name]: 'Zx81-geheim', other: 1 })).toEqual({ [name]: '***', other: 1 });
});

test.each([
  'keywords',
  'keyboard',
  'name',
  'username',
  'passed',
  'compassion',
  'monkey',
  'spin',
  'notes',
  'type',
])('the value under %s stays', (name) => {
  expect(of({ [name]: 'Zx81-offen' })).toEqual({ [name]: 'Zx81-offen' });
});

test('everything below a name that tells is starred, numbers too; what says nothing stays', () => {
  expect(
    of({ passwords: ['a1', { root: 'toor' }], pin: 1234, token: null, has_token: true, secret: '' }),
  ).toEqual({
    passwords: ['***', { root: '***' }],
    pin: '***',
    token: null,
    has_token: true,
    secret: '',
  });
});

test('a pair of name and value is read as such; a key with a value beside it is a label', () => {
  expect(
    of([
      { name: 'db_password', value: 'hunter2' },
      { key: 'os', value: 'linux' },
    ]),
  ).toEqual([
    { name: 'db_password', value: '***' },
    { key: 'os', value: 'linux' },
  ]);
});

test('a secret is starred wherever else it occurs, in other encodings and in names too', () => {
  const password = 'k4tze/&"x9';
  const got = redact(
    JSON.stringify({
      note: `log in with ${password}`,
      link: `https://h.example/?p=${encodeURIComponent(password)}`,
      basic: Buffer.from(`user:${password}`).toString('base64'),
      nested: JSON.stringify({ text: password }),
      [password]: 1,
      nodes: [{ password }],
    }),
  );
  expect(got).not.toContain('k4tze');
  expect(got).not.toContain(Buffer.from(`user:${password}`).toString('base64').slice(8));
  expect(JSON.parse(got)).toMatchObject({ note: 'log in with ***', '***': 1, nodes: [{ password: '***' }] });
});

test('a short password does not cut up the names of fields', () => {
  expect(of({ username: 'bob', password: 'user' })).toEqual({ username: 'bob', password: '***' });
});

test.each([
  ['[virt-viewer]\npassword=abc\nport=5900', '[virt-viewer]\npassword=***\nport=5900'],
  ['password: "two words", user: x', 'password: "***", user: x'],
  ["api-key = 'q'", "api-key = '***'"],
  ['token=null', 'token=null'],
  ['GET /x?access_token=abcdef&y=1', 'GET /x?access_token=***&y=1'],
  ['postgres://bob:geheim12@h/db', 'postgres://bob:***@h/db'],
  ['Authorization: Bearer abcdef123456', 'Authorization: Bearer ***'],
  ['see eyJhbGciOiJub25l.eyJzdWIiOiJ4In0.c2ln here', 'see *** here'],
  ['nothing to hide: keyboard, tokenless', 'nothing to hide: keyboard, tokenless'],
])('in a text, %j becomes %j', (text, wanted) => {
  expect(redact(text)).toBe(wanted);
  expect(of({ text })).toEqual({ text: wanted });
});

test('a private key in a text goes as a whole', () => {
  const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIabcdefgh\nqrstuvwx\n-----END RSA PRIVATE KEY-----';
  const got = redact(JSON.stringify({ file: `# key\n${pem}\n`, copy: 'MIIabcdefgh' }));
  expect(got).not.toMatch(/MIIabcdefgh|qrstuvwx/);
});

test('JSON in a text stays JSON', () => {
  const inner = JSON.stringify({ event_data: 'x', access_token: 'abcd1234', token_count: 5 });
  expect(of([inner])).toEqual([JSON.stringify({ event_data: 'x', access_token: '***', token_count: '***' })]);
});

test('of two fields of one name neither shows, and a field called __proto__ is kept', () => {
  expect(redact('{"password":"geheim12","password":null}')).not.toContain('geheim12');
  expect(redact('{"__proto__":{"a":1}}')).toBe('{"__proto__":{"a":1}}');
});

test('JSON too deep to be read is starred as a text', () => {
  const deep = `${'['.repeat(100)}{"password":"geheim12"}${']'.repeat(100)}`;
  expect(redact(deep)).not.toContain('geheim12');
});

test('whatever stands under password shows nowhere, and the answer stays JSON', () => {
  const secret = fc.string({ minLength: 8, maxLength: 30, unit: fc.constantFrom(...'abc019_-+/="\\é &') });
  fc.assert(
    fc.property(secret, fc.jsonValue({ maxDepth: 3 }), (password, rest) => {
      fc.pre(password.trim().length >= 8);
      const text = JSON.stringify({
        rest,
        note: `it is ${password}!`,
        nodes: [{ password, same: [password] }],
      });
      const { note, nodes } = JSON.parse(redact(text));
      expect(note).toBe('it is ***!');
      expect(nodes).toEqual([{ password: '***', same: ['***'] }]);
    }),
    { numRuns: 300 },
  );
});

/** Each makes another expression begin, and fail, as often as it can. */
const HOSTILE: readonly [string, (size: number) => string][] = [
  ['beginnings of keys', (size) => '-----BEGIN PRIVATE KEY-----\n'.repeat(size / 28)],
  ['a key without an end', (size) => `-----BEGIN PRIVATE KEY-----\n${'QUJD'.repeat(size / 4)}`],
  ['beginnings of tokens', (size) => 'eyJaaaaa-'.repeat(size / 9)],
  ['tokens of one segment', (size) => 'eyJaa-'.repeat(size / 6)],
  ['one endless token', (size) => `eyJ${'a-'.repeat(size / 2)}.eyJaaaaa`],
  ['names of passwords', (size) => 'password'.repeat(size / 8)],
  ['names and blanks', (size) => `token${' '.repeat(50)}`.repeat(size / 55)],
  ['open quotes', (size) => `token="'`.repeat(size / 8)],
  ['one endless value', (size) => `token="${'a b'.repeat(size / 3)}`],
  ['addresses', (size) => '://a:'.repeat(size / 5)],
  ['one endless address', (size) => `://${'a'.repeat(size / 2)}:${'b'.repeat(size / 2)}`],
  ['logins', (size) => 'Bearer '.repeat(size / 7)],
  ['passwords, all of them different', (size) => count(size / 24, (n) => `password=geheim${n}`).join(' ')],
  ['passwords that begin alike', (size) => `${count(999, (n) => `token=AAAAAAAA${n}`)} ${'A'.repeat(size)}`],
];

function count(most: number, text: (padded: string) => string): string[] {
  return Array.from({ length: Math.trunc(most) }, (_, index) => text(String(index).padStart(8, '0')));
}

test.each(HOSTILE)('ten megabytes of %s are read in seconds', (_, of) => {
  const text = of(10_000_000);
  const before = performance.now();
  redact(text);
  expect(performance.now() - before).toBeLessThan(10_000);
});

test('the same holds for JSON of nothing but passwords, which is not shown', () => {
  const text = JSON.stringify(count(300_000, (padded) => padded).map((password) => ({ password })));
  const before = performance.now();
  expect(redact(text)).toBe('"***"');
  expect(performance.now() - before).toBeLessThan(10_000);
});

test('a long secret goes to its end, and a cut private key too', () => {
  const long = 'x1'.repeat(6_000);
  expect(redact(`token=${long} and password="${long}" and Bearer ${long}`)).not.toContain('x1x1');
  expect(redact(`https://me:${long}@host/`)).toBe('https://me:***@host/');
  expect(redact(`eyJ${long}.${long}.${long}`)).toBe('***');
  expect(redact('-----BEGIN EC PRIVATE KEY-----\nMIIabcdefgh\nqrst')).toBe('***');
});

test('what two secrets cover together goes as a whole', () => {
  expect(of({ password: 'abcdefgh', token: 'efghijkl', note: 'is abcdefghijkl.' })).toMatchObject({
    note: 'is ***.',
  });
});

test('JSON in texts in texts is followed as far as anybody writes it, and no further', () => {
  const nested = (levels: number, value: unknown): unknown =>
    levels === 0 ? value : [JSON.stringify(nested(levels - 1, value))];
  expect(redact(JSON.stringify(nested(4, { password: 'geheim12' })))).not.toContain('geheim12');
  expect(of(nested(5, { password: 'geheim12' }))).toEqual(JSON.parse(JSON.stringify(nested(4, ['***']))));
});
