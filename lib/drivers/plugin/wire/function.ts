import { printableLines } from '../../../ground/visible';
import type { Parameter } from '../../../functions/parameter';
import type { ProviderFunction } from '../../../functions/provider-function';
import { encodeType } from './schema';
import type { Messages } from './shapes';

const markdown = 1;

export function encodeSignatures(
  functions: readonly ProviderFunction[],
): Messages['GetFunctionsResponse']['functions'] {
  return Object.fromEntries(functions.map((each) => [each.name, encodeSignature(each)]));
}

function encodeSignature(given: ProviderFunction): Messages['FunctionSignature'] {
  const { summary, description, parameters, optional, returns } = given;
  return {
    parameters: parameters.map(encodeParameter),
    ...(optional !== undefined && { variadicParameter: encodeParameter(optional) }),
    return: { type: encodeType(returns) },
    summary,
    description,
    descriptionKind: markdown,
  };
}

function encodeParameter({
  name,
  type,
  description,
  isNullable = false,
}: Parameter): Messages['FunctionParameter'] {
  return {
    name,
    type: type.kind === 'dynamic' ? Buffer.from('"dynamic"') : encodeType(type),
    allowNullValue: isNullable,
    // Terraform itself answers with an unknown result.
    allowUnknownValues: false,
    description,
    descriptionKind: markdown,
  };
}

/** An error of a function, at the parameter with the index if one is wrong. Terraform names it, and ends its sentence with a full stop. */
export function encodeFunctionError(text: string, index?: number): Messages['FunctionError'] {
  return {
    text: printableLines(text).replace(/\.$/, ''),
    ...(index !== undefined && { functionArgument: index }),
  };
}
