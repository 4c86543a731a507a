import type { Attributes, Contract, Desired, ObjectValue } from '../schema';
import type { HandlerContext } from './handler';

export type ActionContext<S> = Pick<HandlerContext<S>, 'service' | 'signal' | 'warn' | 'progress'>;

/** An action for drivers: something that the service does once, when a user or a change of a resource asks for it. */
export interface Action<S> {
  readonly contract: Contract;
  readonly invoke: (config: ObjectValue, context: ActionContext<S>) => Promise<void>;
}

/** Combines a contract with what it does. Erases their exact types: drivers pass only what they coerced to the contract. */
export function action<A extends Attributes, S>(
  contract: Contract<A>,
  invoke: (config: Desired<A>, context: ActionContext<S>) => Promise<void>,
): Action<S> {
  return { contract, invoke } as unknown as Action<S>;
}
