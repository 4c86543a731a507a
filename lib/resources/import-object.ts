import type { EdgeClient } from '../client';
import { listObjects } from '../ground/words';
import { DiagnosticError, errorAt, type Contract } from '../schema';
import type { Caller } from './handler';
import { readImportId } from './import-id';
import { accountIdOf, zoneIdOf } from './owners';

export async function findOwner(
  contract: Pick<Contract, 'importForms'>,
  importId: string,
  { service, signal }: Caller<EdgeClient>,
) {
  const { kind, owner, which } = readImportId(contract, importId);
  const idOf = kind === 'zone' ? zoneIdOf : accountIdOf;
  return { kind, id: await idOf(service, owner, { signal }), which };
}

/** Finds the object with an ID or a name. Matches IDs before names, because only IDs are unique. */
export function chooseObject<T extends { readonly id: string | number; readonly name: string | null }>(
  { kind, id, which }: Awaited<ReturnType<typeof findOwner>>,
  objects: readonly T[],
  { typeName, one, many }: { readonly typeName: string; readonly one: string; readonly many: string },
): T {
  const byId = objects.filter((each) => String(each.id) === which);
  const found = byId.length > 0 ? byId : objects.filter(({ name }) => name === which);
  const [object] = found;
  if (object !== undefined && found.length === 1) return object;
  const what =
    found.length === 0
      ? `no ${one} with the ID or name "${which}"`
      : `${found.length} ${many} named "${which}"`;
  const fix =
    objects.length === 0
      ? `It has no ${many}. Remove the import: ${typeName} creates the ${one}.`
      : `Its ${many} are ${listObjects(objects)}. Use the ID of one of them.`;
  throw nothingToImport(`The ${kind} ${id} has ${what}. ${fix}`);
}

export function nothingToImport(detail: string): DiagnosticError {
  return new DiagnosticError([errorAt([], 'Nothing to import', detail)]);
}
