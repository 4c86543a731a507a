import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fieldsOf, parseJson } from '../../ground/json';
import { own } from '../../ground/record';

/** The package whose constructs a project extends: CDK Terrain, or CDKTF, from which it comes. */
export type Host = 'cdktn' | 'cdktf';

/** The host of a project that has none yet: the one that is maintained. */
export const defaultHost: Host = 'cdktn';

/**
 * The host of a folder: the one on which the nearest `package.json` depends that has either, in the folder or above it. Where it has
 * both, CDK Terrain. Packages that are installed do not count: those of a folder above may be of the other host.
 *
 * @param folder - need not exist
 */
export function hostOf(folder: string): Host | undefined {
  const path = resolve(folder);
  const names = dependenciesOf(join(path, 'package.json'));
  const found = (['cdktn', 'cdktf'] as const).find((host) => names.has(host));
  if (found !== undefined) return found;
  const above = dirname(path);
  return above === path ? undefined : hostOf(above);
}

/** The names in a `package.json`; none where it cannot be read, which npm reports. */
function dependenciesOf(file: string): ReadonlySet<string> {
  try {
    const manifest = fieldsOf(parseJson(readFileSync(file, 'utf8')));
    const kinds = ['dependencies', 'devDependencies', 'peerDependencies'];
    return new Set(kinds.flatMap((kind) => Object.keys(fieldsOf(own(manifest, kind)))));
  } catch {
    return new Set();
  }
}
