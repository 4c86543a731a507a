import { warningAt, type Diagnostic } from '../schema';
import { claims, type Claim } from './claims';

/** Existing objects that do the same work as a new one would, without the one that it replaces. The first one is adopted. */
export interface Twins<T> {
  readonly service: object;
  readonly twins: readonly T[];
  /** The key of an object in `claims`. */
  readonly keyOf: (twin: T) => string;
}

export interface TwinMessages<T> {
  /** For a twin that no resource of the configuration is known to manage. */
  exists(twin: T): Diagnostic;
  willBeAdopted(twin: T): Diagnostic;
  /** For a twin that a resource of the configuration manages, which may be tainted or about to be deleted. */
  isManaged(twin: T): Diagnostic;
  /** For a twin that a resource of the configuration keeps, or that another create counts on. */
  isManagedElsewhere(twin: T): Diagnostic;
}

export interface TwinPlan<T> {
  /** The twin that the apply adopts, unless the same apply deletes it first. */
  readonly adopted?: T;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Plans what becomes of the twins of a new object. Terraform plans resources in any order: whichever of two that need the
 * same object is planned second reports it.
 */
export function planTwins<T>(found: Twins<T>, onExisting: string, messages: TwinMessages<T>): TwinPlan<T> {
  const unmanaged = withClaim(found, undefined);
  const managed = withClaim(found, 'managed', 'leaving');
  const [taken] = withClaim(found, 'kept', 'awaited');
  if (onExisting === 'adopt') {
    const [adopted] = [...unmanaged, ...managed];
    if (adopted === undefined) return refuse(taken, messages);
    claims(found.service).set(found.keyOf(adopted), 'awaited');
    return { adopted, diagnostics: [messages.willBeAdopted(adopted)] };
  }
  const [existing] = unmanaged;
  if (existing !== undefined) return { diagnostics: [messages.exists(existing)] };
  if (taken !== undefined) return refuse(taken, messages);
  for (const twin of managed) claims(found.service).set(found.keyOf(twin), 'awaited');
  return { diagnostics: managed.map((twin) => messages.isManaged(twin)) };
}

/** The twins that a create of this apply may adopt: no resource has created, adopted, kept or begun to delete them. */
export function adoptableTwins<T>(found: Twins<T>): readonly T[] {
  // An apply plans once more before it creates, so this resource itself may await the twin.
  return withClaim(found, undefined, 'awaited');
}

/** The twins that a create of this apply may replace: those, and the ones that are being deleted. */
export function replaceableTwins<T>(found: Twins<T>): readonly T[] {
  return withClaim(found, undefined, 'awaited', 'leaving');
}

/** The twins that a create replaces, or may adopt: no resource keeps them. */
export function leavingTwins<T>(found: Twins<T>): readonly T[] {
  return withClaim(found, undefined, 'managed', 'awaited', 'leaving');
}

/** For a deletion that leaves its object to another resource of the apply. `what` is the object: `job 7 of zone …`. */
export function keptForAnother(kind: string, what: string): Diagnostic {
  return warningAt(
    [],
    `${kind} not deleted`,
    `Another resource has adopted ${what} in this apply. This resource is removed from the state only.`,
  );
}

function refuse<T>(taken: T | undefined, messages: TwinMessages<T>): TwinPlan<T> {
  return { diagnostics: taken === undefined ? [] : [messages.isManagedElsewhere(taken)] };
}

function withClaim<T>({ service, twins, keyOf }: Twins<T>, ...accepted: (Claim | undefined)[]): T[] {
  return twins.filter((twin) => accepted.includes(claims(service).get(keyOf(twin))));
}
