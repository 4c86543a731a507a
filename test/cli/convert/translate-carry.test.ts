import { convertConfiguration } from '../../../lib/cli/convert/translate';
import type { OldResource } from '../../../lib/cli/convert/model';
import type { WrittenObject } from '../../../lib/hcl/template';
import {
  knownZone,
  oldConfiguration,
  oldResource,
  orphan,
  type GivenConfiguration,
  type GivenResource,
} from '../../support/old-configuration';

const zone = '0'.repeat(32);
const other = '1'.repeat(32);

const convert = (blocks: readonly OldResource[], given?: GivenConfiguration) =>
  convertConfiguration(oldConfiguration(blocks, given));

const job = (name: string, body: WrittenObject, given: GivenResource = { state: { id: 7 } }) =>
  oldResource(
    `cloudflare_logpush_job.${name}`,
    {
      zone_id: zone,
      name,
      dataset: 'http_requests',
      enabled: true,
      destination_conf: 'r2://logs?account-id=1',
      logpull_options: 'fields=RayID',
      ...body,
    },
    given,
  );

const fields = (body: WrittenObject, given: GivenResource = { state: { id: 'r' } }) =>
  oldResource(
    'cloudflare_ruleset.fields',
    { zone_id: zone, name: 'fields', kind: 'zone', phase: 'http_log_custom_fields', ...body },
    given,
  );

const rule = { action: 'log_custom_field', expression: 'true', enabled: true };

describe('references', () => {
  const ruleset = fields({ rules: [{ ...rule, action_parameters: [{ cookie_fields: ['a'] }] }] });

  it('to what is replaced become references to the new objects', () => {
    const { objects } = convert([
      ruleset,
      job(
        'http',
        { name: '${cloudflare_ruleset.fields.id}-${var.name}' },
        { state: { id: 7 }, meta: { dependsOn: ['cloudflare_ruleset.fields', 'cloudflare_zone.main'] } },
      ),
    ]);
    expect(objects[1]?.config.name).toBe('${edge_custom_fields_ruleset.fields.id}-${var.name}');
    expect(objects[1]?.meta.dependsOn).toEqual(['edge_custom_fields_ruleset.fields', 'cloudflare_zone.main']);
  });

  it('without an equivalent are left to do', () => {
    const { objects, findings } = convert([
      ruleset,
      job('http', { name: '${cloudflare_ruleset.fields.kind}' }),
    ]);
    expect(objects[1]?.remarks).toMatchObject([
      { attribute: 'name', isTodo: true, original: '${cloudflare_ruleset.fields.kind}' },
    ]);
    expect(findings).toMatchObject([{ code: 'convert.reference', severity: 'todo' }]);
  });

  it('between blocks of one migration are needless', () => {
    const group = (name: string, given: GivenResource = {}) =>
      oldResource(`cloudflare_waf_group.${name}`, { zone_id: zone, group_id: name, mode: 'on' }, given);
    const { objects } = convert([
      group('a'),
      group('b', { meta: { dependsOn: ['cloudflare_waf_group.a', 'cloudflare_zone.main'] } }),
    ]);
    expect(objects[0]?.meta.dependsOn).toEqual(['cloudflare_zone.main']);
  });
});

describe('meta-arguments', () => {
  it('that the new objects lack are left to do', () => {
    const { findings } = convert([
      job(
        'http',
        {},
        {
          state: { id: 7 },
          meta: {
            provider: 'cloudflare.eu',
            lifecycle: { ignore_changes: ['${name}'], prevent_destroy: true },
          },
        },
      ),
    ]);
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['convert.provider_alias', 'todo'],
      ['convert.lifecycle', 'todo'],
    ]);
    expect(findings[1]?.text).toContain('Not carried over from the lifecycle block: ignore_changes.');
  });

  it('that do not depend on attributes are carried over', () => {
    const lifecycle = { prevent_destroy: true, create_before_destroy: true };
    const { objects, findings } = convert([job('http', {}, { state: { id: 7 }, meta: { lifecycle } })]);
    expect([objects[0]?.meta, findings]).toEqual([{ lifecycle }, []]);
  });

  it('are not carried over where a second object cannot be created first', () => {
    const { objects, findings } = convert([
      oldResource(
        'cloudflare_ruleset.fields',
        {
          zone_id: zone,
          name: 'fields',
          kind: 'zone',
          phase: 'http_log_custom_fields',
          rules: [
            { action: 'log_custom_field', expression: 'true', action_parameters: [{ cookie_fields: ['a'] }] },
          ],
        },
        { meta: { lifecycle: { prevent_destroy: true, create_before_destroy: true } } },
      ),
    ]);
    expect(objects[0]?.meta.lifecycle).toEqual({ prevent_destroy: true });
    expect(findings).toMatchObject([{ code: 'convert.lifecycle' }]);
  });

  it('with count are kept', () => {
    const { objects, moves } = convert([
      job(
        'http',
        { zone_id: '${var.zones[count.index]}' },
        {
          meta: { count: 2 },
          instances: [zone, other].map((id, key) => ({
            key,
            values: { zone_id: id },
            state: { id: key },
          })),
        },
      ),
    ]);
    expect(objects[0]).toMatchObject({
      meta: { count: 2 },
      config: { zone_id: '${var.zones[count.index]}' },
    });
    expect(moves.moved.map(({ ids }) => ids)).toEqual([
      { 'cloudflare_logpush_job.http[0]': `${zone}/0`, 'cloudflare_logpush_job.http[1]': `${other}/1` },
    ]);
  });
});

describe('a block whose instances are not known', () => {
  const unknown = { meta: { forEach: '${var.zones}' }, instances: [] };

  it('has one fate, and moves all of them', () => {
    const { fates, moves, findings } = convert([job('http', { zone_id: '${each.value}' }, unknown)]);
    expect(fates).toMatchObject([
      { address: 'cloudflare_logpush_job.http', outcome: 'converted', to: ['edge_logpush_job.http'] },
    ]);
    expect(moves).toMatchObject({ moved: [{ from: 'cloudflare_logpush_job.http', ids: {} }], imports: [] });
    expect(findings).toEqual([]);
  });

  it('of another provider leaves its import to do', () => {
    const { moves, findings } = convert([
      { ...job('http', { zone_id: '${each.value}' }, unknown), type: 'vendor_logpush_job' },
    ]);
    expect(moves).toMatchObject({ moved: [], imports: [] });
    expect(findings).toMatchObject([{ code: 'convert.import_id', severity: 'todo' }]);
  });

  it('of the previous WAF is migrated with what is literal in it', () => {
    const { objects, fates } = convert([
      oldResource(
        'cloudflare_waf_group.sql',
        { zone_id: '${each.key}', group_id: 'g', mode: '${each.value}' },
        { meta: { forEach: '${var.zones}' }, instances: [] },
      ),
    ]);
    expect(objects[0]?.config).toMatchObject({
      expected_previous: { groups: { g: '${coalesce(each.value, "on")}' } },
    });
    expect(fates).toMatchObject([{ address: 'cloudflare_waf_group.sql' }]);
  });

  it('cannot be expected of the previous WAF without its values', () => {
    const { objects, findings } = convert([
      oldResource(
        'cloudflare_waf_rule.sql',
        { zone_id: zone, rule_id: '${data.cloudflare_waf_rules.all.rules[0].id}', mode: 'off' },
        { state: null },
      ),
    ]);
    expect(objects[0]?.config).not.toHaveProperty('expected_previous');
    expect(findings.map(({ code }) => code)).toContain('convert.expected_unknown');
  });
});

describe('resources of the state without code', () => {
  it('that have a successor are forgotten instead of deleted', () => {
    const { moves, fates, findings } = convert([], {
      orphans: [
        orphan('cloudflare_logpush_job.gone', { zone_id: zone, id: 7 }),
        orphan('cloudflare_load_balancer_pool.gone', { id: 'p' }),
        orphan('cloudflare_ruleset.gone', { phase: 'http_ratelimit' }),
      ],
    });
    expect(moves.removed).toEqual(['cloudflare_logpush_job.gone']);
    expect(fates.map(({ outcome }) => outcome)).toEqual(['lost', 'kept', 'kept']);
    expect(findings).toMatchObject([{ code: 'convert.orphan', severity: 'todo' }]);
  });

  it('keep their block from being moved, which would take them with it and delete them', () => {
    const block = job('edge', {}, { meta: { count: 1 }, instances: [{ key: 0, state: { id: 1 } }] });
    const { moves } = convert([block], {
      orphans: [orphan('cloudflare_logpush_job.edge[1]', { zone_id: zone, id: 2 })],
    });
    expect(moves).toEqual({
      moved: [],
      removed: ['cloudflare_logpush_job.edge'],
      imports: [{ to: 'edge_logpush_job.edge[0]', id: `${zone}/1` }],
    });
  });

  it('cannot be forgotten where their block stays', () => {
    const kept = job(
      'edge',
      { filter: ['of a form that no version takes'] },
      { meta: { count: 1 }, instances: [{ key: 0, state: { id: 1 } }] },
    );
    const { moves, fates } = convert([kept], {
      orphans: [orphan('cloudflare_logpush_job.edge[1]', { zone_id: zone, id: 2 })],
    });
    expect(moves.removed).toEqual([]);
    expect(fates.map(({ outcome }) => outcome)).toEqual(['kept', 'kept']);
  });
});

describe('zones of the previous WAF', () => {
  const over = (module: string, zones: readonly string[]) =>
    oldResource(
      'cloudflare_waf_group.sql',
      { zone_id: '${each.value}', group_id: 'g', mode: 'on' },
      {
        module,
        meta: { forEach: '${var.zones}' },
        instances: zones.map((id, at) => ({ key: `key ${at}`, values: { zone_id: id } })),
      },
    );

  it('with a WAF that the API shows report what the code does not set', () => {
    const core = {
      id: 'core',
      name: 'OWASP ModSecurity Core Rule Set',
      description: '',
      detection_mode: 'anomaly',
      sensitivity: 'low',
      action_mode: 'block',
      groups: [],
      rules: [],
    } as const;
    const waf = {
      setting: 'on',
      packages: [core],
      overrides: [],
      firewall_rules: [],
      page_rules: [],
    } as const;
    const { objects, findings, fates } = convert([over('', [zone])], {
      zones: [knownZone(zone, 'start', { waf })],
    });
    expect(objects[0]?.config.rule_overrides).toBeUndefined();
    expect(findings).toMatchObject([
      { code: 'waf.sensitivity_changed', severity: 'note', address: 'edge_waf_migration.sql' },
    ]);
    expect(fates).toMatchObject([{ outcome: 'migrated', findings: [] }]);
  });
});
