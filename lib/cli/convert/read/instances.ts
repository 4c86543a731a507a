import { moduleSteps } from '../addresses';
import type { OldInstance, OldModule, OldResource, StateObject } from '../model';
import { oldKinds } from '../model';
import { pathOfModule } from '../addresses';
import { type EvaluatedInstance, type Evaluation, type OldBlock } from './evaluate';
import { kindOf } from './resources';

/** The instances of each block, from its evaluation and the state. */
export function withInstances(
  blocks: readonly OldBlock[],
  { instances, failures }: Evaluation,
  modules: readonly OldModule[],
  state: readonly StateObject[],
): readonly OldResource[] {
  const byAddress = new Map(state.map((each) => [each.address, each]));
  return blocks.map((block) => {
    const evaluated = instances.filter((each) => isSameBlock(each.block, block));
    const isUnknown = failures.some(
      ({ piece, fallback }) =>
        fallback === 'unknown' &&
        ((piece.module.path === block.module &&
          piece.block.labels.join(' ') === `${block.type} ${block.name}`) ||
          (piece.block.section === 'module' && block.module !== '')),
    );
    const known = new Set(evaluated.map(({ address }) => address));
    // What Terraform cannot evaluate is as the state has it.
    const inState = isUnknown
      ? state.filter((each) => isInstanceOf(each, block, modules) && !known.has(each.address))
      : [];
    return {
      ...block,
      instances: [
        ...evaluated.map((each) => toInstance(block, each, byAddress.get(each.address))),
        ...inState.map((each) => fromState(block.kind, each)),
      ],
    };
  });
}

/**
 * The managed resources of the old kinds that are in the state and not in the configuration.
 *
 * @param outside - addresses of modules that were not read
 */
export function findOrphans(
  resources: readonly OldResource[],
  state: readonly StateObject[],
  prefixes: readonly string[],
  outside: readonly string[],
): readonly OldInstance[] {
  const known = new Set(resources.flatMap(({ instances }) => instances.map(({ address }) => address)));
  return state.flatMap((each) => {
    const kind = each.mode === 'managed' ? kindOf(each.type, oldKinds, prefixes) : undefined;
    if (kind === undefined || known.has(each.address)) return [];
    return isBelow(each.moduleAddress, outside) ? [] : [fromState(kind, each)];
  });
}

/** Whether an address is that of one of the modules, or below it. Those of the list have no keys. */
export function isBelow(moduleAddress: string, outside: readonly string[]): boolean {
  const names = moduleSteps(moduleAddress).map(({ name }) => name);
  return names.some((_, at) => outside.includes(names.slice(0, at + 1).join('.')));
}

function isSameBlock(a: OldBlock, b: OldBlock): boolean {
  return a.mode === b.mode && a.module === b.module && a.type === b.type && a.name === b.name;
}

function isInstanceOf(object: StateObject, block: OldBlock, modules: readonly OldModule[]): boolean {
  const { mode, type, name, moduleAddress } = object;
  return isSameBlock({ ...block, mode, type, name, module: pathOfModule(modules, moduleAddress) }, block);
}

function toInstance(
  { type, kind }: OldBlock,
  { address, moduleAddress, key, values }: EvaluatedInstance,
  object: StateObject | undefined,
): OldInstance {
  return {
    address,
    type,
    kind,
    moduleAddress,
    ...(key === undefined ? {} : { key }),
    values,
    ...(object === undefined ? {} : { state: object.attributes }),
  };
}

function fromState(kind: OldInstance['kind'], object: StateObject): OldInstance {
  const { address, type, moduleAddress, key, attributes } = object;
  return { address, type, kind, moduleAddress, ...(key === undefined ? {} : { key }), state: attributes };
}
