import { fieldsOf, isObject, type JsonObject } from '../../../ground/json';
import { unknown, type ObjectValue, type Value } from '../../../schema';
import { joinAddress, localAddress, pathOfModule } from '../addresses';
import { positionOf, type Block } from '../blocks';
import type { OldInstance, OldModule, OldResource } from '../model';
import { planReduced, type BlockFailure, type PlanOptions } from '../reduce/plan';
import { nameOf, type Reduction } from '../reduce/reduce';
import { own } from '../../../ground/record';

/** A block of an old kind; its instances are found later. */
export type OldBlock = Omit<OldResource, 'instances'>;

export interface Evaluation {
  readonly instances: ReadonlyMap<OldBlock, readonly OldInstance[]>;
  readonly failures: readonly BlockFailure[];
}

/** Evaluates resources and data sources with Terraform, without a provider and without calls. */
export async function evaluate(
  blocks: readonly OldBlock[],
  reduction: Omit<Reduction, 'isEvaluated'>,
  options: PlanOptions,
): Promise<Evaluation> {
  const byName = new Map(blocks.map((each) => [`${each.module} ${nameOf(positionOf(each))}`, each]));
  const isEvaluated = (block: Block, { path }: OldModule) => byName.has(`${path} ${nameOf(block)}`);
  const { changes, failures } = await planReduced({ ...reduction, isEvaluated }, options);
  const instances = new Map<OldBlock, OldInstance[]>(blocks.map((each) => [each, []]));
  for (const change of changes) {
    const moduleAddress = typeof change.module_address === 'string' ? change.module_address : '';
    const block = byName.get(`${pathOfModule(reduction.modules, moduleAddress)} ${String(change.name)}`);
    if (block !== undefined) instances.get(block)?.push(toInstance(block, moduleAddress, change));
  }
  return { instances, failures };
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
