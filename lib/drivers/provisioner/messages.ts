import { errorAt, warningAt, type Diagnostic, type NaturalKey } from '../../schema';
import { idOf, type Found } from '../engine';
import type { Identity } from './identity';

/** The errors and warnings about one object of the provisioner driver. */

export function ambiguousKey(identity: Identity, found: readonly Found[], knownId?: string): Diagnostic {
  const known = found.some((each) => idOf(each) === knownId)
    ? ` This construct deployed ${String(knownId)}.`
    : '';
  return errorAt(
    nameOf(identity),
    'Several objects with this name',
    `There are ${found.length} of ${identity.label}: ${found.map(idText).join(', ')}.${known} The provisioner driver keeps ` +
      'no state and identifies an object by its name. Rename or delete the duplicates, or use the plugin driver.',
  );
}

export function nameInUse(identity: Identity, found: Found, differs: readonly string[]): Diagnostic {
  return errorAt(
    nameOf(identity),
    'Name already in use',
    `${describe(identity, found)} already exists, was not deployed by this construct, and differs from the configuration in ` +
      `${differs.join(', ')}. Choose another name or delete the object. To adopt it, configure its current values first.`,
  );
}

export function newNameInUse(from: Identity, to: Identity, found: Found): Diagnostic {
  return errorAt(
    nameOf(to),
    'New name already in use',
    `Cannot rename ${from.label}: ${describe(to, found)} already exists. Nothing was changed. Choose another name, or rename ` +
      'or delete the other object first. If this stack renames the other object in the same deploy, deploy again. To swap ' +
      'two names, rename one to a third name in a deploy of its own.',
  );
}

export function adoptedWarning(identity: Identity, found: Found): Diagnostic {
  return warningAt(
    nameOf(identity),
    'Existing object adopted',
    `${describe(identity, found)} already matches the configuration. This stack manages it from now on: a destroy deletes it.`,
  );
}

export function claimedByAnother(identity: Identity, found: Found, holder: string): Diagnostic {
  return errorAt(
    nameOf(identity),
    'Object in use by another construct',
    `${holder} of this stack changes or deletes ${describe(identity, found)} in this deploy. Nothing was changed. Deploy ` +
      'again. If the error persists, give the two constructs different names.',
  );
}

export function replacedNotDeleted(identity: Identity, old: Found): Diagnostic {
  return errorAt(
    nameOf(identity),
    'Replaced object not deleted',
    `The new ${identity.label} exists. The old one (${idText(old)}) could not be deleted; the next error gives the reason. ` +
      'The next deploy or destroy deletes it first if the folder edge-platform/.memory of the stack still exists. Otherwise ' +
      'delete it by hand.',
  );
}

export function orphanWarning(identity: Identity, old: Found): Diagnostic {
  return warningAt(
    [],
    'Orphan from a failed deploy',
    `A failed deploy created ${describe(identity, old)}, and the configuration now names another zone or account. Delete ` +
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

export function renameUndetermined(from: Identity, to: Identity, found: Found): Diagnostic {
  return errorAt(
    nameOf(to),
    'Cannot determine whether to rename an object',
    `${to.label} does not exist. ${describe(from, found)}, the name that this construct was created with, does. The folder ` +
      'edge-platform/.memory of the stack has no record of the previous deploy. If the object belongs to this construct, ' +
      'rename it by hand; otherwise delete or rename it. Then deploy again.',
  );
}

function nameOf({ key }: { readonly key: NaturalKey }): string[] {
  return key.attributes.slice(-1);
}

function describe({ label }: Identity, found: Found): string {
  return `${label} (${idText(found)})`;
}

function idText(found: Found): string {
  return idOf(found) ?? 'no id';
}
