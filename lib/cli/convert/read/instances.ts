import { localAddress, pathOfModule, withoutKeys } from '../addresses';
import { addressOfBlock } from '../blocks';
import type { StateObject } from '../../../terraform/state';
import { oldKinds, type OldInstance, type OldModule, type OldResource } from '../model';
import type { Evaluation, OldBlock } from './evaluate';
import { kindOf } from './resources';

export function withInstances(
  blocks: readonly OldBlock[],
  { instances, failures }: Evaluation,
  modules: readonly OldModule[],
  state: readonly StateObject[],
): readonly OldResource[] {
  const byAddress = new Map(state.map((each) => [each.address, each.attributes]));
  return blocks.map((block) => {
    const evaluated = instances.get(block) ?? [];
    const isUnknown = failures.some(
      ({ piece }) =>
        (piece.module.path === block.module && addressOfBlock(piece.block) === localAddress(block)) ||
        (piece.block.type === 'module' && block.module !== ''),
    );
    const known = new Set(evaluated.map(({ address }) => address));
    const isUnseen = (each: StateObject) =>
      localAddress(each) === localAddress(block) &&
      pathOfModule(modules, each.moduleAddress) === block.module &&
      !known.has(each.address);
    return {
      ...block,
      instances: [
        ...evaluated.map((each) => {
          const attributes = byAddress.get(each.address);
          return attributes === undefined ? each : { ...each, state: attributes };
        }),
        // What Terraform cannot evaluate is as the state has it.
        ...(isUnknown ? state.filter(isUnseen) : []).map((each) => fromState(block.kind, each)),
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
    return isInModules(each.moduleAddress, outside) ? [] : [fromState(kind, each)];
  });
}

/** Whether a module address is one of the given modules, or below one. The given addresses have no keys. */
export function isInModules(moduleAddress: string, outside: readonly string[]): boolean {
  const address = withoutKeys(moduleAddress);
  return outside.some((each) => address === each || address.startsWith(`${each}.`));
}

function fromState(kind: OldInstance['kind'], object: StateObject): OldInstance {
  const { address, type, moduleAddress, key, attributes } = object;
  return { address, type, kind, moduleAddress, ...(key === undefined ? {} : { key }), state: attributes };
}
