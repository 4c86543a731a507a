import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './release';

/** Writes the archives of the provider for all platforms, with their checksums and a mirror. Needs a build. */
export function makeProviderArchives(folder: string): void {
  // What an earlier run has built would hide that a new one differs.
  const cache = join(root, '.tmp', 'release', 'cache');
  const removeCache = () => {
    rmSync(cache, { recursive: true, force: true });
  };
  removeCache();
  const command = join('dist', 'cli', 'main.js');
  run(process.execPath, [command, 'provider', 'build', '--platform', 'all', '--out', folder], {
    XDG_CACHE_HOME: cache,
  });
  removeCache();
}
