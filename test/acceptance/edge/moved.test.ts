import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { providerSource } from '../../../lib/drivers/plugin/delivery';
import { startEdgeStack } from '../../support/edge-stack';
import {
  makeWorld,
  makeZones,
  movesOf,
  newJob,
  oldJobAt,
  readOldObjects,
  resourcesOf,
  secrets,
  serveOldProvider,
  successors,
  versions,
  zoneId,
  type OldObject,
  type OldObjects,
  type Version,
} from '../../support/retired-states';
import { startMovedFolder } from '../../support/moved-folder';
import { saidIn } from '../../support/provisioner-stack';
import type { ServedProvider } from '../../support/served-provider';
import { sharedProvider, TerraformClient } from '../../support/terraform-client';
import { describeWithTerraform } from '../../support/terraform';

const oldProvider = 'registry.terraform.io/cloudflare/cloudflare';

describe('a moved block', () => {
  const begin = async (version: Version, world: object = makeWorld(version)) => {
    const edge = await startEdgeStack({}, {}, { fixture: world });
    const stage = { configuration: {} };
    const terraform = new TerraformClient({
      provider: sharedProvider,
      configuration: () => stage.configuration,
      settings: { base_url: edge.emulator.url, api_token: edge.emulator.token },
    });
    const seed = (name: string, { type, schema_version, attributes }: OldObject, provider = oldProvider) => {
      terraform.seedOther(`${type}.${name}`, { provider, version: schema_version, stored: attributes });
    };
    return { stage, terraform, seed, writes: () => edge.emulator.writes() };
  };

  /** The error of a plan that moves an object to a resource of another type. */
  const refusal = async (object: OldObject, to: string, provider?: string) => {
    const { stage, terraform, seed } = await begin('5.22');
    seed('a', object, provider);
    stage.configuration = { moved: [{ from: `${object.type}.a`, to: `${to}.a` }] };
    const [{ summary, detail } = { summary: '', detail: '' }, ...more] = await terraform.failedPlan();
    expect(more).toEqual([]);
    return `${summary}: ${detail}`;
  };

  it.each([
    [
      'by the last part of its address, as a mirror has another host',
      'mirror.example/infrastructure/cloudflare',
    ],
    [
      'by the type, as OpenTofu names the new provider after the first instance of a resource',
      providerSource,
    ],
  ])('finds the provider %s', async (_, address) => {
    const { requests } = readOldObjects('4.52');
    const { stage, terraform, seed } = await begin('4.52');
    seed('requests', requests, address);
    stage.configuration = { moved: [{ from: `${requests.type}.requests`, to: 'edge_logpush_job.requests' }] };
    expect((await terraform.plan()).counts).toMatchObject({ add: 0, destroy: 1 });
  });

  it('keeps the names of credentials, so that a new destination without them is refused', async () => {
    const { requests } = readOldObjects('5.22');
    const { stage, terraform, seed } = await begin('5.22');
    seed('requests', requests);
    const destination_conf = 's3://other-logs/requests?region=eu-central-1';
    const resource = { requests: { zone_id: zoneId, name: 'requests', destination_conf } };
    stage.configuration = {
      resource: { edge_logpush_job: resource },
      moved: [{ from: `${requests.type}.requests`, to: 'edge_logpush_job.requests' }],
    };
    expect(await terraform.failedPlan()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          detail: expect.stringContaining('access-key-id, secret-access-key') as string,
        }),
      ]),
    );
  });

  const { requests, fields, managed, pools }: OldObjects = readOldObjects('5.22');
  const withValues = (object: OldObject, values: object): OldObject => ({
    ...object,
    attributes: { ...object.attributes, ...values },
  });

  it.each<[string, OldObject, string, string]>([
    [
      'a ruleset of another phase than its target has',
      fields,
      'edge_waf_migration',
      'Cannot move cloudflare_ruleset to edge_waf_migration: It becomes a resource of type edge_custom_fields_ruleset: name one in `to`.',
    ],
    [
      'a ruleset of a phase without a resource here',
      withValues(fields, { phase: 'http_ratelimit' }),
      'edge_custom_fields_ruleset',
      'It is a ruleset of phase http_ratelimit, and only http_log_custom_fields and http_request_firewall_managed have a resource here. Remove the `moved` block',
    ],
    [
      'a ruleset of an account',
      withValues(managed, { zone_id: null, account_id: 'a'.repeat(32) }),
      'edge_waf_migration',
      'It is a ruleset of an account, and only those of zones have a resource here.',
    ],
    [
      'a policy of another alert type',
      withValues(pools, { alert_type: 'universal_ssl_event_type' }),
      'edge_pool_notification_policy',
      'It is a policy of alert type universal_ssl_event_type, and only load_balancing_health_alert has a resource here.',
    ],
    [
      'a resource of the previous WAF, of which several become one',
      { ...requests, type: 'cloudflare_waf_group' },
      'edge_waf_migration',
      'Several resources of the previous WAF become one edge_waf_migration, which `edge-platform convert` writes.',
    ],
    [
      'a resource without a successor',
      { ...requests, type: 'cloudflare_record' },
      'edge_logpush_job',
      'Cannot move cloudflare_record to edge_logpush_job: It has no resource here.',
    ],
    [
      'a value that no version writes, without showing it',
      withValues(requests, { destination_conf: ['secret'] }),
      'edge_logpush_job',
      'Its state cannot be read: destination_conf is a list, and a text is expected. Run `terraform apply -refresh-only` with the old provider',
    ],
    [
      'a job of no zone and no account',
      withValues(requests, { zone_id: null }),
      'edge_logpush_job',
      'Its state cannot be read: it must have either a zone_id or an account_id.',
    ],
    [
      'a state of a later provider',
      { ...requests, schema_version: 600 },
      'edge_logpush_job',
      'the state has schema version 600, and those of provider 5 and before it are known.',
    ],
  ])('fails for %s', async (_what, object, to, message) => {
    expect(await refusal(object, to)).toContain(message);
  });

  it('fails for an object of another provider', async () => {
    expect(await refusal({ ...requests, type: 'aws_thing' }, 'edge_logpush_job', 'a.example/b/aws')).toBe(
      'Cannot move aws_thing to edge_logpush_job: Its provider is a.example/b/aws, and only objects of the provider `cloudflare` can be ' +
        'moved. Replace the `moved` block by a `removed` block and an `import` block.',
    );
  });

  it('fails for a null_resource of the provisioner driver, which does not know the id of its object', async () => {
    const other = {
      type: 'null_resource',
      schema_version: 0,
      attributes: { id: '1', triggers: { zone_id: zoneId } },
    };
    expect(await refusal(other, 'edge_logpush_job', 'registry.terraform.io/hashicorp/null')).toContain(
      'Replace the `moved` block: `removed` blocks with `destroy = false` for the null_resource and the one that ends in _lifecycle, and an `import` block.',
    );
  });

  it('fails for the ruleset of a zone that is not migrated, before the plan would migrate it', async () => {
    const { zones = [], ...world } = makeWorld('5.22');
    const { stage, terraform, seed, writes } = await begin('5.22', {
      ...world,
      zones: zones.map((zone) => ({ ...zone, migration_state: 'start' })),
    });
    seed('managed', managed);
    stage.configuration = {
      resource: {
        edge_waf_migration: {
          managed: { zone_id: zoneId, target: 'complete', acknowledge_irreversible: true },
        },
      },
      moved: [{ from: 'cloudflare_ruleset.managed', to: 'edge_waf_migration.managed' }],
    };
    const [error] = await terraform.failedPlan();
    expect(error).toMatchObject({
      summary: 'Nothing to move',
      detail: expect.stringContaining('Replace the `moved` block by a `removed` block') as string,
    });
    expect(await writes()).toEqual([]);
  });
});

const noChange = 'Plan: 0 to add, 0 to change, 0 to destroy';

describeWithTerraform('moved blocks of the real Terraform', () => {
  let old: ServedProvider;
  beforeAll(async () => {
    old = await serveOldProvider();
  });

  it.each(versions)('take over every object of a state of provider %s without a change', async (version) => {
    const objects = readOldObjects(version);
    const names = Object.keys(successors) as (keyof OldObjects)[];
    const folder = await startMovedFolder(
      old,
      makeWorld(version),
      names.map((name) => ({ name, type: objects[name].type, instances: [objects[name]] })),
    );
    const { dir } = folder;
    const resource = resourcesOf(version);
    dir.configure({ resource, moved: movesOf(objects) });
    await dir.init();
    const planned = saidIn(await dir.plan());
    expect(planned).toContain(noChange);
    for (const name of names)
      expect(planned).toContain(`${objects[name].type}.${name} has moved to ${successors[name]}.${name}`);
    await dir.apply();
    expect(await folder.writes()).toEqual([]);
    for (const secret of secrets) expect(folder.state()).not.toContain(secret);
    expect((await dir.plan()).code).toBe(0);
    dir.configure({ resource });
    expect((await dir.plan()).code).toBe(0);
  });

  it('take over every instance of count and for_each, and those in a module, in one plan', async () => {
    const type = 'cloudflare_logpush_job';
    const objects = readOldObjects('4.52');
    const at = (index: number, key: string | number) => ({ ...oldJobAt(objects, index), key });
    const folder = await startMovedFolder(old, makeZones(5), [
      { type, name: 'counted', instances: [at(0, 0), at(1, 1)] },
      { type, name: 'each', instances: [at(2, '2'), at(3, '3')] },
      { type, name: 'inner', module: 'module.logs', instances: [oldJobAt(objects, 4)] },
    ]);
    const { dir } = folder;
    mkdirSync(join(dir.path, 'logs'));
    dir.write(
      'logs/main.tf.json',
      JSON.stringify({
        terraform: { required_providers: { edge: { source: providerSource } } },
        resource: { edge_logpush_job: { inner: newJob(4) } },
        moved: [{ from: `${type}.inner`, to: 'edge_logpush_job.inner' }],
      }),
    );
    dir.configure({
      module: { logs: { source: './logs' } },
      resource: {
        edge_logpush_job: {
          counted: { count: 2, ...newJob('count.index') },
          each: { for_each: '${toset(["2", "3"])}', ...newJob('each.key') },
        },
      },
      moved: ['counted', 'each'].map((name) => ({ from: `${type}.${name}`, to: `edge_logpush_job.${name}` })),
    });
    await dir.init();
    const planned = saidIn(await dir.plan());
    expect(planned).toContain(noChange);
    for (const to of ['counted[0]', 'counted[1]', 'each["2"]', 'each["3"]'])
      expect(planned).toContain(`has moved to edge_logpush_job.${to}`);
    expect(planned).toContain('has moved to module.logs.edge_logpush_job.inner');
    await dir.apply();
    expect(await folder.writes()).toEqual([]);
    for (const secret of secrets) expect(folder.state()).not.toContain(secret);
    expect((await dir.plan()).code).toBe(0);
  });
});
