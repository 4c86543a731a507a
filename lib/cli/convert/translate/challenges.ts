import type { OldResource } from '../model';
import type { Draft } from './draft';
import { usersOf } from './references';

/** An ownership challenge: a file that the service wrote, and no object. It stays, since jobs and data sources keep their references to it. */
export function convertChallenge(draft: Draft, resource: OldResource): void {
  const isUsed = usersOf(resource, [], draft.old).length > 0;
  draft.keep(resource, {
    code: 'convert.challenge_kept',
    severity: 'note',
    text: isUsed
      ? 'The challenge stays for what refers to it. A job needs it when it is created, or when its destination changes.'
      : 'Nothing in the code refers to the challenge. Remove the block if its job exists: it needs none until its destination changes.',
  });
}
