import type { Following } from './commands/follow-labs';
import type { Lab } from './domain/lab';
import { publicLink } from './domain/public-link';
import type { Inputs } from './runner/inputs';

/** What the inputs say about waiting, whatever the labs. */
export type HowToFollow = Omit<Following, 'records' | 'nextArrival' | 'onMove'>;

/** How the step follows labs, and makes their links. */
export function howToFollow({ content, waiting, deployment }: Inputs): HowToFollow {
  return {
    waitFor: waiting.waitFor,
    intervalMs: waiting.pollIntervalMs,
    onPause: waiting.onPause,
    linkOf: (lab: Lab) =>
      publicLink({
        template: content.linkTemplate,
        labId: lab.id,
        publicBaseUrl: lab.publicBaseUrl,
        domain: deployment.domain,
        baseUrl: deployment.baseUrl,
      }),
  };
}
