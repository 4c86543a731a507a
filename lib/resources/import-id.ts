import { DiagnosticError, describeValue, errorAt, type Contract, type Diagnostic } from '../schema';
import { isDomain, isIdentifier } from './identifiers';

type Forms = Pick<Contract, 'importForms'>;

/** An import id, in its parts. */
export interface ImportId {
  readonly kind: OwnerKind;
  /** The ID or the name of the zone or account. */
  readonly owner: string;
  /** The rest, empty where the contract has no other part. */
  readonly which: string;
}

type OwnerKind = 'zone' | 'account';

/** @throws a DiagnosticError where the id has none of the forms of the contract */
export function readImportId(contract: Forms, id: string): ImportId {
  const [form] = (contract.importForms ?? []).filter((each) => hasForm(id, each));
  if (form === undefined) throw new DiagnosticError(checkImportId(contract, id));
  const { owner, which = '' } = split(id);
  return { kind: readForm(form).kind, owner, which };
}

/** What is wrong with the form of an import id. Whether there is such an object is known only to the service. */
export function checkImportId({ importForms = [] }: Forms, id: unknown): readonly Diagnostic[] {
  if (typeof id === 'string' && importForms.some((form) => hasForm(id, form))) return [];
  const given = typeof id === 'string' && id.length <= 200 ? `"${id}"` : describeValue(id);
  return [
    errorAt(
      [],
      'Invalid import ID',
      `${given} is not an import ID: ${rulesOf(importForms).join(', and ')}. Use ${importForms.join(' or ')}.`,
    ),
  ];
}

interface Form {
  readonly kind: OwnerKind;
  /** Whether the id must say whose it is: `accounts/…` where `…` alone is a zone's. */
  readonly needsCollection: boolean;
  readonly which: string | undefined;
}

function readForm(form: string): Form {
  const { collection, owner, which } = split(form);
  return {
    kind: owner === '<account>' ? 'account' : 'zone',
    needsCollection: collection !== undefined,
    which,
  };
}

function hasForm(id: string, form: string): boolean {
  const { collection, owner, which } = split(id);
  const { kind, needsCollection, which: part } = readForm(form);
  if (collection === undefined ? needsCollection : collection !== kind) return false;
  if (!isOwner(kind, owner)) return false;
  if (part === undefined || !part.startsWith('<')) return which === part;
  return isId(part) ? isIdentifier(which ?? '') : (which ?? '') !== '';
}

/** A zone is named by a domain. An account can have any name, but an ID in upper case is none. */
function isOwner(kind: OwnerKind, owner: string): boolean {
  if (isIdentifier(owner)) return true;
  if (kind === 'zone') return isDomain(owner);
  return owner.trim() !== '' && !isIdentifier(owner.toLowerCase());
}

function rulesOf(forms: readonly string[]): string[] {
  const read = forms.map(readForm);
  const parts = read.map(({ which = '' }) => which);
  const others = parts.filter((part) => !part.startsWith('<') || isId(part));
  const isChoice = others.length === forms.length && forms.length > 1;
  const owners = [
    ...new Set(
      read.map(({ kind, needsCollection }) =>
        needsCollection
          ? `after ${kind}s/, of an ${kind}`
          : `of ${kind === 'zone' ? 'a zone' : 'an account'}`,
      ),
    ),
  ];
  return [
    `the first part must be the ID (32 hexadecimal digits) or the name ${owners.join(' or, ')}`,
    ...(isChoice
      ? [`the second one must be ${others.map((part) => (isId(part) ? 'such an ID' : part)).join(' or ')}`]
      : []),
  ];
}

function isId(part: string): boolean {
  return part === '<ruleset id>';
}

/** `which` is undefined where nothing follows the owner, not even a slash. */
function split(id: string) {
  const [, collection, text = id] = /^(zone|account)s?\/(.*)$/s.exec(id) ?? [];
  const slash = text.indexOf('/');
  return {
    collection,
    owner: slash < 0 ? text : text.slice(0, slash),
    which: slash < 0 ? undefined : text.slice(slash + 1),
  };
}
