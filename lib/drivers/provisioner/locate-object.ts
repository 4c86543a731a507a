import { DiagnosticError, type ObjectValue } from '../../schema';
import type { Memo } from './memory';
import {
  adoptedWarning,
  ambiguousKey,
  claimedByAnother,
  newNameInUse,
  orphanWarning,
  renameUndetermined,
  replacedNotDeleted,
} from './messages';
import { idOf, type Found } from '../engine';
import { identify, isSameKey, isSameScope, type Identity } from './identity';
import { attributesFrom, claimObject, memoKeyOf, type Operation, saveMemo } from './operation';

/** Finds the construct's own object: by its previous name, or by its id where an interrupted deploy has renamed it. */
export async function locateObject<S>(operation: Operation<S>, memo: Memo): Promise<ObjectValue | undefined> {
  const { resource, identity, config, objects, report } = operation;
  if (memo.before === undefined) return locateWithoutMemo(operation);
  const previous = attributesFrom(operation, memo.before);
  const former = identify(resource.contract, previous);
  const prior = await findByKey(operation, former, previous, memo.id);
  if (!isSameScope(resource.contract, former, identity)) {
    if (prior !== undefined) report.diagnose(orphanWarning(former, prior));
    return findByKey(operation, identity, config);
  }
  if (isSameKey(former, identity)) return prior;
  const [namesake] = (await objects.find(identity.values)).filter((each) => idOf(each) !== idOf(prior ?? {}));
  if (namesake !== undefined)
    return prior === undefined
      ? adoptRenamed(operation, former, namesake)
      : refuseName(operation, former, namesake);
  // Another construct that adopted it under its old name in this deploy keeps it.
  return prior !== undefined && claimObject(operation, prior) === undefined ? prior : undefined;
}

/** The object may have been renamed outside of Terraform: then it matches the configuration. */
async function adoptRenamed<S>(
  operation: Operation<S>,
  former: Identity,
  found: Found,
): Promise<ObjectValue> {
  const { config, objects } = operation;
  const read = await objects.read(found, config);
  if (read === undefined || !(await objects.plan(read, config)).matchesConfig)
    return refuseName(operation, former, found);
  adopt(operation, read);
  return read;
}

function refuseName<S>({ identity }: Operation<S>, former: Identity, found: Found): never {
  throw new DiagnosticError([newNameInUse(former, identity, found)]);
}

async function locateWithoutMemo<S>(operation: Operation<S>): Promise<ObjectValue | undefined> {
  const { resource, identity, config, objects, origin } = operation;
  const prior = await findByKey(operation, identity, config);
  if (prior !== undefined || Object.keys(origin).length === 0) return prior;
  const former = identify(resource.contract, attributesFrom(operation, origin));
  if (isSameKey(former, identity) || !isSameScope(resource.contract, former, identity)) return undefined;
  const [found] = await objects.find(former.values);
  if (found !== undefined) throw new DiagnosticError([renameUndetermined(former, identity, found)]);
  return undefined;
}

/** *lifecycle* has the name that the object was created with; the memo has its current name. */
export async function locateForDelete<S>(
  operation: Operation<S>,
): Promise<{ identity: Identity; state: ObjectValue | undefined }> {
  const { resource, memory, objects } = operation;
  const memo = memory.load(memoKeyOf(operation));
  const { before, id } = memo === undefined ? {} : ((await finishPendingCreate(operation, memo)) ?? {});
  const previous = before === undefined ? {} : attributesFrom(operation, before);
  const former = before === undefined ? operation.identity : identify(resource.contract, previous);
  if (!isSameScope(resource.contract, former, operation.identity))
    return {
      identity: operation.identity,
      state: await findByKey(operation, operation.identity, operation.config),
    };
  // An object that has the name, and not the known id, is another one.
  const state =
    id === undefined
      ? await findByKey(operation, former, { ...previous, ...former.values })
      : await objects.read({ ...former.values, id }, previous);
  return { identity: former, state };
}

/** The one object with a key; the object with `id` where it is known and was renamed. */
export async function findByKey<S>(
  { objects }: Operation<S>,
  identity: Identity,
  config: ObjectValue,
  id?: string,
): Promise<ObjectValue | undefined> {
  const found = await objects.find(identity.values);
  if (found.length > 1) throw new DiagnosticError([ambiguousKey(identity, found, id)]);
  const one = found[0] ?? (id === undefined ? undefined : { ...identity.values, id });
  return one === undefined ? undefined : objects.read(one, config);
}

/** Fails where another construct has claimed the object: it may be about to delete it. */
export function adopt<S>(operation: Operation<S>, found: Found): void {
  const { identity, report } = operation;
  const holder = claimObject(operation, found);
  if (holder !== undefined) throw new DiagnosticError([claimedByAnother(identity, found, holder)]);
  report.diagnose(adoptedWarning(identity, found));
}

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
