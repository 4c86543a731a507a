import { own } from '../../ground/record';
import type { Contract, NaturalKey, ObjectValue } from '../../schema';

/** The natural key of one object, and how messages name it. */
export interface Identity {
  readonly key: NaturalKey;
  readonly values: ObjectValue;
  /** `edge_logpush_job (zone_id 023e…, name "logs")` */
  readonly label: string;
}

export function identify({ typeName, naturalKey }: Contract, values: ObjectValue): Identity {
  if (naturalKey === undefined) throw new Error(`${typeName} has no natural key`);
  const key = Object.fromEntries(naturalKey.attributes.map((name) => [name, own(values, name) ?? null]));
  const present = Object.entries(key).filter(([, value]) => value !== null);
  const label = present.map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return { key: naturalKey, values: key, label: `${typeName} (${label.join(', ')})` };
}

/** Whether two keys differ in the name alone, which a handler can change in place: zone or account are the same. */
export function isSameScope({ attributes }: Contract, a: Identity, b: Identity): boolean {
  return a.key.attributes
    .filter((name) => own(attributes, name)?.replaces === true)
    .every((name) => own(a.values, name) === own(b.values, name));
}

export function isSameKey(a: Identity, b: Identity): boolean {
  return a.key.attributes.every((name) => own(a.values, name) === own(b.values, name));
}
