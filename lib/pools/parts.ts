import { listOf, memberOf } from '../ground/json';
import { own } from '../ground/record';
import { recipientKey } from './legacy';

/** The filters of a policy for the health of pools, and its kinds of recipients. Source: specification 2.8, public facts 5.2. */
export const filterNames = ['pool_id', 'new_health', 'event_source'] as const;
export const mechanismNames = ['email', 'webhooks', 'pagerduty'] as const;
export const partNames = [...filterNames, ...mechanismNames];
export type PartName = (typeof partNames)[number];

/** Something for each filter and each kind of recipients: by default the ids that the policy has there. */
export type Parts<T = readonly string[]> = Readonly<Record<PartName, T>>;

interface WithParts {
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly mechanisms: Readonly<Record<string, unknown>>;
}

export function makeParts<T>(make: (name: PartName) => T): Parts<T> {
  return Object.fromEntries(partNames.map((name) => [name, make(name)])) as Parts<T>;
}

export function partsOf({ filters, mechanisms }: WithParts): Parts {
  return makeParts((name) =>
    isFilter(name) ? listOf(own(filters, name)).map(String) : mechanismIds({ mechanisms }, name),
  );
}

/** Filters and recipients of a policy with these parts. Those of other names stay. */
export function withParts({ filters, mechanisms }: WithParts, parts: Parts) {
  const { pool_id, new_health, event_source } = parts;
  const entries = (name: PartName) => parts[name].map((id) => ({ id }));
  return {
    filters: { ...filters, pool_id, new_health, event_source },
    mechanisms: {
      ...mechanisms,
      email: entries('email'),
      webhooks: entries('webhooks'),
      pagerduty: entries('pagerduty'),
    },
  };
}

export function isFilter(name: PartName): name is (typeof filterNames)[number] {
  return filterNames.some((each) => each === name);
}

export function keyIn(name: PartName, id: string): string {
  return name === 'email' ? recipientKey(id) : id;
}

export function mechanismIds({ mechanisms }: Pick<WithParts, 'mechanisms'>, kind: string): string[] {
  return listOf(own(mechanisms, kind))
    .map((entry) => memberOf(entry, 'id'))
    .filter((id) => typeof id === 'string');
}
