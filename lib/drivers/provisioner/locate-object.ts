import { DiagnosticError, type ObjectValue } from '../../schema';
import type { Memo } from './memory';
import {
  adoptedWarning,
  ambiguousKey,
  identify,
  idOf,
  claimedByAnother,
  isSameKey,
  isSamePlace,
  replacedNotDeleted,
  orphanWarning,
  newNameInUse,
  renameUndetermined,
  type Found,
  type Identity,
} from './objects';
import { claimObject, saveMemo, memoKeyOf, attributesFrom, type Work } from './operation';

/** By the name that it had; by its id, where an earlier try has renamed it already. */
export async function locateObject<S>(work: Work<S>, memo: Memo): Promise<ObjectValue | undefined> {
  const { resource, identity, config, objects, report } = work;
  if (memo.before === undefined) return locateWithoutMemo(work);
  const configured = attributesFrom(work, memo.before);
  const former = identify(resource.contract, configured);
  const prior = await find(work, former, configured, memo.id);
  if (!isSamePlace(resource.contract, former, identity)) {
    if (prior !== undefined) report.tell(orphanWarning(former, prior));
    return find(work, identity, config);
  }
  if (isSameKey(former, identity)) return prior;
  const [other] = (await objects.list(identity)).filter((each) => idOf(each) !== idOf(prior ?? {}));
  if (other !== undefined)
    return prior === undefined ? adoptRenamed(work, former, other) : refuseName(work, former, other);
  // Another construct that took it over in this deploy, under its old name, keeps it.
  return prior !== undefined && claimObject(work, prior) === undefined ? prior : undefined;
}

/** Somebody else has renamed it, perhaps; then it is just as wanted. */
async function adoptRenamed<S>(work: Work<S>, former: Identity, other: Found): Promise<ObjectValue> {
  const { config, objects } = work;
  const read = await objects.read(other, config);
  if (read === undefined || !(await objects.plan(read, config)).matchesConfig)
    return refuseName(work, former, other);
  adopt(work, read);
  return read;
}

function refuseName<S>({ identity }: Work<S>, former: Identity, other: Found): never {
  throw new DiagnosticError([newNameInUse(former, identity, other)]);
}

async function locateWithoutMemo<S>(work: Work<S>): Promise<ObjectValue | undefined> {
  const { resource, identity, config, objects, origin } = work;
  const prior = await find(work, identity, config);
  if (prior !== undefined || Object.keys(origin).length === 0) return prior;
  const former = identify(resource.contract, attributesFrom(work, origin));
  if (isSameKey(former, identity) || !isSamePlace(resource.contract, former, identity)) return undefined;
  const [found] = await objects.list(former);
  if (found !== undefined) throw new DiagnosticError([renameUndetermined(former, identity, found)]);
  return undefined;
}

/** *lifecycle* knows the name that the object was made with; what was deployed last, the one that it has. */
export async function locateForDelete<S>(
  work: Work<S>,
): Promise<{ identity: Identity; state: ObjectValue | undefined }> {
  const { resource, memory, objects } = work;
  const left = memory.recall(memoKeyOf(work));
  const { before, id } = left === undefined ? {} : ((await settle(work, left)) ?? {});
  const configured = before === undefined ? {} : attributesFrom(work, before);
  const former = before === undefined ? work.identity : identify(resource.contract, configured);
  if (!isSamePlace(resource.contract, former, work.identity))
    return { identity: work.identity, state: await find(work, work.identity, work.config) };
  const own = id === undefined ? undefined : await objects.read({ ...former.values, id }, configured);
  return { identity: former, state: own ?? (await find(work, former, { ...configured, ...former.values })) };
}

/** The one object of a key; by its id, where that is known and another name was given to it meanwhile. */
export async function find<S>(
  { objects }: Work<S>,
  identity: Identity,
  configured: ObjectValue,
  id?: string,
): Promise<ObjectValue | undefined> {
  const found = await objects.list(identity);
  if (found.length > 1) throw new DiagnosticError([ambiguousKey(identity, found, id)]);
  const one = found[0] ?? (id === undefined ? undefined : { ...identity.values, id });
  return one === undefined ? undefined : objects.read(one, configured);
}

/** Not from another construct, which may be about to delete it. */
export function adopt<S>(work: Work<S>, found: Found): void {
  const { identity, report } = work;
  const holder = claimObject(work, found);
  if (holder !== undefined) throw new DiagnosticError([claimedByAnother(identity, found, holder)]);
  report.tell(adoptedWarning(identity, found));
}

/**
 * Brings an object that was being made to its end: what was made is the construct's own, and what it took the place of
 * goes. Gives what is known then; undefined where nothing is.
 */
export async function settle<S>(work: Work<S>, memo: Memo): Promise<Memo | undefined> {
  const { next, ...known } = memo;
  if (next === undefined) return memo;
  const { resource, objects, report } = work;
  const configured = attributesFrom(work, next.triggers);
  const identity = identify(resource.contract, configured);
  const made = await findPendingCreate(work, identity, configured, memo);
  if (made === undefined) return Object.keys(known).length === 0 ? undefined : known;
  const old =
    known.id === undefined ? undefined : await objects.read({ ...identity.values, id: known.id }, configured);
  if (old !== undefined) {
    await deleteReplaced(work, identity, old);
    report.say(`${identity.label} (${known.id ?? ''}), which was replaced, is let go.`);
  }
  const id = idOf(made);
  const settled = { before: next.triggers, ...(id !== undefined && { id }) };
  saveMemo(work, settled);
  return settled;
}

/** What an earlier try has made. Where nothing tells its id, it is what has all that it was to be made with. */
async function findPendingCreate<S>(
  { objects }: Work<S>,
  identity: Identity,
  configured: ObjectValue,
  { id: oldId, next }: Memo,
): Promise<Found | undefined> {
  if (next?.id !== undefined) return objects.read({ ...identity.values, id: next.id }, configured);
  const others = (await objects.list(identity)).filter((each) => idOf(each) !== oldId);
  for (const each of others) {
    const read = await objects.read(each, configured);
    if (read !== undefined && (await objects.plan(read, configured)).matchesConfig) return read;
  }
  return undefined;
}

export async function deleteReplaced<S>({ objects, report }: Work<S>, identity: Identity, old: ObjectValue) {
  try {
    await objects.delete(old);
  } catch (error) {
    report.tell(replacedNotDeleted(identity, old));
    throw error;
  }
}
