import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { formatJson, type JsonObject } from '../../../ground/json';
import { addressOfBlock, mergedBlocks, type Block } from '../blocks';
import type { StateObject } from '../../../terraform/state';
import type { OldModule } from '../model';
import { expressionOf, literalOf, mapTexts, type Written, type WrittenObject } from '../../../hcl/template';
import { resolveDynamicBlocks } from './dynamic-blocks';
import { localNames, moduleVariable, rewriteReferences, type ModuleScope } from './references';
import { stateValues } from './state-values';

export interface Reduction {
  readonly modules: readonly OldModule[];
  /** The state with the values of resources and data sources that are taken out. */
  readonly state: readonly StateObject[] | undefined;
  readonly workspace: string;
  /** Whether a resource or data source block is evaluated. It is taken out otherwise. */
  readonly isEvaluated: (block: Block, module: OldModule) => boolean;
}

/** A file of a reduced configuration with one block, so that an error in it names the block. */
export interface Piece {
  /** The path, relative to the root module. */
  readonly path: string;
  readonly module: OldModule;
  readonly block: Block;
}

/**
 * The configuration that Terraform can plan without a provider: each evaluated resource as a `terraform_data` with its arguments as input, with the variables, local values, outputs
 * and local modules that they need. References to everything else have the values of the state, each in its own module instance; what
 * the state does not have is unknown. Pure.
 *
 * @param failed - the paths of pieces that Terraform cannot evaluate: they have no value
 * @returns the files, which replace the `.tf` and `.tf.json` files of the modules, by path
 */
export function reduceConfiguration(reduction: Reduction, failed: ReadonlySet<string> = new Set()) {
  const files = new Map<string, string>();
  for (const [address, values] of stateValues(reduction.state ?? []))
    files.set(stateFile(address), JSON.stringify(values));
  const pieces = new Map<string, Piece>();
  for (const module of reduction.modules) {
    files.set(posix.join(module.path, 'edge__base.tf.json'), formatJson(base));
    const read = mergedBlocks(module)
      .filter(({ type }) => type !== 'output' || module.path !== '')
      .map((block) => readBlock(block, module, reduction, failed));
    const scope = scopeOf(read, module, reduction);
    for (const each of read) {
      const { path, block } = each;
      const content = contentOf(each, scope);
      if (content === undefined) continue;
      files.set(path, formatJson(content));
      pieces.set(path, { path, module, block });
    }
  }
  return { files, pieces };
}

const stateFolder = 'edge__state';

/** The file with the state of an instance of a module. */
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

function readBlock(block: Block, module: OldModule, { isEvaluated }: Reduction, failed: ReadonlySet<string>) {
  const { type } = block;
  const path = posix.join(module.path, `edge__${nameOf(block)}.tf.json`);
  const isFailed = failed.has(path);
  const isObject = type === 'resource' || type === 'data';
  return {
    block,
    path,
    isFailed,
    isObject,
    isKept: isObject && !isFailed && isEvaluated(block, module),
  };
}

type ReadBlock = ReturnType<typeof readBlock>;

function scopeOf(read: readonly ReadBlock[], { calls }: OldModule, { workspace }: Reduction): ModuleScope {
  const objects = read.filter(({ isObject }) => isObject);
  const namesOf = (blocks: readonly ReadBlock[]) =>
    new Set(blocks.flatMap(({ block: { labels } }) => labels.slice(0, 1)));
  const called = namesOf(read.filter(({ block, isFailed }) => block.type === 'module' && !isFailed));
  return {
    declared: new Set(objects.map(({ block }) => addressOfBlock(block))),
    evaluated: new Map(
      objects.flatMap(({ block, isKept }) => (isKept ? [[addressOfBlock(block), nameOf(block)]] : [])),
    ),
    unknownVariables: namesOf(read.filter(({ block, isFailed }) => block.type === 'variable' && isFailed)),
    calls: new Set(calls.map(({ name }) => name).filter((name) => called.has(name))),
    workspace,
  };
}

function contentOf({ block, isFailed, isKept }: ReadBlock, scope: ModuleScope): JsonObject | undefined {
  const {
    type,
    labels: [name = ''],
    body,
  } = block;
  const rewrite = (written: Written) => rewriteReferences(written, scope);
  const value = isFailed ? `\${local.${localNames.unknown}}` : rewrite(body.value ?? null);
  switch (type) {
    case 'variable':
      return { variable: { [name]: variableOf(block, isFailed) } };
    case 'local':
      return { locals: { [name]: value } };
    case 'output':
      return { output: { [name]: { value } } };
    case 'module': {
      if (!scope.calls.has(name)) return undefined;
      const given = Object.entries(body).filter(([key]) => !callMetaArguments.includes(key));
      const call = Object.fromEntries(given);
      const own = { source: call.source ?? null, [moduleVariable]: addressOfCall(name, call) };
      return { module: { [name]: { ...(rewrite(call) as WrittenObject), ...own } } };
    }
    default:
      return isKept
        ? { resource: { terraform_data: { [nameOf(block)]: rewrite(evaluatedBody(body)) } } }
        : undefined;
  }
}

/** The name of the resource that stands for a block, and of the file with a block. */
export function nameOf({ type, labels }: Pick<Block, 'type' | 'labels'>): string {
  return [type, ...labels].join('__');
}

const metaArguments = [
  'for_each',
  'count',
  'depends_on',
  'provider',
  'lifecycle',
  'provisioner',
  'connection',
  '//',
];

/** The arguments of a resource, without those that every resource has. */
export function argumentsOf(body: WrittenObject): WrittenObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !metaArguments.includes(name)));
}

function evaluatedBody(body: WrittenObject): WrittenObject {
  const { for_each: forEach, count } = body;
  return {
    ...(forEach === undefined ? {} : { for_each: forEach }),
    ...(count === undefined ? {} : { count }),
    input: resolveDynamicBlocks(argumentsOf(body)),
  };
}

const callMetaArguments = ['providers', 'depends_on', 'version'];

/** A variable without its rules for values, which may need resources. JSON syntax has its type as it is written in HCL. */
function variableOf({ body, file }: Block, isUnset: boolean): WrittenObject {
  const { type, default: value, nullable } = body;
  const written: WrittenObject = typeof type === 'string' ? { type: expressionOf(type) ?? type } : {};
  if (isUnset) return { ...written, default: null };
  return {
    ...written,
    // In JSON, a default is no template.
    ...(value !== undefined && {
      default: file.endsWith('.json') ? value : mapTexts(value, (text) => literalOf(text) ?? text),
    }),
    ...(nullable !== undefined && { nullable }),
  };
}

function addressOfCall(name: string, { for_each: forEach, count }: WrittenObject): string {
  const own = `\${var.${moduleVariable}}module.${name}`;
  if (forEach !== undefined) return `${own}[\${jsonencode(each.key)}].`;
  return count === undefined ? `${own}.` : `${own}[\${count.index}].`;
}
