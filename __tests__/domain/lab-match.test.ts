import { fitsPlan } from '../../src/domain/lab-match';
import type { LabPlan } from '../../src/domain/lab-plan';
import { labConfigOf } from '../../src/domain/lab-plan';

const plan: LabPlan = {
  kind: 'scenario',
  content: 'a',
  profile: 'p',
  name: 'octo/lab#7',
  nameIsUnique: true,
  publicAccess: false,
  config: { log_collectors: [{ instance_name: 'x' }], max_duration: 60 },
};
const sent = labConfigOf(plan);

test('what is sent fits, also when the server adds fields and fills in items', () => {
  expect(fitsPlan(sent, plan)).toBe(true);
  expect(fitsPlan({ ...sent, more: 1, log_collectors: [{ instance_name: 'x', output: [] }] }, plan)).toBe(
    true,
  );
  const { compromission_overload: _, ...without } = sent;
  expect(fitsPlan(without, plan)).toBe(true);
});

test.each(Object.keys(sent))('another %s does not fit', (field) => {
  expect(fitsPlan({ ...sent, [field]: 'other' }, plan)).toBe(false);
});

test('lists are compared item by item', () => {
  expect(fitsPlan({ ...sent, log_collectors: [] }, plan)).toBe(false);
  expect(fitsPlan({ ...sent, random_waiting_minutes: [0, 1] }, plan)).toBe(false);
});
