import { createHash } from 'node:crypto';
import { formatJson, type JsonObject } from '../../../ground/json';
import { addressOfBlock, mergedBlocks, type Block } from '../blocks';
import type { OldModule, StateObject } from '../model';
import {
  expressionOf,
  isWrittenList,
  isWrittenObject,
  literalOf,
  type Written,
  type WrittenObject,
} from '../../../hcl/template';
import {
  inState,
  localNames,
  moduleVariable,
  rewriteReferences,
  type KeptAddress,
  type ModuleScope,
} from './references';
import { stateValues } from './state-values';

/** A configuration, and what of it is evaluated. */
export interface Reduction {
  /** The root module, and the modules that it calls. */
  readonly modules: readonly OldModule[];
  /** Where the values of resources and data sources that are taken out come from. */
  readonly state: readonly StateObject[] | undefined;
  /** The variables of the root module that have a value from a file, an option or the environment. */
  readonly variables: ReadonlySet<string>;
  /** The name of the workspace, for `terraform.workspace`. */
  readonly workspace: string;
  /** What stands for a resource or data source block; undefined takes it out. */
  readonly keep: (block: Block, module: OldModule) => KeptBlock | undefined;
  /**
   * What else a module gets, as Terraform JSON, such as a provider or import blocks.
   *
   * @param fallbacks - by the path of a piece: what is unknown has no block
   */
  readonly add?: (module: OldModule, fallbacks: ReadonlyMap<string, Fallback>) => JsonObject | undefined;
}

/** A resource of the reduced module. */
export interface KeptBlock {
  readonly type: string;
  readonly name: string;
  /** With `for_each` or `count` as they are written. References are rewritten afterwards. */
  readonly body: WrittenObject;
  /**
   * The attribute of `type` that has the arguments of the block, so that references are read through it. Left out for a block that is
   * kept under its own type and name.
   */
  readonly argumentsIn?: string;
}

/** A file of a reduced configuration with one block, so that an error in it names the block. */
export interface Piece {
  /** Relative to the root module. */
  readonly path: string;
  readonly module: OldModule;
  readonly block: Block;
}

/** How a block that Terraform cannot evaluate is written: with the keys that the state has, or with no value at all. */
export type Fallback = 'keys of the state' | 'unknown';

export interface ReducedConfiguration {
  /** Text by path. They replace the `.tf` and `.tf.json` files of the modules. */
  readonly files: ReadonlyMap<string, string>;
  readonly pieces: ReadonlyMap<string, Piece>;
}

/**
 * The configuration that Terraform can plan without a provider: the resources that are kept, with the variables, local values, outputs
 * and local modules that they need. References to everything else have the values of the state, each in its own module instance; what
 * the state does not have is unknown. Pure.
 *
 * @param fallbacks - by the path of a piece
 */
export function reduceConfiguration(
  reduction: Reduction,
  fallbacks: ReadonlyMap<string, Fallback> = new Map(),
): ReducedConfiguration {
  const files = new Map<string, string>([
    ...[...stateValues(reduction.state ?? [])].map(
      ([address, values]) => [stateFile(address), JSON.stringify(values)] as const,
    ),
  ]);
  const pieces = new Map<string, Piece>();
  for (const module of reduction.modules) {
    const at = (name: string) => (module.path === '' ? name : `${module.path}/${name}`);
    files.set(at('edge__base.tf.json'), formatJson(base));
    const added = reduction.add?.(module, fallbacks);
    if (added !== undefined) files.set(at('edge__added.tf.json'), formatJson(added));
    const blocks = mergedBlocks(module).filter(({ type }) => type !== 'output' || module.path !== '');
    const paths = new Map(blocks.map((block) => [block, piecePath(module, block)]));
    const scope = scopeOf({ reduction, module, blocks, paths, fallbacks });
    for (const [block, path] of paths) {
      const content = contentOf({ reduction, module, block, scope, fallback: fallbacks.get(path) });
      if (content === undefined) continue;
      files.set(path, formatJson(content));
      pieces.set(path, { path, module, block });
    }
  }
  return { files, pieces };
}

/** Where a block is written, relative to the root module. */
export function piecePath({ path }: OldModule, { type, labels }: Pick<Block, 'type' | 'labels'>): string {
  const name = `edge__${[type, ...labels].join('__')}.tf.json`;
  return path === '' ? name : `${path}/${name}`;
}

const stateFolder = 'edge__state';

/** Of the instance of a module. */
function stateFile(moduleAddress: string): string {
  const prefix = moduleAddress === '' ? '' : `${moduleAddress}.`;
  return `${stateFolder}/${createHash('sha1').update(prefix).digest('hex')}.json`;
}

const base = {
  variable: { [moduleVariable]: { type: 'string', default: '' } },
  resource: { terraform_data: { [localNames.unknown]: {} } },
  locals: {
    // Unlike the id, it has no type, so an attribute of it is unknown too.
    [localNames.unknown]: `\${jsondecode(terraform_data.${localNames.unknown}.id)}`,
    [localNames.state]: `\${try(jsondecode(file("\${path.root}/${stateFolder}/\${sha1(var.${moduleVariable})}.json")), {})}`,
  },
};

interface Context {
  readonly reduction: Reduction;
  readonly module: OldModule;
}

function scopeOf({
  reduction,
  module,
  blocks,
  paths,
  fallbacks,
}: Context & {
  readonly blocks: readonly Block[];
  readonly paths: ReadonlyMap<Block, string>;
  readonly fallbacks: ReadonlyMap<string, Fallback>;
}): ModuleScope {
  const isOut = (block: Block) => fallbacks.get(paths.get(block) ?? '') === 'unknown';
  const objects = blocks.filter(({ type }) => type === 'resource' || type === 'data');
  const kept = objects.flatMap((block): (readonly [string, KeptAddress])[] => {
    const found = isOut(block) ? undefined : reduction.keep(block, module);
    if (found === undefined) return [];
    const { type, name, argumentsIn } = found;
    return [[addressOfBlock(block), { address: `${type}.${name}`, argumentsIn }]];
  });
  const called = new Set(
    blocks.filter((block) => block.type === 'module' && !isOut(block)).map(({ labels: [name] }) => name),
  );
  return {
    declared: new Set(objects.map(addressOfBlock)),
    kept: new Map(kept),
    unknownVariables: new Set(
      blocks
        .filter((block) => isUnset(block, { reduction, module }))
        .flatMap(({ labels: [name] }) => name ?? []),
    ),
    calls: new Set(module.calls.map(({ name }) => name).filter((name) => called.has(name))),
    workspace: reduction.workspace,
  };
}

function isUnset({ type, labels: [name = ''], body }: Block, { reduction, module }: Context): boolean {
  return type === 'variable' && module.path === '' && !('default' in body) && !reduction.variables.has(name);
}

function contentOf({
  reduction,
  module,
  block,
  scope,
  fallback,
}: Context & {
  readonly block: Block;
  readonly scope: ModuleScope;
  readonly fallback: Fallback | undefined;
}): JsonObject | undefined {
  const {
    type,
    labels: [name = ''],
    body,
  } = block;
  const rewrite = (written: Written) => rewriteReferences(written, scope);
  const value = (written: Written | undefined) =>
    fallback === undefined ? rewrite(written ?? null) : `\${local.${localNames.unknown}}`;
  switch (type) {
    case 'variable':
      return { variable: { [name]: variableOf(block, isUnset(block, { reduction, module })) } };
    case 'local':
      return { locals: { [name]: value(body.value) } };
    case 'output':
      return { output: { [name]: { value: value(body.value) } } };
    case 'module': {
      if (!scope.calls.has(name)) return undefined;
      const given = Object.entries(body).filter(([key]) => !callMetaArguments.includes(key));
      const call = withKeys(Object.fromEntries(given), `module.${name}`, fallback);
      return {
        module: {
          [name]: {
            ...(rewrite(call) as WrittenObject),
            source: call.source ?? null,
            [moduleVariable]: addressOfCall(name, call),
          },
        },
      };
    }
    case 'resource':
    case 'data': {
      const kept = fallback === 'unknown' ? undefined : reduction.keep(block, module);
      if (kept === undefined) return undefined;
      return {
        resource: {
          [kept.type]: { [kept.name]: rewrite(withKeys(kept.body, addressOfBlock(block), fallback)) },
        },
      };
    }
    default:
      return undefined;
  }
}

const callMetaArguments = ['providers', 'depends_on', 'version'];

/** Terraform's JSON syntax has the type as it is written in HCL. Rules for values are not needed, and may need resources. */
function variableOf({ body, file }: Block, isUnset: boolean): WrittenObject {
  const { type, default: value, nullable } = body;
  const written: WrittenObject = typeof type === 'string' ? { type: expressionOf(type) ?? type } : {};
  if (isUnset) return { ...written, default: null };
  return {
    ...written,
    // In JSON, a default is no template.
    ...(value === undefined ? {} : { default: file.endsWith('.json') ? value : literalsIn(value) }),
    ...(nullable === undefined ? {} : { nullable }),
  };
}

function literalsIn(written: Written): Written {
  if (typeof written === 'string') return literalOf(written) ?? written;
  if (isWrittenList(written)) return written.map(literalsIn);
  if (!isWrittenObject(written)) return written;
  return Object.fromEntries(Object.entries(written).map(([name, value]) => [name, literalsIn(value)]));
}

/** `for_each` and `count` by the instances that the state has, where Terraform cannot determine them. */
function withKeys(body: WrittenObject, address: string, fallback: Fallback | undefined): WrittenObject {
  if (fallback === undefined) return body;
  const state = inState(address);
  if (body.count !== undefined) return { ...body, count: `\${try(length(${state}), 0)}` };
  const keys = `try(keys(${state}), [])`;
  return body.for_each === undefined
    ? body
    : { ...body, for_each: `\${{ for edge_key in ${keys} : edge_key => local.${localNames.unknown} }}` };
}

function addressOfCall(name: string, { for_each: forEach, count }: WrittenObject): string {
  const own = `\${var.${moduleVariable}}module.${name}`;
  if (forEach !== undefined) return `${own}[\${jsonencode(each.key)}].`;
  return count === undefined ? `${own}.` : `${own}[\${count.index}].`;
}
