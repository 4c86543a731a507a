import { isAbsolute, join } from 'node:path';
import { homedir } from 'node:os';

export interface CacheLocation {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/** A folder with a name in the platform's cache folder; undefined without a home directory. */
export function cacheFolder({ env, platform, home }: CacheLocation, name: string): string | undefined {
  const configured = env.XDG_CACHE_HOME ?? '';
  if (isAbsolute(configured)) return join(configured, name);
  const local = env.LOCALAPPDATA ?? '';
  if (platform === 'win32' && isAbsolute(local)) return join(local, name);
  if (!isAbsolute(home)) return undefined;
  return join(home, ...folderInHome(platform), name);
}

function folderInHome(platform: NodeJS.Platform): readonly string[] {
  if (platform === 'darwin') return ['Library', 'Caches'];
  return platform === 'win32' ? ['AppData', 'Local'] : ['.cache'];
}

/** The home directory; empty if the system has no entry for the user. */
export function findHome(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}
