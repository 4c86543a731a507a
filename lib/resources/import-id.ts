import { DiagnosticError, errorAt } from '../schema';
import { isIdentifier } from './identifiers';

/** Takes `<zone id>/<which>` apart; `forms` are what a user may write, for the message. */
export function splitImportId(id: string, ...forms: readonly string[]): [zoneId: string, which: string] {
  const slash = id.indexOf('/');
  const [zoneId, which] = [id.slice(0, slash), id.slice(slash + 1)];
  if (slash > 0 && isIdentifier(zoneId) && which !== '') return [zoneId, which];
  throw new DiagnosticError([
    errorAt(
      [],
      'Not an import id',
      `"${id}" can't be imported. Write ${forms.join(' or ')}; a zone id is 32 hexadecimal digits.`,
    ),
  ]);
}
