import type { Attributes, Contract, Desired, Diagnostic, ObjectValue, Planned, State } from '../schema';

/**
 * Carries out what a contract declares. A handler does not know which driver calls it, never sees the wire, and
 * speaks to the service only through `service`.
 *
 * Errors are thrown: a `DiagnosticError` where the handler knows the attribute and the cure, anything else as it is.
 */
export interface Handler<A extends Attributes, S> {
  /** Looks at a change before it is made: warnings, errors, what else becomes unknown or replaces. Optional. */
  plan?(change: PlannedChange<A>, context: HandlerContext<S>): Promise<Advice>;
  create(desired: Desired<A>, context: ApplyContext<A, S>): Promise<State<A>>;
  /** The object as it is now, or undefined when it is gone. After an import only what `import` gave is set. */
  read(state: State<A>, context: HandlerContext<S>): Promise<State<A> | undefined>;
  update(change: Change<A>, context: ApplyContext<A, S>): Promise<State<A>>;
  /** Returns also when the object is gone already. */
  delete(state: State<A>, context: HandlerContext<S>): Promise<void>;
  /** Finds an object by what a user writes behind `terraform import`; `read` fills in the rest. */
  import(id: string, context: HandlerContext<S>): Promise<Partial<State<A>>>;
  /**
   * Every object that has the contract's natural key, each as `import` would give it: for a driver that keeps no state.
   * Of `key` only the attributes of the natural key are set.
   */
  find?(key: State<A>, context: HandlerContext<S>): Promise<readonly Partial<State<A>>[]>;
}

export interface Change<A extends Attributes> {
  readonly prior: State<A>;
  readonly desired: Desired<A>;
  /** Write-only attributes that are known to have another value than before: no state tells. */
  readonly renewed?: readonly string[];
}

/** `prior` is null for a create, also for one that replaces an object; `planned` and `config` are null for a destroy. */
export interface PlannedChange<A extends Attributes> {
  readonly prior: State<A> | null;
  readonly planned: Planned<A> | null;
  /** As the user wrote it: the only place where a plan sees write-only values. */
  readonly config: Planned<A> | null;
}

/** What a handler adds to a plan. */
export interface Advice {
  /**
   * What attributes that the user left open will be: a value that is sure already, or `unknown` where the apply will
   * tell. Makes an update of a plan that has no change otherwise, so name nothing here when there is nothing to do.
   */
  readonly foreseen?: ObjectValue;
  readonly diagnostics?: readonly Diagnostic[];
  /** Attributes whose change replaces the object this time. */
  readonly replaces?: readonly string[];
}

export interface HandlerContext<S> {
  readonly service: S;
  /** Fires when Terraform is interrupted: pass it on to every call. */
  readonly signal: AbortSignal;
  /** Tells the user something that is not an error. */
  warn(diagnostic: Diagnostic): void;
  /** Tells how slow work goes on, as it goes on: where the driver has a place to show it, otherwise in its log. */
  progress(text: string): void;
  /** Plain JSON that is kept beside the state and shown to nobody. `undefined` until something was put there. */
  readonly privateState: PrivateState;
}

export interface PrivateState {
  get(): unknown;
  set(value: unknown): void;
}

export interface ApplyContext<A extends Attributes, S> extends HandlerContext<S> {
  /**
   * Saves what exists by now. Call it as soon as something was made: if the rest fails, the state holds it and
   * nothing is orphaned.
   */
  keep(part: Partial<State<A>>): void;
}

/** One resource: what it is and what carries it out, as a driver sees it. */
export interface Resource<S> {
  readonly contract: Contract;
  readonly handler: Handler<Attributes, S>;
}

/**
 * Joins a contract and its handler. The exact types end here: a driver hands over only objects that it has brought
 * into the contract's types, which the compiler can't follow.
 */
export function resource<A extends Attributes, S>(
  contract: Contract<A>,
  handler: Handler<A, S>,
): Resource<S> {
  return { contract, handler: handler as unknown as Handler<Attributes, S> };
}
