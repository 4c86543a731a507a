import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { writeBundle, readBundle } from '../bundle';
import { setLockEntry } from './lock-file';
import { packageHashOf } from './package-hash';

/** The provider's address. Its host is not a registry: Terraform finds the plugin in the stack's folder. */
export const providerSource = 'terraform.local/edge-platform/edge';

const supportedSystems = ['darwin', 'freebsd', 'linux', 'openbsd'];
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' };

/** The platform of this process in Terraform's notation: `linux_amd64`. */
export function currentPlatform(): string {
  const system = platform() === 'win32' ? 'windows' : platform();
  return `${system}_${architectures[arch()] ?? arch()}`;
}

/** Whether Terraform can start a script as a plugin on a platform. */
export function isSupported(name: string): boolean {
  return supportedSystems.some((each) => name.startsWith(`${each}_`));
}

export function isPlatform(name: string): boolean {
  return /^[a-z]+_[a-z0-9]+$/.test(name) && isSupported(name);
}

/**
 * Writes the plugin to the folder that Terraform searches by default, `terraform.d/plugins` of the stack's folder, and its hash
 * to the dependency lock file, without which cdktf would query a registry.
 */
export function deliverPlugin(stackFolder: string, version: string, platforms: readonly string[]): void {
  writePlugin(join(stackFolder, 'terraform.d', 'plugins'), version, platforms);
  lockPlugin(stackFolder, version);
}

/** Writes the plugin to a mirror: `<address>/<version>/<platform>/` below its folder. */
export function writePlugin(mirror: string, version: string, platforms: readonly string[]): void {
  const plugin = readPlugin();
  for (const each of platforms) {
    const file = pluginFile(mirror, version, each);
    writeBundle(file, plugin);
    // Also for an unchanged file: an archive of the folder may have lost the executable bit.
    chmodSync(file, 0o755);
  }
}

/** Where Terraform finds the plugin for a platform in a mirror. */
export function pluginFile(mirror: string, version: string, platformName: string): string {
  return join(mirror, providerSource, version, platformName, `terraform-provider-edge_v${version}`);
}

/** Sets the entry of the plugin in the dependency lock file of a folder. The other entries stay. */
export function lockPlugin(folder: string, version: string): void {
  const lockFile = join(folder, '.terraform.lock.hcl');
  const current = existsSync(lockFile) ? readFileSync(lockFile, 'utf8') : '';
  const entry = { source: providerSource, version, hash: packageHash(version, readPlugin()) };
  const next = setLockEntry(current, entry);
  if (next !== current) writeFileSync(lockFile, next);
}

/** The plugin of this package. */
export function readPlugin(): Buffer {
  return readBundle({ fileName: 'terraform-provider-edge', what: 'The provider plugin' });
}

/** The hash of the script's package, which has one file. It is the same on every platform, and so is the hash. */
export function packageHash(version: string, plugin: Buffer): string {
  return packageHashOf(new Map([[`terraform-provider-edge_v${version}`, plugin]]));
}
