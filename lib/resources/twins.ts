import { DiagnosticError, errorAt, warningAt, type Diagnostic } from '../schema';
import {
  claimForCreate,
  claimKept,
  claimOf,
  claimTwinKey,
  findStaying,
  isPlannedAgain,
  isPlannedToBeKept,
  noteCreate,
  noteKept,
  plannedCreate,
  type Claim,
  type ClaimContext,
  type TwinKeys,
} from './claims';

/** Existing objects that do the same work as a new one would, without the one that it replaces. The first one is adopted. */
export interface Twins<T> {
  readonly context: ClaimContext;
  /** The type of the resource. */
  readonly kind: string;
  /** Of the new object. Undefined while that is not known. */
  readonly twinKey: string | undefined;
  readonly twins: readonly T[];
  /** The key of an object in `claims`. */
  readonly keyOf: (twin: T) => string;
  /** Whether the object exists that the new one replaces. */
  readonly hasReplaced: boolean;
}

export interface TwinMessages<T> {
  /** For a twin that no resource of the configuration is known to manage. */
  exists(twin: T): Diagnostic;
  willBeAdopted(twin: T): readonly Diagnostic[];
  /** For a twin that a resource of the configuration manages, which may be tainted or about to be deleted. */
  isManaged(twin: T): Diagnostic;
  /** For a twin that a resource of the configuration keeps, or that another create counts on. */
  isManagedElsewhere(twin: T): Diagnostic;
  /** For a new object that another resource of the configuration makes too. */
  madeTwice(): Diagnostic;
}

export interface TwinPlan<T> {
  /** The twin that the apply adopts, unless the same apply deletes it first. */
  readonly adopted?: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** An object that a resource is planned to make. */
export interface NewObject<T> extends Pick<Twins<T>, 'context' | 'kind' | 'twinKey'> {
  /** Whether the plan is the one that Terraform makes during an apply. */
  readonly isApplied: boolean;
  /** Whether it may adopt a twin. */
  readonly adopts: boolean;
  /** The name in claims of the object that it replaces. */
  readonly replaced: string | undefined;
  /** Undefined while it is not known whose object it is. */
  readonly known:
    | {
        readonly messages: TwinMessages<T>;
        /** With what to report where there are none. */
        readonly find: () => Promise<Twins<T> & { readonly ifNone?: readonly Diagnostic[] }>;
      }
    | undefined;
}

/** A twin of the new object is refused or adopted. During the apply the create decides: its plan has refused what it has to. */
export async function planNew<T>(object: NewObject<T>): Promise<TwinPlan<T>> {
  const { context, kind, twinKey, isApplied, adopts, replaced, known } = object;
  const again = isApplied ? 'withKey' : isPlannedAgain(context, kind, twinKey);
  const isAgain = again === 'withKey';
  const isFree = isApplied || claimTwinKey(context, { planned: twinKey });
  const note = (twins: readonly string[]) => {
    if (!isAgain)
      noteCreate(context, kind, twinKey, [...(replaced === undefined ? [] : [replaced]), ...twins]);
  };
  if (known === undefined) {
    note([]);
    return { diagnostics: [] };
  }
  const twice = isFree ? [] : [known.messages.madeTwice()];
  // A first plan without the twin key has promised to adopt none.
  if (adopts ? again === 'withoutKey' : isAgain) return { diagnostics: twice };
  const found = await known.find();
  if (isAgain) return { adopted: plannedTwin(found), diagnostics: twice };
  const { adopted, diagnostics } = planTwins(found, adopts, known.messages);
  note(found.twins.map(found.keyOf));
  // An existing object that another resource has says the same, with its id.
  const isSaid = diagnostics.some(({ severity }) => severity === 'error');
  return {
    adopted,
    diagnostics: [
      ...(found.twins.length === 0 ? (found.ifNone ?? []) : diagnostics),
      ...(adopts && replaced !== undefined && found.hasReplaced ? [replacedNotAdopted(replaced)] : []),
      ...(isSaid ? [] : twice),
    ],
  };
}

/**
 * Plans what becomes of the twins of a new object. Terraform plans resources in any order: whichever of two that need the
 * same object is planned second reports it.
 *
 * A twin that an instance has is never adopted unless it is planned for deletion: a tainted instance may keep it as a deposed object
 * until the new one exists.
 */
function planTwins<T>(found: Twins<T>, adopts: boolean, messages: TwinMessages<T>): TwinPlan<T> {
  const { service } = found.context;
  const unmanaged = withClaim(found, undefined);
  const leaving = withClaim(found, 'leaving');
  const managed = withClaim(found, 'managed');
  const [taken] = withClaim(found, 'kept', 'awaited', 'reserved');
  const [existing] = adopts ? [...unmanaged, ...leaving] : unmanaged;
  if (existing !== undefined && adopts) {
    claimForCreate(service, found.keyOf(existing), 'reserved');
    return { adopted: existing, diagnostics: messages.willBeAdopted(existing) };
  }
  if (existing !== undefined) return { diagnostics: [messages.exists(existing)] };
  if (taken !== undefined) return { diagnostics: [messages.isManagedElsewhere(taken)] };
  const counted = [...managed, ...leaving];
  for (const twin of counted) claimForCreate(service, found.keyOf(twin), 'awaited');
  return { diagnostics: counted.map((twin) => messages.isManaged(twin)) };
}

/**
 * The twin that a create adopts whose plan Terraform makes again during the apply. Instances that are planned after it have not claimed
 * what they keep yet.
 */
function plannedTwin<T>(found: Twins<T>): T | undefined {
  return adoptableTwins(found).find((twin) => !isPlannedToBeKept(found.context, found.keyOf(twin)));
}

/** For the plan of a change: another resource of the plan may count on the object. */
export function planKept(
  context: ClaimContext,
  object: string,
  keys: TwinKeys,
  isApplied: boolean,
  managedElsewhere: () => Diagnostic,
): Diagnostic[] {
  const isFree = claimKept(context, object, keys);
  if (!isApplied) noteKept(context, object, keys.planned);
  return isFree ? [] : [managedElsewhere()];
}

/**
 * The twin that a create adopts: the one that its plan shows; without a plan the oldest one with `on_existing = "adopt"`. An object that
 * another resource has created or adopted in this apply is none.
 *
 * @throws where its plan has not seen an obstacle, or another resource keeps the twin
 */
export function twinToAdopt<T extends { readonly id: string | number }>(
  found: Twins<T>,
  onExisting: string,
  planned: { readonly adopted: unknown; readonly id: unknown } | undefined,
  messages: TwinMessages<T>,
): T | undefined {
  const adoptable = adoptableTwins(found);
  const isPlanned = typeof planned?.adopted === 'boolean';
  const adopts = isPlanned ? planned.adopted : onExisting === 'adopt';
  const chosen = isPlanned ? adoptable.find(({ id }) => String(id) === planned.id) : adoptable[0];
  const adopted = adopts ? chosen : undefined;
  if (adopts && isPlanned && adopted === undefined)
    throw new DiagnosticError([goneTwin(found.keyOf({ id: String(planned.id) } as T))]);
  const noted = plannedCreate(found.context, found.kind, found.twinKey);
  if (adopted !== undefined && noted?.isKept(found.keyOf(adopted)) === true)
    throw new DiagnosticError([messages.isManagedElsewhere(adopted)]);
  const obstacle = adopted === undefined ? findObstacle(found) : undefined;
  if (obstacle !== undefined) throw new DiagnosticError([messages.exists(obstacle)]);
  return adopted;
}

/** Refuses to give an object the twin key of another one that keeps it, as far as the plan could not. */
export async function refuseStaying<T>(
  context: ClaimContext,
  { planned, prior }: TwinKeys,
  find: () => Twins<T> | Promise<Twins<T>>,
  exists: (twin: T) => Diagnostic,
): Promise<void> {
  if (prior === planned || context.planNotes === undefined) return;
  const { twins, keyOf } = await find();
  const staying = findStaying(context, planned, twins, keyOf);
  if (staying !== undefined) throw new DiagnosticError([exists(staying)]);
}

/** The twins that a create of this apply may adopt: no resource has created, adopted, kept or begun to delete them. */
export function adoptableTwins<T>(found: Twins<T>): readonly T[] {
  // An apply plans once more before it creates, so this resource itself may await the twin.
  return withClaim(found, undefined, 'awaited', 'reserved');
}

/** A twin that a create of this apply must not be made beside: a resource keeps it, or its plan has not expected it. */
function findObstacle<T>(found: Twins<T>): T | undefined {
  const noted = plannedCreate(found.context, found.kind, found.twinKey);
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
function replacedNotAdopted(name: string): Diagnostic {
  return warningAt(
    ['on_existing'],
    'Replaced object is not adopted',
    `This creates a new object in place of ${name}, although \`on_existing\` is "adopt": Terraform would delete what both share. With ` +
      '`create_before_destroy`, an apply in another folder than that of the plan cannot know this. Terraform refuses it there ' +
      '("inconsistent final plan"): set `on_existing` to "refuse" for the replacement.',
  );
}

/** For a create whose plan adopts an object that no longer exists, or that another resource has by now. */
function goneTwin(name: string): Diagnostic {
  return errorAt(
    ['on_existing'],
    'Nothing to adopt',
    `The plan adopts ${name}, which no longer exists or is no longer a twin of this one. Nothing was changed. Plan again.`,
  );
}

function withClaim<T>({ context, twins, keyOf }: Twins<T>, ...accepted: (Claim | undefined)[]): T[] {
  return twins.filter((twin) => accepted.includes(claimOf(context.service, keyOf(twin))));
}
