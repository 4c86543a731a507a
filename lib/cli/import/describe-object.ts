import { filledTextOf } from '../../ground/json';
import { groupedPlural } from '../../ground/words';
import type { ResourceType } from '../../resources';
import { codeOf } from '../../resources/code-of';
import type { ImportedObject } from './inventory';

/** A text for an object: `example.com: log job "audit" (1001)`. */
export function describeObject(object: ImportedObject): string {
  const { typeName, zone, account, attributes } = object;
  const owner = zone?.name ?? account.name;
  const name = filledTextOf(attributes.name);
  const id = typeof attributes.id === 'string' ? ` (${attributes.id})` : '';
  return `${owner}: ${codeOf(typeName).nouns[0]}${name === undefined ? '' : ` "${name}"`}${id}`;
}

/** A text for a number of objects: `1 log job`, `12 log jobs`. */
export function countOf(typeName: ResourceType, count: number): string {
  const [one, several] = codeOf(typeName).nouns;
  return groupedPlural(count, one, several);
}
