import type { ConvertedObject, OldInstance, OldResource } from '../model';
import { movableProvider } from '../../../retired';
import { blockAddresses, newAddress, withoutKeys } from '../addresses';
import { nameOf, type Draft, type FindingOnBlock } from './draft';
import { asImported, importBlockOf } from './import-blocks';

/**
 * Adopts the object of each instance under the new block: by a move, or else by imports. An instance that a known state lacks does not
 * exist yet. Returns whether all of them are adopted.
 */
export function adoptObjects(
  draft: Draft,
  resource: OldResource,
  object: ConvertedObject,
  idOf: (instance: OldInstance) => string | undefined,
): boolean {
  const { instances } = resource;
  const existing = instances.filter((instance) => mayExist(draft, instance));
  const isAdopted = instances.length === 0 || existing.length > 0;
  const isMoved = isAdopted && isMovable(draft, resource);
  if (isMoved) draft.move(resource, object);
  else if (instances.length === 0)
    draft.addFindingOn(resource, withoutImport('The instances of the block are', nameOf(object)));
  for (const instance of existing) {
    // A move brings what the state has.
    const isBrought = instance.state !== undefined || importBlockOf(draft.old, instance) === undefined;
    if (isMoved && isBrought) continue;
    const id = idOf(asImported(draft.old, instance));
    const to = newAddress(object, instance, instance.key);
    if (id !== undefined) draft.imports.push({ to, id });
    else draft.addFindingOn(resource, withoutImport('The id of the object is', to), instance.address);
  }
  return isAdopted && existing.length === instances.length;
}

function withoutImport(subject: string, to: string): FindingOnBlock {
  return {
    code: 'convert.import_id',
    severity: 'todo',
    text: `${subject} not known. Import ${to} before the first apply, or it creates the same at the service a second time. With --state, the state tells it.`,
  };
}

/**
 * Whether the objects of a block can be moved: only those of the service's own provider can. A move takes every instance of the state with it, and one without code would
 * be deleted at the service.
 */
function isMovable({ old }: Draft, resource: OldResource): boolean {
  const addresses = new Set(blockAddresses(resource, old.modules));
  return (
    resource.type === `${movableProvider}_${resource.kind}` &&
    !old.orphans.some(({ address }) => addresses.has(withoutKeys(address)))
  );
}

/** Whether an instance may exist at the service: without a state, any may. With an import block, it exists. */
function mayExist({ old }: Draft, instance: OldInstance): boolean {
  return (
    old.state === undefined || instance.state !== undefined || importBlockOf(old, instance) !== undefined
  );
}
