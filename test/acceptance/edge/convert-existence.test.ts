import { join } from 'node:path';
import { isObject, listOf, parseJson, textOf, type JsonObject } from '../../../lib/ground/json';
import { convertConfiguration } from '../../../lib/cli/convert/translate';
import { withoutKeys } from '../../../lib/cli/convert/addresses';
import { readConfiguration } from '../../../lib/cli/convert/read';
import { writeHclProject } from '../../../lib/cli/convert/write/hcl/project';
import { legacyEvents, legacyRecipients } from '../../../lib/pools';
import { isExhaustive, seed } from '../../support/exhaustive';
import { generateConditionalCode, withoutProviders } from '../../support/retired-code/existence';
import { describeWithTerraform, TerraformDir } from '../../support/terraform';
import { makeFolder, writeFiles } from '../../support/folder';

const cases = isExhaustive ? 100 : 4;

interface Instance {
  /** Without what is outside of the module of the case. */
  readonly address: string;
  readonly type: string;
  readonly values: JsonObject;
}

describeWithTerraform('new objects of generated code', () => {
  it('exist exactly where the old ones do, under any values of variables', async () => {
    const folder = makeFolder();
    const dir = new TerraformDir(folder, {});
    const planned = await planCases(dir);
    for (const { name, taken, before, after } of planned) {
      const leaving = before.filter(({ address }) => taken.has(withoutKeys(address)));
      const zones = leaving.map(({ values }) => textOf(values.zone_id) ?? '');
      const migrated = ofType(after, 'edge_waf_migration').map(({ values }) => textOf(values.zone_id));
      expect([name, migrated.sort()]).toEqual([name, [...new Set(zones)].sort()]);
      expectNotified(name, before, after);
    }
    expect(planned.some(({ after }) => ofType(after, 'edge_waf_migration').length > 0)).toBe(true);
  });
});

/** Each pool that notified somebody is in one policy, with its recipients and its events. */
function expectNotified(name: string, before: readonly Instance[], after: readonly Instance[]): void {
  const policies = ofType(after, 'edge_pool_notification_policy').map(({ values }) => values);
  const covered = policies.flatMap((policy) =>
    textsOf(policy.pool_ids).map((id) => ({ id, recipients: textsOf(policy.email_addresses), policy })),
  );
  const notifying = ofType(before, 'cloudflare_load_balancer_pool').flatMap(({ values }) => {
    const pool = {
      notification_email: textOf(values.notification_email) ?? '',
      notification_filter: isObject(values.notification_filter) ? values.notification_filter : null,
    };
    const events = legacyEvents(pool);
    return events.length === 0 ? [] : [{ id: textOf(values.id), recipients: legacyRecipients(pool), events }];
  });
  const kept = new Set(
    ofType(after, 'cloudflare_load_balancer_pool').flatMap(({ values }) =>
      values.notification_email === undefined ? [] : [textOf(values.id)],
    ),
  );
  const expected = notifying.filter(({ id }) => !kept.has(id));
  const said = (
    all: readonly { readonly id: string | undefined; readonly recipients: readonly string[] }[],
  ) => all.map(({ id, recipients }) => `${id ?? ''}: ${[...recipients].sort().join(', ')}`).sort();
  expect([name, said(covered)]).toEqual([name, said(expected)]);
  for (const { id, policy } of covered) {
    const { events = [] } = expected.find((each) => each.id === id) ?? {};
    const { event_sources: sources, new_health: statuses } = policy;
    for (const { source, health } of events) {
      if (sources !== undefined) expect(textsOf(sources)).toContain(source);
      if (statuses !== undefined) expect(textsOf(statuses)).toContain(health);
    }
  }
}

/** Plans all cases at once: the old and the new code of each, as modules that get the values of a world. */
async function planCases(dir: TerraformDir) {
  const modules: Record<string, JsonObject> = {};
  const worlds: { readonly name: string; readonly taken: ReadonlySet<string> }[] = [];
  for (let at = 0; at < cases; at += 1) {
    const code = generateConditionalCode(seed + at, 3);
    const old = join(dir.path, `code-${at}`);
    writeFiles(old, new Map([...code.files].map(([path, body]) => [path, JSON.stringify(body)])));
    const read = await readConfiguration(old, { env: { PATH: process.env.PATH } });
    const conversion = convertConfiguration(read);
    const { files } = writeHclProject(read, conversion);
    const taken = new Set(
      conversion.objects
        .flatMap(({ replaces }) => replaces)
        .flatMap(({ instances, type, name, module }) => [
          ...instances.map(({ address }) => withoutKeys(address)),
          ...read.modules
            .flatMap(({ calls }) => calls)
            .filter(({ to }) => to === module)
            .map((call) => `module.${call.name}.${type}.${name}`),
          `${type}.${name}`,
        ]),
    );
    const gates = conversion.variables.map(
      ({ module, name }) => [join(module, 'gate.tf.json'), { variable: { [name]: {} } }] as const,
    );
    writeCase(dir, `old-${at}`, code.files);
    writeCase(dir, `new-${at}`, new Map([...parsed(files), ...gates]));
    for (const [of, values] of code.worlds.entries()) {
      const name = `case_${at}_${of}`;
      modules[`${name}_old`] = { source: `./old-${at}`, ...values };
      modules[`${name}_new`] = {
        source: `./new-${at}`,
        ...values,
        ...(gates.length > 0 && { acknowledge_waf_migration: true }),
      };
      worlds.push({ name, taken });
    }
  }
  dir.write('main.tf.json', JSON.stringify({ module: modules }, null, 2));
  await dir.init();
  await dir.run(['plan', '-input=false', '-out=plan']);
  const plan = await dir.show('plan');
  return worlds.map((world) => ({
    ...world,
    before: instancesIn(plan, `module.${world.name}_old`),
    after: instancesIn(plan, `module.${world.name}_new`),
  }));
}

function writeCase(dir: TerraformDir, name: string, files: ReadonlyMap<string, JsonObject>): void {
  const texts = [...files].map(
    ([path, code]) => [path, JSON.stringify(withoutProviders(code), null, 2)] as const,
  );
  writeFiles(join(dir.path, name), new Map(texts));
}

/** What is written in JSON: the files in HCL are the provider, the moves and the variables. */
function parsed(files: ReadonlyMap<string, string>): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const [path, text] of files) {
    if (!path.endsWith('.tf.json')) continue;
    const code = parseJson(text);
    if (isObject(code)) found.set(path, code);
  }
  return found;
}

function instancesIn(plan: unknown, module: string): Instance[] {
  const root = isObject(plan) && isObject(plan.planned_values) ? plan.planned_values.root_module : {};
  return resourcesBelow(root).flatMap(({ address, name, values }) => {
    const [, type = '', block = ''] = /^(.*?)__(.*)$/.exec(textOf(name) ?? '') ?? [];
    const whole = textOf(address) ?? '';
    if (!whole.startsWith(`${module}.`) || !isObject(values) || !isObject(values.input)) return [];
    const local = whole.slice(module.length + 1).replace(`terraform_data.${type}__`, `${type}.`);
    return [{ address: local, type, block, values: values.input }];
  });
}

function resourcesBelow(module: unknown): readonly JsonObject[] {
  if (!isObject(module)) return [];
  const below = listOf(module.child_modules).flatMap(resourcesBelow);
  return [...listOf(module.resources).filter(isObject), ...below];
}

function ofType(instances: readonly Instance[], type: string): Instance[] {
  return instances.filter((each) => each.type === type);
}

function textsOf(value: unknown): string[] {
  return listOf(value).flatMap((each) => textOf(each) ?? []);
}
