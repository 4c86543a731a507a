import { readdir, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isObject } from '../../../ground/json';
import { readJsonFile } from '../../files';
import { readContent } from '../../../hcl/content';

/** The values of variables that a command line gives. */
export interface GivenVariables {
  /** Paths of files with values, as `-var-file` takes them. */
  readonly varFiles?: readonly string[];
  /** Values as `name=value`, as `-var` takes them. */
  readonly vars?: readonly string[];
}

export interface Variables {
  readonly names: ReadonlySet<string>;
  /** The parameters for Terraform. It reads the files of the folder and the environment itself. */
  readonly parameters: readonly string[];
}

/** The variables of a root module that have a value, from everywhere that Terraform looks for one. */
export async function readVariables(
  folder: string,
  { varFiles = [], vars = [] }: GivenVariables,
  env: NodeJS.ProcessEnv,
): Promise<Variables> {
  const missing = varFiles.find((file) => !existsSync(file));
  if (missing !== undefined) throw new Error(`--var-file: ${missing} does not exist.`);
  const wrong = vars.find((each) => !/^[^=]+=/.test(each));
  if (wrong !== undefined) throw new Error(`--var: ${wrong} has no value. Pass --var name=value.`);
  const inFiles = await Promise.all([...(await variableFilesIn(folder)), ...varFiles].map(namesIn));
  const inEnvironment = Object.keys(env).flatMap((name) => /^TF_VAR_(.+)$/.exec(name)?.[1] ?? []);
  const names = [
    ...inFiles.flat(),
    ...inEnvironment,
    ...vars.map((each) => each.slice(0, each.indexOf('='))),
  ];
  return {
    names: new Set(names),
    parameters: [
      ...varFiles.map((file) => `-var-file=${resolve(file)}`),
      ...vars.map((each) => `-var=${each}`),
    ],
  };
}

/** The files that Terraform loads without an option, in its order. */
async function variableFilesIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).sort();
  const automatic = names.filter((name) => /\.auto\.tfvars(?:\.json)?$/.test(name));
  const named = ['terraform.tfvars', 'terraform.tfvars.json'].filter((name) => names.includes(name));
  return [...named, ...automatic].map((name) => join(folder, name));
}

async function namesIn(file: string): Promise<string[]> {
  const content = file.endsWith('.json')
    ? await readJsonFile(file)
    : readContent(file, await readFile(file, 'utf8'));
  return isObject(content) ? Object.keys(content) : [];
}
