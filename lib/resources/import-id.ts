import { DiagnosticError, describeValue, errorAt, type Contract, type Diagnostic } from '../schema';
import { isIdentifier } from './identifiers';

type Forms = Pick<Contract, 'importForms'>;

/** Splits an import id into the id of the zone or account and the rest, which is empty where the contract has no other part. */
export function splitImportId(contract: Forms, id: string): [ownerId: string, which: string] {
  const faults = checkImportId(contract, id);
  if (faults.length > 0) throw new DiagnosticError(faults);
  return split(id);
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
  const [ownerId, which] = split(id);
  const [, part] = split(form);
  if (!isIdentifier(ownerId)) return false;
  if (isId(part)) return isIdentifier(which);
  return part.startsWith('<') ? which !== '' : id === `${ownerId}${part === '' ? '' : `/${part}`}`;
}

function rulesOf(forms: readonly string[]): string[] {
  const parts = forms.map((form) => split(form)[1]);
  const others = parts.filter((part) => !part.startsWith('<') || isId(part));
  const isChoice = others.length === forms.length && forms.length > 1;
  return [
    'the first part must be an ID of 32 hexadecimal digits',
    ...(isChoice
      ? [`the second one must be ${others.map((part) => (isId(part) ? 'such an ID' : part)).join(' or ')}`]
      : []),
  ];
}

function isId(part: string): boolean {
  return part === '<ruleset id>';
}

function split(id: string): [first: string, rest: string] {
  const slash = id.indexOf('/');
  return slash < 0 ? [id, ''] : [id.slice(0, slash), id.slice(slash + 1)];
}
