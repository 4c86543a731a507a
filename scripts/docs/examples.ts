import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Testing, type App, type TerraformStack } from 'cdktf';
import { resources } from '../../lib/resources';
import { withTimeouts } from '../../lib/schema';
import { block } from './hcl';

const folder = join(__dirname, '../../examples/resources');

/** An example as it is in the repository, and the stack that it synthesizes. */
export async function exampleOf(name: string): Promise<{ source: string; stack: Stack }> {
  const path = join(folder, name);
  const exports = (await import(path)) as Record<string, unknown>;
  const [Example] = Object.values(exports).filter((each) => typeof each === 'function');
  if (Example === undefined) throw new Error(`examples/resources/${name}.ts exports no stack`);
  const stack = new (Example as new (app: App, id: string) => TerraformStack)(Testing.app(), 'example');
  return {
    source: readFileSync(`${path}.ts`, 'utf8'),
    stack: JSON.parse(Testing.synth(stack, true)) as Stack,
  };
}

type Blocks = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The parts of Terraform's JSON that an example may have. */
export interface Stack {
  readonly terraform: { readonly required_providers: Blocks };
  readonly provider: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  readonly variable?: Blocks;
  readonly resource?: Readonly<Record<string, Blocks>>;
  readonly output?: Blocks;
}

/** An example in HCL. The page of the provider shows how it is required; the others only what they are about. */
export function hclOf({ terraform, provider, variable = {}, resource, output = {} }: Stack): string {
  const variables = Object.entries(variable).map(([name, body]) => variableBlock(name, body));
  const found = Object.entries(resource ?? {}).flatMap(([type, instances]) =>
    Object.entries(instances).map(([name, body]) => block('resource', [type, name], inOrder(type, body))),
  );
  const outputs = Object.entries(output).map(([name, body]) => block('output', [name], body));
  const ofProvider = [
    `terraform {\n  required_providers {\n    edge = {\n      source = ${JSON.stringify(terraform.required_providers.edge?.source)}\n    }\n  }\n}`,
    ...(provider.edge ?? []).map((body) => block('provider', ['edge'], body)),
  ];
  return [...variables, ...(found.length === 0 ? ofProvider : []), ...found, ...outputs].join('\n\n');
}

/** Terraform takes the type as a keyword. */
function variableBlock(name: string, body: Readonly<Record<string, unknown>>): string {
  const { type, ...rest } = body;
  return block('variable', [name], { type: `\${${String(type)}}`, ...rest });
}

/** Attributes in the order of the contract, without the notes of cdktf. */
function inOrder(type: string, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const found = resources.find(({ contract }) => contract.typeName === type);
  if (found === undefined) throw new Error(`An example has a ${type}, and lib/resources lists none`);
  const names = [...Object.keys(withTimeouts(found.contract).attributes), 'lifecycle'];
  return Object.fromEntries(names.flatMap((name) => (name in body ? [[name, body[name]] as const] : [])));
}
