import { errorAt, warningAt, type Diagnostic, type NaturalKey } from '../../schema';
import { idOf, type FoundObject } from '../engine';
import type { Identity } from './identity';

/** The errors and warnings about one object of the provisioner driver. */

export function ambiguousKey(
  identity: Identity,
  found: readonly FoundObject[],
  knownId?: string,
): Diagnostic {
  const known = found.some((each) => idOf(each) === knownId)
    ? ` This construct deployed ${String(knownId)}.`
    : '';
  return errorAt(
    nameOf(identity),
    'Several objects with this name',
    `There are ${found.length} of ${identity.label}: ${found.map(idOf).join(', ')}.${known} The provisioner driver keeps ` +
      'no state and identifies an object by its name. Rename or delete the duplicates, or use the plugin driver.',
  );
}

export function alreadyExists(identity: Identity, found: readonly FoundObject[]): Diagnostic {
  const isProcedure = found.every((each) => idOf(each) === '');
  const ways = [
    ...(isProcedure ? [] : ['delete it']),
    ...(identity.key.isUnique ? [] : ['choose another name']),
    'use the plugin driver (EdgeDriver.PLUGIN), which imports it',
  ];
  return errorAt(
    nameOf(identity),
    'Object already exists',
    `${describe(identity, found)} already exists, and this construct has no record of having made it. The provisioner driver makes ` +
      `new objects only. Nothing was changed. Fix: ${ways.join(', or ')}. If this stack deletes or renames it in the same ` +
      'deploy, deploy again.',
  );
}

export function newNameInUse(from: Identity, to: Identity, found: readonly FoundObject[]): Diagnostic {
  return errorAt(
    nameOf(to),
    'New name already in use',
    `Cannot rename ${from.label}: ${describe(to, found)} already exists. Nothing was changed. Choose another name, or rename ` +
      'or delete the other object first. If it is the object of this construct, renamed outside of the stack, rename it back ' +
      'first. If this stack renames or deletes the other object in the same deploy, deploy again. To swap two names, rename ' +
      'one to a third name in a deploy of its own.',
  );
}

export function namesakeKept(identity: Identity, found: readonly FoundObject[], ownId: string): Diagnostic {
  return warningAt(
    nameOf(identity),
    'Object of the same name kept',
    `This construct made ${ownId}, which no longer exists. ${describe(identity, found)} is another object and was not deleted.`,
  );
}

export function replacedNotDeleted(identity: Identity, old: FoundObject): Diagnostic {
  return errorAt(
    nameOf(identity),
    'Replaced object not deleted',
    `The new ${identity.label} exists. The old one (${idOf(old)}) could not be deleted; the next error gives the reason. ` +
      'The next deploy or destroy deletes it first if the folder edge-platform/.memory of the stack still exists. Otherwise ' +
      'delete it by hand.',
  );
}

export function orphanWarning(identity: Identity, old: FoundObject): Diagnostic {
  return warningAt(
    [],
    'Orphan from a failed deploy',
    `A failed deploy created ${describe(identity, [old])}, and the configuration now names another zone or account. Delete ` +
      'the object by hand.',
  );
}

export function noMemoWarning({ label }: Identity): Diagnostic {
  return warningAt(
    [],
    'Previous configuration unknown',
    `The folder edge-platform/.memory of the stack has no record of ${label}, for instance because the previous deploy failed ` +
      'on another machine. Values that were removed from the configuration since then may remain: check the object.',
  );
}

export function renameUndetermined(from: Identity, to: Identity, found: readonly FoundObject[]): Diagnostic {
  return errorAt(
    nameOf(to),
    'Cannot determine whether to rename an object',
    `${describe(from, found)} has the name that this construct was created with. The folder edge-platform/.memory of the stack ` +
      `has no record of the previous deploy, which may have failed before it renamed the object to ${to.label}. If the object ` +
      'belongs to this construct, rename it by hand; otherwise delete or rename it. Then deploy again.',
  );
}

function nameOf({ key }: { readonly key: NaturalKey }): string[] {
  return key.attributes.slice(-1);
}

function describe({ label }: Identity, found: readonly FoundObject[]): string {
  const ids = found.map(idOf).filter((id) => id !== '');
  return ids.length === 0 ? label : `${label} (${ids.join(', ')})`;
}
