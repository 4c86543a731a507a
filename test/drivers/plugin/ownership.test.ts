import { join } from 'node:path';
import { fieldsOf } from '../../../lib/ground/json';
import type { ObjectValue } from '../../../lib/schema';
import { pick, start, textAt } from '../../emulator/support';
import { localPlugins } from '../../faults/support/local-plugin';
import { accountId, listOf } from '../../support/edge-stack';
import { otherZoneId, zoneId } from '../../support/handler-harness';
import { TerraformClient } from '../../support/terraform-client';
import { InconsistentFinalPlan } from '../../support/terraform-client/checks';
import { useDataFolder } from '../../support/data-folder';

const applied = { applied_at: '${timestamp()}' };
const kinds = {
  job: {
    type: 'edge_logpush_job',
    path: `/zones/${zoneId}/logpush/jobs`,
    importId: (id: string) => `${zoneId}/${id}`,
    body: {
      zone_id: zoneId,
      name: 'logs',
      dataset: 'http_requests',
      destination_conf: 'https://logs.example.com/in',
      fields: ['RayID'],
      ...applied,
    },
    members: ['name', 'dataset', 'destination_conf', 'logpull_options', 'enabled'],
  },
  policy: {
    type: 'edge_pool_notification_policy',
    path: `/accounts/${accountId}/alerting/v3/policies`,
    importId: (id: string) => `${accountId}/${id}`,
    body: {
      account_id: accountId,
      name: 'Health',
      all_pools: true,
      email_addresses: ['ops@example.com'],
      carry_over_recipients: true,
      ...applied,
    },
    members: ['name', 'alert_type', 'enabled', 'filters', 'mechanisms'],
  },
  fields: {
    type: 'edge_custom_fields_ruleset',
    path: `/zones/${zoneId}/rulesets`,
    importId: (id: string) => `${zoneId}/${id}`,
    body: { zone_id: zoneId, request_headers: ['x-a'] },
  },
} as const;
type Kind = keyof typeof kinds;

/** A resource of the kind at each address, created before it is deleted, and what depends on `it`: a ruleset of another zone. */
const declaring = (kind: Kind, names: Readonly<Record<string, object>>, hasDependent = false) => {
  const { type, body } = kinds[kind];
  const lifecycle = { create_before_destroy: true };
  const own = Object.fromEntries<object>(
    Object.entries(names).map(([name, more]) => [name, { ...body, lifecycle, ...more }]),
  );
  const dependent = { zone_id: otherZoneId, request_headers: ['x-z'], depends_on: [`${type}.it`] };
  const resources: Record<string, object> = { [type]: own };
  if (hasDependent)
    resources.edge_custom_fields_ruleset = { ...resources.edge_custom_fields_ruleset, after: dependent };
  return resources;
};

async function startStage(kind: Kind) {
  const pool = {
    id: 'd'.repeat(32),
    name: 'pool',
    origins: [{ name: 'one', address: '192.0.2.1' }],
    notification_email: 'old@legacy.example',
  };
  const place = { account_id: accountId, plan: 'enterprise' } as const;
  const emulator = await start({
    fixture: {
      accounts: [{ id: accountId, name: 'Account', pools: [pool] }],
      zones: [
        { id: zoneId, name: 'one.example', ...place },
        { id: otherZoneId, name: 'two.example', ...place },
      ],
    },
  });
  const { type, path } = kinds[kind];
  let resources: object = {};
  // A plugin for each plan and each apply, as Terraform starts them: what one knows, the next one does not.
  const startPlugin = localPlugins();
  const settings = { base_url: emulator.url, api_token: emulator.token, retry_timeout_seconds: 0 };
  const terraform = new TerraformClient({
    provider: async () => (await startPlugin()).provider,
    configuration: () => ({ resource: resources }),
    settings,
  });
  const it = `${type}.it`;
  return {
    emulator,
    terraform,
    settings,
    it,
    declare: (...declared: Parameters<typeof declaring>) => {
      resources = declaring(...declared);
    },
    live: async () =>
      listOf(await emulator.result('GET', path))
        .filter((each) => pick(each, 'kind') !== 'managed')
        .map((each) => String(pick(each, 'id'))),
    idOf: (address = it) => textAt(terraform.attributes(address), 'id'),
    titles: (diagnostics: readonly { readonly summary: string }[]) =>
      diagnostics.map(({ summary }) => summary),
    /** Replaces the resource while what depends on it cannot be created: the old object stays in the state as a deposed one. */
    replaceHalfWay: async () => {
      await emulator.control('POST', '/faults', {
        kind: 'status',
        status: 500,
        times: 99,
        match: { method: 'POST', path: `/zones/${otherZoneId}/rulesets` },
      });
      await terraform.failedApply({ replace: [it] });
      await emulator.control('DELETE', '/faults');
    },
  };
}

const dataFolder = useDataFolder();

const stages: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(stages.splice(0).map((each) => each.close())));
const open = async (kind: Kind) => {
  const stage = await startStage(kind);
  stages.push(stage.emulator);
  return stage;
};

const adopt = { on_existing: 'adopt' };
const replaceable: [Kind, object][] = [
  ['job', {}],
  ['job', adopt],
  ['policy', {}],
  ['policy', adopt],
  ['fields', {}],
];

describe('a resource that is created before its old object is deleted', () => {
  it.each(replaceable)('has one object after its replacement: %s %j', async (kind, more) => {
    const { terraform, declare, live, idOf, it: address } = await open(kind);
    declare(kind, { it: more });
    await terraform.apply();
    const old = idOf();
    await terraform.apply({ replace: [address] });
    expect(await live()).toEqual([idOf()]);
    expect(idOf() === old).toBe(kind === 'fields');
    await terraform.expectNoChanges();
  });

  it.each(replaceable)(
    'keeps its new object when the old one is deleted by a later apply: %s %j',
    async (kind, more) => {
      const { terraform, declare, live, idOf, it: address, replaceHalfWay } = await open(kind);
      declare(kind, { it: more });
      await terraform.apply();
      declare(kind, { it: more }, true);
      await replaceHalfWay();
      expect([...terraform.state.keys()]).toContain(`${address} (deposed)`);
      const made = idOf();
      await terraform.apply();
      expect(await live()).toEqual([made]);
      expect(idOf()).toBe(made);
      await terraform.expectNoChanges();
      if (kind === 'policy')
        expect(terraform.attributes(address).carried_over_recipients).toEqual(['old@legacy.example']);
      await terraform.destroy();
      expect(await live()).toEqual([]);
    },
  );

  it.each(replaceable)('can be destroyed while the old one is left: %s %j', async (kind, more) => {
    const { terraform, declare, live, replaceHalfWay } = await open(kind);
    declare(kind, { it: more });
    await terraform.apply();
    declare(kind, { it: more }, true);
    await replaceHalfWay();
    await terraform.destroy();
    expect(await live()).toEqual([]);
    expect(terraform.state.size).toBe(0);
  });

  it.each(['job', 'policy'] as const)(
    'shares no %s where the apply has no notes of its plan: Terraform refuses the apply, and "refuse" is the way out',
    async (kind) => {
      const { terraform, declare, live, idOf, titles, it: address } = await open(kind);
      declare(kind, { it: adopt });
      await terraform.apply();
      const old = idOf();
      process.env.TF_DATA_DIR = join(dataFolder(), 'none');
      const plan = await terraform.plan({ replace: [address] });
      expect(titles(plan.diagnostics)).toContain('Replaced object is not adopted');
      await expect(terraform.apply(plan)).rejects.toThrow(InconsistentFinalPlan);
      expect(await live()).toEqual([old]);
    },
  );
});

describe('an object that a create adopts', () => {
  it.each(['job', 'policy'] as const)('is in the plan, and no other one is adopted: %s', async (kind) => {
    const { terraform, declare, live, idOf, emulator, it: address } = await open(kind);
    declare(kind, { it: {} });
    await terraform.apply();
    const old = idOf();
    terraform.forget();
    declare(kind, { it: adopt });
    const plan = await terraform.plan();
    expect(plan.change(address).after).toMatchObject({ adopted: true, id: old });
    const [stored] = listOf(await emulator.result('GET', kinds[kind].path));
    const copied = Object.fromEntries(kinds[kind].members.map((name) => [name, pick(stored, name)]));
    await terraform.apply(plan);
    expect(await live()).toEqual([old]);
    await terraform.expectNoChanges();

    terraform.forget();
    const outdated = await terraform.plan();
    await emulator.result('DELETE', `${kinds[kind].path}/${old}`);
    expect((await terraform.failedApply(outdated)).map(({ summary }) => summary)).toContain(
      'Nothing to adopt',
    );
    expect(await live()).toEqual([]);

    const creating = await terraform.plan();
    expect(creating.change(address).after).toMatchObject({ adopted: false });
    const { id: twin } = await emulator.result('POST', kinds[kind].path, copied).then(fieldsOf);
    // An object that appears after the plan is neither adopted nor made twice.
    const [appeared] = await terraform.failedApply(creating);
    expect(appeared?.summary).toContain('already exists');
    expect(await live()).toEqual([String(twin)]);
    await terraform.apply();
    expect(await live()).toEqual([String(twin)]);
  });

  it.each(['job', 'policy'] as const)('is not the one of a tainted resource: %s', async (kind) => {
    const { terraform, declare, live, idOf, it: address } = await open(kind);
    declare(kind, { it: adopt });
    await terraform.apply();
    const tainted = terraform.state.get(address);
    if (tainted !== undefined) tainted.isTainted = true;
    await terraform.apply();
    expect(await live()).toEqual([idOf()]);
    await terraform.expectNoChanges();
  });
});

describe('an object that two resources have', () => {
  const imported = async (kind: Kind) => {
    const stage = await open(kind);
    const { terraform, declare, idOf } = stage;
    declare(kind, { it: {} });
    await terraform.apply();
    declare(kind, { it: {}, other: {} });
    await terraform.import(`${kinds[kind].type}.other`, kinds[kind].importId(idOf()));
    return { ...stage, other: `${kinds[kind].type}.other`, id: idOf() };
  };
  const all = Object.keys(kinds) as Kind[];

  it.each(all)('stays when one of them is removed, whichever: %s', async (kind) => {
    for (const removed of ['it', 'other']) {
      const { terraform, declare, live, titles, id } = await imported(kind);
      expect(titles((await terraform.plan()).diagnostics)).toContain('Object managed by two resources');
      declare(kind, removed === 'it' ? { other: {} } : { it: {} });
      expect(titles(await terraform.apply())).toContain('Object is not deleted');
      expect(await live()).toEqual([id]);
      await terraform.expectNoChanges();
      await terraform.destroy();
      expect(await live()).toEqual([]);
    }
  });

  it.each(all)('is deleted when both are: %s', async (kind) => {
    const { terraform, live } = await imported(kind);
    await terraform.destroy();
    expect(await live()).toEqual([]);
  });

  it.each(all)('fails the plan that replaces one of them, and names the way out: %s', async (kind) => {
    const { terraform, live, other, id } = await imported(kind);
    const [error] = await terraform.failedPlan({ replace: [other] });
    expect(error?.summary).toMatch(/managed by another resource|deleted by another resource/);
    for (const way of [id, 'terraform state rm', 'destroy = false']) expect(error?.detail).toContain(way);
    expect(await live()).toEqual([id]);
  });

  it.each(all)(
    'fails the plan where the deletion of one is planned before the other is seen: %s',
    async (kind) => {
      const { terraform, it: address, id, settings } = await imported(kind);
      const { type, body } = kinds[kind];
      const instances = [address, `${type}.other`].map((each) => terraform.state.get(each));
      const [deleted, kept] = instances;
      if (deleted === undefined || kept === undefined) throw new Error('the state lacks one');
      const provider = await terraform.provider();
      const { provider: schema, resources } = await provider.schemas();
      const filled = (attributes: object, given: object) =>
        ({
          ...Object.fromEntries(Object.keys(attributes).map((name) => [name, null])),
          ...given,
        }) as ObjectValue;
      await provider.configure(filled(schema.attributes, settings));
      const first = await provider.read(type, deleted.attributes, deleted.private);
      const deletion = { prior: deleted.attributes, proposed: null, config: null, private: first.private };
      const { diagnostics } = await provider.plan(type, deletion);
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      const second = await provider.read(type, kept.attributes, kept.private);
      const keeping = await provider.plan(type, {
        prior: kept.attributes,
        proposed: kept.attributes,
        config: filled(resources[type]?.attributes ?? {}, { ...body, applied_at: null }),
        private: second.private,
      });
      expect(keeping.diagnostics).toMatchObject([
        { severity: 'error', summary: 'Object deleted by another resource' },
      ]);
      expect(keeping.diagnostics[0]?.detail).toContain(id);
    },
  );
});
