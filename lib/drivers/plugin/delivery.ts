import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setLockEntry } from './lock-file';
import { writePackage } from './package-folder';
import { packageHash, readPlugin } from './script';
import { executableName, standalonePackages, type StandaloneOptions } from './standalone/package';
import { standalonePlatforms } from './standalone/node-packages';

/** The provider's address. Its host is not a registry: Terraform finds the plugin in the stack's folder. */
export const providerSource = 'terraform.local/edge-platform/edge';

/** The executable that Terraform starts: a script, which needs Node.js, or a standalone executable, which contains it. */
export type ProviderExecutable = 'script' | 'standalone';

export const executableVariable = 'EDGE_PROVIDER_EXECUTABLE';

const scriptSystems = ['darwin', 'freebsd', 'linux', 'openbsd'];

/** Whether there is a plugin for a platform. Terraform cannot start a script on Windows. */
export function isSupported(name: string, executable: ProviderExecutable): boolean {
  if (executable === 'standalone') return standalonePlatforms.includes(name);
  return /^[a-z]+_[a-z0-9]+$/.test(name) && scriptSystems.some((each) => name.startsWith(`${each}_`));
}

export function describeSupported(executable: ProviderExecutable): string {
  return executable === 'standalone'
    ? `The standalone provider is for ${standalonePlatforms.join(', ')}.`
    : 'Write <os>_<arch> as Terraform does, for example linux_amd64 or darwin_arm64. The script is for darwin, freebsd, linux and openbsd; on Windows, Terraform starts the standalone provider only.';
}

/** The executable that the environment names. @throws an error for another value than `script` or `standalone` */
export function executableOf(env: NodeJS.ProcessEnv): ProviderExecutable | undefined {
  const given = env[executableVariable] ?? '';
  if (given === '') return undefined;
  if (given === 'script' || given === 'standalone') return given;
  throw new Error(`${executableVariable} is "${given}". It must be "script" or "standalone", or not set.`);
}

export interface Delivery extends StandaloneOptions {
  readonly platforms: readonly string[];
  readonly executable: ProviderExecutable;
}

/** Writes the plugin where Terraform searches by default, and its hash to the lock file, without which cdktf would query a registry. */
export function deliverPlugin(stackFolder: string, delivery: Delivery): void {
  const hashes = writePlugin(join(stackFolder, 'terraform.d', 'plugins'), delivery);
  lockPlugin(stackFolder, delivery.version, hashes);
}

/** Writes the plugin to a mirror: `<address>/<version>/<platform>/` below its folder. Returns the hashes of the packages. */
export function writePlugin(mirror: string, delivery: Delivery): readonly string[] {
  return packagesOf(delivery).map(({ platform: name, files, hash }) => {
    writePackage(packageFolder(mirror, delivery.version, name), files, hash);
    return hash;
  });
}

function packagesOf(delivery: Delivery) {
  const { executable, platforms, version } = delivery;
  if (executable === 'standalone')
    return standalonePackages(platforms, delivery).map(({ platform: name, folder, fileNames, h1 }) => ({
      platform: name,
      files: fileNames.map((each) => ({ name: each, path: join(folder, each) })),
      hash: h1,
    }));
  const plugin = readPlugin();
  const files = [{ name: `terraform-provider-edge_v${version}`, content: plugin }];
  return platforms.map((name) => ({ platform: name, files, hash: packageHash(version, plugin) }));
}

export function packageFolder(mirror: string, version: string, platformName: string): string {
  return join(mirror, providerSource, version, platformName);
}

export function pluginFile(mirror: string, version: string, platformName: string): string {
  return join(packageFolder(mirror, version, platformName), executableName(version, platformName));
}

/** The folder where Terraform searches for plugins of all projects of a user. */
export function userMirror(home: string, env: NodeJS.ProcessEnv): string {
  const settings = join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'terraform.d');
  return join(process.platform === 'win32' ? settings : join(home, '.terraform.d'), 'plugins');
}

/** Adds the hashes of the plugin to the dependency lock file of a folder. The other entries stay. */
export function lockPlugin(folder: string, version: string, hashes: readonly string[]): void {
  const lockFile = join(folder, '.terraform.lock.hcl');
  const current = existsSync(lockFile) ? readFileSync(lockFile, 'utf8') : '';
  const next = setLockEntry(current, { source: providerSource, version, hashes });
  if (next !== current) writeFileSync(lockFile, next);
}
