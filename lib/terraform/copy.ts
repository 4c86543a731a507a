import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename } from 'node:path';

/** What Terraform, git and package managers keep in a folder of code. */
const kept = /^(?:\.terraform|\.git|node_modules|.*\.tfstate.*)$/;

/**
 * Copies a folder of Terraform code without its state, so that a plan in the copy touches nothing of it. Links are followed: a
 * change of the copy must not reach the file that a link leads to.
 *
 * @param isLeftOut - further files and folders to leave out, by name
 */
export async function copyFolder(
  from: string,
  to: string,
  isLeftOut: (name: string) => boolean,
): Promise<void> {
  await cp(from, to, {
    recursive: true,
    dereference: true,
    // A link may lead nowhere.
    filter: (path) => {
      const name = basename(path);
      return path === from || (!kept.test(name) && !isLeftOut(name) && existsSync(path));
    },
  });
}
