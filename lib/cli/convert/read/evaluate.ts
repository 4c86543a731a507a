import { fieldsOf, isObject, type JsonObject } from '../../../ground/json';
import { unknown, type ObjectValue, type Value } from '../../../schema';
import { joinAddress, pathOfModule } from '../addresses';
import type { OldModule, OldResource } from '../model';
import type { ModuleBlock } from '../reduce/blocks';
import { resolveDynamicBlocks } from '../reduce/dynamic-blocks';
import { planReduced, type BlockFailure, type PlanOptions } from '../reduce/plan';
import type { KeptBlock, Reduction } from '../reduce/reduce';
import type { WrittenObject } from '../../../hcl/template';
import { own } from '../../../ground/record';

/** A block of an old kind; its instances are found later. */
export type OldBlock = Omit<OldResource, 'instances'>;

/** An instance of a block as Terraform evaluates it. */
export interface EvaluatedInstance {
  readonly block: OldBlock;
  /** `module.waf["a"]`; '' in the root module. */
  readonly moduleAddress: string;
  readonly address: string;
  readonly key?: string | number;
  readonly values: ObjectValue;
}

export interface Evaluation {
  readonly instances: readonly EvaluatedInstance[];
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
  const byBlock = new Map(blocks.map((each) => [keyOf(each.module, each.mode, each.type, each.name), each]));
  const keep = ({ section, labels: [type = '', name = ''], body }: ModuleBlock, module: OldModule) => {
    const isOld = byBlock.has(keyOf(module.path, section === 'data' ? 'data' : 'managed', type, name));
    return isOld ? evaluatedBlock(section, type, name, body) : undefined;
  };
  const { changes, failures } = await planReduced({ ...reduction, keep }, options);
  const byName = new Map(
    blocks.map((each) => [
      keyOf(each.module, nameOf(each.mode === 'data' ? 'data' : 'resource', each.type, each.name)),
      each,
    ]),
  );
  const instances = changes.flatMap((change): EvaluatedInstance[] => {
    const moduleAddress = typeof change.module_address === 'string' ? change.module_address : '';
    const found = byName.get(keyOf(pathOfModule(reduction.modules, moduleAddress), String(change.name)));
    return found === undefined ? [] : [toInstance(found, moduleAddress, change)];
  });
  return { instances, failures };
}

function keyOf(...parts: readonly string[]): string {
  return parts.join(' ');
}

function nameOf(section: string, type: string, name: string): string {
  return `${section}__${type}__${name}`;
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

function evaluatedBlock(section: string, type: string, name: string, body: WrittenObject): KeptBlock {
  const { for_each: forEach, count } = body;
  return {
    type: 'terraform_data',
    name: nameOf(section, type, name),
    body: {
      ...(forEach === undefined ? {} : { for_each: forEach }),
      ...(count === undefined ? {} : { count }),
      input: resolveDynamicBlocks(argumentsOf(body)),
    },
    argumentsIn: 'input',
  };
}

function toInstance(
  block: OldBlock,
  moduleAddress: string,
  { index, change }: JsonObject,
): EvaluatedInstance {
  const { mode, type, name } = block;
  const key = typeof index === 'string' || typeof index === 'number' ? index : undefined;
  const { after, after_unknown: open } = fieldsOf(change);
  const input = isObject(after) ? after.input : undefined;
  const values = valueOf(input, isObject(open) ? open.input : undefined);
  return {
    block,
    moduleAddress,
    address: joinAddress(moduleAddress, `${mode === 'data' ? 'data.' : ''}${type}.${name}`, key),
    ...(key === undefined ? {} : { key }),
    values: values as ObjectValue,
  };
}

/** The plan has a value, and where it is unknown `true` in a second one of the same form. */
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
