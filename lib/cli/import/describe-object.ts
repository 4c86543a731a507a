import { groupedPlural } from '../../ground/words';
import type { ImportedObject, ImportedType } from './inventory';

/** What people call the objects of a resource: one, and several. */
export const nouns: Readonly<Record<ImportedType, readonly [one: string, several: string]>> = {
  edge_custom_fields_ruleset: ['ruleset of custom log fields', 'rulesets of custom log fields'],
  edge_logpush_job: ['log job', 'log jobs'],
  edge_pool_notification_policy: ['pool notification policy', 'pool notification policies'],
  edge_waf_migration: ['WAF migration', 'WAF migrations'],
};

/** In the order of the docs. */
export const importedTypes = Object.keys(nouns) as readonly ImportedType[];

/** `example.com: log job "audit" (1001)`. */
export function describeObject(object: ImportedObject): string {
  const { typeName, zone, account, attributes } = object;
  const owner = zone?.name ?? account.name;
  const name = typeof attributes.name === 'string' ? ` "${attributes.name}"` : '';
  const id = typeof attributes.id === 'string' ? ` (${attributes.id})` : '';
  return `${owner}: ${nouns[typeName][0]}${name}${id}`;
}

/** `1 log job`, `12 log jobs`. */
export function countOf(typeName: ImportedType, count: number): string {
  const [one, several] = nouns[typeName];
  return groupedPlural(count, one, several);
}
