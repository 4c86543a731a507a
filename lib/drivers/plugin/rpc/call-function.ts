import { ArgumentError } from '../../../functions/parameter';
import type { ProviderFunction } from '../../../functions/provider-function';
import { isWhollyKnown, unknown, type Value } from '../../../schema';
import type { Session } from '../session';
import { decodeDynamicValue } from '../wire/dynamic-value';
import { encodeFunctionError } from '../wire/function';
import type { Answer, Messages } from '../wire/shapes';
import { decodeValue, encodeValue } from '../wire/value';

/** Terraform may call a function of a provider that it does not configure. */
export function callFunction<S>(session: Session<S>): Answer<'CallFunction'> {
  return ({ name, arguments: given }) => {
    const called = session.provider.functions?.find((each) => each.name === name);
    return Promise.resolve(
      called === undefined
        ? { error: encodeFunctionError(`The provider has no function ${name}.`) }
        : answer(session, called, given),
    );
  };
}

function answer<S>(
  session: Session<S>,
  called: ProviderFunction,
  given: readonly Messages['DynamicValue'][],
): Messages['CallFunctionResponse'] {
  const parameters = [...called.parameters, called.optional];
  try {
    const values = given.map((value, index) => {
      const { type } = parameters[index] ?? called.optional;
      return type.kind === 'dynamic' ? decodeDynamicValue(value) : decodeValue(type, value);
    });
    // Terraform asks only for values that are wholly known, but the protocol lets others ask for objects with unknown members.
    const isKnown = values.every((each) => isWhollyKnown(each as Value));
    return { result: encodeValue(called.returns, isKnown ? called.call(values) : unknown) };
  } catch (error) {
    if (error instanceof ArgumentError) {
      const index = parameters.findIndex(({ name }) => name === error.parameter);
      return { error: encodeFunctionError(error.message, index) };
    }
    const texts = session.explain(error).map(({ summary, detail }) => `${summary}: ${detail}`);
    return { error: encodeFunctionError(texts.join('\n')) };
  }
}
