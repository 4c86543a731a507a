import { joinAddress, pathsTo } from '../addresses';
import type { StateObject } from '../../../terraform/state';
import { oldKinds, type Finding, type OldModule } from '../model';
import { isInModules } from './instances';
import type { UnreadModuleCall } from './modules';
import { kindOf } from './resources';

/**
 * Findings on the modules that are not read: their old resources stay where they are. A state shows whether they have some.
 *
 * @returns the findings, and the addresses at which they are called, without keys
 */
export function inspectUnreadModules(
  outside: readonly UnreadModuleCall[],
  modules: readonly OldModule[],
  state: readonly StateObject[] | undefined,
  prefixes: readonly string[],
) {
  const addresses: string[] = [];
  const findings: Finding[] = [];
  for (const call of outside) {
    const own = pathsTo(call.from, modules).map((path) => joinAddress(path, `module.${call.name}`));
    addresses.push(...own);
    const found = state?.filter(
      ({ mode, type, moduleAddress }) =>
        mode === 'managed' &&
        kindOf(type, oldKinds, prefixes) !== undefined &&
        isInModules(moduleAddress, own),
    );
    if (found?.length !== 0) findings.push(describe(call));
  }
  return { addresses, findings };
}

function describe({ name, file, source }: UnreadModuleCall): Finding {
  return {
    code: 'convert.module_outside',
    severity: 'todo',
    address: `module.${name}`,
    file,
    text: `The module ${source} is not in a folder beside the code, so it is not converted. If it has resources of retired kinds, copy it below the folder, change its source, and convert again.`,
  };
}
