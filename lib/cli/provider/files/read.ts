import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { messageOf } from '../../../ground/words';
import { outputFolder, stacksIn } from '../../project/stacks';
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
  const names = readdirSync(folder).filter(isTerraformFile);
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
  const stacks = stacksIn(outputFolder(folder));
  return stacks.length > 0 && readdirSync(folder).some(isTerraformFile) ? [] : stacks;
}

function isTerraformFile(name: string): boolean {
  return /\.tf(\.json)?$/.test(name);
}
