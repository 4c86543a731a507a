import type { ObjectValue } from '../../../schema';
import type { ImportedObject, ImportedType } from '../inventory';
import type { Owner, Remark } from './owner-row';
import type { Obstacle } from './planned-import';

export function importedObject(
  typeName: ImportedType,
  importId: string,
  { kind, id, name, account }: Owner,
  attributes: ObjectValue,
): ImportedObject {
  return { typeName, importId, ...(kind === 'zone' && { zone: { id, name } }), account, attributes };
}

/** Remarks on an object that cannot be imported unchanged: one, with all its faults. */
export function obstaclesOf(kind: string, obstacles: readonly Obstacle[], object: string): Remark[] {
  const [first] = obstacles;
  if (first === undefined) return [];
  const details = [...new Set(obstacles.map(({ detail }) => detail))].join(' ');
  return [{ kind, reason: `${first.reason}.`, object: `${object}: ${details}` }];
}
