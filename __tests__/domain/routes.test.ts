import fc from 'fast-check';
import { OPERATIONS, routePath } from '../../src/domain/routes';

test.each([
  [OPERATIONS['run-lab'].path, { kind: 'unit_attack' }, '/unit_attack/run_lab'],
  [OPERATIONS['list-scenarios'].path, { kind: 'scenario' }, '/scenario/'],
  [OPERATIONS['get-scenario'].path, { kind: 'scenario', name: 'a/b c&d' }, '/scenario/a%2Fb%20c%26d'],
  [OPERATIONS['list-labs'].path, {}, '/runner/'],
  [OPERATIONS.stop.path, { 'lab-id': 'x-1' }, '/runner/x-1/stop'],
  [OPERATIONS.detail.path, { 'lab-id': 'x', detail: 'nodes' }, '/runner/x/nodes'],
  ['/v2/{lab-id}/{lab-id}', { 'lab-id': 'x' }, '/v2/x/x'],
  ['/v2/{other}', { name: 'x' }, '/v2/{other}'],
] as const)('%s with %j is %s', (template, values, path) => expect(routePath(template, values)).toBe(path));

test('a value stays one segment and comes back as it was', () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => text.isWellFormed() && !/^\.{1,2}$/.test(text));
  fc.assert(
    fc.property(name, (value) => {
      const url = new URL(`https://h.example${routePath('/scenario/{name}/x', { name: value })}`);
      const segments = url.pathname.split('/');
      expect(segments).toHaveLength(4);
      expect(decodeURIComponent(segments[2] ?? '')).toBe(value);
      expect([url.search, url.hash, url.hostname]).toEqual(['', '', 'h.example']);
    }),
  );
});

test('a value that looks like a placeholder or a replacement pattern is only a value', () => {
  expect(routePath('/{kind}/{name}', { kind: 'scenario', name: '{kind}$&' })).toBe(
    '/scenario/%7Bkind%7D%24%26',
  );
});
