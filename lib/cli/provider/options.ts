// What the options of `provider build` and `provider install` have in common.
import { mkdirSync } from 'node:fs';
import { whyUnwritable } from '../../ground/words';

/** The platforms of an option, which takes several words and commas. */
export function splitPlatforms(given: readonly string[]): readonly string[] {
  return given
    .flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/**
 * Makes a folder in one that an option names.
 *
 * @param named - the folder as the user knows it
 * @param option - what a message begins with
 */
export function makeFolder(folder: string, named: string, option: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new Error(`${option}cannot make folders in ${named}: ${whyUnwritable(error)}`, { cause: error });
  }
}
