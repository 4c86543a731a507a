import type { JsonObject } from '../../../ground/json';
import { readPlan, type PlannedChange } from '../../../terraform/plan';
import { providerSource } from '../../../drivers/plugin/delivery';
import { resourceTypes } from '../../import/resource-of';
import { installHere } from '../../provider/install';
import { joinAddress, pathOfModule, pathsTo, withoutKeys } from '../addresses';
import { addressOfBlock, blocksIn, type Block } from '../blocks';
import { bareText } from '../../../hcl/template';
import type { MovedBlock, OldModule, StateObject } from '../model';
import { planReduced, type PlanOptions } from '../reduce/plan';
import { piecePath, type KeptBlock } from '../reduce/reduce';
import { movedIn } from './moves';

export interface PlanInputs extends Pick<PlanOptions, 'env' | 'parameters'> {
  readonly folder: string;
  readonly modules: readonly OldModule[];
  readonly state: readonly StateObject[] | undefined;
  readonly moved: readonly MovedBlock[];
  readonly variables: ReadonlySet<string>;
  readonly workspace: string;
  /** The variable that holds the migrations of the WAF back until a person sets it. It is set in the plan. */
  readonly gate: string | undefined;
}

/**
 * Plans the resources of ours alone: what other providers manage has the values of the state. Nothing is applied, and no state is
 * written.
 */
export async function planConverted(inputs: PlanInputs) {
  const { modules, folder, env, state, variables, workspace, gate } = inputs;
  const [root] = modules;
  const imports = [...importsIn(root), ...movedObjects(modules, inputs.moved)];
  // A person may have taken it out.
  const isGated = blocksIn(root?.files ?? [], 'variable').some(({ labels: [name] }) => name === gate);
  const parameters = [...inputs.parameters, ...(isGated ? [`-var=${gate}=true`] : [])];
  const { changes, failures } = await planReduced(
    {
      modules,
      state,
      workspace,
      variables: new Set([...variables, ...(gate === undefined ? [] : [gate])]),
      keep: keepOurs,
      add: (module, failed) =>
        providerOf(
          module,
          imports.filter(({ to }) => isPlanned(modules, to, failed)),
        ),
    },
    { folder, env, parameters, prepare: installHere },
  );
  const { changes: planned } = readPlan({ resource_changes: changes }, []);
  const failed = failures.flatMap(({ piece: { module, block }, reason }) =>
    pathsTo(module.path, modules).map((address) => ({
      subject: joinAddress(address, addressOfBlock(block)),
      text: reason,
      isOurs: keepOurs(block) !== undefined,
    })),
  );
  return {
    changes: new Map(planned.map((change): [string, PlannedChange] => [change.address, change])),
    errors: new Map(failed.filter(({ isOurs: is }) => is).map(({ subject, text }) => [subject, text])),
    faults: failed.filter(({ isOurs: is }) => !is).map(({ subject, text }) => ({ subject, text })),
  };
}

/** The arguments that are left out, as they refer to what is not planned. */
const unplannedArguments = ['depends_on', 'provider', 'provisioner'];

function keepOurs({ type: section, labels: [type = '', name = ''], body }: Block): KeptBlock | undefined {
  if (section !== 'resource' || !isOurs(type)) return undefined;
  const kept = Object.entries(body).filter(([argument]) => !unplannedArguments.includes(argument));
  return { type, name, body: Object.fromEntries(kept) };
}

function isOurs(type: string): boolean {
  return resourceTypes.some((each) => each === type);
}

/** Whether the block of an import is planned: the import of a block that Terraform refuses would hide the refusal. */
function isPlanned(modules: readonly OldModule[], address: string, failed: ReadonlySet<string>): boolean {
  const [moduleAddress, local] = splitAddress(address);
  const [type = '', name = ''] = withoutKeys(local).split('.');
  const module = modules.find(({ path }) => path === pathOfModule(modules, moduleAddress));
  const path = module && piecePath(module, { type: 'resource', labels: [type, name] });
  return isOurs(type) && path !== undefined && !failed.has(path);
}

interface Import extends JsonObject {
  readonly to: string;
}

function importsIn(root: OldModule | undefined): readonly Import[] {
  return blocksIn(root?.files ?? [], 'import').map(({ body }) => ({ ...body, to: bareText(body.to) }));
}

/** The imports that stand for moves: a plan without a state cannot move an object. */
function movedObjects(modules: readonly OldModule[], blocks: readonly MovedBlock[]): readonly Import[] {
  const places = new Map(movedIn(modules).map(({ from, to }) => [from, to]));
  return blocks
    .flatMap(({ ids }) => Object.entries(ids))
    .flatMap(([address, id]) => {
      const to = places.get(withoutKeys(address));
      if (to === undefined) return [];
      const [moduleAddress, local] = splitAddress(address);
      const [key = ''] = /\[.*$/s.exec(local) ?? [];
      return [{ to: joinAddress(moduleAddress, splitAddress(to)[1]) + key, id }];
    });
}

/** Our provider with its configuration, and the imports of the root module. */
function providerOf({ path, files }: OldModule, imports: readonly Import[]): JsonObject {
  const source = { terraform: { required_providers: { edge: { source: providerSource } } } };
  if (path !== '') return source;
  const providers = blocksIn(files, 'provider').filter(({ labels: [name] }) => name === 'edge');
  return {
    ...source,
    provider: { edge: providers.map(({ body: { '//': _comment, ...body } }) => body) },
    import: imports,
  };
}

/** Splits an address into that of the module and that in it: `module.waf["a"]` and `edge_waf_migration.zone`. */
function splitAddress(address: string): readonly [moduleAddress: string, local: string] {
  const [, module = '', local = ''] =
    /^((?:module\.[\w-]+(?:\[(?:"(?:[^"\\]|\\.)*"|\d+)\])?\.)*)(.*)$/s.exec(address) ?? [];
  return [module.replace(/\.$/, ''), local];
}
