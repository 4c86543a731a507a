import { arch, platform } from 'node:os';
import { own } from '../../ground/record';

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' };

/** The platform of this process in Terraform's notation: `linux_amd64`. */
export function currentPlatform(): string {
  const system = platform() === 'win32' ? 'windows' : platform();
  return `${system}_${own(architectures, arch()) ?? arch()}`;
}
