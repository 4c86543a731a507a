import { relative, sep } from 'node:path';

/** A path for people: from a folder where it is below it, else the whole path. */
export function shownPath(path: string, folder: string = process.cwd()): string {
  const near = relative(folder, path);
  return near === '' || near === '..' || near.startsWith(`..${sep}`) ? path : near;
}
