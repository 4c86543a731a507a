import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, jsonOf, textOf } from '../../../ground/json';
import { readTexts } from './syntax';

export const prefix = 'TF_VAR_';

/** The variables that have a value, each with the value if it is a plain text. */
export type GivenValues = ReadonlyMap<string, string | undefined>;

/** The values that Terraform takes without being told. Later ones win: the environment, then files by their names. */
export function givenValues(folder: string, env: NodeJS.ProcessEnv): GivenValues {
  const inEnvironment = Object.entries(env)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), value] as const);
  const files = (existsSync(folder) ? readdirSync(folder) : []).filter(isValueFile).sort(byPrecedence);
  return new Map([...inEnvironment, ...files.flatMap((name) => valuesIn(join(folder, name)))]);
}

function isValueFile(name: string): boolean {
  return /^terraform\.tfvars(\.json)?$|\.auto\.tfvars(\.json)?$/.test(name);
}

function byPrecedence(a: string, b: string): number {
  const isAutomatic = (name: string) => Number(name.includes('.auto.tfvars'));
  return isAutomatic(a) - isAutomatic(b);
}

function valuesIn(file: string): [string, string | undefined][] {
  const text = readFileSync(file, 'utf8');
  const values = jsonOf(text);
  if (isObject(values)) return Object.entries(values).map(([name, value]) => [name, textOf(value)]);
  try {
    return readTexts(text);
  } catch {
    // Terraform says what is wrong with the file.
    return [];
  }
}
