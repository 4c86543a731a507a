import { type JsonObject } from '../../../ground/json';
import type {
  BlockEdit,
  Conversion,
  ConvertedObject,
  ModuleCall,
  OldConfiguration,
  OldModule,
  OldResource,
  Remark,
  StateMoves,
} from '../model';
import { bodiesOf } from '../reduce/blocks';
import { newSource, placeModules } from './module-places';
import { Successors } from '../successors';
import { blockAddresses, localAddress } from '../addresses';
import { takenBlocks } from '../taken-blocks';

/** What changes in the files of one module. */
export interface ModuleChanges {
  readonly module: OldModule;
  readonly successors: Successors;
  readonly taken: readonly OldResource[];
  readonly objects: readonly ConvertedObject[];
  /** By address in the module. */
  readonly edits: ReadonlyMap<string, BlockEdit>;
  /** By the name of the call. */
  readonly calls: ReadonlyMap<string, CallChange>;
  /** Whether the module needs a requirement of the provider, and has none. */
  readonly needsRequirement: boolean;
  /** The file whose `required_providers` gets it; undefined where the module has no such block. */
  readonly requirementFile: string | undefined;
  /** Whether an address, without keys, names a block that leaves, in this module or in one that it calls. */
  readonly leaves: (address: string) => boolean;
  /** What a person has to know about a block that leaves and that no object replaces. */
  readonly remarksOn: (resource: OldResource) => readonly Remark[];
}

export interface CallChange {
  /** Variables to pass on. */
  readonly passes: readonly string[];
  readonly source: string | undefined;
  /** Whether the called module needs our provider, which a call with `providers` has to pass on too. */
  readonly needsProvider: boolean;
}

/** The changes of each module that has any, by its path. */
export function findChanges(
  old: OldConfiguration,
  conversion: Conversion,
): ReadonlyMap<string, ModuleChanges> {
  const taken = takenBlocks(old, conversion);
  const places = placeModules(old);
  const withProvider = modulesWithProvider(old, conversion);
  return new Map(
    old.modules.map((module) => {
      const objects = conversion.objects.filter((each) => each.module === module.path);
      const leaving = [...taken].filter((each) => each.module === module.path);
      const calls = module.calls.map((call) => {
        const passes = conversion.variables.filter((each) => each.module === call.to).map(({ name }) => name);
        const needsProvider = withProvider.has(call.to);
        return [call.name, { passes, source: newSource(call, places), needsProvider }] as const;
      });
      const edits = conversion.edits.filter(({ resource }) => resource.module === module.path);
      return [
        module.path,
        {
          module,
          objects,
          taken: leaving,
          successors: new Successors(leaving, objects),
          edits: new Map(edits.map((edit) => [localAddress(edit.resource), edit])),
          calls: new Map(calls),
          needsRequirement: withProvider.has(module.path) && !requires(module, 'edge'),
          requirementFile: module.files.find(({ content }) => requirementsOf(content).length > 0)?.path,
          leaves: (address) => leaves(address, module.path, old, taken),
          remarksOn: (resource) => remarksOn(resource, old, conversion),
        },
      ];
    }),
  );
}

/** The state moves that a module says. */
export function movesIn({ moved, removed, imports }: StateMoves, module: string): StateMoves {
  const isRoot = module === '';
  return {
    moved: moved.filter((each) => each.module === module),
    removed: isRoot ? removed : [],
    imports: isRoot ? imports : [],
  };
}

/** Whether the root module says some. */
export function hasMoves(moves: StateMoves): boolean {
  const { moved, removed, imports } = movesIn(moves, '');
  return moved.length + removed.length + imports.length > 0;
}

/** Whether a module configures a provider or requires it. */
export function configures({ files }: OldModule, provider: string): boolean {
  return files.some(({ content }) =>
    bodiesOf(content.provider).some((each) => Object.hasOwn(each, provider)),
  );
}

function requires({ files }: OldModule, provider: string): boolean {
  return files.some(({ content }) => requirementsOf(content).some((each) => Object.hasOwn(each, provider)));
}

function requirementsOf(content: JsonObject): JsonObject[] {
  return bodiesOf(content.terraform).flatMap((each) => bodiesOf(each.required_providers));
}

/** The root module, those with objects of ours, and those that call them. */
function modulesWithProvider(old: OldConfiguration, { objects }: Conversion): ReadonlySet<string> {
  const found = new Set(['', ...objects.map(({ module }) => module)]);
  const calls: readonly ModuleCall[] = old.modules.flatMap((module) => module.calls);
  for (;;) {
    const missing = calls.filter(({ from, to }) => found.has(to) && !found.has(from));
    if (missing.length === 0) return found;
    for (const { from } of missing) found.add(from);
  }
}

function leaves(
  address: string,
  module: string,
  old: OldConfiguration,
  taken: ReadonlySet<OldResource>,
): boolean {
  const [, name, rest = ''] = /^module\.([\w-]+)\.(.*)$/s.exec(address) ?? [];
  if (name === undefined)
    return [...taken].some((each) => each.module === module && localAddress(each) === address);
  const call = old.modules.find(({ path }) => path === module)?.calls.find((each) => each.name === name);
  return call !== undefined && leaves(rest, call.to, old, taken);
}

function remarksOn(
  resource: OldResource,
  old: OldConfiguration,
  { fates, findings }: Conversion,
): readonly Remark[] {
  const addresses = new Set([
    ...resource.instances.map(({ address }) => address),
    ...blockAddresses(resource, old.modules),
  ]);
  const positions = new Set(
    fates.filter(({ address }) => addresses.has(address)).flatMap((fate) => fate.findings),
  );
  return [...positions]
    .flatMap((position) => findings[position] ?? [])
    .filter(({ severity }) => severity !== 'note')
    .map(({ text, original }) => ({ isTodo: true, text, ...(original !== undefined && { original }) }));
}
