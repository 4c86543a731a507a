import { existsSync, readFileSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { join, resolve } from 'node:path';
import { providerSource } from '../../drivers/plugin/delivery';
import { ok, problem, type Check } from './check';

const name = 'CLI configuration';

const overrideOf = new RegExp(`${providerSource.replaceAll('.', '\\.')}"?\\s*=\\s*"([^"]*)"`);

/** How a user's CLI configuration changes where Terraform searches plugins. */
export interface Installation {
  readonly file: string;
  /** Whether its block `provider_installation` names a mirror; otherwise registries are all that is left. */
  readonly hasMirror: boolean;
  /** The folder that its `dev_overrides` name for this provider, from which Terraform starts it without `init`. */
  readonly override: string | undefined;
}

export interface ConfigurationPlace {
  readonly folder: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * The provider installation in the CLI configuration of Terraform. Undefined where Terraform searches `terraform.d/plugins`:
 * without a block `provider_installation`, or with one that names that folder.
 */
export function findInstallation(place: ConfigurationPlace): Installation | undefined {
  const file = configurationFile(place);
  if (!existsSync(file) || !statSync(file).isFile()) return undefined;
  const text = readFileSync(file, 'utf8').replaceAll(/^\s*(?:#|\/\/).*$/gm, '');
  const [, block] = /\bprovider_installation\s*\{([^]*)/.exec(text) ?? [];
  if (block === undefined) return undefined;
  const [, overrides = ''] = /\bdev_overrides\s*\{([^}]*)/.exec(block) ?? [];
  const [, override] = overrideOf.exec(overrides) ?? [];
  if (override === undefined && block.includes('terraform.d/plugins')) return undefined;
  return { file, override, hasMirror: /\b(?:filesystem_mirror|network_mirror)\s*\{/.test(block) };
}

/** Whether Terraform can read the CLI configuration that it is told to take. */
export function checkCliConfiguration(place: ConfigurationPlace): Check {
  const file = configurationFile(place);
  const isNamed = (place.env.TF_CLI_CONFIG_FILE ?? '') !== '';
  const exists = existsSync(file) && statSync(file).isFile();
  if (!exists && isNamed && file !== devNull)
    return problem(
      name,
      `TF_CLI_CONFIG_FILE names ${file}, and there is no such file.`,
      'Correct it, or unset it to use ~/.terraformrc.',
    );
  if (!exists) return ok(name, 'There is none: Terraform searches terraform.d/plugins.');
  const { hasMirror } = findInstallation(place) ?? {};
  return ok(name, hasMirror === true ? `${file}, with mirrors for providers` : file);
}

function configurationFile({ folder, home, env }: ConfigurationPlace): string {
  const named = env.TF_CLI_CONFIG_FILE ?? '';
  if (named !== '') return resolve(folder, named);
  if (process.platform !== 'win32') return join(home, '.terraformrc');
  return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'terraform.rc');
}
