import type { Host } from '../../project/host';
import type { Inventory } from '../inventory';
import { writeHcl } from './hcl/files';
import { planImportedProject } from './project-plan';
import { writeReadme } from './readme';
import { writeTypescript } from './typescript/files';

export { writeAdditions, type Additions } from './additions';
export { findUnwritable } from './config';

export interface WriteOptions {
  readonly language: 'typescript' | 'hcl';
  /** The title and the name of the project: what its objects have in common, such as the name of their account. */
  readonly title: string;
  readonly host: Host;
  /** The command line that shows what is new in the account, run in the folder of the project, for the README. */
  readonly command: string;
}

/**
 * Writes the files of a project that has all objects of an inventory as code, by path. Applying it imports the objects, and changes none.
 *
 * A pure function: the same inventory gives the same files, in any order of its objects.
 */
export function writeProject(inventory: Inventory, options: WriteOptions): ReadonlyMap<string, string> {
  const { language, title, command, host } = options;
  const plan = planImportedProject(inventory.objects);
  const description = `Zones and accounts of ${title} as code.`;
  const files =
    language === 'hcl'
      ? writeHcl(plan, inventory)
      : writeTypescript(plan, inventory, { name: title, description, host });
  files.set(
    'README.md',
    writeReadme(plan, inventory, { title, language, command, host, paths: [...files.keys()] }),
  );
  return files;
}
