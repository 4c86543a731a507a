import type { EdgeClient } from '../client';
import type {
  Approval,
  Attributes,
  Contract,
  Desired,
  Diagnostic,
  Listing,
  ObjectValue,
  Planned,
  State,
} from '../schema';
import type { RetiredObject } from '../retired';
import type { Settings } from './settings';

/**
 * Implements the operations of a contract. A handler does not depend on the driver that calls it, and calls the API only
 * through `service`.
 *
 * It throws a `DiagnosticError` if it knows the attribute and the fix, and passes on any other error unchanged.
 */
export interface Handler<A extends Attributes, S> {
  /** Checks what depends on the provider's configuration and needs no call. Values may be unknown. Optional. */
  validate?(config: ObjectValue, settings: Settings): readonly Diagnostic[];
  /** Previews a change: adds diagnostics, predicted values and replacements to the plan. Optional. */
  plan?(change: PlannedChange<A>, context: HandlerContext<S>): Promise<Advice>;
  create(desired: Desired<A>, context: ApplyContext<A, S>): Promise<State<A>>;
  /** The current object, or undefined if it no longer exists. After an import, `state` has only what `import` returned. */
  read(state: State<A>, context: HandlerContext<S>): Promise<State<A> | undefined>;
  update(change: Change<A>, context: ApplyContext<A, S>): Promise<State<A>>;
  /** Deletes the object. Succeeds also if it no longer exists. */
  delete(state: State<A>, context: HandlerContext<S>): Promise<void>;
  /** Finds an object by its import ID; `read` fills in the rest. */
  import(id: string, context: HandlerContext<S>): Promise<Partial<State<A>>>;
  /** All objects of a zone or an account, of those that the identity names. It reads what all need: `read` makes few calls after it. Optional. */
  list?(owner: Owner, context: HandlerContext<S>): Promise<Listed>;
  /**
   * The state of an object that a resource of the service's own provider manages, for a configuration that takes it over: what an import
   * and its first read give, as far as the old state has it. Makes no call: Terraform configures no provider for a move, and reads the
   * object afterwards. Called for objects whose successor this resource is. Optional.
   *
   * @throws an UnreadableState where the old state lacks what identifies the object
   */
  move?(object: RetiredObject, context: Pick<HandlerContext<S>, 'privateState'>): Partial<State<A>>;
  /** Finds all objects with a natural key, which is all that `key` has, as `import` returns them, for a driver without state. */
  find?(key: State<A>, context: HandlerContext<S>): Promise<readonly Partial<State<A>>[]>;
}

export interface Owner extends NamedObject {
  readonly kind: 'zone' | 'account';
  /** The account itself, or that of the zone. */
  readonly account: NamedObject;
}

export interface NamedObject {
  readonly id: string;
  readonly name: string;
}

export interface Listed {
  readonly objects: readonly ListedObject[];
  /** Objects of the product that no resource can have. */
  readonly leftOut: readonly Remark[];
}

export interface ListedObject {
  /** The partial state that `import` returns. */
  readonly found: ObjectValue;
  /** Whether `found` is what `read` returns after an import. @default - `read` fills in the rest */
  readonly isRead?: boolean;
  /** Import ID with the ID of the object. */
  readonly importId: string;
  /** Name and ID for people: `example.com: job 11 "errors"`. */
  readonly label: string;
  /** Noun for such objects, in the plural. */
  readonly kind: string;
  /** Whether the attributes have a secret, which code must not have. */
  readonly hasSecret?: boolean;
  /** Settings that an import keeps, and no attribute shows. */
  readonly unmanaged?: readonly Remark[];
  /** Secrets that the API does not return, and a change may need. */
  readonly secrets?: readonly Remark[];
}

/** One object, or a part of one, that code does not have. */
export interface Remark {
  /** Noun for such objects, in the plural: `jobs of other kinds`. */
  readonly kind: string;
  /** The reason, which all objects of the kind share. */
  readonly reason: string;
  /** Name and ID for people. */
  readonly object: string;
}

export interface Change<A extends Attributes> {
  readonly prior: State<A>;
  readonly desired: Desired<A>;
  /** Write-only attributes whose value has changed. The state cannot show this. */
  readonly renewed?: readonly string[];
}

/** A change in a plan. `prior` is null for a create, including the create of a replacement. `planned` and `config` are null for a destroy. */
export interface PlannedChange<A extends Attributes> {
  readonly prior: State<A> | null;
  readonly planned: Planned<A> | null;
  /** The configuration as written. Only here does a plan see write-only values. */
  readonly config: Planned<A> | null;
}

export interface Advice {
  /** Values of attributes that the configuration omits: certain, or `unknown`. One turns a no-op into an update, so only where that has work to do. */
  readonly predicted?: ObjectValue;
  readonly diagnostics?: readonly Diagnostic[];
  /** Attributes whose change replaces the object in this plan only. */
  readonly replaces?: readonly string[];
  /** The irreversible part, for a contract with a `listing`. Undefined if it is not known: then the apply must do nothing irreversible. */
  readonly listing?: Listing | undefined;
}

export interface HandlerContext<S> {
  readonly service: S;
  readonly settings: Settings;
  /** Aborted when Terraform is interrupted. Pass it to every call. */
  readonly signal: AbortSignal;
  warn(diagnostic: Diagnostic): void;
  /** Reports the progress of a slow operation. The driver shows it to the user if it can, otherwise it logs it. */
  progress(text: string): void;
  /** Terraform's private state: plain JSON that is stored with the state and not shown. `undefined` until it is set. */
  readonly privateState: PrivateState;
}

export type Context = HandlerContext<EdgeClient>;

export type Caller<S> = Pick<HandlerContext<S>, 'service' | 'signal'>;

export interface PrivateState {
  get(): unknown;
  set(value: unknown): void;
}

export interface ApplyContext<A extends Attributes, S> extends HandlerContext<S> {
  /** Saves a partial state. Call it as soon as an object exists: if the rest of the apply fails, it is not orphaned. */
  keep(part: Partial<State<A>>): void;
  /** The irreversible effects that the approved plan lists. Undefined where the driver has no plan. */
  readonly approved?: Approval;
}

export interface Resource<S> {
  readonly contract: Contract;
  readonly handler: Handler<Attributes, S>;
}
