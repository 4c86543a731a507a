import type { EdgeClient } from '../client';
import type { CustomFieldLimitSet } from '../logs';
import type { Contract, ObjectValue } from '../schema';

/** Names of a resource, and rules for writing its objects as code: all that commands know beside its contract. They have no table of types. */
export interface ResourceCode<Type extends string = string> {
  readonly contract: Contract & { readonly typeName: Type };
  readonly construct: string;
  readonly nouns: readonly [one: string, several: string];
  readonly title: string;
  readonly reading: string;
  /** A word for ids of constructs, where a name makes none or is taken. */
  readonly idNoun: string;
  /** Name of an object that its zone has only one of. @default - it has a name */
  readonly soleName?: string;
  /** Values of optional and computed attributes where nobody sets them. */
  readonly computedDefaults?: ObjectValue;
  /** The kinds of objects of an account whose ids the attributes have. */
  readonly references?: Readonly<Record<string, AccountGroup>>;
  /** Comments on attributes of imported objects. `value` writes a value as the language has it. */
  readonly importComments?: Readonly<Record<string, (value: (text: string) => string) => string>>;
  /** Objects in states of other projects: by the end of their type, the attribute with their id; null where the zone or account tells all. */
  readonly foreignTypes: Readonly<Record<string, string | null>>;
  /** Calls that show whether the credentials may do what a deploy does. */
  readonly permissions: readonly PermissionProbe[];
  /** The contract with the rules that depend on the limits of the provider, if there are some. */
  readonly contractWith?: (limits: CustomFieldLimitSet) => Contract;
}

export interface PermissionProbe {
  readonly of: 'zone' | 'account';
  /** Path of the call, below the zone or account. */
  readonly path: string;
  readonly read: (client: EdgeClient, id: string) => Promise<unknown>;
}

export const accountGroups = ['pools', 'webhooks', 'pagerdutyServices'] as const;

export type AccountGroup = (typeof accountGroups)[number];
