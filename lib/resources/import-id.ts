import { DiagnosticError, errorAt } from '../schema';
import { isIdentifier } from './identifiers';

/** Splits `<zone id>/<which>` or `<account id>/<which>`. The error names `forms`, which the resource accepts. */
export function splitImportId(id: string, ...forms: readonly string[]): [ownerId: string, which: string] {
  const slash = id.indexOf('/');
  const [ownerId, which] = [id.slice(0, slash), id.slice(slash + 1)];
  if (slash > 0 && isIdentifier(ownerId) && which !== '') return [ownerId, which];
  throw new DiagnosticError([
    errorAt(
      [],
      'Invalid import ID',
      `"${id}" is not an import ID: the first part must be an ID of 32 hexadecimal digits. Use ${forms.join(' or ')}.`,
    ),
  ]);
}
