// The bundle: both entry points of action.yml. `dist/main.js` and `dist/post.js` call one of these.
export { main } from './main';

/** Loads the post step only when it is the one that runs. */
export const post = async (): Promise<void> => (await import('./post')).post();
