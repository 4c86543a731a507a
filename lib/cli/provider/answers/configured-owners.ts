import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, jsonOf } from '../../../ground/json';
import { own } from '../../../ground/record';

/** The zones and accounts that a folder's configuration names, by id or by name. */
export interface ConfiguredOwners {
  readonly zones: readonly string[];
  readonly accounts: readonly string[];
}

/** Code, values of variables, and a local state: what only Terraform can evaluate is in the latter. */
const fileNames = /\.(tf|tfvars|tfstate)(\.json)?$/;

/**
 * Finds the ids of zones and accounts, and the names that data sources look up, in the files of a configuration. Nothing is
 * evaluated. None in a folder without files.
 */
export async function findConfiguredOwners(folder: string): Promise<ConfiguredOwners> {
  const names = (await readdir(folder)).filter((name) => fileNames.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const found = (kind: string) => [...new Set(texts.flatMap((text) => ownersIn(text, kind)))];
  return { zones: found('zone'), accounts: found('account') };
}

function ownersIn(text: string, kind: string): string[] {
  // As HCL and JSON write it, and as a variable with a default.
  const ids = [
    new RegExp(`\\b${kind}_?id"?\\s*[=:]\\s*"([0-9a-f]{32})"`, 'gi'),
    new RegExp(`"${kind}_?id"\\s*:?\\s*\\{[^{}]*?default"?\\s*[=:]\\s*"([0-9a-f]{32})"`, 'gi'),
    new RegExp(`\\bdata\\s+"edge_${kind}"\\s+"[^"]*"\\s*\\{[^{}]*?\\bname\\s*=\\s*"([^"$%]+)"`, 'g'),
  ];
  return [
    ...ids.flatMap((pattern) => [...text.matchAll(pattern)]).map(([, value = '']) => value),
    ...namesInStack(text, kind),
  ];
}

/** The names of data sources in code as JSON. What has an expression is evaluated by Terraform alone. */
function namesInStack(text: string, kind: string): string[] {
  const code = jsonOf(text);
  const data = isObject(code) && isObject(code.data) ? own(code.data, `edge_${kind}`) : undefined;
  return (isObject(data) ? Object.values(data) : [])
    .map((block) => (isObject(block) ? block.name : undefined))
    .filter((name) => typeof name === 'string' && !/[$%]\{/.test(name)) as string[];
}
