import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { devNull } from 'node:os';
import { isAtLeast } from '../ground/version';
import { runProgram } from '../ground/program';

/** The variable with the name or path of the program to run, as CDKTF has it. */
const variable = 'TERRAFORM_BINARY_NAME';

/** Finds the Terraform or OpenTofu to run: the one that TERRAFORM_BINARY_NAME says, else `terraform`, else `tofu`. */
export function findTerraform(env: NodeJS.ProcessEnv): string | undefined {
  const named = env[variable] ?? '';
  const names = named === '' ? ['terraform', 'tofu'] : [named];
  return names.map((name) => findProgram(name, env)).find((path) => path !== undefined);
}

/** The Terraform or OpenTofu to run. Throws where there is none. */
export function requireTerraform(env: NodeJS.ProcessEnv): string {
  const path = findTerraform(env);
  if (path !== undefined) return path;
  const named = env[variable] ?? '';
  throw new Error(
    `Cannot find ${named === '' ? 'terraform or tofu on the PATH' : `${named}, which ${variable} names`}. ` +
      'Install Terraform or OpenTofu 1.11 or later.',
  );
}

/** The name by which the user calls Terraform, for commands to copy. */
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

/** The variables with which Terraform asks nobody, neither a person nor HashiCorp's service for new versions. */
const unattended = { CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1' };

/**
 * The environment for a user's own configuration: the user's, without settings of Terraform (`TF_…`), which could name another
 * provider. The values of variables (`TF_VAR_…`) stay.
 */
export function userEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...without(env, /^TF_(?!VAR_)/), ...unattended };
}

/** The environment for tests: this process's, without settings of Terraform and of the provider, variables included. */
export function isolatedEnvironment(): NodeJS.ProcessEnv {
  return { ...without(process.env, /^(TF_|EDGE_)/), TF_CLI_CONFIG_FILE: devNull, ...unattended };
}

/** The variables of the environment that give variables of a configuration their values. */
export function variableSettings(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      `TF_VAR_${name}`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

function without(env: NodeJS.ProcessEnv, names: RegExp): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.test(name)));
}

export interface ReportedVersion {
  readonly product: 'Terraform' | 'OpenTofu';
  readonly version: string;
}

/** Reads the output of `terraform version`; undefined if it has no version. */
export function readVersion(stdout: string): ReportedVersion | undefined {
  const [, product, version] = /^(Terraform|OpenTofu) v(\d+\.\d+\S*)/m.exec(stdout) ?? [];
  return product === undefined || version === undefined
    ? undefined
    : { product: product as ReportedVersion['product'], version };
}

/** Whether a version has write-only attributes, which the resources of this package need. */
export function hasWriteOnlyAttributes({ version }: ReportedVersion): boolean {
  return isAtLeast(version, [1, 11]);
}

/** Throws unless Terraform is there and new enough for write-only attributes. */
export async function requireUsableTerraform(env: NodeJS.ProcessEnv): Promise<void> {
  const { stdout } = await runProgram(requireTerraform(env), ['version'], { env: userEnvironment(env) });
  const reported = readVersion(stdout);
  if (reported !== undefined && hasWriteOnlyAttributes(reported)) return;
  throw new Error(
    `${terraformName(env)} ${reported === undefined ? 'reports no version of Terraform or OpenTofu' : `is ${reported.version}, which has no write-only values`}. ` +
      'Install Terraform or OpenTofu 1.11 or later.',
  );
}
