import { isContentName, readLabSet } from '../../src/domain/lab-request';

const defaults = { profile: 'win10', config: { max_duration: 600 }, publicAccess: false };
const read = (value: unknown) => readLabSet(value, defaults);

test.each([
  [{ scenario: 'a' }, { kind: 'scenario', content: 'a', profile: 'win10' }],
  [
    { scenario: 'a', profile: '*' },
    { kind: 'scenario', content: 'a', profile: '*' },
  ],
  [{ attack: 'b' }, { kind: 'unit_attack', content: 'b', profile: undefined }],
  [
    { attack: 'b', profile: 'p' },
    { kind: 'unit_attack', content: 'b', profile: 'p' },
  ],
  [{ topology: 'c' }, { kind: 'topology', content: 'c', profile: undefined }],
  [{ basebox: 'd' }, { kind: 'basebox', content: 'd', profile: undefined }],
  [
    { dfir: 'e', profile: 'p' },
    { kind: 'dfir', content: 'e', profile: 'p' },
  ],
  [{ bas: true }, { kind: 'bas', content: 'bas', profile: undefined }],
  [{ scenario: 'a', name: 'mine' }, { name: 'mine' }],
  [{ scenario: 'a', 'public-access': true }, { publicAccess: true }],
  [
    { scenario: 'a', profile: null, name: null },
    { profile: 'win10', name: undefined },
  ],
])('%j is a lab', (item, wanted) => {
  const { requests, problems, warnings } = read([item]);
  expect([problems, warnings]).toEqual([[], []]);
  expect(requests).toMatchObject([wanted]);
});

test('the config of an item goes over that of all', () => {
  const { requests } = read([
    { scenario: 'a', config: { net_capture: true, max_duration: 60 } },
    { scenario: 'b' },
  ]);
  expect(requests.map(({ config }) => config)).toEqual([
    { max_duration: 60, net_capture: true },
    { max_duration: 600 },
  ]);
});

test.each([
  ['text', 'it is a text, not a list'],
  [{}, 'it is a map, not a list'],
  [[], 'it has 0 items'],
  [Array(1_001).fill({ bas: true }), 'it has 1001 items'],
  [['a'], 'lab-set[0] is a text, not a map'],
  [[{}], 'lab-set[0] names none of'],
  [[{ scenario: 'a', attack: 'b' }], 'lab-set[0] names 2 of'],
  [[{ scenario: '' }], 'lab-set[0].scenario is a text'],
  [[{ scenario: 3 }], 'lab-set[0].scenario is the number 3'],
  [[{ scenario: '..' }], 'lab-set[0].scenario is a text'],
  [[{ bas: 'yes' }], 'lab-set[0].bas is a text'],
  [[{ topology: 'a', profile: 'p' }], 'lab-set[0].profile is given, and a topology has no profiles'],
  [[{ scenario: 'a', profile: 3 }], 'lab-set[0].profile is the number 3'],
  [[{ scenario: 'a', name: '' }], 'lab-set[0].name is a text'],
  [[{ scenario: 'a', 'public-access': 'yes' }], 'lab-set[0].public-access is a text'],
  [[{ bas: true, 'public-access': true }], 'lab-set[0] is a BAS lab'],
  [[{ scenario: 'a', config: { max_duration: 'x' } }], 'lab-set[0].config.max_duration is a text'],
  [[{ scenario: 'a', config: 'x' }], 'lab-set[0].config is a text'],
  [[{ scenario: 'a', profil: 'x' }], 'lab-set[0].profil is no key of a lab'],
  [[{ bas: true }, { scenario: 'a', attack: 'b' }], 'lab-set[1] names 2 of'],
])('%j is a problem that names its place', (value, why) => {
  const { problems } = read(value);
  expect(problems.map((problem) => problem.why)).toEqual([expect.stringContaining(why)]);
  expect(problems[0]?.what).toBe('use the input lab-set');
});

test('all that is wrong is told at once', () => {
  expect(read([{ scenario: '' }, { topology: 'a', profile: 'p' }, 7]).problems).toHaveLength(3);
});

test('a mistyped key is told with the nearest one', () => {
  expect(read([{ scenario: 'a', profil: 'x' }]).problems[0]?.remedy).toBe("Use one of 'profile'");
});

test('an unknown config field is a warning only', () => {
  const { problems, warnings } = read([{ scenario: 'a', config: { max_duraton: 3 } }]);
  expect([problems.length, warnings.length]).toEqual([0, 1]);
});

test.each([
  ['small-company/ransomware', true],
  ['with blanks & ümläut', true],
  ['...', true],
  ['.', false],
  ['..', false],
  ['', false],
  ['  ', false],
  ['a\nb', false],
  ['a\u0000b', false],
  ['x'.repeat(500), true],
  ['x'.repeat(501), false],
])('%j can be the name of a content: %s', (name, fits) => expect(isContentName(name)).toBe(fits));
