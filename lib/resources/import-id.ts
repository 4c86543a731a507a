import { DiagnosticError, errorAt } from '../schema';
import { isIdentifier } from './identifiers';

/** Takes `<zone id>/<which>`, or the same of an account, apart; `forms` are what a user may write, for the message. */
export function splitImportId(id: string, ...forms: readonly string[]): [ownerId: string, which: string] {
  const slash = id.indexOf('/');
  const [ownerId, which] = [id.slice(0, slash), id.slice(slash + 1)];
  if (slash > 0 && isIdentifier(ownerId) && which !== '') return [ownerId, which];
  throw new DiagnosticError([
    errorAt(
      [],
      'Not an import id',
      `"${id}" can't be imported. Write ${forms.join(' or ')}; the id in front is 32 hexadecimal digits.`,
    ),
  ]);
}
