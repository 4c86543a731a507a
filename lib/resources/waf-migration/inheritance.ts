import type { EdgeClient } from '../../client';
import { onceFor } from '../../ground/remember';
import type { Listing } from '../../schema';
import type { HandlerContext } from '../handler';
import { asFields } from '../../ground/json';
import type { Records } from './apply';

/** What a replaced resource leaves to its replacement in the same apply: a create gets nothing of the old state. */
export interface Inheritance {
  readonly records: Records;
  /** What the approved plan of the replacement lists. Undefined if it could not list anything. */
  readonly listing: Listing | undefined;
}

type Context = Pick<HandlerContext<EdgeClient>, 'service' | 'privateState'>;

/** Notes in the plan of a create what it lists: if the create replaces a resource, the deletion of that one gets the note. */
export function noteReplacement(
  { privateState }: Context,
  zoneId: string,
  listing: Inheritance['listing'],
): void {
  privateState.set({ ...asFields(privateState.get()), replacement: { zoneId, listing } });
}

/** Leaves the records of a deleted resource to a later create. Returns whether the resource is replaced for the same zone. */
export function bequeath({ service, privateState }: Context, zoneId: string, records: Records): boolean {
  const { replacement } = asFields(privateState.get()) ?? {};
  const { zoneId: replaced, listing } = asFields(replacement) ?? {};
  const isReplaced = replaced === zoneId;
  // Terraform compares the text, so that a note of something else leads to a refusal.
  const noted = isReplaced ? (asFields(listing) as Listing | undefined) : undefined;
  inheritancesOf(service).set(zoneId, { records, listing: noted });
  return isReplaced;
}

/** Undefined unless the same apply has deleted a resource of the zone. */
export function inheritanceOf({ service }: Context, zoneId: string): Inheritance | undefined {
  return inheritancesOf(service).get(zoneId);
}

const inheritancesOf = onceFor((_: EdgeClient) => new Map<string, Inheritance>());
