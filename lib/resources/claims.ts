import { memberOf } from '../ground/json';
import { DiagnosticError, errorAt, warningAt, type Diagnostic } from '../schema';
import type { HandlerContext } from './handler';
import { acceptTransfer, newTicket, transferred } from './transfer';

/**
 * How the resources of one plan or apply have an object:
 *
 * - `managed`: an instance that was read has it. Its plan is not known yet; a tainted instance has none.
 * - `kept`: an instance has it and is planned to keep it.
 * - `leaving`: an instance is planned to delete it, or deletes it now.
 * - `sparing`: an instance is planned to be removed from the state only.
 * - `released`: an instance that is deleted leaves it to a create of this apply.
 * - `awaited`: a create counts on its deletion.
 * - `reserved`: a create is planned to adopt it.
 * - `adopted`, `created`: a create of this apply has adopted or created it.
 */
export type Claim = InstanceClaim | CreateClaim;
type InstanceClaim = 'managed' | 'kept' | 'leaving' | 'sparing';
type CreateClaim = 'released' | 'awaited' | 'reserved' | 'adopted' | 'created';

/** The claims on one object. */
interface Claims {
  /** By the keys of instances. Two instances have one object after two imports. */
  readonly instances: Map<string, { readonly claim: InstanceClaim; readonly mark: string | undefined }>;
  /** Whether the state has it, as far as Terraform has shown that: without a refresh no instance is read. */
  isStored: boolean;
  /** What the deletion that was planned last has noted. */
  ticket?: string;
  create?: CreateClaim;
}

type Context = Pick<HandlerContext<unknown>, 'service' | 'privateState' | 'warn' | 'planNotes'>;

const claimsOf = new WeakMap<object, Map<string, Claims>>();

/**
 * The objects that the instances of one plan or apply manage, by names such as `edge_logpush_job 7 of zone 023e…`. Terraform
 * configures the provider once in each plan and apply, so its client identifies the run.
 */
function claims(service: unknown): Map<string, Claims> {
  if (typeof service !== 'object' || service === null) return new Map();
  const found = claimsOf.get(service) ?? new Map<string, Claims>();
  claimsOf.set(service, found);
  return found;
}

function claimsOn(service: unknown, object: string): Claims {
  const found = claims(service).get(object) ?? newClaims();
  claims(service).set(object, found);
  return found;
}

function newClaims(): Claims {
  return { instances: new Map(), isStored: false };
}

/** Records that the state has an object. */
export function claimStored(service: unknown, object: string): void {
  claimsOn(service, object).isStored = true;
}

export function claimOf(service: unknown, object: string): Claim | undefined {
  const { create, isStored, instances } = claims(service).get(object) ?? newClaims();
  if (create !== undefined) return create;
  const found = [...instances.values()].map(({ claim }) => claim);
  const claim = (['kept', 'leaving', 'managed'] as const).find((each) => found.includes(each));
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
export function claimManaged({ service, privateState }: Context, object: string, mark?: string): void {
  const { instances } = claimsOn(service, object);
  const { claim = 'managed' } = instances.get(keyOf(privateState)) ?? {};
  instances.set(keyOf(privateState), { claim, mark });
}

/** Records after a read whether other instances have the same object: a deletion of this one must leave it to them. */
export function noteSharing({ service, privateState }: Context): void {
  const { instance } = privateState;
  const shared = [...claims(service).values()].some(
    (each) => each.instances.has(keyOf(privateState)) && othersThan(privateState, each).some(staysIn),
  );
  if (instance !== undefined) instance.note(shared ? transferred : undefined);
}

/**
 * Records that the plan of an instance keeps its object. False if a create counts on that object. Throws if another instance is
 * planned to delete it.
 */
export function claimKept(context: Context, object: string): boolean {
  const { service, privateState } = context;
  const found = claimsOn(service, object);
  const others = othersThan(privateState, found);
  if (others.includes('leaving')) throw new DiagnosticError([deletedElsewhere(object)]);
  if (others.includes('kept')) context.warn(managedTwice(object));
  setClaim(privateState, found, 'kept');
  return found.create !== 'awaited' && found.create !== 'reserved';
}

/**
 * Records that an instance is planned to delete its object. False if the object stays: another instance has it too, or a create
 * adopts it. Terraform plans the deletion of an object whose replacement was created first only during the apply.
 */
export function claimLeaving(context: Context, object: string): boolean {
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
  return true;
}

function spares({ privateState }: Context, object: string): string {
  return `${keyOf(privateState)} ${object}`;
}

/** Whether the plan has noted that the instance leaves the object to another one. Only a process that has read nothing has to know it. */
function isSpared(context: Context, object: string): boolean {
  const { service, planNotes } = context;
  if (claimsOn(service, object).instances.has(keyOf(context.privateState))) return false;
  const noted = spares(context, object);
  return planNotes?.all().some((note) => memberOf(note, 'spares') === noted) === true;
}

/**
 * Records that the instance whose private state the plan of a create gets is replaced. Throws if another instance has its object
 * too: Terraform may delete that one without asking again.
 */
export function claimReplaced({ service, privateState }: Context): void {
  for (const [object, found] of claims(service)) {
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
export function claimDeletion({ service, privateState }: Context, object: string): boolean {
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
function keyOf({ instance }: Context['privateState']): string {
  return instance?.key ?? '';
}

function setClaim(privateState: Context['privateState'], { instances }: Claims, claim: InstanceClaim): void {
  instances.set(keyOf(privateState), { claim, mark: instances.get(keyOf(privateState))?.mark });
}

function othersThan(privateState: Context['privateState'], { instances }: Claims): InstanceClaim[] {
  const own = instances.get(keyOf(privateState));
  return [...instances].flatMap(([key, { claim, mark }]) =>
    key === keyOf(privateState) || (own !== undefined && mark !== own.mark) ? [] : [claim],
  );
}

function staysIn(claim: InstanceClaim): boolean {
  return claim === 'managed' || claim === 'kept';
}

const wayOut =
  'Decide which resource has it. Take the other one out of the state without deleting the object: `terraform state rm <address>`, ' +
  'or a `removed` block with `lifecycle { destroy = false }` in place of the resource. Import the object into a resource that is to have it.';

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
    'Object will not be deleted',
    `Another resource has ${object} too, or adopts it in this apply. This resource is removed from the state only. If no resource ` +
      'is left that has it, delete the object by hand.',
  );
}
