import type { OldResource } from '../model';
import type { Draft } from './draft';

/** An ownership challenge: a file that the service wrote, and no object. It stays, since jobs and data sources keep their references to it. */
export function convertChallenge(draft: Draft, resource: OldResource): void {
  draft.keep(resource, {
    code: 'convert.challenge_kept',
    severity: 'note',
    text: 'The challenge stays. A job needs it when it is created, or when its destination changes: remove the block when nothing needs it.',
  });
}
