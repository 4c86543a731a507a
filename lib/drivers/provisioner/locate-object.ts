import { DiagnosticError, type ObjectValue } from '../../schema';
import type { Memo } from './memo-store';
import {
  alreadyExists,
  ambiguousKey,
  namesakeKept,
  newNameInUse,
  orphanWarning,
  renameUndetermined,
  replacedNotDeleted,
} from './messages';
import { idOf, type FoundObject } from '../engine';
import { identify, isSameKey, isSameScope, type Identity } from './identity';
import { attributesFrom, type Operation, saveMemo } from './operation';

/** Finds the construct's own object: by its id where that is known, otherwise by its previous name. */
export async function locateObject<S>(operation: Operation<S>, memo: Memo): Promise<ObjectValue | undefined> {
  const { resource, identity, config, objects } = operation;
  if (memo.before === undefined) {
    if (memo.id === undefined) await refuseUndetermined(operation);
    return findOwn(operation, identity, config, memo.id);
  }
  const previous = attributesFrom(operation, memo.before);
  const former = identify(resource.contract, previous);
  const prior = await findOwn(operation, former, previous, memo.id);
  if (isSameKey(former, identity)) return prior;
  const others = (await objects.find(identity.values)).filter(
    (each) => prior === undefined || idOf(each) !== idOf(prior),
  );
  if (others.length > 0) throw new DiagnosticError([newNameInUse(former, identity, others)]);
  return prior;
}

/** Refuses to choose without a memo: an object under the name that this construct was created with may be its own, and to be renamed. */
async function refuseUndetermined<S>(operation: Operation<S>): Promise<void> {
  const { resource, identity, objects, origin } = operation;
  if (Object.keys(origin).length === 0) return;
  const former = identify(resource.contract, attributesFrom(operation, origin));
  if (isSameKey(former, identity)) return;
  const found = await objects.find(former.values);
  if (found.length > 0) throw new DiagnosticError([renameUndetermined(former, identity, found)]);
}

/** The object with `id`, whatever its name; where no id is known, the only object with the key. */
async function findOwn<S>(
  { objects }: Operation<S>,
  identity: Identity,
  config: ObjectValue,
  id?: string,
): Promise<ObjectValue | undefined> {
  const found = await objects.find(identity.values);
  if (found.length > 1) throw new DiagnosticError([ambiguousKey(identity, found, id)]);
  const [namesake] = found;
  if (namesake !== undefined && (id === undefined || id === idOf(namesake)))
    return objects.read(namesake, config);
  const own = await readById(objects, identity, config, id);
  if (own === undefined && namesake !== undefined)
    throw new DiagnosticError([alreadyExists(identity, found)]);
  return own;
}

async function readById<S>(
  objects: Operation<S>['objects'],
  { values }: Identity,
  config: ObjectValue,
  id = '',
): Promise<ObjectValue | undefined> {
  return id === '' ? undefined : objects.read({ ...values, id }, config);
}

/** Fails where an object has the key: this construct has not made it. */
export async function refuseExisting<S>({ objects, identity }: Operation<S>): Promise<void> {
  const found = await objects.find(identity.values);
  if (found.length > 0) throw new DiagnosticError([alreadyExists(identity, found)]);
}

/** Whether a failed deploy made the object in another zone or account than the configuration now names: nothing deletes it there. */
export async function isLeftInOtherScope<S>(
  operation: Operation<S>,
  { before = {}, id }: Memo,
): Promise<boolean> {
  const { resource, identity, objects, report } = operation;
  const previous = attributesFrom(operation, before);
  const former = identify(resource.contract, previous);
  if (isSameScope(resource.contract, former, identity)) return false;
  const left = await readById(objects, former, previous, id);
  if (left !== undefined) report.diagnose(orphanWarning(former, left));
  return true;
}

/** The object to delete. *lifecycle* has the name that the object was created with; the memo has its current name, and may have its id. */
export async function locateForDelete<S>(
  operation: Operation<S>,
  memo: Memo,
): Promise<{ identity: Identity; state: ObjectValue | undefined }> {
  const { resource, objects, identity, report } = operation;
  const { before, id } = memo;
  const previous = before === undefined ? operation.config : attributesFrom(operation, before);
  const former = identify(resource.contract, previous);
  if (!isSameScope(resource.contract, former, identity))
    return { identity, state: await findOwn(operation, identity, operation.config) };
  if (id === undefined || id === '')
    return { identity: former, state: await findOwn(operation, former, previous) };
  const state = await readById(objects, former, previous, id);
  const others = state === undefined ? await objects.find(former.values) : [];
  if (others.length > 0) report.diagnose(namesakeKept(former, others, id));
  return { identity: former, state };
}

/** Finishes an interrupted create or replacement: what it created is the construct's, and the replaced object is deleted. Returns the new memo. */
export async function finishPendingCreate<S>(operation: Operation<S>, memo: Memo): Promise<Memo> {
  const { next, ...known } = memo;
  if (next === undefined) return memo;
  const { resource, objects, report } = operation;
  const config = attributesFrom(operation, next.triggers);
  const identity = identify(resource.contract, config);
  const created = await findCreated(operation, identity, config, memo);
  if (created === undefined) return known;
  const old = await readById(objects, identity, config, known.id);
  if (old !== undefined) {
    await deleteReplaced(operation, identity, old);
    report.print(`Deleted ${identity.label} (${known.id ?? ''}), which was replaced.`);
  }
  const finished = { before: next.triggers, id: idOf(created) };
  saveMemo(operation, finished);
  return finished;
}

/**
 * The object that the interrupted call created. Right before the call there was none: where its id is unknown, it is the only one
 * that exists now, if it has every configured value. The procedure of a zone may have been interrupted before it has them.
 */
async function findCreated<S>(
  { objects }: Operation<S>,
  identity: Identity,
  config: ObjectValue,
  { id: oldId, next }: Memo,
): Promise<ObjectValue | undefined> {
  if (next?.id !== undefined && next.id !== '') return readById(objects, identity, config, next.id);
  const [only, ...others] = (await objects.find(identity.values)).filter((each) => idOf(each) !== oldId);
  if (only === undefined || others.length > 0) return undefined;
  const read = await objects.read(only, config);
  if (read === undefined || idOf(only) === '') return read;
  return (await objects.plan(read, config)).matchesConfig ? read : undefined;
}

export async function deleteReplaced<S>(
  { objects, report }: Operation<S>,
  identity: Identity,
  old: FoundObject & ObjectValue,
): Promise<void> {
  try {
    await objects.delete(old);
  } catch (error) {
    report.diagnose(replacedNotDeleted(identity, old));
    throw error;
  }
}
