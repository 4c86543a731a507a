import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';

/** The variable with the name or path of the program to run, as CDKTF has it. */
const variable = 'TERRAFORM_BINARY_NAME';

/** Finds the Terraform or OpenTofu to run: the one that TERRAFORM_BINARY_NAME says, else `terraform`, else `tofu`. */
export function findTerraform(env: NodeJS.ProcessEnv): string | undefined {
  const named = env[variable] ?? '';
  const names = named === '' ? ['terraform', 'tofu'] : [named];
  return names.map((name) => findProgram(name, env)).find((path) => path !== undefined);
}

/** The same. Throws where there is none. */
export function requireTerraform(env: NodeJS.ProcessEnv): string {
  const path = findTerraform(env);
  if (path !== undefined) return path;
  const named = env[variable] ?? '';
  throw new Error(
    `Cannot find ${named === '' ? 'terraform or tofu on the PATH' : `${named}, which ${variable} names`}. ` +
      'Install Terraform or OpenTofu 1.11 or later.',
  );
}

/** How the user calls it, for commands to copy. */
export function terraformName(env: NodeJS.ProcessEnv): string {
  const named = env[variable] ?? '';
  return named === '' ? basename(findTerraform(env) ?? 'terraform') : named;
}

/**
 * The path of a program: itself if it is one, else the first executable file with its name on the PATH. On Windows, the file has
 * the ending `.exe`, and the variable may be spelled `Path`.
 */
export function findProgram(
  name: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const isWindows = platform === 'win32';
  const file = isWindows && extname(name) === '' ? `${name}.exe` : name;
  if (/[/\\]/.test(name)) return isExecutable(file) ? resolve(file) : undefined;
  return (env.PATH ?? (isWindows ? env.Path : undefined) ?? '')
    .split(isWindows ? ';' : ':')
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, file))
    .find(isExecutable);
}

export function isExecutable(path: string): boolean {
  if (!existsSync(path) || !statSync(path).isFile()) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
