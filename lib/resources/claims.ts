import { fieldsOf, isTexts, memberOf, textOf } from '../ground/json';
import { getOrAdd, onceFor } from '../ground/remember';
import { DiagnosticError, errorAt, warningAt, type Diagnostic } from '../schema';
import type { HandlerContext } from './handler';
import { acceptTransfer, newTicket, transferred } from './transfer';

/**
 * How the resources of one plan or apply have an object:
 *
 * - `managed`: an instance that was read has it. Its plan is not known yet; a tainted instance has none.
 * - `kept`: an instance has it and is planned to keep it.
 * - `renamed`: an instance is planned to keep it, and to give it another twin key.
 * - `leaving`: an instance is planned to delete it, or deletes it now.
 * - `sparing`: an instance is planned to be removed from the state only.
 * - `released`: an instance that is deleted leaves it to a create of this apply.
 * - `awaited`: a create counts on its deletion.
 * - `reserved`: a create is planned to adopt it.
 * - `adopted`, `created`: a create of this apply has adopted or created it.
 */
export type Claim = InstanceClaim | CreateClaim;
type InstanceClaim = 'managed' | 'kept' | 'renamed' | 'leaving' | 'sparing';
type CreateClaim = 'released' | 'awaited' | 'reserved' | 'adopted' | 'created';

interface Claims {
  /** By the keys of instances. Two instances have one object after two imports. */
  readonly instances: Map<string, { readonly claim: InstanceClaim; readonly mark: string | undefined }>;
  /** Whether the state has it, as far as Terraform has shown that: without a refresh no instance is read. */
  isStored: boolean;
  /** What the deletion that was planned last has noted. */
  ticket?: string;
  create?: CreateClaim;
}

export type ClaimContext = Pick<HandlerContext<unknown>, 'service' | 'privateState' | 'warn' | 'planNotes'>;

/** What the resources of one plan or apply have and make. */
const newRun = () => ({
  /** By names such as `edge_logpush_job 7 of zone 023e…`. */
  objects: new Map<string, Claims>(),
  /** For each twin key the resources that will have it, and whether this run gives it to them. */
  twinKeys: new Map<string, Map<unknown, boolean>>(),
  /** The keys of the instances that this run imports. */
  imported: new Set<string>(),
  /** For each object the keys of the instances that keep it, by the notes of all processes of this Terraform. */
  keepers: new Map<string, Set<string>>(),
});
const runOfClient = onceFor(newRun);

/** Terraform configures the provider once in each plan and apply, so its client identifies the run. */
function runOf(service: unknown) {
  return typeof service === 'object' && service !== null ? runOfClient(service) : newRun();
}

function claimsOn(service: unknown, object: string): Claims {
  return getOrAdd(runOf(service).objects, object, () => ({ instances: new Map(), isStored: false }));
}

export function claimStored(service: unknown, object: string): void {
  claimsOn(service, object).isStored = true;
}

export function claimOf(service: unknown, object: string): Claim | undefined {
  const { create, isStored, instances } = claimsOn(service, object);
  if (create !== undefined) return create;
  const found = [...instances.values()].map(({ claim }) => claim);
  const claim = (['kept', 'renamed', 'leaving', 'managed'] as const).find((each) => found.includes(each));
  return claim ?? (isStored && found.length === 0 ? 'managed' : undefined);
}

/** Records what a create does with an object. */
export function claimForCreate(service: unknown, object: string, claim: CreateClaim): void {
  const found = claimsOn(service, object);
  if (claim === 'reserved') acceptTransfer(found.ticket);
  found.create = claim;
}

/**
 * Records that an instance which is read manages an object. Call it before the read, so that a plan beside it knows.
 *
 * @param mark - what the instance has left in the object, by which its deletion recognizes it: only those with the same mark share it
 */
export function claimManaged({ service, privateState }: ClaimContext, object: string, mark?: string): void {
  const { instances } = claimsOn(service, object);
  const { claim = 'managed' } = instances.get(keyOf(privateState)) ?? {};
  instances.set(keyOf(privateState), { claim, mark });
}

/** Records after a read whether other instances have the same object: a deletion of this one must leave it to them. */
export function noteSharing({ service, privateState }: ClaimContext): void {
  const { instance } = privateState;
  const shared = [...runOf(service).objects.values()].some(
    (each) => each.instances.has(keyOf(privateState)) && othersThan(privateState, each).some(staysIn),
  );
  if (instance !== undefined) instance.note(shared ? transferred : undefined);
}

/** What two objects must not have in common, such as the name of a job with its dataset and destination. */
export interface TwinKeys {
  /** When the run is complete. Undefined while that is not known. */
  readonly planned: string | undefined;
  /** Undefined for an object that the run creates. */
  readonly prior?: string | undefined;
}

/**
 * Records the twin key that the object of a resource will have. False if another resource of the run will have the same one, unless
 * both had it before, as two that are imported: a plan that changes neither must stay possible. Terraform plans resources in any order, so whichever is planned
 * second is refused.
 */
export function claimTwinKey({ service, privateState }: ClaimContext, { planned, prior }: TwinKeys): boolean {
  if (planned === undefined) return true;
  const { twinKeys } = runOf(service);
  const owners = getOrAdd(twinKeys, planned, () => new Map<unknown, boolean>());
  const { instance } = privateState;
  // A new resource has no key yet, and is planned once.
  const owner = instance?.key ?? privateState;
  const isNew = planned !== prior;
  const others = [...owners].flatMap(([other, isOtherNew]) => (other === owner ? [] : [isOtherNew]));
  owners.set(owner, isNew);
  return !others.some((isOtherNew) => isNew || isOtherNew);
}

export function claimImported({ service, privateState: { instance } }: ClaimContext): void {
  if (instance !== undefined) runOf(service).imported.add(instance.key);
}

/**
 * Records that the plan of an instance keeps its object. False if another resource of the run needs that object, or will have the same
 * twin key. Throws if another instance is planned to delete it, or if it is imported although another instance has it.
 */
export function claimKept(context: ClaimContext, object: string, keys: TwinKeys): boolean {
  const { service, privateState } = context;
  const found = claimsOn(service, object);
  const others = othersThan(privateState, found);
  const { imported } = runOf(service);
  if (others.length > 0 && [...found.instances.keys()].some((key) => imported.has(key)))
    throw new DiagnosticError([importedTwice(object)]);
  if (others.includes('leaving')) throw new DiagnosticError([deletedElsewhere(object)]);
  if (others.some(isPlannedToStay)) context.warn(managedTwice(object));
  const isSame = keys.planned === keys.prior;
  // What is unknown may stay as it is.
  setClaim(privateState, found, isSame ? 'kept' : keys.planned === undefined ? 'managed' : 'renamed');
  const isFree = claimTwinKey(context, keys);
  return isFree && found.create !== 'reserved' && !(isSame && found.create === 'awaited');
}

/**
 * Notes in the plan of a create which existing objects with its twin key are no obstacle for its apply: those that the run replaces,
 * renames, deletes or adopts. The plan of a create whose twin key is not known yet notes only the object that it replaces.
 */
export function noteCreate(
  { planNotes, privateState: { instance } }: ClaimContext,
  kind: string,
  twinKey: string | undefined,
  beside: readonly string[],
): void {
  planNotes?.add({ creates: { kind, twinKey: twinKey ?? null, beside, replaces: instance?.key ?? null } });
}

/**
 * Notes in a plan that a resource keeps an object, which a create must not take. Warns if a resource of another configuration of the
 * provider keeps it too: that one has a process of its own, so no claim shows it.
 *
 * @param twinKey - that the object will have; undefined while that is not known
 */
export function noteKept(context: ClaimContext, object: string, twinKey: string | undefined): void {
  const { service, planNotes, privateState } = context;
  planNotes?.add({ keeps: object, by: keyOf(privateState), twinKey: twinKey ?? null });
  const { keepers, objects } = runOf(service);
  for (const { keeps, by } of (planNotes?.news() ?? []).map(fieldsOf))
    if (typeof keeps === 'string' && typeof by === 'string')
      getOrAdd(keepers, keeps, () => new Set()).add(by);
  const known = objects.get(object)?.instances;
  const others = [...(keepers.get(object) ?? [])].filter((by) => by !== keyOf(privateState));
  if (others.some((by) => known?.has(by) !== true)) context.warn(managedTwice(object));
}

/**
 * For an update in an apply that gives its object another twin key: an object that has it, and is not known to give it up in this
 * apply. Undefined also without the notes of the plan.
 */
export function findStaying<T>(
  { service, planNotes, privateState }: ClaimContext,
  twinKey: string | undefined,
  twins: readonly T[],
  nameOf: (twin: T) => string,
): T | undefined {
  const notes = (planNotes?.all() ?? []).map(fieldsOf);
  if (!notes.some(({ by }) => by === keyOf(privateState))) return undefined;
  return twins.find((twin) => {
    const object = nameOf(twin);
    const claim = claimOf(service, object);
    const isLeaving =
      claim === 'renamed' || claim === 'leaving' || notes.some(({ leaves }) => leaves === object);
    const planned = notes.findLast(({ keeps }) => keeps === object)?.twinKey;
    return !isLeaving && (typeof planned !== 'string' || planned === twinKey);
  });
}

/** What the plan of a create has noted for its apply. Undefined if there is no note of the plan, such as in another folder. */
export function plannedCreate({ planNotes }: ClaimContext, kind: string, twinKey: string | undefined) {
  const notes = readNotes(planNotes?.all() ?? []);
  const creates = notes.creates.filter((each) => each.kind === kind);
  const own = creates.findLast((each) => each.twinKey === twinKey);
  const found = own === undefined ? creates.filter((each) => each.twinKey === undefined) : [own];
  if (found.length === 0) return undefined;
  // The resource that a create replaces was planned to keep its object first.
  const replaced = found.map(({ replaces }) => replaces);
  const beside = new Set(found.flatMap((each) => each.beside));
  const keptOf = (object: string) =>
    notes.keeps.get(object)?.filter(({ by }) => !replaced.includes(by)) ?? [];
  return {
    /** Whether it expects an object to exist and to give up the twin key, see `noteCreate`. */
    isExpected: (object: string) =>
      beside.has(object) && !keptOf(object).some(({ twinKey: of }) => of === undefined),
    /** Whether it knew the twin key, and so has looked for objects that have it. */
    hasLooked: own !== undefined,
    /**
     * Whether another resource keeps an object, such as one of another configuration of the provider. One that gets another twin key gives
     * the object up, or renames it.
     */
    isKept: (object: string) => keptOf(object).some(({ twinKey: of }) => of === undefined || of === twinKey),
  };
}

/**
 * Whether the same Terraform has planned such a create already: then this is the plan of its apply, also without `applied_at`.
 * `withoutKey` if its twin key was not known yet: such a plan adopts nothing.
 */
export function isPlannedAgain(
  { planNotes }: ClaimContext,
  kind: string,
  twinKey: string | undefined,
): 'withKey' | 'withoutKey' | false {
  const creates = readNotes(planNotes?.ofSameRun() ?? []).creates.filter((each) => each.kind === kind);
  if (twinKey === undefined) return false;
  if (creates.some((each) => each.twinKey === twinKey)) return 'withKey';
  return creates.some((each) => each.twinKey === undefined) ? 'withoutKey' : false;
}

/** Whether the same Terraform has planned that an instance keeps an object, which a create must not adopt then. */
export function isPlannedToBeKept({ planNotes }: ClaimContext, object: string): boolean {
  const { creates, keeps } = readNotes(planNotes?.ofSameRun() ?? []);
  return keeps.get(object)?.some(({ by }) => !creates.some(({ replaces }) => replaces === by)) === true;
}

/** Each create of an apply asks for the same notes. */
const readNotes = onceFor((notes: readonly unknown[]) => {
  // By object: which instances keep it, and the twin key that it will have.
  const keeps = new Map<string, { by: string | undefined; twinKey: string | undefined }[]>();
  for (const { keeps: object, by, twinKey } of notes.map(fieldsOf))
    if (typeof object === 'string')
      getOrAdd(keeps, object, () => []).push({ by: textOf(by), twinKey: textOf(twinKey) });
  return { creates: notes.flatMap(readCreate), keeps };
});

function readCreate(note: unknown) {
  const { kind, twinKey, beside, replaces } = fieldsOf(memberOf(note, 'creates'));
  return isTexts(beside) ? [{ kind, twinKey: textOf(twinKey), beside, replaces: textOf(replaces) }] : [];
}

/**
 * Records that an instance is planned to delete its object. False if the object stays: another instance has it too, or a create
 * adopts it. Terraform plans the deletion of an object whose replacement was created first only during the apply.
 */
export function claimLeaving(context: ClaimContext, object: string): boolean {
  const { service, privateState } = context;
  const found = claimsOn(service, object);
  const { create } = found;
  if (create === 'adopted') return false;
  const others = othersThan(privateState, found);
  const { instance } = privateState;
  // The last of several instances that are deleted deletes the object.
  const isShared =
    others.length > 0 ? others.some(staysIn) : instance?.noted === transferred || isSpared(context, object);
  if (isShared || create === 'reserved') {
    // Terraform plans the deletion of a deposed object again during the apply, without what this plan notes of it.
    if (others.length > 0) context.planNotes?.add({ spares: spares(context, object) });
    setClaim(privateState, found, 'sparing');
    instance?.note(transferred);
    context.warn(staysWithAnother(object));
    return false;
  }
  setClaim(privateState, found, 'leaving');
  instance?.note(offerTransfer(service, object));
  context.planNotes?.add({ leaves: object });
  return true;
}

function spares({ privateState }: ClaimContext, object: string): string {
  return `${keyOf(privateState)} ${object}`;
}

/** Whether the plan has noted that the instance leaves the object to another one. Only a process that has read nothing has to know it. */
function isSpared(context: ClaimContext, object: string): boolean {
  const { service, planNotes } = context;
  if (claimsOn(service, object).instances.has(keyOf(context.privateState))) return false;
  const noted = spares(context, object);
  // The plan may be no apply's, and goes on with its own notes.
  return planNotes?.peek().some((note) => memberOf(note, 'spares') === noted) === true;
}

/**
 * Records that the instance whose private state the plan of a create gets is replaced. Throws if another instance has its object
 * too: Terraform may delete that one without asking again.
 */
export function claimReplaced({ service, privateState }: ClaimContext): void {
  for (const [object, found] of runOf(service).objects) {
    if (!found.instances.has(keyOf(privateState))) continue;
    if (othersThan(privateState, found).some(staysIn)) throw new DiagnosticError([replacedAndShared(object)]);
    setClaim(privateState, found, 'leaving');
  }
}

/** For the plan of a deletion that knows of no create: what it notes, see `transfer.ts`. */
export function offerTransfer(service: unknown, object: string): string {
  return (claimsOn(service, object).ticket = newTicket());
}

/** Records that an instance deletes its object now. False if a create of this apply has adopted it. */
export function claimDeletion({ service, privateState }: ClaimContext, object: string): boolean {
  const found = claimsOn(service, object);
  if (found.create === 'adopted') return false;
  delete found.create;
  setClaim(privateState, found, 'leaving');
  return true;
}

/** Records that an instance which is deleted leaves its object to a create, unless that has it already. */
export function claimRelease(service: unknown, object: string): void {
  const found = claimsOn(service, object);
  if (found.create !== 'adopted') found.create = 'released';
}

/** Without a driver that identifies instances, all are one. */
function keyOf({ instance }: ClaimContext['privateState']): string {
  return instance?.key ?? '';
}

function setClaim(
  privateState: ClaimContext['privateState'],
  { instances }: Claims,
  claim: InstanceClaim,
): void {
  instances.set(keyOf(privateState), { claim, mark: instances.get(keyOf(privateState))?.mark });
}

function othersThan(privateState: ClaimContext['privateState'], { instances }: Claims): InstanceClaim[] {
  const own = instances.get(keyOf(privateState));
  return [...instances].flatMap(([key, { claim, mark }]) =>
    key === keyOf(privateState) || (own !== undefined && mark !== own.mark) ? [] : [claim],
  );
}

function staysIn(claim: InstanceClaim): boolean {
  return claim === 'managed' || isPlannedToStay(claim);
}

function isPlannedToStay(claim: InstanceClaim): boolean {
  return claim === 'kept' || claim === 'renamed';
}

const wayOut =
  'Decide which resource has it. Take the other one out of the state without deleting the object: `terraform state rm <address>`, ' +
  'or a `removed` block with `lifecycle { destroy = false }` in place of the resource. Import the object into a resource that is to have it.';

function importedTwice(object: string): Diagnostic {
  return errorAt(
    [],
    'Imported object managed by another resource',
    `A resource of the state has ${object} already, and an object belongs to one resource. Remove the \`import\` block. To give the ` +
      'object to the other resource, use a `moved` block (`moveFromId`), or take the first one out of the state before the import: ' +
      '`terraform state rm <address>`.',
  );
}

function deletedElsewhere(object: string): Diagnostic {
  return errorAt(
    [],
    'Object deleted by another resource',
    `Two resources of the state have ${object}. This one keeps it, and this plan deletes or replaces it as the other one's. ${wayOut}`,
  );
}

function replacedAndShared(object: string): Diagnostic {
  return errorAt(
    [],
    'Replaced object managed by another resource',
    `Two resources of the state have ${object}. The replacement of this one would delete it, and the other one needs it. ${wayOut}`,
  );
}

function managedTwice(object: string): Diagnostic {
  return warningAt(
    [],
    'Object managed by two resources',
    `Two resources of the state have ${object}, and each reverts what the other one changes. ${wayOut}`,
  );
}

export function staysWithAnother(object: string): Diagnostic {
  return warningAt(
    [],
    'Object is not deleted',
    `Another resource has ${object} too, or adopts it in this apply. This resource is removed from the state only. If no resource ` +
      'is left that has it, delete the object by hand.',
  );
}
