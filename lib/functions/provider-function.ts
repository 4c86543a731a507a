import type { AttributeType, TypeValue, Value } from '../schema';
import { optionsParameter, readOptions, type Options, type OptionTable } from './options';
import type { Parameter } from './parameter';

/** A call as a user writes it, with its result. A test makes it. */
export interface Example {
  /** One call in HCL, perhaps with one entry of its result: `provider::edge::log_fields("dns_logs")["QueryName"]`. */
  readonly code: string;
  readonly result: Value;
}

export interface ProviderFunction {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** The last parameter, which may be left out, of a function with options. */
  readonly optional?: Parameter;
  readonly returns: AttributeType;
  readonly examples: readonly Example[];
  /** `values`: one for each parameter, and what is given for the optional one; all known. @throws an ArgumentError */
  readonly call: (values: readonly unknown[]) => Value;
}

type ArgumentOf<P extends Parameter> = P['type'] extends AttributeType
  ? TypeValue<P['type']> | (P extends { isNullable: true } ? null : never)
  : unknown;

type Arguments<P extends readonly Parameter[]> = { readonly [I in keyof P]: ArgumentOf<P[I]> };

interface Definition<P extends readonly Parameter[], O extends OptionTable> extends Omit<
  ProviderFunction,
  'parameters' | 'optional' | 'call'
> {
  readonly parameters: P;
  readonly options?: O;
  readonly call: (values: Arguments<P>, options: Options<O>) => Value;
}

/** A function with the types of its parameters, which drivers erase: they pass only what Terraform has converted to them. */
export function providerFunction<const P extends readonly Parameter[], const O extends OptionTable>({
  options,
  call,
  ...definition
}: Definition<P, O>): ProviderFunction {
  const { length } = definition.parameters;
  return {
    ...definition,
    ...(options !== undefined && { optional: optionsParameter(options) }),
    call: (values) =>
      call(
        values.slice(0, length) as unknown as Arguments<P>,
        options === undefined ? {} : readOptions(options, values.slice(length)),
      ),
  };
}
