import {
  DiagnosticError,
  describeValue,
  errorAt,
  type Contract,
  type Diagnostic,
  type ObjectValue,
} from '../schema';
import { filledTextOf } from '../ground/json';
import { own } from '../ground/record';
import { isDomain, isIdentifier } from './identifiers';
import { quoted } from '../ground/visible';

type Forms = Pick<Contract, 'importForms'>;

export interface ImportId {
  readonly kind: OwnerKind;
  /** The ID or the name of the zone or account. */
  readonly owner: string;
  /** The rest of the id, empty where the contract has no other part. */
  readonly which: string;
}

type OwnerKind = 'zone' | 'account';

/** Reads an import id. @throws a DiagnosticError where it has none of the forms of the contract */
export function readImportId(contract: Forms, id: string): ImportId {
  const [form] = (contract.importForms ?? []).filter((each) => hasForm(id, each));
  if (form === undefined) throw new DiagnosticError(checkImportId(contract, id));
  const { owner, which = '' } = split(id);
  return { kind: readForm(form).kind, owner, which };
}

/** Finds faults in the form of an import id. Whether there is such an object is known only to the service. */
export function checkImportId({ importForms = [] }: Forms, id: unknown): readonly Diagnostic[] {
  if (typeof id === 'string' && importForms.some((form) => hasForm(id, form))) return [];
  const given = typeof id === 'string' && id.length <= 200 ? quoted(id) : describeValue(id);
  const faults = typeof id === 'string' ? `: ${faultsOf(id, importForms).join(', and ')}` : '';
  return [
    errorAt(
      [],
      'Invalid import ID',
      `${given} is not an import ID${faults}. Use ${importForms.join(' or ')}.`,
    ),
  ];
}

/** The import id of an object. @throws a DiagnosticError where the identity does not name exactly one zone or account, or lacks what more it takes */
export function importIdOfIdentity(contract: Contract, identity: ObjectValue): string {
  const { identity: names = [], importForms = [] } = contract;
  const textAt = (name: string) => filledTextOf(own(identity, name));
  const owners = names.filter((name) => name !== 'id');
  const [owner, ...others] = owners.filter((name) => textAt(name) !== undefined);
  const [ownerId, id] = [textAt(owner ?? ''), textAt('id')];
  const lacksId = names.includes('id') && id === undefined;
  if (ownerId === undefined || !isIdentifier(ownerId) || others.length > 0 || lacksId)
    throw new DiagnosticError([invalidIdentity(contract, owners, identity)]);
  const kind = owner === 'zone_id' ? 'zone' : 'account';
  const { collection, which } = split(importForms.find((form) => readForm(form).kind === kind) ?? '');
  const second = which?.startsWith('<') === true ? id : which;
  return `${collection === undefined ? '' : `${collection}s/`}${ownerId}${second === undefined ? '' : `/${second}`}`;
}

/** The name of a stored object, for messages: `edge_logpush_job 7 of zone 023e…`, as far as the state has it. */
export function nameOf({ typeName, identity = [] }: Contract, state: ObjectValue): string {
  const textAt = (name: string) => filledTextOf(own(state, name));
  const owner = identity.find((name) => name !== 'id' && textAt(name) !== undefined);
  const parts = [typeName, textAt('id'), owner && `of ${owner.replace('_id', '')} ${textAt(owner)}`];
  return parts.filter((each) => each !== undefined).join(' ');
}

function invalidIdentity(
  { identity = [] }: Contract,
  owners: readonly string[],
  given: ObjectValue,
): Diagnostic {
  const filled = identity.flatMap((name) => {
    const text = filledTextOf(own(given, name));
    return text === undefined ? [] : [`\`${name}\` ${quoted(text)}`];
  });
  const rules = [
    `${owners.length > 1 ? 'exactly one of ' : ''}${owners.map((each) => `\`${each}\``).join(' and ')} with an ID of 32 hexadecimal digits`,
    ...(identity.includes('id') ? ['`id`'] : []),
  ];
  return errorAt(
    [],
    'Invalid identity',
    `The identity has ${filled.length === 0 ? 'no value' : filled.join(', ')}. It must have ${rules.join(', and ')}.`,
  );
}

type Form = ReturnType<typeof readForm>;

/** Reads a form of import ids. `needsCollection`: whether the id must say whose it is, `accounts/…` where `…` alone is a zone's. */
function readForm(form: string) {
  const { collection, owner, which } = split(form);
  const kind: OwnerKind = owner === '<account>' ? 'account' : 'zone';
  return { kind, needsCollection: collection !== undefined, which };
}

function hasForm(id: string, form: string): boolean {
  const { collection, owner, which } = split(id);
  const read = readForm(form);
  return hasCollection(read, collection) && isOwner(read.kind, owner) && isWhich(read.which, which);
}

function hasCollection({ kind, needsCollection }: Form, collection: string | undefined): boolean {
  return collection === undefined ? !needsCollection : collection === kind;
}

function isWhich(part: string | undefined, which: string | undefined): boolean {
  if (part === undefined || !part.startsWith('<')) return which === part;
  return isId(part) ? isIdentifier(which ?? '') : (which ?? '') !== '';
}

/** Whether a text can name an owner. A zone is named by a domain. An account can have any name, but an ID in upper case is none. */
function isOwner(kind: OwnerKind, owner: string): boolean {
  if (isIdentifier(owner)) return true;
  if (kind === 'zone') return isDomain(owner);
  return owner.trim() !== '' && !isIdentifier(owner.toLowerCase());
}

function faultsOf(id: string, forms: readonly string[]): string[] {
  const { collection, owner, which } = split(id);
  const all = forms.map(readForm);
  const fitting = all.filter((form) => hasCollection(form, collection));
  const { kind } = fitting[0] ?? { kind: 'zone' };
  const parts = fitting.map((form) => form.which);
  return [
    ...(fitting.some((form) => isOwner(form.kind, owner))
      ? []
      : [ownerRule(fitting, all, { collection, owner })]),
    ...(fitting.length === 0 || parts.some((part) => isWhich(part, which))
      ? []
      : [whichRule(kind, parts, which)]),
  ];
}

function ownerRule(
  fitting: readonly Form[],
  all: readonly Form[],
  { collection, owner }: Pick<ReturnType<typeof split>, 'collection' | 'owner'>,
): string {
  if (!isIdentifier(owner) && isIdentifier(owner.toLowerCase()))
    return `IDs are in lower case, as in ${owner.toLowerCase()}`;
  const isAfter = collection !== undefined && fitting.length > 0;
  const owners = (isAfter ? fitting : all).map(({ kind, needsCollection }) => {
    const what = kind === 'zone' ? 'a zone' : 'an account';
    return needsCollection && !isAfter ? `after ${kind}s/, of ${what}` : `of ${what}`;
  });
  const place = isAfter ? `part after ${collection}s/` : 'first part';
  return `the ${place} must be the ID (32 hexadecimal digits) or the name ${[...new Set(owners)].join(' or, ')}`;
}

function whichRule(
  kind: OwnerKind,
  parts: readonly (string | undefined)[],
  which: string | undefined,
): string {
  const choices = parts.flatMap((part) => {
    if (part === undefined) return [];
    const hint = isId(part) ? ' (32 hexadecimal digits)' : '';
    return [part.startsWith('<') ? `the ${part.slice(1, -1)}${hint}` : part];
  });
  if (choices.length === 0) return `nothing may follow the ${kind}`;
  const fault = which === undefined ? 'is missing: it ' : which === '' ? 'is empty: it ' : '';
  return `the part after the ${kind} ${fault}must be ${choices.join(' or ')}`;
}

function isId(part: string): boolean {
  return part === '<ruleset id>';
}

/** Splits an import id. `which` is undefined where nothing follows the owner, not even a slash. */
function split(id: string) {
  const [, collection, text = id] = /^(zone|account)s?\/(.*)$/s.exec(id) ?? [];
  const slash = text.indexOf('/');
  return {
    collection,
    owner: slash < 0 ? text : text.slice(0, slash),
    which: slash < 0 ? undefined : text.slice(slash + 1),
  };
}
