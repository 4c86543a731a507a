import type { OldResource } from '../model';
import { localAddress } from '../addresses';
import type { Draft } from './draft';
import { mentions } from './references';

/** An ownership challenge: a file that the service wrote, and no object. It stays, since jobs keep their reference to it. */
export function convertChallenge(draft: Draft, resource: OldResource): void {
  const reference = localAddress(resource);
  const isUsed = draft.objects.some(
    ({ module, config, meta }) =>
      module === resource.module &&
      (mentions(config, reference) || meta.dependsOn?.includes(reference) === true),
  );
  draft.keep(resource, {
    code: 'convert.challenge_kept',
    severity: 'note',
    text: isUsed
      ? 'The challenge stays for the jobs that refer to it. They need it when they are created, or when their destination changes.'
      : 'No converted job refers to the challenge. Remove the block if its job exists: it needs none until its destination changes.',
  });
}
