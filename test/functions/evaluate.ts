import type { RemoteFunctions } from '../support/terraform-client/functions';
import type { Value } from '../../lib/schema';

/** The types of the package would add those of browsers to the whole project. */
const { parse } = jest.requireActual<{
  parse: (file: string, text: string) => Promise<{ values: readonly unknown[] }>;
}>('@cdktf/hcl2json');

/** Evaluates a call in HCL whose values are literals and further calls, with perhaps one entry of the result. */
export async function evaluate(functions: RemoteFunctions, code: string): Promise<Value> {
  const [, name = '', values = '', key] =
    /^provider::edge::(\w+)\(([^]*)\)(?:\["(\w+)"\])?$/.exec(code) ?? [];
  const given = (await parse('example.tf', `values = [${values}]`)).values;
  const evaluated = await Promise.all(
    given.map((each) => {
      const [, inner] = typeof each === 'string' ? (/^\$\{([^]*)\}$/.exec(each) ?? []) : [];
      return inner === undefined ? each : evaluateInner(functions, inner);
    }),
  );
  const result = await functions.call(name, ...evaluated);
  return key === undefined ? result : ((result as Readonly<Record<string, Value>>)[key] ?? null);
}

async function evaluateInner(functions: RemoteFunctions, code: string): Promise<Value> {
  const [, value] = /^jsonencode\(([^]*)\)$/.exec(code) ?? [];
  if (value === undefined) return evaluate(functions, code);
  return JSON.stringify((await parse('example.tf', `values = [${value}]`)).values[0]);
}
