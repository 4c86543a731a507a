import type { ObjectValue } from '../../schema';
import type { Memo } from './memory';
import { replacedNotDeleted } from './messages';
import { idOf, type Found } from '../engine';
import { identify, type Identity } from './identity';
import { attributesFrom, saveMemo, type Operation } from './operation';

/**
 * Finishes a create or a replacement that was interrupted: what it created belongs to the construct, and the object that
 * it replaces is deleted. Returns the completed memo, or undefined if no object is known.
 */
export async function finishPendingCreate<S>(operation: Operation<S>, memo: Memo): Promise<Memo | undefined> {
  const { next, ...known } = memo;
  if (next === undefined) return memo;
  const { resource, objects, report } = operation;
  const config = attributesFrom(operation, next.triggers);
  const identity = identify(resource.contract, config);
  const created = await findCreated(operation, identity, config, memo);
  if (created === undefined) return Object.keys(known).length === 0 ? undefined : known;
  const old =
    known.id === undefined ? undefined : await objects.read({ ...identity.values, id: known.id }, config);
  if (old !== undefined) {
    await deleteReplaced(operation, identity, old);
    report.print(`Deleted ${identity.label} (${known.id ?? ''}), which was replaced.`);
  }
  const id = idOf(created);
  const finished = { before: next.triggers, ...(id !== undefined && { id }) };
  saveMemo(operation, finished);
  return finished;
}

/** The object that the interrupted call created. Where its id is unknown, it is the one that has every configured value. */
async function findCreated<S>(
  { objects }: Operation<S>,
  identity: Identity,
  config: ObjectValue,
  { id: oldId, next }: Memo,
): Promise<Found | undefined> {
  if (next?.id !== undefined) return objects.read({ ...identity.values, id: next.id }, config);
  const candidates = (await objects.find(identity.values)).filter((each) => idOf(each) !== oldId);
  for (const each of candidates) {
    const read = await objects.read(each, config);
    if (read !== undefined && (await objects.plan(read, config)).matchesConfig) return read;
  }
  return undefined;
}

export async function deleteReplaced<S>(
  { objects, report }: Operation<S>,
  identity: Identity,
  old: ObjectValue,
): Promise<void> {
  try {
    await objects.delete(old);
  } catch (error) {
    report.diagnose(replacedNotDeleted(identity, old));
    throw error;
  }
}
