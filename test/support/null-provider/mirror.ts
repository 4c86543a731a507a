import { buildSync } from 'esbuild';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { providerSource } from '../../../lib/drivers/plugin/delivery';
import { describeWithTerraform, terraformPlatform } from '../terraform';

const source = 'registry.terraform.io/hashicorp/null';
const standInVersion = '3.2.4';

/** A suite that needs hashicorp/null; its name says which one runs, and the output of the tests says it too. */
export function describeWithNullProvider(name: string, suite: () => void): void {
  const mirror = findGenuine();
  const which = mirror === undefined ? 'a stand-in over our own plugin server' : 'the genuine one';
  describeWithTerraform(`${name} [hashicorp/null: ${which}]`, () => {
    beforeAll(() => {
      // Of many files jest prints no names.
      process.stderr.write(
        `hashicorp/null is ${which}${mirror === undefined ? '' : ` in ${mirror}`}: ${name}\n`,
      );
    });
    suite();
  });
}

/**
 * Writes a CLI configuration into a folder, by which Terraform asks no registry: hashicorp/null comes from the mirror that
 * the environment names, otherwise from one with the stand-in, and our own provider from the stack's folder as ever.
 */
export function writeCliConfig(folder: string): string {
  const mirror = findGenuine() ?? putUpStandIn(join(folder, 'mirror'));
  const file = join(folder, 'cli.tfrc');
  const places = [
    [mirror, source],
    ['terraform.d/plugins', providerSource],
  ].map(
    ([path, included]) =>
      `  filesystem_mirror {\n    path = ${JSON.stringify(path)}\n    include = [${JSON.stringify(included)}]\n  }\n`,
  );
  writeFileSync(file, `provider_installation {\n${places.join('')}}\n`);
  return file;
}

/** The mirror of the environment that has a hashicorp/null for this platform: TF_PLUGIN_DIR, or one of the CLI configuration. */
function findGenuine(): string | undefined {
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

/** Unpacked, `3.2.4/linux_amd64/`, or packed, `terraform-provider-null_3.2.4_linux_amd64.zip`: of the versions that cdktf takes. */
function hasNull(mirror: string): boolean {
  const place = join(mirror, source);
  const platform = terraformPlatform();
  return namesIn(place).some((name) => {
    const packed = /^terraform-provider-null_(.+?)_(\w+_\w+)\.zip$/.exec(name);
    const [, version = '', built] = packed ?? [name, name];
    if (!/^3\.(?:[2-9]|\d\d)/.test(version)) return false;
    return built === undefined ? namesIn(join(place, name)).includes(platform) : built === platform;
  });
}

let bundled: Buffer | undefined;

/** The layout of a mirror, with the stand-in in one file. */
function putUpStandIn(mirror: string): string {
  const place = join(mirror, source, standInVersion, terraformPlatform());
  const file = join(place, `terraform-provider-null_v${standInVersion}_x5`);
  mkdirSync(place, { recursive: true });
  writeFileSync(file, (bundled ??= bundle()));
  chmodSync(file, 0o755);
  return mirror;
}

function bundle(): Buffer {
  const { outputFiles } = buildSync({
    entryPoints: [join(__dirname, 'main.ts')],
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20',
    minify: true,
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'warning',
  });
  return Buffer.concat(outputFiles.map(({ contents }) => contents));
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
