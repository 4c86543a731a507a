import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { fieldsOf, jsonOf, textOf } from '../../ground/json';

/** The file that a host synthesizes a stack to, in the folder of the stack. */
export const stackFile = 'cdk.tf.json';

/** The folder that a project synthesizes to, by its settings. */
export function outputFolder(project: string): string {
  const settings = join(project, 'cdktf.json');
  const { output } = fieldsOf(existsSync(settings) ? jsonOf(readFileSync(settings, 'utf8')) : undefined);
  const folder = textOf(output) ?? 'cdktf.out';
  return isAbsolute(folder) ? folder : join(project, folder);
}

/** The folders of the stacks in an output folder, in the order of their names. */
export function stacksIn(output: string): readonly string[] {
  const stacks = join(output, 'stacks');
  const names = existsSync(stacks) ? readdirSync(stacks).sort() : [];
  return names.map((name) => join(stacks, name)).filter((stack) => existsSync(join(stack, stackFile)));
}
