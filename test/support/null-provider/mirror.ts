import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { providerSource } from '../../../lib/drivers/plugin/delivery';
import { describeWithTerraform, isOpenTofu, terraformPlatform } from '../terraform';
import { nullProviderSources, serveNullProvider } from './substitute';

const source = () => nullProviderSources[isOpenTofu() ? 1 : 0];

/** A suite that needs hashicorp/null. Its name and the output of the tests show which one it runs. */
export function describeWithNullProvider(name: string, suite: () => void): void {
  const mirror = findOriginalMirror();
  const which = mirror === undefined ? 'a substitute of this package' : 'the original';
  describeWithTerraform(`${name} [hashicorp/null: ${which}]`, () => {
    beforeAll(() => {
      // jest does not print the names of suites when it runs many files.
      process.stderr.write(
        `hashicorp/null is ${which}${mirror === undefined ? '' : ` in ${mirror}`}: ${name}\n`,
      );
    });
    suite();
  });
}

/**
 * The environment with which Terraform finds hashicorp/null and queries no registry: in the mirror of the developer's
 * environment, otherwise the substitute, which ends with the test.
 */
export async function provideNullProvider(folder: string): Promise<{
  readonly environment: Readonly<Record<string, string>>;
}> {
  const mirror = findOriginalMirror();
  if (mirror === undefined) return serveNullProvider();
  const file = join(folder, 'cli.tfrc');
  const mirrors = [
    [mirror, source()],
    // Of our own provider, in the stack's folder. Without a configuration Terraform finds it there.
    ['terraform.d/plugins', providerSource],
  ].map(
    ([path, included]) =>
      `  filesystem_mirror {\n    path = ${JSON.stringify(path)}\n    include = [${JSON.stringify(included)}]\n  }\n`,
  );
  writeFileSync(file, `provider_installation {\n${mirrors.join('')}}\n`);
  return { environment: { TF_CLI_CONFIG_FILE: file } };
}

/** The mirror with a hashicorp/null for this platform: TF_PLUGIN_DIR, or one of the CLI configuration. */
function findOriginalMirror(): string | undefined {
  const { TF_PLUGIN_DIR = '' } = process.env;
  return [...TF_PLUGIN_DIR.split(delimiter).filter((path) => path !== ''), ...configuredMirrors()].find(
    hasNull,
  );
}

function configuredMirrors(): string[] {
  const file = process.env.TF_CLI_CONFIG_FILE ?? join(homedir(), '.terraformrc');
  const blocks = readText(file).matchAll(/filesystem_mirror\s*\{[^}]*?\bpath\s*=\s*"([^"]+)"/g);
  return [...blocks].map(([, path = '']) => resolve(dirname(file), path));
}

/** Whether a mirror has a version that cdktf accepts: unpacked (`3.2.4/linux_amd64/`) or packed (`terraform-provider-null_3.2.4_linux_amd64.zip`). */
function hasNull(mirror: string): boolean {
  const folder = join(mirror, source());
  const platform = terraformPlatform();
  return namesIn(folder).some((name) => {
    const packed = /^terraform-provider-null_(.+?)_(\w+_\w+)\.zip$/.exec(name);
    const [, version = '', built] = packed ?? [name, name];
    if (!/^3\.(?:[2-9]|\d\d)/.test(version)) return false;
    return built === undefined ? namesIn(join(folder, name)).includes(platform) : built === platform;
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
