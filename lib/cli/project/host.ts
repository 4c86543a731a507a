import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fieldsOf, parseJson } from '../../ground/json';
import { own } from '../../ground/record';
import { packageName } from './package-name';

/** The package whose constructs a project extends: CDK Terrain, or CDKTF, from which it comes. */
export type Host = 'cdktn' | 'cdktf';

/** The host of a project that has none yet: the one that is maintained. */
const defaultHost: Host = 'cdktn';

interface HostOfProject {
  readonly title: string;
  /** What the constructs are imported from. */
  readonly constructs: string;
  readonly dependencies: Readonly<Record<string, string>>;
  /** The command has the name of the host. */
  readonly devDependencies: Readonly<Record<string, string>>;
  /** The least version of Node.js: that of the command, and of this package. */
  readonly node: string;
}

/** What a project of each host has. */
export const hosts: Readonly<Record<Host, HostOfProject>> = {
  cdktn: {
    title: 'CDK Terrain',
    constructs: `${packageName}/cdktn`,
    dependencies: { cdktn: '^0.24.0', constructs: '~10.7.0' },
    devDependencies: { 'cdktn-cli': '^0.24.0' },
    node: '22.19',
  },
  cdktf: {
    title: 'CDKTF',
    constructs: packageName,
    dependencies: { cdktf: '^0.21.0', constructs: '^10.4.2' },
    devDependencies: { 'cdktf-cli': '^0.21.0' },
    node: '20.19',
  },
};

/**
 * The host of a project that is written to a folder: the given one, else that of the folder, else that of other folders it comes from,
 * else CDK Terrain.
 *
 * @param given - the option `--host`
 * @throws an Error where the folder has a project of another host
 */
export function chooseHost(given: Host | undefined, folder: string, ...origins: readonly string[]): Host {
  const written = hostIn(folder);
  if (given !== undefined && written !== undefined && written !== given)
    throw new Error(
      `--host: the project in ${folder} depends on ${written}. Leave the option out, or name another folder.`,
    );
  return given ?? [folder, ...origins].map(hostOf).find((host) => host !== undefined) ?? defaultHost;
}

/**
 * The host of a folder: the one on which the nearest `package.json` depends that has either, in the folder or above it. Where it has
 * both, CDK Terrain. Packages that are installed do not count: those of a folder above may be of the other host.
 *
 * @param folder - need not exist
 */
function hostOf(folder: string): Host | undefined {
  const path = resolve(folder);
  const above = dirname(path);
  return hostIn(path) ?? (above === path ? undefined : hostOf(above));
}

function hostIn(folder: string): Host | undefined {
  const names = dependenciesOf(join(folder, 'package.json'));
  return (['cdktn', 'cdktf'] as const).find((host) => names.has(host));
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
