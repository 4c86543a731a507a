import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, jsonOf } from '../../ground/json';
import { plural } from '../../ground/words';
import { ok, problem, skipped, type Check } from './check';
import type { ModuleFiles } from './files/read';

const name = 'variables';
const prefix = 'TF_VAR_';

/** Whether Terraform will ask for the values of variables, and whether a value is for none. */
export function checkVariables(
  folder: string,
  modules: readonly ModuleFiles[],
  env: NodeJS.ProcessEnv,
): Check {
  const variables = modules[0]?.variables ?? [];
  if (variables.length === 0) return skipped(name, 'The configuration has no variables.');
  const given = givenNames(folder, env);
  const open = variables.filter((each) => !each.hasDefault && !given.includes(each.name));
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

function givenNames(folder: string, env: NodeJS.ProcessEnv): string[] {
  const inEnvironment = Object.keys(env)
    .filter((each) => each.startsWith(prefix))
    .map((each) => each.slice(prefix.length));
  return [...inEnvironment, ...valueFiles(folder).flatMap((file) => namesIn(readFileSync(file, 'utf8')))];
}

/** The files that Terraform reads without being told. */
function valueFiles(folder: string): string[] {
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((each) => /^terraform\.tfvars(\.json)?$|\.auto\.tfvars(\.json)?$/.test(each))
    .map((each) => join(folder, each));
}

function namesIn(text: string): string[] {
  const values = jsonOf(text);
  if (isObject(values)) return Object.keys(values);
  return [...text.matchAll(/^\s*([A-Za-z_][\w-]*)\s*=/gm)].map(([, found = '']) => found);
}
