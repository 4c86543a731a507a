import type { EdgeClient } from '../../client';
import { textOf } from '../../ground/json';
import type { HandlerContext } from '../handler';
import { asFields } from '../narrow';
import type { Records } from './apply';

/** What a replaced resource leaves to its replacement in the same apply: a create gets nothing of the old state. */
export interface Inheritance {
  readonly records: Records;
  /** `changes` of the approved plan, null if there are none. Undefined if the plan did not know them. */
  readonly approved: string | null | undefined;
}

type Context = Pick<HandlerContext<EdgeClient>, 'service' | 'privateState'>;

/** Notes in the plan of a create what it shows: if the create replaces a resource, the deletion of that one gets the note. */
export function noteReplacement(
  { privateState }: Context,
  zoneId: string,
  changes: Inheritance['approved'],
): void {
  privateState.set({ ...asFields(privateState.get()), replacement: { zoneId, changes } });
}

/** Leaves the records of a deleted resource to a later create. Returns whether the resource is replaced for the same zone. */
export function bequeath({ service, privateState }: Context, zoneId: string, records: Records): boolean {
  const { replacement } = asFields(privateState.get()) ?? {};
  const { zoneId: replaced, changes } = asFields(replacement) ?? {};
  const isReplaced = replaced === zoneId;
  const approved = isReplaced ? (changes === null ? null : textOf(changes)) : undefined;
  const ofClient = inheritances.get(service) ?? new Map<string, Inheritance>();
  inheritances.set(service, ofClient.set(zoneId, { records, approved }));
  return isReplaced;
}

/** Undefined unless the same apply has deleted a resource of the zone. */
export function inheritanceOf({ service }: Context, zoneId: string): Inheritance | undefined {
  return inheritances.get(service)?.get(zoneId);
}

const inheritances = new WeakMap<EdgeClient, Map<string, Inheritance>>();
