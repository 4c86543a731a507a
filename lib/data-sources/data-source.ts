import type { Caller } from '../resources/handler';
import type { Attributes, Contract, Desired, ObjectValue, State } from '../schema';

export interface DataSource<S> {
  readonly contract: Contract;
  /** @throws a DiagnosticError where there is no such object, or several */
  readonly read: (config: ObjectValue, context: Caller<S>) => Promise<ObjectValue>;
}

/** Combines a contract with its reader. Erases their exact types: drivers pass only what they coerced to the contract. */
export function dataSource<A extends Attributes, S>(
  contract: Contract<A>,
  read: (config: Desired<A>, context: Caller<S>) => Promise<State<A>>,
): DataSource<S> {
  return { contract, read } as unknown as DataSource<S>;
}
