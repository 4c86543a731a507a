import { constants, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPlan, type Plan } from '../../lib/terraform/plan';
import { isolatedEnvironment, variableSettings } from '../../lib/terraform/binary';
import { TerraformFolder } from '../../lib/terraform/folder';
import type { ProviderVersion } from './versions';
import type { Service } from './service';

export const providerAddress = join('registry.terraform.io', 'cloudflare', 'cloudflare');

/** A working folder of Terraform that the real provider of the service runs in. */
export class WorkingFolder extends TerraformFolder {
  constructor(
    path: string,
    readonly settings: Readonly<Record<string, string>>,
  ) {
    super(path, isolatedEnvironment(), settings);
  }

  /** @throws an Error with Terraform's output */
  async run(...parameters: readonly string[]): Promise<void> {
    const { code, output } = await this.start(parameters).finished;
    if (code !== 0)
      throw new Error(`terraform ${parameters.join(' ')} in ${this.path} ended with ${code}:\n${output}`);
  }

  apply(...parameters: readonly string[]): Promise<void> {
    return this.run('apply', '-auto-approve', '-input=false', '-no-color', ...parameters);
  }

  async plan(...parameters: readonly string[]): Promise<Plan> {
    // Not in the folder: the conversion would copy it.
    const file = `${this.path}.tfplan`;
    await this.run('plan', '-input=false', '-no-color', `-out=${file}`, ...parameters);
    return readPlan(await this.show(file), []);
  }

  get state(): string {
    return join(this.path, 'terraform.tfstate');
  }
}

/**
 * A copy of a configuration.
 *
 * @param mirror - folder with the service's provider, as `terraform providers mirror` writes it; undefined for the registry
 */
export function openFolder(
  source: string,
  path: string,
  { variables, secrets }: ProviderVersion,
  service: Service,
  mirror: string | undefined,
): WorkingFolder {
  cpSync(source, path, { recursive: true });
  if (mirror !== undefined) copyProvider(path, mirror);
  return new WorkingFolder(path, { ...service.env, ...variableSettings({ ...variables, ...secrets }) });
}

/** @throws an Error where a mirror lacks a version of the provider */
export function findProvider(mirror: string, version: string): void {
  const folder = join(mirror, providerAddress);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  if (names.some((name) => name === version || name.startsWith(`terraform-provider-cloudflare_${version}_`)))
    return;
  throw new Error(
    `--mirror: ${folder} has no version ${version}. Run \`terraform providers mirror\` where you reach the registry.`,
  );
}

/** Terraform takes every provider that it finds in `terraform.d/plugins` from there alone. */
export function copyProvider(path: string, mirror: string): void {
  const target = join(path, 'terraform.d', 'plugins', providerAddress);
  if (existsSync(target)) return;
  cpSync(join(mirror, providerAddress), target, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** Applies an old configuration: the challenge first, because the job needs what the service then writes to the bucket. */
export async function applyOld(
  folder: WorkingFolder,
  { challenge }: ProviderVersion,
  { emulator }: Service,
): Promise<readonly string[]> {
  await folder.run('init', '-input=false', '-no-color');
  if (challenge === undefined) {
    await folder.apply();
    return [];
  }
  await folder.apply(`-target=${challenge}`, '-var=ownership_token=none');
  const token = [`-var=ownership_token=${readToken(emulator.bucketsDir)}`];
  await folder.apply(...token);
  return token;
}

function readToken(buckets: string): string {
  const [file] = readdirSync(buckets, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /ownership-challenge-[^/]*\.txt$/.test(name),
  );
  if (file === undefined) throw new Error(`No challenge was written to ${buckets}.`);
  return readFileSync(join(buckets, file), 'utf8').trim();
}
