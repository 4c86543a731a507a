import { DiagnosticError, describeValue, errorAt, type Contract, type Diagnostic } from '../schema';
import { isIdentifier } from './identifiers';

type Forms = Pick<Contract, 'importForms'>;

/** What a form may begin with, to say whose id the next part is. */
type Collection = 'zones' | 'accounts';

/**
 * Splits an import id into the id of the zone or account, the rest, which is empty where the contract has no other part, and what
 * it begins with where that is written.
 */
export function splitImportId(
  contract: Forms,
  id: string,
): [ownerId: string, which: string, collection: Collection | undefined] {
  const faults = checkImportId(contract, id);
  if (faults.length > 0) throw new DiagnosticError(faults);
  const { collection, ownerId, which } = split(id);
  return [ownerId, which, collection];
}

/** What is wrong with the form of an import id. Whether there is such an object is known only to the service. */
export function checkImportId({ importForms = [] }: Forms, id: unknown): readonly Diagnostic[] {
  if (typeof id === 'string' && importForms.some((form) => hasForm(id, form))) return [];
  const given = typeof id === 'string' && id.length <= 200 ? `"${id}"` : describeValue(id);
  const rule = rulesOf(importForms).join(', and ');
  return [
    errorAt(
      [],
      'Invalid import ID',
      `${given} is not an import ID: ${rule}. Use ${importForms.join(' or ')}.`,
    ),
  ];
}

function hasForm(id: string, form: string): boolean {
  const [given, expected] = [split(id), split(form)];
  const { which: part } = expected;
  if (given.collection !== expected.collection || !isIdentifier(given.ownerId)) return false;
  if (isId(part)) return isIdentifier(given.which);
  return part.startsWith('<') ? given.which !== '' : given.rest === expected.rest;
}

function rulesOf(forms: readonly string[]): string[] {
  const parts = forms.map((form) => split(form).which);
  const others = parts.filter((part) => !part.startsWith('<') || isId(part));
  const isChoice = others.length === forms.length && forms.length > 1;
  const hasCollections = forms.some((form) => split(form).collection !== undefined);
  return [
    `the first part must be an ID of 32 hexadecimal digits${hasCollections ? ', alone or after zones/ or accounts/' : ''}`,
    ...(isChoice
      ? [`the second one must be ${others.map((part) => (isId(part) ? 'such an ID' : part)).join(' or ')}`]
      : []),
  ];
}

function isId(part: string): boolean {
  return part === '<ruleset id>';
}

const collections: readonly Collection[] = ['zones', 'accounts'];

/** `rest` is undefined where nothing follows the id, not even a slash. */
function split(id: string) {
  const collection = collections.find((each) => id.startsWith(`${each}/`));
  const text = collection === undefined ? id : id.slice(collection.length + 1);
  const slash = text.indexOf('/');
  const rest = slash < 0 ? undefined : text.slice(slash + 1);
  return { collection, ownerId: slash < 0 ? text : text.slice(0, slash), which: rest ?? '', rest };
}
