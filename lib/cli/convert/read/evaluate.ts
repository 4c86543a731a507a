import { fieldsOf, isObject, type JsonObject } from '../../../ground/json';
import { unknown, type ObjectValue, type Value } from '../../../schema';
import { joinAddress, localAddress, pathOfModule } from '../addresses';
import { positionOf, type Block } from '../blocks';
import type { OldInstance, OldModule, OldResource } from '../model';
import { resolveDynamicBlocks } from '../reduce/dynamic-blocks';
import { planReduced, type BlockFailure, type PlanOptions } from '../reduce/plan';
import type { KeptBlock, Reduction } from '../reduce/reduce';
import type { WrittenObject } from '../../../hcl/template';
import { own } from '../../../ground/record';

/** A block of an old kind; its instances are found later. */
export type OldBlock = Omit<OldResource, 'instances'>;

export interface Evaluation {
  /** The instances of each block as Terraform evaluates them. */
  readonly instances: ReadonlyMap<OldBlock, readonly OldInstance[]>;
  readonly failures: readonly BlockFailure[];
}

/**
 * Evaluates resources and data sources with Terraform: each stands in the reduced configuration as a `terraform_data` with its
 * arguments as input, which needs no provider and calls nothing.
 */
export async function evaluate(
  blocks: readonly OldBlock[],
  reduction: Omit<Reduction, 'keep'>,
  options: PlanOptions,
): Promise<Evaluation> {
  const byName = new Map(blocks.map((each) => [`${each.module} ${nameOf(positionOf(each))}`, each]));
  const keep = (block: Block, { path }: OldModule) =>
    byName.has(`${path} ${nameOf(block)}`) ? evaluatedBlock(block) : undefined;
  const { changes, failures } = await planReduced({ ...reduction, keep }, options);
  const instances = new Map<OldBlock, OldInstance[]>(blocks.map((each) => [each, []]));
  for (const change of changes) {
    const moduleAddress = typeof change.module_address === 'string' ? change.module_address : '';
    const block = byName.get(`${pathOfModule(reduction.modules, moduleAddress)} ${String(change.name)}`);
    if (block !== undefined) instances.get(block)?.push(toInstance(block, moduleAddress, change));
  }
  return { instances, failures };
}

/** The name of the resource that stands for a block. */
function nameOf({ type, labels }: Pick<Block, 'type' | 'labels'>): string {
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

function evaluatedBlock(block: Block): KeptBlock {
  const { body } = block;
  const { for_each: forEach, count } = body;
  return {
    type: 'terraform_data',
    name: nameOf(block),
    body: {
      ...(forEach === undefined ? {} : { for_each: forEach }),
      ...(count === undefined ? {} : { count }),
      input: resolveDynamicBlocks(argumentsOf(body)),
    },
    argumentsIn: 'input',
  };
}

function toInstance(block: OldBlock, moduleAddress: string, { index, change }: JsonObject): OldInstance {
  const key = typeof index === 'string' || typeof index === 'number' ? index : undefined;
  const { after, after_unknown: open } = fieldsOf(change);
  const input = isObject(after) ? after.input : undefined;
  const values = valueOf(input, isObject(open) ? open.input : undefined);
  return {
    type: block.type,
    kind: block.kind,
    moduleAddress,
    address: joinAddress(moduleAddress, localAddress(block), key),
    ...(key === undefined ? {} : { key }),
    values: values as ObjectValue,
  };
}

/** A value of a plan. Where it is unknown, a second value of the same form has `true`. */
function valueOf(value: unknown, open: unknown): Value {
  if (open === true) return unknown;
  if (Array.isArray(value) || Array.isArray(open)) {
    const [values, opens] = [value, open].map((each) => (Array.isArray(each) ? (each as unknown[]) : []));
    const length = Math.max(values?.length ?? 0, opens?.length ?? 0);
    return Array.from({ length }, (_, at) => valueOf(values?.[at], opens?.[at]));
  }
  if (isObject(value) || isObject(open)) {
    const [values, opens] = [value, open].map((each) => fieldsOf(each));
    return Object.fromEntries(
      Object.keys({ ...values, ...opens }).map((name) => [
        name,
        valueOf(own(values, name), own(opens, name)),
      ]),
    );
  }
  return (value ?? null) as Value;
}
