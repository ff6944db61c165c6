import { judge, statusFacts } from '../../src/domain/lab-status';

/** Status, phase, living, removable, and the verdict when waiting for running and for finished. */
test.each([
  ['CREATED', 'starting', true, true, 'waiting', 'waiting'],
  ['PENDING', 'starting', true, true, 'waiting', 'waiting'],
  ['RUNNER_SETUP', 'starting', true, true, 'waiting', 'waiting'],
  ['SCENARIO_CREATION', 'starting', true, true, 'waiting', 'waiting'],
  ['SCENARIO_SETUP', 'starting', true, true, 'waiting', 'waiting'],
  ['SCENARIO_EXECUTION', 'running', true, true, 'reached', 'waiting'],
  ['SCENARIO_TEARDOWN', 'running', true, true, 'reached', 'waiting'],
  ['SCENARIO_FINISHED', 'finished', true, true, 'reached', 'reached'],
  ['PAUSE', 'paused', true, true, 'paused', 'paused'],
  ['RUNNER_TEARDOWN', 'stopping', false, true, 'waiting', 'waiting'],
  ['COMPLETED', 'finished', false, false, 'reached', 'reached'],
  ['ERROR', 'failed', false, true, 'failed', 'failed'],
  ['CANCELLED', 'failed', false, false, 'failed', 'failed'],
  ['WARMING_UP', 'unknown', true, true, 'waiting', 'waiting'],
  ['completed', 'unknown', true, true, 'waiting', 'waiting'],
  ['constructor', 'unknown', true, true, 'waiting', 'waiting'],
])('%s is %s', (status, phase, living, removable, running, finished) => {
  expect(statusFacts(status)).toEqual({ phase, living, removable });
  expect([judge(status, 'running'), judge(status, 'finished')]).toEqual([running, finished]);
});
