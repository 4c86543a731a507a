import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { placeBundle, readBundle } from '../bundle';
import { setLockEntry } from './lock-file';

/** The provider's address. Its host names no registry: Terraform finds the plugin in the stack's folder. */
export const providerSource = 'terraform.local/edge-platform/edge';

const servedSystems = ['darwin', 'freebsd', 'linux', 'openbsd'];
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' };

/** Where this process runs, as Terraform writes it: `linux_amd64`. */
export function currentPlatform(): string {
  const system = platform() === 'win32' ? 'windows' : platform();
  return `${system}_${architectures[arch()] ?? arch()}`;
}

/** Whether Terraform on a platform can start a script as a plugin. */
export function isServed(name: string): boolean {
  return servedSystems.some((each) => name.startsWith(`${each}_`));
}

export function isPlatform(name: string): boolean {
  return /^[a-z]+_[a-z0-9]+$/.test(name) && isServed(name);
}

/**
 * Puts the plugin where Terraform looks by itself, `terraform.d/plugins/<address>/<version>/<platform>/` under the
 * stack's folder, and its hash into the dependency lock file, without which cdktf would ask a registry for it.
 */
export function deliverPlugin(stackFolder: string, version: string, platforms: readonly string[]): void {
  const plugin = readBundle({ fileName: 'terraform-provider-edge.js', what: 'The provider plugin' });
  const fileName = `terraform-provider-edge_v${version}`;
  const folder = join(stackFolder, 'terraform.d');
  for (const each of platforms) {
    const path = join('plugins', providerSource, version, each, fileName);
    placeBundle(folder, path, plugin);
    // Also of an unchanged file: an archive of the folder may have lost the bit.
    chmodSync(join(folder, path), 0o755);
  }
  const lockFile = join(stackFolder, '.terraform.lock.hcl');
  const current = existsSync(lockFile) ? readFileSync(lockFile, 'utf8') : '';
  const entry = { source: providerSource, version, hash: packageHash(fileName, plugin) };
  const next = setLockEntry(current, entry);
  if (next !== current) writeFileSync(lockFile, next);
}

/** Terraform's hash "h1" of a provider package of one file: the same on every platform, since the plugin is. */
function packageHash(fileName: string, content: Buffer): string {
  const file = createHash('sha256').update(content).digest('hex');
  const listing = `${file}  ${fileName}\n`;
  return `h1:${createHash('sha256').update(listing).digest('base64')}`;
}
