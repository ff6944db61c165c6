import { fitOutputs, MOST_OUTPUT_BYTES } from '../../src/domain/output-limit';

const labs = (count: number, size: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      id: `lab-${index}`,
      name: 'n',
      content: 'x'.repeat(size),
      status: 'COMPLETED',
      result: 'succeeded',
      'error-code': '',
    })),
  );
const sizeOf = (outputs: Readonly<Record<string, string>>): number =>
  Object.entries(outputs).reduce((sum, [name, value]) => sum + 2 * (name.length + value.length), 0);

test('what fits stays as it is', () => {
  const outputs = { labs: labs(10, 100), status: 'COMPLETED' };
  expect(fitOutputs(outputs)).toEqual({ outputs });
});

test('the details of labs go first', () => {
  const { outputs, warning } = fitOutputs({
    labs: labs(1_000, 600),
    'lab-ids': '["a"]',
    status: 'COMPLETED',
  });
  expect(JSON.parse(outputs.labs ?? '')[999]).toEqual({
    id: 'lab-999',
    name: 'n',
    status: 'COMPLETED',
    result: 'succeeded',
    'error-code': '',
  });
  expect(outputs).toMatchObject({ 'lab-ids': '["a"]', status: 'COMPLETED' });
  expect(warning).toContain('no details in labs.');
});

test('then the largest of the others, which stay JSON, and the warning names them', () => {
  const { outputs, warning } = fitOutputs({
    labs: labs(3, 3),
    scenarios: `["${'x'.repeat(600_000)}"]`,
    response: `{"a":"${'x'.repeat(300_000)}"}`,
    version: '1',
  });
  expect(outputs).toMatchObject({ scenarios: '[]', version: '1' });
  expect(JSON.parse(outputs.response ?? '').a).toHaveLength(300_000);
  expect(sizeOf(outputs)).toBeLessThanOrEqual(MOST_OUTPUT_BYTES);
  expect(warning).toContain("nothing in 'scenarios'");
});

test('characters of three bytes count as such', () => {
  const { outputs, warning } = fitOutputs({ labs: '[]', response: '東'.repeat(400_000) });
  expect([outputs.response, typeof warning]).toEqual(['', 'string']);
});
