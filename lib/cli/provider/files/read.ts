import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { messageOf } from '../../../ground/words';
import { joinFiles, type StackFiles } from './model';
import { readSyntax } from './syntax';

/** A module of a configuration: the root, and each local one. */
export interface ModuleFiles extends StackFiles {
  /** From the folder of the configuration; empty for the root. */
  readonly path: string;
}

/** Reads a configuration with its local modules. The root is the first. */
export function readModules(folder: string): readonly ModuleFiles[] {
  const found = new Map<string, ModuleFiles>();
  const visit = (at: string) => {
    if (found.has(at) || !existsSync(at) || !statSync(at).isDirectory()) return;
    const files = readModule(at);
    found.set(at, { ...files, path: relative(folder, at) });
    for (const each of files.modules) visit(join(at, each));
  };
  visit(folder);
  return [...found.values()];
}

function readModule(folder: string): StackFiles {
  const names = readdirSync(folder).filter((name) => /\.tf(\.json)?$/.test(name));
  return joinFiles(names.sort().map((name) => readOne(join(folder, name), name)));
}

function readOne(path: string, name: string): StackFiles {
  try {
    return readSyntax(name, readFileSync(path, 'utf8'));
  } catch (error) {
    return { ...joinFiles([]), faults: [`${name}: ${messageOf(error)}`] };
  }
}

/** The folders of the stacks that CDKTF has written below a project, if there are no files of Terraform in it. */
export function findStacks(folder: string): readonly string[] {
  const stacks = join(folder, outputOf(folder), 'stacks');
  if (!existsSync(stacks) || readdirSync(folder).some((name) => /\.tf(\.json)?$/.test(name))) return [];
  return readdirSync(stacks)
    .map((name) => join(stacks, name))
    .filter((each) => existsSync(join(each, 'cdk.tf.json')))
    .sort();
}

/** Where the project synthesizes to, by its settings. */
function outputOf(folder: string): string {
  const settings = join(folder, 'cdktf.json');
  if (!existsSync(settings)) return 'cdktf.out';
  const [, output = 'cdktf.out'] = /"output"\s*:\s*"([^"]+)"/.exec(readFileSync(settings, 'utf8')) ?? [];
  return output;
}
