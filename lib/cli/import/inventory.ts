import type { AccountGroup } from '../../resources/code';
import type { NamedObject } from '../../resources/handler';
import type { ResourceType } from '../../resources';
import type { ObjectValue } from '../../schema';

export interface ImportedObject {
  readonly typeName: ResourceType;
  /** The import id in its canonical form, by id. */
  readonly importId: string;
  readonly zone?: NamedObject;
  readonly account: NamedObject;
  /** The attributes of the contract as `read` of the handler returns them after an import; null where absent. */
  readonly attributes: ObjectValue;
}

export function keyOf({ typeName, importId }: ImportedObject): string {
  return `${typeName} ${importId}`;
}

/** Objects that the code leaves out, for the README. */
export interface LeftOutObjects {
  /** The kind of the objects, in the plural: `jobs with options of Logpull`. */
  readonly kind: string;
  readonly reason: string;
  /** Names and ids for people. */
  readonly objects: readonly string[];
}

/** An object of an account that a policy refers to by id. */
export interface AccountObject extends NamedObject {
  readonly group: AccountGroup;
  readonly accountId: string;
}

export interface Inventory {
  readonly objects: readonly ImportedObject[];
  readonly leftOut: readonly LeftOutObjects[];
  /** Values that the API does not return, and the code may need later: credentials of destinations, ownership challenges. */
  readonly secrets: readonly LeftOutObjects[];
  /** The pools, webhooks and PagerDuty services that policies refer to. */
  readonly referenced: readonly AccountObject[];
}
