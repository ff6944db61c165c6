// The half of the bundle that makes requests: one chunk for main and post, since each further one costs every start.
export { removeLabs } from './commands/clean-up';
export { connect } from './connect';
export { runStep } from './run-step';
