import { readNotifications } from '../../src/domain/notification';

test.each([
  [
    JSON.stringify({ event_datetime: '2026-01-01T00:00:00', event_data: 'node up', stage: 2 }),
    [{ at: '2026-01-01T00:00:00', text: 'node up' }],
  ],
  [
    { event_datetime: 'x', event_data: 'an object, not a text' },
    [{ at: 'x', text: 'an object, not a text' }],
  ],
  ['not JSON', [{ at: '', text: 'not JSON' }]],
  [JSON.stringify({ event_data: 'a\n::error::b' }), [{ at: '', text: 'a : :error: :b' }]],
  [JSON.stringify({ event_data: '' }), []],
  [JSON.stringify({ event_data: { a: 1 } }), []],
  [null, []],
  [7, []],
])('the item %j becomes %j', (item, notifications) => {
  expect(readNotifications([item])).toEqual(notifications);
});

test.each([[null], ['x'], [{}], [7]])('%j is no list of notifications', (value) =>
  expect(readNotifications(value)).toBeUndefined(),
);

test('a long message is cut', () => {
  const [item] = readNotifications([JSON.stringify({ event_data: 'x'.repeat(1_000) })]) ?? [];
  expect(item?.text).toHaveLength(300);
});
