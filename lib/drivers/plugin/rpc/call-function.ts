import { ArgumentError } from '../../../functions/parameter';
import { isWhollyKnown, unknown, type Value } from '../../../schema';
import { decodeDynamicValue } from '../wire/dynamic-value';
import { encodeFunctionError } from '../wire/function';
import { decodeValue, encodeValue } from '../wire/value';
import type { Procedure } from './procedure';

/** Calls a function. Terraform may do so for a provider that it does not configure. */
export const callFunction: Procedure<'CallFunction'> = (session, { name, arguments: given }) => {
  const called = session.provider.functions?.find((each) => each.name === name);
  if (called === undefined) return { error: encodeFunctionError(`The provider has no function ${name}.`) };
  const { optional } = called;
  const parameters = optional === undefined ? called.parameters : [...called.parameters, optional];
  try {
    const values = given.flatMap((value, index) => {
      const type = (parameters[index] ?? optional)?.type;
      if (type === undefined) return [];
      return [type.kind === 'dynamic' ? decodeDynamicValue(value) : decodeValue(type, value)];
    });
    // Terraform asks only for values that are wholly known, but the protocol lets others ask for objects with unknown members.
    const isKnown = values.every((each) => isWhollyKnown(each as Value));
    return { result: encodeValue(called.returns, isKnown ? called.call(values) : unknown) };
  } catch (error) {
    if (error instanceof ArgumentError) {
      const index = parameters.findIndex((each) => each.name === error.parameter);
      return { error: encodeFunctionError(error.message, index) };
    }
    const texts = session.explain(error).map(({ summary, detail }) => `${summary}: ${detail}`);
    return { error: encodeFunctionError(texts.join('\n')) };
  }
};
