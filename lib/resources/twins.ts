import { errorAt, warningAt, type Diagnostic } from '../schema';
import { claimForCreate, claimOf, isPlannedToBeKept, type Claim, type PlannedCreate } from './claims';

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
  readonly adopted?: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Plans what becomes of the twins of a new object. Terraform plans resources in any order: whichever of two that need the
 * same object is planned second reports it.
 *
 * A twin that an instance has is never adopted unless it is planned for deletion: a tainted instance may keep it as a deposed object
 * until the new one exists.
 */
export function planTwins<T>(found: Twins<T>, onExisting: string, messages: TwinMessages<T>): TwinPlan<T> {
  const { service, keyOf } = found;
  const unmanaged = withClaim(found, undefined);
  const leaving = withClaim(found, 'leaving');
  const managed = withClaim(found, 'managed');
  const [taken] = withClaim(found, 'kept', 'awaited', 'reserved');
  const [existing] = onExisting === 'adopt' ? [...unmanaged, ...leaving] : unmanaged;
  if (existing !== undefined && onExisting === 'adopt') {
    claimForCreate(service, keyOf(existing), 'reserved');
    return { adopted: existing, diagnostics: [messages.willBeAdopted(existing)] };
  }
  if (existing !== undefined) return { diagnostics: [messages.exists(existing)] };
  if (taken !== undefined) return { diagnostics: [messages.isManagedElsewhere(taken)] };
  const counted = [...managed, ...leaving];
  for (const twin of counted) claimForCreate(service, keyOf(twin), 'awaited');
  return { diagnostics: counted.map((twin) => messages.isManaged(twin)) };
}

/** The twins that a create of this apply may adopt: no resource has created, adopted, kept or begun to delete them. */
export function adoptableTwins<T>(found: Twins<T>): readonly T[] {
  // An apply plans once more before it creates, so this resource itself may await the twin.
  return withClaim(found, undefined, 'awaited', 'reserved');
}

/**
 * The twin that a create adopts whose plan Terraform makes again during the apply. Instances that are planned after it have not claimed
 * what they keep yet.
 */
export function plannedTwin<T>(
  found: Twins<T>,
  context: Parameters<typeof isPlannedToBeKept>[0],
): T | undefined {
  return adoptableTwins(found).find((twin) => !isPlannedToBeKept(context, found.keyOf(twin)));
}

/** A twin that a create of this apply must not be made beside: a resource keeps it, or its plan has not expected it. */
export function findObstacle<T>(found: Twins<T>, noted: PlannedCreate | undefined): T | undefined {
  const [kept] = withClaim(found, 'kept');
  if (kept !== undefined || noted === undefined) return kept;
  const left = withClaim(found, undefined, 'managed', 'awaited', 'reserved');
  return left.find((twin) => !noted.isExpected(found.keyOf(twin)));
}

/** The twins that a create of this apply may replace: those, and the ones that are being deleted. */
export function replaceableTwins<T>(found: Twins<T>): readonly T[] {
  return withClaim(found, undefined, 'awaited', 'reserved', 'leaving');
}

/** The twins that a create replaces, or may adopt: no resource keeps them. */
export function leavingTwins<T>(found: Twins<T>): readonly T[] {
  return withClaim(found, undefined, 'managed', 'awaited', 'reserved', 'leaving');
}

/** For a deletion that leaves its object to another resource of the apply. `what` is the object: `job 7 of zone …`. */
export function keptForAnother(kind: string, what: string): Diagnostic {
  return warningAt(
    [],
    `${kind} not deleted`,
    `Another resource has adopted ${what} in this apply. This resource is removed from the state only.`,
  );
}

/** For the plan of a replacement with `on_existing = "adopt"`. */
export function replacedNotAdopted(name: string): Diagnostic {
  return warningAt(
    ['on_existing'],
    'Replaced object is not adopted',
    `This creates a new object in place of ${name}, although \`on_existing\` is "adopt": Terraform would delete what both share. With ` +
      '`create_before_destroy`, an apply in another folder than that of the plan cannot know this. Terraform refuses it there ' +
      '("inconsistent final plan"): set `on_existing` to "refuse" for the replacement.',
  );
}

/** For a create whose plan adopts an object that no longer exists, or that another resource has by now. */
export function goneTwin(name: string): Diagnostic {
  return errorAt(
    ['on_existing'],
    'Nothing to adopt',
    `The plan adopts ${name}, which no longer exists or is no longer a twin of this one. Nothing was changed. Plan again.`,
  );
}

function withClaim<T>({ service, twins, keyOf }: Twins<T>, ...accepted: (Claim | undefined)[]): T[] {
  return twins.filter((twin) => accepted.includes(claimOf(service, keyOf(twin))));
}
