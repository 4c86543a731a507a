import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../../../lib/ground/json';
import { joinAddress, withoutKeys } from '../../../lib/cli/convert/addresses';
import type { Conversion, MetaArguments } from '../../../lib/cli/convert/model';
import { readConfiguration } from '../../../lib/cli/convert/read';
import { findBlocks } from '../../../lib/hcl/blocks';
import { convertConfiguration } from '../../../lib/cli/convert/translate';
import { writeHclProject } from '../../../lib/cli/convert/write/hcl/project';
import { installHere } from '../../../lib/cli/provider/install';
import { pick, start, type Running } from '../../emulator/support';
import { connectionTo } from '../../support/connection';
import { listOf } from '../../support/edge-stack';
import { oldConfiguration, oldResource } from '../../support/old-configuration';
import { isExhaustive, sample, seed } from '../../support/exhaustive';
import { serveOldProvider } from '../../support/retired-states';
import { generateRetiredCode, packagesIn, type RetiredCode } from '../../support/retired-code';
import type { Generation } from '../../support/retired-code/objects';
import { describeWithTerraform, TerraformDir } from '../../support/terraform';
import { afterTest } from '../../support/after-test';
import { makeFolder, readFiles, writeFiles } from '../../support/folder';

/** Code of retired resources, the service that it describes, and what a conversion with the service at hand makes of it. */
interface Converted extends RetiredCode {
  readonly emulator: Running;
  readonly folder: string;
  readonly project: string;
  readonly conversion: Conversion;
  readonly env: Readonly<Record<string, string>>;
}

async function convert(generation: Generation, from: number): Promise<Converted> {
  const code = generateRetiredCode({ seed: from, generation });
  const emulator = await start({ fixture: code.fixture, wafCutoverMs: 0 });
  const folder = makeFolder();
  const stateFile = join(folder, 'state.json');
  writeFiles(join(folder, 'old'), code.files);
  writeFileSync(stateFile, JSON.stringify(code.state));
  const env = {
    EDGE_BASE_URL: emulator.url,
    EDGE_API_TOKEN: emulator.token,
    ...inEnvironment(code.values),
  };
  const connection = connectionTo(emulator);
  afterTest(connection.close);
  const old = await readConfiguration(join(folder, 'old'), {
    stateFile,
    connection,
    notify: () => undefined,
  });
  const conversion = convertConfiguration(old);
  const { files } = writeHclProject(old, conversion);
  const project = join(folder, 'new');
  writeFiles(project, files);
  return { ...code, emulator, folder, project, conversion, env };
}

/** Code of the previous WAF alone, as who has nothing but the code converts it. */
async function convertBlindly(from: number) {
  const waf = generateRetiredCode({ seed: from, generation: 3, isWafOnly: true });
  const folder = makeFolder();
  writeFiles(join(folder, 'old'), waf.files);
  const old = await readConfiguration(join(folder, 'old'));
  const conversion = convertConfiguration(old);
  const { files } = writeHclProject(old, conversion);
  const worlds = [{ fixture: waf.fixture, values: waf.values, packages: packagesIn(waf.state) }, waf.other];
  const deploys = worlds.map(({ fixture, values, packages }, at) => async () => {
    const emulator = await start({ fixture, wafCutoverMs: 0 });
    const project = join(folder, `new-${at}`);
    writeFiles(project, files);
    const env = { EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token, ...inEnvironment(values) };
    return { emulator, packages, dir: projectOf({ project, conversion, env, state: waf.state }) };
  });
  return { conversion, deploys };
}

function inEnvironment(values: RetiredCode['values']): Readonly<Record<string, string>> {
  const entries = Object.entries(values).map(([name, value]) => [`TF_VAR_${name}`, value] as const);
  return Object.fromEntries(entries);
}

/** Whether a migration is held back until a person has written what no code says. Then no plan succeeds, and a to-do says why. */
async function isHeldBack({ objects, findings }: Conversion, dir: TerraformDir): Promise<boolean> {
  if (!objects.some(({ config }) => config.acknowledge_irreversible === false)) return false;
  expect((await dir.run(['plan', '-input=false'], { expectCode: 1 })).stderr).toContain('is false');
  expect(findings.some(({ severity }) => severity === 'todo')).toBe(true);
  return true;
}

/** The first deploy of a conversion: it moves the state, and writes nothing at the service. Undefined where it is held back. */
async function deployFirst(generation: Generation, from: number) {
  const converted = await convert(generation, from);
  const { emulator, addresses, conversion } = converted;
  const blocks = new Set(conversion.outcomes.map(({ address }) => withoutKeys(address)));
  expect([...blocks].sort()).toEqual([...new Set(addresses.map(withoutKeys))].sort());
  const old = await serveOldProvider();
  const dir = projectOf({ ...converted, env: { ...converted.env, ...old.environment } });
  dir.write('terraform.tfstate', JSON.stringify(movedStateOf(converted)));
  await emulator.takeCalls();
  await dir.init();
  if (await isHeldBack(conversion, dir)) return undefined;
  await dir.applyJson();
  expect((await emulator.writes()).filter((call) => !namesJob(call, converted))).toEqual([]);
  return { ...converted, dir };
}

/** What is left of old resources needs the provider of the service, and nothing of ours refers to it. */
function withoutOldResources(text: string): string {
  return findBlocks(text)
    .filter(({ type, labels: [label = ''] }) => type === 'resource' && label.startsWith('cloudflare_'))
    .reduceRight((rest, { start: from, end }) => rest.slice(0, from) + rest.slice(end), text);
}

const seeds = isExhaustive ? Array.from({ length: 5 }, (_, at) => seed + at) : [seed];

describeWithTerraform('policies that depend on the key of their pools', () => {
  const account = 'a'.repeat(32);

  it.each<[string, MetaArguments, string, (emails: readonly string[]) => object]>([
    [
      'a map',
      { forEach: '${var.emails}' },
      '${each.value}',
      (emails) => Object.fromEntries(emails.entries()),
    ],
    ['a list', { count: 3 }, '${var.emails[count.index]}', (emails) => emails],
  ])('are updated in place when an address of %s changes', async (_, meta, email, toVariable) => {
    const pool = oldResource(
      'cloudflare_load_balancer_pool.web',
      { account_id: account, notification_email: email },
      { meta },
    );
    const [policy] = convertConfiguration(oldConfiguration([pool])).objects;
    const terraform = new TerraformDir(makeFolder(), {});
    const write = (...emails: readonly string[]) => {
      terraform.write('terraform.tfvars.json', JSON.stringify({ emails: toVariable(emails) }));
    };
    const { forEach } = policy?.meta ?? {};
    const pools = Object.entries({ for_each: meta.forEach, count: meta.count });
    terraform.write(
      'main.tf.json',
      JSON.stringify({
        variable: { emails: { type: meta.count === undefined ? 'map(string)' : 'list(string)' } },
        resource: {
          terraform_data: {
            web: Object.fromEntries(pools.filter(([, value]) => value !== undefined)),
            policy: {
              for_each: forEach,
              input: {
                emails: policy?.config.email_addresses,
                pools: textOf(policy?.config.pool_ids)?.replace(
                  'cloudflare_load_balancer_pool',
                  'terraform_data',
                ),
              },
            },
          },
        },
      }),
    );
    await terraform.init();
    write('one@example.com', 'two@example.com', 'one@example.com');
    expect((await terraform.applyJson()).changes.filter((each) => each.includes('policy'))).toHaveLength(3);
    write('new@example.com', 'two@example.com', 'one@example.com');
    expect((await terraform.applyJson()).changes).toEqual(['update terraform_data.policy["0"]']);
  });
});

describeWithTerraform('generated code of retired resources', () => {
  const isAdopted = (generation: Generation) => ({
    name: `of version ${generation} is adopted without a write`,
    run: async (from: number) => {
      await deployFirst(generation, from);
    },
  });
  const migrates = {
    name: 'of version 3 is adopted without a write, and migrates each WAF without a reset',
    run: async (from: number) => {
      const deployed = await deployFirst(3, from);
      if (deployed === undefined) return;
      const { dir, ...converted } = deployed;
      const { emulator, project, conversion } = converted;
      await emulator.takeCalls();
      const open = ['-var=acknowledge_waf_migration=true'];
      const isGated = conversion.variables.some(({ name }) => name === 'acknowledge_waf_migration');
      if (isGated) await dir.applyJson(...open);
      const writes = await emulator.writes();
      expect(writes.filter((call) => !/^PUT .*entrypoint|^DELETE .*\/overrides\//.test(call))).toEqual([]);
      const { code, stdout } = await dir.plan(isGated ? open : []);
      expect([code, stdout]).toEqual([0, expect.stringContaining('No changes.')]);
      for (const [zone, rules] of rulesOfCode(converted)) await expectDeployed(zone, rules, converted);
      for (const settings of packagesIn(converted.state)) await expectScore(settings, emulator);
      expect(readFileSync(join(project, 'edge-moves.tf'), 'utf8')).not.toContain('destroy = true');
    },
  };
  const migratesBlindly = {
    name: 'of version 3 enforces the same without a state and credentials, whatever the values of variables are',
    run: async (from: number) => {
      const { conversion, deploys } = await convertBlindly(from);
      const open = ['-var=acknowledge_waf_migration=true'];
      for (const deploy of deploys) {
        const { dir, emulator, packages } = await deploy();
        await dir.init();
        if (await isHeldBack(conversion, dir)) return;
        await dir.applyJson(...open);
        for (const settings of packages) await expectScore(settings, emulator);
      }
    },
  };
  // One of them in each run, a random choice.
  const all = [isAdopted(4), isAdopted(5), migrates, migratesBlindly];
  const stories = sample(all, 1);
  it.each(stories.flatMap((story) => seeds.map((from) => ({ ...story, from }))))(
    '$name (seed $from)',
    async ({ run, from }) => {
      await run(from);
    },
  );
});

/** What needs no other provider, with a value for each secret. */
function projectOf({
  project,
  conversion,
  env,
  state,
}: Pick<Converted, 'project' | 'conversion' | 'env' | 'state'>): TerraformDir {
  for (const [path, text] of readFiles(project))
    if (path.endsWith('.tf')) writeFiles(project, { [path]: withoutOldResources(text) });
  const secrets = conversion.variables.flatMap(({ name, sensitive }) =>
    sensitive ? [[`TF_VAR_${name}`, addressIn(state, name) ?? 'a secret']] : [],
  );
  const dir = new TerraformDir(project, {
    ...env,
    ...(Object.fromEntries(secrets) as Record<string, string>),
  });
  installHere(project);
  return dir;
}

/** The address of a destination that is a secret as a whole, by the variable that has it. */
function addressIn(state: object, variable: string): string | undefined {
  const job = listOf(pick(state, 'resources')).find(
    (resource) => `${String(pick(resource, 'name'))}_destination` === variable,
  );
  const [instance] = job === undefined ? [] : listOf(pick(job, 'instances'));
  return textOf(pick(instance, 'attributes', 'destination_conf'));
}

/** What Terraform moves: to forget the rest, it needs the schemas of the service's provider. */
function movedStateOf({ state, conversion }: Converted): object {
  const { outcomes, moves } = conversion;
  const converted = outcomes.filter(({ outcome }) => outcome === 'converted');
  const moved = new Set(converted.map(({ address }) => withoutKeys(address)));
  for (const address of moves.removed) moved.delete(address);
  const isMoved = (resource: unknown) => {
    const [module, type, name] = ['module', 'type', 'name'].map((key) => textOf(pick(resource, key)) ?? '');
    return moved.has(withoutKeys(joinAddress(module ?? '', `${type}.${name}`)));
  };
  return { ...state, resources: listOf(pick(state, 'resources')).filter(isMoved) };
}

/** Jobs without a name get one, as a finding says. */
function namesJob(call: string, { fixture }: Converted): boolean {
  const jobs = [...(fixture.accounts ?? []), ...(fixture.zones ?? [])].flatMap((owner) => owner.jobs ?? []);
  const nameless = jobs
    .filter((job) => (pick(job, 'name') ?? '') === '')
    .map((job) => String(pick(job, 'id')));
  const [, id = ''] = /^PUT .*\/logpush\/jobs\/(\d+)$/.exec(call) ?? [];
  return nameless.includes(id);
}

interface RuleOfCode {
  readonly address: string;
  readonly id: string;
  readonly mode: string;
}

/** The rules that the code sets in the package of the service, by zone. */
function rulesOfCode({ state, addresses }: Converted): ReadonlyMap<string, readonly RuleOfCode[]> {
  const byZone = new Map<string, RuleOfCode[]>();
  for (const resource of listOf(pick(state, 'resources'))) {
    if (pick(resource, 'type') !== 'cloudflare_waf_rule') continue;
    for (const instance of listOf(pick(resource, 'instances'))) {
      const attribute = (name: string) => String(pick(instance, 'attributes', name));
      if (attribute('package_id') !== managedPackage) continue;
      const name = String(pick(resource, 'name'));
      const key = pick(instance, 'index_key');
      const end = key === undefined ? `.${name}` : `.${name}[${JSON.stringify(key)}]`;
      const address = addresses.find((each) => each.endsWith(end)) ?? '';
      const rules = byZone.get(attribute('zone_id')) ?? [];
      byZone.set(attribute('zone_id'), [
        ...rules,
        { address, id: attribute('rule_id'), mode: attribute('mode') },
      ]);
    }
  }
  return byZone;
}

const managedPackage = '1e334934fd7ae32ad705667f8c1057aa';

/** The new core rule set acts from the same score, with the same action. */
async function expectScore(settings: unknown, emulator: Running): Promise<void> {
  const [zone, sensitivity, mode] = ['zone_id', 'sensitivity', 'action_mode'].map((name) =>
    String(pick(settings, name)),
  );
  if (sensitivity === 'off') return;
  expect(await overridesOf(zone ?? '', emulator)).toContainEqual(
    expect.objectContaining({
      id: '6179ae15870a4bb7b2d480d4843b323c',
      score_threshold: { high: 25, medium: 40, low: 60 }[sensitivity ?? ''],
      action: { simulate: 'log', block: 'block', challenge: 'challenge' }[mode ?? ''],
    }),
  );
}

/** Those of single rules that the zone has deployed. */
async function overridesOf(zone: string, emulator: Running): Promise<readonly unknown[]> {
  const path = `/zones/${zone}/rulesets/phases/http_request_firewall_managed/entrypoint`;
  return itemsOf(pick(await emulator.result('GET', path), 'rules')).flatMap((rule) =>
    itemsOf(pick(rule, 'action_parameters', 'overrides', 'rules')),
  );
}

/** Specification 3.3; a challenge is a managed one, unless the code keeps the old one. */
const newSettings: Readonly<Record<string, readonly object[]>> = {
  disable: [{ enabled: false }],
  simulate: [{ action: 'log' }],
  block: [{ action: 'block' }],
  challenge: [{ action: 'managed_challenge' }, { action: 'challenge' }],
};

/** The new rules do what the code says of the old ones, but for what a finding names. */
async function expectDeployed(
  zone: string,
  rules: readonly RuleOfCode[],
  { emulator, conversion, fixture }: Converted,
): Promise<void> {
  const overrides = await overridesOf(zone, emulator);
  const { packages } = fixture.zones?.find(({ id }) => id === zone)?.waf ?? {};
  const [managed] = itemsOf(packages);
  const modeOf = (id: unknown) =>
    pick(
      itemsOf(pick(managed, 'groups')).find((each) => pick(each, 'id') === id),
      'mode',
    );
  for (const { id, mode, address } of rules) {
    const described = itemsOf(pick(managed, 'rules')).find((rule) => pick(rule, 'id') === id);
    // A group that is off decides about its rules, and `default` is what the rule does anyway.
    const isOff = modeOf(pick(described, 'group_id')) === 'off' || pick(described, 'default_mode') === mode;
    const isNamed = conversion.findings.some(
      (finding) => finding.code === 'convert.not_carried' && finding.address === withoutKeys(address),
    );
    const wanted = newSettings[mode];
    if (isOff || isNamed || wanted === undefined) continue;
    const override = overrides.find((each) => pick(each, 'id') === id);
    expect(wanted).toContainEqual(expect.objectContaining(relevant(override)));
  }
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** `enabled` beside an action only confirms it. */
function relevant(override: unknown): object {
  const action = pick(override, 'action');
  return action === undefined ? { enabled: pick(override, 'enabled') } : { action };
}
