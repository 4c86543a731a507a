import { encode } from '@msgpack/msgpack';
import type { Messages } from '../../../lib/drivers/plugin/wire/shapes';
import {
  isListValue,
  isObjectValue,
  isUnknown,
  isWhollyKnown,
  unknown,
  type Value,
} from '../../../lib/schema';
import type { Connection } from './connection';
import { parseType } from './schema';
import { coerce, decodeValue, encodeValue } from './values';

const service = '/tfplugin6.Provider';

/** The error of a call as Terraform shows it. */
export class FunctionCallError extends Error {}

/** The functions of a provider as Terraform's core calls them: without a configuration, and with its checks of the values. */
export class RemoteFunctions {
  readonly #connection: Connection;
  #signatures: Promise<Readonly<Record<string, Messages['FunctionSignature']>>> | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** What the provider has: OpenTofu asks for the functions alone, Terraform takes them from the schema. */
  signatures(): Promise<Readonly<Record<string, Messages['FunctionSignature']>>> {
    return (this.#signatures ??= this.#read());
  }

  async call(name: string, ...values: readonly unknown[]): Promise<Value> {
    const signature = (await this.signatures())[name];
    if (signature === undefined)
      throw new FunctionCallError(`There is no function named "provider::edge::${name}"`);
    const { parameters, variadicParameter } = signature;
    if (values.length < parameters.length) throw new FunctionCallError('Not enough function arguments');
    const sent: Messages['DynamicValue'][] = [];
    for (const [index, value] of values.entries()) {
      const parameter = parameters[index] ?? variadicParameter;
      if (!parameter) throw new FunctionCallError('Too many function arguments');
      if (value === null && !parameter.allowNullValue) throw invalid(parameter, 'argument must not be null');
      if (!isWhollyKnown(value as Value) && !parameter.allowUnknownValues) return unknown;
      sent.push(encodeArgument(parameter, value));
    }
    return this.request(name, sent);
  }

  async request(name: string, sent: readonly Messages['DynamicValue'][]): Promise<Value> {
    const signature = (await this.signatures())[name];
    const { result, error } = await this.#connection.call(
      `${service}/CallFunction`,
      ['CallFunctionRequest', { name, arguments: sent }],
      'CallFunctionResponse',
    );
    if (error) {
      const { text } = error;
      const functionArgument = Object.hasOwn(error, 'functionArgument') ? error.functionArgument : undefined;
      if (functionArgument === undefined)
        throw new FunctionCallError(`Call to function "${name}" failed: ${text}.`);
      const parameter = signature?.parameters[functionArgument] ?? signature?.variadicParameter;
      if (!parameter) throw new Error(`the provider has no parameter ${functionArgument}`);
      throw invalid(parameter, text);
    }
    return decodeValue(parseType(notationOf(signature?.return.type)), result ?? {});
  }

  async #read(): Promise<Readonly<Record<string, Messages['FunctionSignature']>>> {
    const call = <N extends 'GetFunctionsResponse' | 'GetProviderSchemaResponse' | 'GetMetadataResponse'>(
      method: string,
      response: N,
    ) => this.#connection.call(`${service}/${method}`, ['Empty', {}], response);
    const { functions } = await call('GetFunctions', 'GetFunctionsResponse');
    const schema = await call('GetProviderSchema', 'GetProviderSchemaResponse');
    const metadata = await call('GetMetadata', 'GetMetadataResponse');
    if (JSON.stringify(schema.functions) !== JSON.stringify(functions))
      throw new Error('the schema has other functions than GetFunctions');
    if (metadata.functions?.map(({ name }) => name).join() !== Object.keys(functions).join())
      throw new Error('the metadata names other functions');
    return functions;
  }
}

function invalid({ name }: Messages['FunctionParameter'], text: string): FunctionCallError {
  return new FunctionCallError(`Invalid value for "${name}" parameter: ${text}.`);
}

function encodeArgument(
  { name, type }: Messages['FunctionParameter'],
  value: unknown,
): Messages['DynamicValue'] {
  const notation = notationOf(type);
  if (notation === 'dynamic') return { msgpack: encode(withType(value as Value)) };
  const known = parseType(notation);
  return encodeValue(known, coerce(known, value, name));
}

function notationOf(type: Uint8Array | undefined): unknown {
  return JSON.parse(Buffer.from(type ?? []).toString());
}

/** As Terraform's core sends the value of an expression: its type, and the value by that type. */
function withType(value: Value): unknown {
  return value === null ? null : [Buffer.from(JSON.stringify(typeOf(value))), packed(value)];
}

function typeOf(value: Value): unknown {
  if (isListValue(value)) return ['tuple', value.map(typeOf)];
  if (isObjectValue(value))
    return ['object', Object.fromEntries(Object.entries(value).map(([name, each]) => [name, typeOf(each)]))];
  if (value === null || isUnknown(value)) return 'dynamic';
  return typeof value === 'boolean' ? 'bool' : typeof value === 'bigint' ? 'number' : typeof value;
}

/** A number that is no float64 travels as text. */
function packed(value: Value | bigint): unknown {
  if (typeof value === 'bigint') return String(value);
  if (isListValue(value)) return value.map(packed);
  if (isObjectValue(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, packed(each)]));
  return typeof value === 'number' && !Number.isInteger(value) ? String(value) : value;
}
