import type { ConvertedObject, OldResource } from '../model';
import { localAddress, newAddress } from '../addresses';
import type { Draft } from './draft';
import { isUsedByOthers, mentions } from './references';

/**
 * An ownership challenge: a file that the service wrote, and no object. It goes when every job that uses it is adopted, since such a
 * job needs none. It stays for a job that does not exist yet, and where something else refers to it.
 */
export function convertChallenge(draft: Draft, resource: OldResource): void {
  const reference = localAddress(resource);
  const users = draft.objects.filter((object) => hasUsed(object, resource, reference));
  const [first] = users;
  const replaced = draft.objects.flatMap(({ replaces }) => replaces);
  const why = reasonToStay(users, reference);
  if (first === undefined || why !== undefined || isUsedByOthers(resource, replaced, draft.old)) {
    const text =
      why ??
      (first === undefined
        ? 'No converted job refers to the challenge. Remove the block if its job exists: it needs none until its destination changes.'
        : 'A block that stays refers to the challenge. Remove both: a job that exists needs none until its destination changes.');
    draft.keep(resource, { code: 'convert.challenge_kept', severity: 'note', text });
    return;
  }
  const finding = draft.findOn(resource, {
    code: 'convert.challenge_needless',
    severity: 'note',
    text: 'The jobs that used the challenge exist, and need none until their destination changes. The state forgets the block.',
  });
  draft.dropBlock(resource, first);
  draft.addFates(resource, { outcome: 'replaced', findings: [finding] }, (instance) =>
    users.flatMap((object) =>
      instance === undefined
        ? [`${object.typeName}.${object.name}`]
        : object.replaces
            .filter(({ kind }) => kind === 'logpush_job')
            .flatMap(({ instances }) => instances)
            .filter(({ moduleAddress }) => moduleAddress === instance.moduleAddress)
            .map((each) => newAddress(object, each, each.key)),
    ),
  );
}

/** Undefined if no new job has a reference to the challenge. */
function reasonToStay(users: readonly ConvertedObject[], reference: string): string | undefined {
  const referring = users.filter(({ config }) => mentions(config, reference));
  const [first] = referring;
  if (first === undefined) return undefined;
  if (referring.some(({ config }) => mentions(config.ownership_challenge ?? null, reference)))
    return 'A job that does not exist yet needs the challenge. Remove the block when the job is created.';
  const of = `${first.typeName}.${first.name}`;
  return `${of} takes a value from the challenge. Write the value there, and remove the block if the job exists: it needs no challenge until its destination changes.`;
}

function hasUsed({ module, replaces }: ConvertedObject, challenge: OldResource, reference: string): boolean {
  return (
    module === challenge.module &&
    replaces.some(
      ({ kind, body, meta }) =>
        kind === 'logpush_job' && (mentions(body, reference) || meta.dependsOn?.includes(reference) === true),
    )
  );
}
