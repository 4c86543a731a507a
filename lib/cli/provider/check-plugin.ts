import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { packageFolder, pluginFile, providerSource, userMirror } from '../../drivers/plugin/delivery';
import { hasConflict, readLockEntry } from '../../drivers/plugin/lock-file';
import { hashFolder } from '../../drivers/plugin/package-folder';
import { executablePlatform } from '../../drivers/plugin/standalone/executable-platform';
import { shownPath } from '../files';
import { chooseHost } from '../project/host';
import { archiveName } from './archive';
import { ok, problem, skipped, type Check } from './check';
import { findInstallation } from './cli-configuration';
import { isExecutable } from '../../terraform/binary';
import { askProgram } from './ask-program';

/** Where Terraform looks for the plugin, and what it should find. */
export interface PluginPlace {
  readonly folder: string;
  readonly home: string;
  readonly platform: string;
  readonly version: string;
  /** The plugin of this package, as a script. */
  readonly plugin: Buffer;
  readonly env: NodeJS.ProcessEnv;
}

/** The plugin that Terraform will find, which may be in the mirror of the project or of all projects. */
export interface DeliveredPlugin {
  readonly file: string;
  /** Its path for messages, from the folder of the configuration where it is in there. */
  readonly shown: string;
  readonly fix: string;
  /** The platform of a standalone executable; undefined for the script. */
  readonly standaloneFor: string | undefined;
}

/**
 * Finds the plugin for this version and platform as Terraform does: in the folders that it searches by default, else where
 * `init` has installed it from a mirror.
 */
export function findPlugin(place: PluginPlace): DeliveredPlugin | undefined {
  const { folder, home, platform, version, env } = place;
  const locate = (mirror: string) => pluginFile(mirror, version, platform);
  const local = locate(join(folder, 'terraform.d', 'plugins'));
  const shared = locate(userMirror(home, env));
  const installed = locate(resolve(folder, dataFolder(env), 'providers'));
  const installation = findInstallation(place);
  const found = [
    { file: local, isSearched: !installation?.hasMirror, fix: deliveryFix(folder) },
    {
      file: shared,
      isSearched: !installation?.hasMirror,
      fix: 'Run `edge-platform provider install --dir ~/.terraform.d/plugins`.',
    },
    {
      file: installed,
      isSearched: true,
      fix: 'Install this version in the mirror, and run `terraform init`.',
    },
  ].find(({ file, isSearched }) => isSearched && existsSync(file));
  if (found === undefined) return undefined;
  const { file, fix } = found;
  return { file, fix, shown: shownPath(file, folder), standaloneFor: platformOf(file) };
}

function dataFolder({ TF_DATA_DIR = '' }: NodeJS.ProcessEnv): string {
  return TF_DATA_DIR === '' ? '.terraform' : TF_DATA_DIR;
}

function platformOf(file: string): string | undefined {
  const header = Buffer.alloc(4096);
  const opened = openSync(file, 'r');
  try {
    return executablePlatform(header.subarray(0, readSync(opened, header)));
  } finally {
    closeSync(opened);
  }
}

/** Whether the plugin is where Terraform finds it, executable, and that of this package. */
export function checkPlugin(place: PluginPlace, delivered: DeliveredPlugin | undefined): Check {
  const installation = findInstallation(place);
  if (installation?.override !== undefined)
    return problem(
      'plugin',
      `${installation.file} has dev_overrides for ${providerSource}: Terraform starts what is in "${installation.override}", and \`init\` fails.`,
      'Remove that line, to use the plugin of this package.',
    );
  if (delivered === undefined) return missingPlugin(place);
  const { file, shown, fix, standaloneFor } = delivered;
  if (installation?.hasMirror === false)
    return problem(
      'plugin',
      `${installation.file} has a block provider_installation without a mirror, so Terraform does not search terraform.d/plugins.`,
      'Add `filesystem_mirror { path = "terraform.d/plugins" }` to it, and exclude terraform.local/*/* from direct.',
    );
  if (!isExecutable(file)) return notExecutable(shown, statSync(file).mode);
  if (standaloneFor !== undefined && standaloneFor !== place.platform)
    return problem(
      'plugin',
      `${shown} is an executable for ${standaloneFor}, not for ${place.platform}.`,
      fix,
    );
  // The standalone executable contains the script.
  if (!readFileSync(file).includes(place.plugin))
    return problem('plugin', `${shown} is another build than that of this package.`, fix);
  return ok('plugin', standaloneFor === undefined ? shown : `${shown}, standalone`);
}

/** Why the system does not execute a file, by its mode. */
export function notExecutable(shown: string, mode: number): Check {
  if ((mode & 0o111) === 0)
    return problem(
      'plugin',
      `${shown} is not executable: an archive or a copy has lost its mode.`,
      `Run \`chmod +x ${shown}\`.`,
    );
  return problem(
    'plugin',
    `The system does not execute ${shown}, although its mode is ${(mode & 0o777).toString(8)}.`,
    'If its file system is mounted with noexec, run Terraform in a folder of another one. Otherwise let this user execute it.',
  );
}

function missingPlugin(place: PluginPlace): Check {
  const { folder, platform, version } = place;
  if (!listFolder(folder).some((name) => /\.tf(\.json)?$/.test(name)))
    return skipped(
      'plugin',
      existsSync(join(folder, 'cdktf.json'))
        ? `The project has no synthesized stack. Run \`${chooseHost(undefined, folder)} synth\`, then this again.`
        : 'There is no configuration here. Run this in the folder with your .tf files, or in the project of CDK Terrain or CDKTF.',
    );
  const installation = findInstallation(place);
  if (installation?.hasMirror === true)
    return skipped(
      'plugin',
      `${installation.file} names the mirrors that Terraform installs plugins from. Run \`terraform init\`, then this again.`,
    );
  const mirror = join(folder, 'terraform.d', 'plugins');
  const packed = findPacked(place);
  if (packed !== undefined)
    return skipped(
      'plugin',
      `${packed} is packed. Run \`terraform init\`, which unpacks it, then this again.`,
    );
  const others = platformsOf(mirror, version);
  const instead = others.length === 0 ? '' : ` The folder has ${others.join(', ')}.`;
  return problem(
    'plugin',
    `Version ${version} for ${platform} is not in terraform.d/plugins.${instead}`,
    deliveryFix(folder),
  );
}

/** The archive that `init` unpacks where there is no unpacked plugin, which is a standalone one. */
export function findPacked({ folder, home, platform, version, env }: PluginPlace): string | undefined {
  return [join(folder, 'terraform.d', 'plugins'), userMirror(home, env)]
    .map((mirror) => join(mirror, providerSource, archiveName(version, platform)))
    .find((file) => existsSync(file));
}

/** The platforms that a mirror has of the version, else its versions. */
function platformsOf(mirror: string, version: string): string[] {
  const platforms = listFolder(dirname(packageFolder(mirror, version, '_'))).sort();
  return platforms.length > 0 ? platforms : listFolder(join(mirror, providerSource)).sort();
}

/** Whether the lock file admits the plugin: Terraform refuses one with another hash. */
export function checkLock({ folder, version }: PluginPlace, delivered: DeliveredPlugin | undefined): Check {
  if (delivered === undefined) return skipped('lock file', 'There is no plugin here.');
  const file = join(folder, '.terraform.lock.hcl');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (hasConflict(text))
    return problem(
      'lock file',
      '.terraform.lock.hcl has the marks of a merge conflict.',
      'Keep one side of each, or delete the file and run `terraform init` again.',
    );
  const entry = readLockEntry(text, providerSource);
  if (entry === undefined)
    return skipped('lock file', '.terraform.lock.hcl has no entry of the provider yet; `init` adds it.');
  if (entry.version !== version)
    return problem(
      'lock file',
      `.terraform.lock.hcl has version ${entry.version}, not ${version}.`,
      deliveryFix(folder),
    );
  return entry.hashes.includes(hashFolder(dirname(delivered.file)))
    ? ok('lock file', `.terraform.lock.hcl has ${version} and the hash of the plugin.`)
    : problem(
        'lock file',
        '.terraform.lock.hcl has another hash than that of the plugin.',
        deliveryFix(folder),
      );
}

/** Whether `init` has installed this version, which plans and applies start. */
export function checkInstalled({ folder, version, platform, env }: PluginPlace): Check {
  const name = 'installed';
  const providers = join(resolve(folder, dataFolder(env)), 'providers');
  const versions = listFolder(join(providers, providerSource)).sort();
  if (versions.length === 0) return skipped(name, '`init` has not installed the provider yet.');
  const file = pluginFile(providers, version, platform);
  const fix = 'Run `terraform init`, with `-upgrade` if the lock file has another version.';
  if (existsSync(file)) return ok(name, shownPath(file, folder));
  if (versions.includes(version))
    return problem(name, `${shownPath(file, folder)} leads to a file that is gone.`, fix);
  return problem(name, `\`init\` has installed version ${versions.join(', ')}, not ${version}.`, fix);
}

/** Whether the plugin starts: started without Terraform, it says so and ends. */
export async function checkStart(
  delivered: DeliveredPlugin | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Check> {
  if (delivered === undefined || !isExecutable(delivered.file))
    return skipped('start', 'There is no plugin to start.');
  const { stdout, failure } = await askProgram(delivered.file, [], { ...env, TF_PLUGIN_MAGIC_COOKIE: '' });
  const [line = ''] = stdout.split('\n', 1);
  if (line.startsWith('This is a Terraform provider.')) return ok('start', 'The plugin starts.');
  if (failure === 'EACCES')
    return problem(
      'start',
      `The system refuses to execute ${delivered.shown}.`,
      'Its file system may be mounted with noexec: install the plugin in another one with --dir.',
    );
  const reason = line === '' ? (failure ?? 'it prints nothing') : line;
  // What the plugin prints says what to do.
  return problem(
    'start',
    `The plugin does not start: ${reason}`,
    line === '' ? delivered.fix : 'Then run this again.',
  );
}

/** Synth delivers the plugin; in HCL, the user does. */
function deliveryFix(folder: string): string {
  return existsSync(join(folder, 'cdk.tf.json'))
    ? `Run \`${chooseHost(undefined, folder)} synth\` on this platform, or list the platform in the prop platforms of EdgeProvider.`
    : 'Run `edge-platform provider install`.';
}

function listFolder(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
