import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The values of variables that a command line gives. */
export interface GivenVariables {
  /** Paths of files with values, as `-var-file` takes them. */
  readonly varFiles?: readonly string[];
  /** Values as `name=value`, as `-var` takes them. */
  readonly vars?: readonly string[];
}

/** The parameters for Terraform. It reads the files of the folder and the environment itself. */
export function variableParameters({ varFiles = [], vars = [] }: GivenVariables): readonly string[] {
  const missing = varFiles.find((file) => !existsSync(file));
  if (missing !== undefined) throw new Error(`--var-file: ${missing} does not exist.`);
  const wrong = vars.find((each) => !/^[^=]+=/.test(each));
  if (wrong !== undefined) throw new Error(`--var: ${wrong} has no value. Pass --var name=value.`);
  return [...varFiles.map((file) => `-var-file=${resolve(file)}`), ...vars.map((each) => `-var=${each}`)];
}
