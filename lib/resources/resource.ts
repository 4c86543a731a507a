import { systemClock } from '../client/clock';
import { withTimeouts, type Attributes, type Contract } from '../schema';
import type { ResourceCode } from './code';
import type { Handler, Resource } from './handler';
import { limitTimes } from './time-limits';

/** Adds `timeouts` to a contract and its handler. Erases their exact types: drivers pass only objects that they coerced to the contract. */
export function resource<A extends Attributes, S>(
  contract: Contract<A>,
  handler: Handler<A, S>,
): Resource<S> {
  return {
    contract: withTimeouts(contract),
    handler: limitTimes(handler as unknown as Handler<Attributes, S>, systemClock),
  };
}

export function describedResource<A extends Attributes, S, Type extends string>(
  code: ResourceCode<Type> & { readonly contract: Contract<A> },
  handler: Handler<A, S>,
): Resource<S> & { readonly code: ResourceCode<Type> } {
  return { ...resource(code.contract, handler), code };
}
