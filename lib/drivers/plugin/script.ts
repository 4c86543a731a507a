import { readBundle } from '../bundle';
import { packageHashOf } from './package-folder';

export function readPlugin(): Buffer {
  return readBundle('terraform-provider-edge', 'The provider plugin');
}

/** The hash of the script's package, which has one file. It is the same on every platform, and so is the hash. */
export function packageHash(version: string, plugin: Buffer): string {
  return packageHashOf(new Map([[`terraform-provider-edge_v${version}`, plugin]]));
}
