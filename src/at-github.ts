// What asks GitHub something: one chunk, which a launch without a comment never loads.
export { openComment } from './run-comment';
export { runPreview, runSweep } from './run-preview';
