import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { linkPackages } from '../../examples/support/linked-packages';
import { runProgram } from '../../lib/ground/program';
import { messageOf } from '../../lib/ground/words';
import { isOfMigration, shapeOf, takeWrites } from './calls';
import type { Claim } from './report';
import { startService, type Service } from './service';
import { applyOld, copyProvider, openFolder, WorkingFolder } from './terraform';
import { fixtures, world, type ProviderVersion } from './versions';

export const languages = ['hcl', 'typescript'] as const;
export type Language = (typeof languages)[number];

const root = resolve(__dirname, '..', '..');
const command = join(root, 'dist', 'cli', 'main.js');
const gate = '-var=acknowledge_waf_migration=true';

/** A configuration that the real provider of the service has applied, and its conversion. */
interface Converted {
  readonly service: Service;
  readonly old: WorkingFolder;
  readonly given: readonly string[];
  readonly state: string;
  readonly out: string;
}

export interface ProofOptions {
  readonly version: ProviderVersion;
  readonly language: Language;
  /** Folder with the service's provider; undefined for the registry. */
  readonly mirror: string | undefined;
  readonly scratch: string;
}

class Claims {
  readonly list: Claim[] = [];

  constructor(private readonly options: ProofOptions) {}

  add(statement: string, contradiction: string | undefined): void {
    const { version, language } = this.options;
    this.list.push({ version: version.version, language, statement, contradiction });
  }

  /** A step that fails ends the proof: the later statements are about its result. */
  async step(statement: string, run: () => Promise<string | undefined>): Promise<void> {
    let contradiction: string | undefined;
    try {
      contradiction = await run();
    } catch (error) {
      contradiction = messageOf(error);
    }
    this.add(statement, contradiction);
    if (contradiction !== undefined) throw new Aborted();
  }
}

class Aborted extends Error {}

/** Converts, moves the state, and migrates, with the real provider installed all the time. */
export async function proveConversion(options: ProofOptions): Promise<readonly Claim[]> {
  return prove(options, async (claims, converted) => {
    const { service, out, given } = converted;
    const folder = await openProject(converted, options);
    await claims.step('edge-platform convert names the known losses, and no other', async () => {
      const { code, output } = await runConvert(converted, options, '--json');
      return code === 0 ? unknownLosses(output, options) : output;
    });
    await claims.step('the first deploy writes what CONVERSION.md announces, and nothing else', async () => {
      await folder.run('init', '-input=false', '-no-color');
      await folder.apply(...given);
      const writes = (await takeWrites(service)).map(shapeOf).sort();
      return isDeepStrictEqual(writes, [...options.version.announced].sort()) ? undefined : writes.join('; ');
    });
    await claims.step('then the plan is empty', () => changesOf(folder, given));
    if (!isGated(out)) return;
    await claims.step('the second deploy writes the migration of the WAF alone', async () => {
      await folder.apply(gate, ...given);
      return others(await takeWrites(service), isOfMigration);
    });
    await claims.step('then the plan is empty again', () => changesOf(folder, [gate, ...given]));
  });
}

/** Removes the old blocks first, so that the provider resets the WAF, and looks whether the guard rails hold. */
export async function proveGuard(options: ProofOptions): Promise<readonly Claim[]> {
  return prove(options, async (claims, converted) => {
    const { service, old, given } = converted;
    await claims.step('in the dangerous order the provider resets the previous WAF', async () => {
      rmSync(join(old.path, 'waf.tf'));
      await old.apply(...given);
      const writes = await takeWrites(service);
      return writes.some((call) => call.startsWith('PATCH')) ? undefined : 'it wrote nothing';
    });
    await claims.step('then `waf check --state` exits with 1', async () => {
      const { code, output } = await runCommand(service, 'waf', 'check', '--state', converted.state);
      return code === 1 && output.includes('reset') ? undefined : `exit status ${code}:\n${output}`;
    });
    await claims.step('then the plan of the migration fails with waf.previous_reset', async () => {
      const folder = await openProject({ ...converted, state: old.state }, options);
      await folder.run('init', '-input=false', '-no-color');
      const plan = ['plan', '-input=false', '-no-color', gate, ...given];
      const { code, output } = await folder.start(plan).finished;
      return code !== 0 && output.includes('waf.previous_reset')
        ? undefined
        : `exit status ${code}:\n${output}`;
    });
  });
}

async function prove(
  options: ProofOptions,
  story: (claims: Claims, converted: Converted) => Promise<void>,
): Promise<readonly Claim[]> {
  const claims = new Claims(options);
  const service = await startService(world);
  try {
    await story(claims, await convert(claims, service, options));
  } catch (error) {
    if (!(error instanceof Aborted)) throw error;
  } finally {
    await service.close();
  }
  return claims.list;
}

async function convert(claims: Claims, service: Service, options: ProofOptions): Promise<Converted> {
  const { version, mirror, scratch } = options;
  const old = openFolder(
    join(fixtures, version.name, 'input'),
    join(scratch, 'old'),
    version,
    service,
    mirror,
  );
  const state = join(scratch, 'state.json');
  let converted: Converted = { service, old, given: [], state, out: join(scratch, 'out') };
  await claims.step('the real provider applies the configuration, and plans no change', async () => {
    const given = await applyOld(old, version, service);
    converted = { ...converted, given };
    cpSync(old.state, state);
    await takeWrites(service);
    return changesOf(old, given);
  });
  await claims.step('edge-platform convert writes a project, and nothing at the service', async () => {
    const { code, output } = await runConvert(converted, options);
    return code === 0 ? (await takeWrites(service)).join('\n') || undefined : output;
  });
  return converted;
}

function runConvert(
  { service, old, given, state, out }: Converted,
  { version, language }: ProofOptions,
  ...more: readonly string[]
) {
  const variables = [
    ...given.map((each) => each.replace('-var=', '')),
    ...Object.entries(version.variables).map(([name, value]) => `${name}=${value}`),
  ].flatMap((each) => ['--var', each]);
  const parameters = ['--state', state, '--out', out, '--language', language, ...variables, ...more];
  return runCommand(service, 'convert', old.path, ...parameters);
}

function unknownLosses(output: string, { version }: ProofOptions): string | undefined {
  const { resources, findings } = JSON.parse(output.slice(output.indexOf('{\n'))) as {
    readonly resources: readonly { readonly address: string; readonly outcome: string }[];
    readonly findings: readonly { readonly address: string; readonly severity: string }[];
  };
  const lost = new Set([
    ...resources.filter(({ outcome }) => outcome === 'lost').map(({ address }) => address),
    ...findings.filter(({ severity }) => severity === 'lost').map(({ address }) => address),
  ]);
  return isDeepStrictEqual([...lost].sort(), [...version.losses].sort()) ? undefined : [...lost].join(', ');
}

function runCommand({ env }: Service, ...parameters: readonly string[]) {
  return runProgram(process.execPath, [command, ...parameters], {
    cwd: root,
    env: { ...process.env, ...env },
  });
}

/** The folder where Terraform runs, with the state of the old code where the written project expects it. */
async function openProject(
  { service, out, state, old }: Converted,
  { language, mirror }: ProofOptions,
): Promise<WorkingFolder> {
  const path = language === 'hcl' ? out : await synthesize(out, service);
  const folder = new WorkingFolder(path, old.settings);
  if (language === 'hcl')
    await runProgram(process.execPath, [command, 'provider', 'install'], { cwd: path, env: process.env });
  if (mirror !== undefined) copyProvider(path, mirror);
  cpSync(state, language === 'hcl' ? folder.state : join(out, `terraform.${basename(path)}.tfstate`));
  return folder;
}

/** @returns the folder of the stack */
async function synthesize(out: string, { env }: Service): Promise<string> {
  linkPackages(out);
  const { code, output } = await runProgram('npx', ['cdktf', 'synth'], {
    cwd: out,
    env: { ...process.env, ...env, CI: '1' },
  });
  if (code !== 0) throw new Error(`cdktf synth ended with ${code}:\n${output}`);
  const stacks = join(out, 'cdktf.out', 'stacks');
  const [stack = ''] = readdirSync(stacks);
  return join(stacks, stack);
}

async function changesOf(folder: WorkingFolder, given: readonly string[]): Promise<string | undefined> {
  const { changes, outputs } = await folder.plan(...given);
  const lines = [
    ...changes.map(({ action, address, attributes }) => `${action} ${address} (${attributes.join(', ')})`),
    ...outputs.map((name) => `output ${name}`),
  ];
  return lines.length === 0 ? undefined : lines.join('; ');
}

function others(writes: readonly string[], isExpected: (call: string) => boolean): string | undefined {
  const found = writes.filter((call) => !isExpected(call));
  return found.length === 0 ? undefined : found.join('; ');
}

/** Whether the written project has migrations of the WAF that wait for the second deploy. */
function isGated(out: string): boolean {
  return readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        /\.(?:tf|ts|json)$/.test(name) && !/(?:^|\/)(?:node_modules|cdktf\.out|\.terraform)\//.test(name),
    )
    .some((name) => readFileSync(join(out, name), 'utf8').includes('acknowledge_waf_migration'));
}
