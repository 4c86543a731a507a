import { plural } from '../../ground/words';
import { ok, problem, skipped, type Check } from './check';
import type { ModuleFiles } from './files/read';
import { prefix, type GivenValues } from './files/values';

const name = 'variables';

/** Whether Terraform will ask for the values of variables, and whether a value is for none. */
export function checkVariables(
  modules: readonly ModuleFiles[],
  given: GivenValues,
  env: NodeJS.ProcessEnv,
): Check {
  const variables = modules[0]?.variables ?? [];
  if (variables.length === 0) return skipped(name, 'The configuration has no variables.');
  const open = variables.filter((each) => !each.hasDefault && !given.has(each.name));
  if (open.length === 0) return ok(name, `${plural(variables.length, 'variable')}, each with a value.`);
  const names = open.map((each) => each.name);
  const strays = Object.keys(env)
    .filter((each) => each.startsWith(prefix))
    .filter((each) => !variables.some((variable) => prefix + variable.name === each));
  const missing = `Without a value here: ${names.join(', ')}.`;
  const fix = `Set ${names.map((each) => prefix + each).join(', ')}, or pass -var.`;
  if (strays.length === 0) return ok(name, `${missing} ${fix}`);
  return problem(name, `${missing} The configuration has no variable for ${strays.join(', ')}.`, fix);
}
