import { convertConfiguration } from '../../../lib/cli/convert/translate';
import type { OldResource } from '../../../lib/cli/convert/model';
import { own } from '../../../lib/ground/record';
import { unknown, type Value } from '../../../lib/schema';
import type { Written, WrittenObject } from '../../../lib/hcl/template';
import type { PreviousWaf } from '../../../lib/waf';
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
const owasp = 'c504870194831cd12c3fc0284f294abb';
const cloudflare = '1e334934fd7ae32ad705667f8c1057aa';
const managed = 'efb7b8c949ac4650a09736fc376e9aee';
const scoreRule = '6179ae15870a4bb7b2d480d4843b323c';

const group = (name: string, body: WrittenObject, given: GivenResource = {}) =>
  oldResource(`cloudflare_waf_group.${name}`, { zone_id: zone, ...body }, given);
const rule = (name: string, body: WrittenObject, given: GivenResource = {}) =>
  oldResource(`cloudflare_waf_rule.${name}`, { zone_id: zone, ...body }, given);
const wafPackage = (name: string, body: WrittenObject, given: GivenResource = {}) =>
  oldResource(`cloudflare_waf_package.${name}`, { zone_id: zone, ...body }, given);

const noWaf: PreviousWaf = { setting: 'on', packages: [], overrides: [], firewall_rules: [], page_rules: [] };

const convert = (blocks: readonly OldResource[], given?: GivenConfiguration) =>
  convertConfiguration(oldConfiguration(blocks, given));

describe('blocks of the previous WAF', () => {
  it('of the core rule set are lost, with the reason', () => {
    const { findings, fates } = convert([
      wafPackage('owasp', { package_id: owasp, sensitivity: 'low', action_mode: 'block' }),
      group('core', { group_id: 'g1', package_id: owasp, mode: 'off' }),
      rule('score', { rule_id: '960015', mode: 'off' }, { state: { package_id: owasp, group_id: 'g2' } }),
      group('default', { group_id: 'g3', package_id: owasp, mode: 'on' }),
    ]);
    expect(
      findings.filter(({ severity }) => severity === 'lost').map(({ code, address }) => [code, address]),
    ).toEqual([
      ['waf.core_group', 'cloudflare_waf_group.core'],
      ['waf.core_rule', 'cloudflare_waf_rule.score'],
    ]);
    expect(fates.map(({ outcome }) => outcome)).toEqual(['migrated', 'lost', 'lost', 'migrated']);
  });

  it('take the kinds of packages from data sources', () => {
    const source = oldResource(
      'data.cloudflare_waf_packages.all',
      { zone_id: zone },
      {
        state: {
          packages: [{ id: 'p1', name: 'Cloudflare', detection_mode: 'traditional' }],
        },
      },
    );
    const { fates, objects, findings } = convert([
      source,
      group('sql', { group_id: 'g1', mode: 'off' }, { state: { package_id: 'p1' } }),
    ]);
    expect(findings).toContainEqual(
      expect.objectContaining({
        code: 'convert.data_source',
        severity: 'note',
        address: 'data.cloudflare_waf_packages.all',
      }),
    );
    expect(fates).toMatchObject([{ outcome: 'migrated' }]);
    expect(objects[0]?.replaces.map(({ mode, name }) => [mode, name])).toEqual([
      ['managed', 'sql'],
      ['data', 'all'],
    ]);
  });

  it('with for_each over zones become a migration with the same for_each', () => {
    const { objects, fates } = convert([
      group(
        'sql',
        { zone_id: '${each.value}', group_id: '${var.group}', package_id: cloudflare, mode: 'off' },
        {
          meta: { forEach: '${var.zones}' },
          instances: [
            { key: 'a', values: { zone_id: zone, group_id: 'g1' } },
            { key: 'b', values: { zone_id: other, group_id: 'g1' } },
          ],
        },
      ),
    ]);
    expect(objects[0]).toMatchObject({
      name: 'sql',
      meta: {
        forEach:
          '${{ for each_key, each_value in var.zones : each_key => each_value if var.acknowledge_waf_migration }}',
      },
      config: { zone_id: '${each.value}', expected_previous: { groups: '${{ (var.group) = "off" }}' } },
    });
    expect(fates.map(({ to }) => to)).toEqual([
      ['edge_waf_migration.sql["a"]'],
      ['edge_waf_migration.sql["b"]'],
    ]);
  });

  it('that name the same zone in different words become one migration of each zone, whatever the words are', () => {
    const { objects } = convert([
      group(
        'a',
        { zone_id: '${var.zone_id}', group_id: 'g1', mode: 'on' },
        { instances: [{ values: { zone_id: zone } }] },
      ),
      group('b', { zone_id: zone, group_id: 'g2', mode: 'on' }),
    ]);
    expect(objects).toHaveLength(1);
    expect(objects[0]?.config).toMatchObject({
      zone_id: '${each.key}',
      expected_previous: {
        groups: `\${merge({ for zone in [var.zone_id] : "g1" => "on" if zone == each.key }, { for zone in ["${zone}"] : "g2" => "on" if zone == each.key })}`,
      },
    });
  });

  it('of a migrated zone are adopted without a variable', () => {
    const { objects, variables, moves } = convert([group('sql', { group_id: 'g', mode: 'off' })], {
      zones: [knownZone(zone, 'complete')],
    });
    expect(objects[0]?.meta).toEqual({});
    expect(objects[0]?.config).toEqual({ zone_id: zone, target: 'complete', acknowledge_irreversible: true });
    expect(variables).toEqual([]);
    expect(moves.imports).toEqual([{ to: 'edge_waf_migration.sql', id: zone }]);
  });

  it('of a zone in validation mode stay in it', () => {
    const { objects, moves } = convert([group('sql', { group_id: 'g', mode: 'on' })], {
      zones: [knownZone(zone, 'validation')],
    });
    expect(objects[0]?.config).toMatchObject({ target: 'validation', acknowledge_irreversible: true });
    expect(moves.imports).toHaveLength(1);
  });

  it('of zones in different states wait where they are not migrated', () => {
    const { objects, moves } = convert(
      [
        group(
          'sql',
          { zone_id: '${each.value}', group_id: 'g', mode: 'on' },
          {
            meta: { forEach: '${var.zones}' },
            instances: [
              { key: 'a', values: { zone_id: zone } },
              { key: 'b', values: { zone_id: other } },
            ],
          },
        ),
      ],
      { zones: [knownZone(zone, 'complete'), knownZone(other, 'start')] },
    );
    expect(objects[0]?.meta.forEach).toBe(
      `\${{ for each_key, each_value in var.zones : each_key => each_value if var.acknowledge_waf_migration || contains(["${zone}"], each_value) }}`,
    );
    expect(objects[0]?.config.acknowledge_irreversible).toBe(
      `\${var.acknowledge_waf_migration || contains(["${zone}"], each.value)}`,
    );
    expect(moves.imports).toEqual([{ to: 'edge_waf_migration.sql["a"]', id: zone }]);
  });

  it('without code are forgotten, and make no migration', () => {
    const { objects, moves, fates, findings } = convert([group('a', { group_id: 'g1', mode: 'on' })], {
      orphans: [
        orphan('cloudflare_waf_rule.gone', {
          zone_id: zone,
          rule_id: '7',
          mode: 'block',
          package_id: cloudflare,
        }),
        orphan('module.x["k"].cloudflare_waf_group.gone', {
          zone_id: other,
          group_id: 'g2',
          mode: 'on',
          package_id: cloudflare,
        }),
      ],
    });
    expect(objects.map(({ config }) => [config.zone_id, config.expected_previous])).toEqual([
      [zone, { groups: { g1: 'on' } }],
    ]);
    expect(moves.removed).toEqual([
      'cloudflare_waf_group.a',
      'cloudflare_waf_rule.gone',
      'module.x.cloudflare_waf_group.gone',
    ]);
    expect(fates.map(({ address, outcome }) => [address, outcome])).toEqual([
      ['cloudflare_waf_group.a', 'migrated'],
      ['cloudflare_waf_rule.gone', 'migrated'],
      ['module.x["k"].cloudflare_waf_group.gone', 'lost'],
    ]);
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['convert.orphan', 'note'],
      ['convert.orphan', 'todo'],
    ]);
  });
});

const owaspRuleset = '4814384a9e5d4991b9815dcfc25d2f1f';
const thresholds = (sensitivity: string) =>
  `\${{ "high" = 25, "medium" = 40, "low" = 60, "off" = 40 }[coalesce(${sensitivity}, "high")]}`;

describe('a setting of the previous WAF that is not known', () => {
  const withoutValue = { values: { sensitivity: unknown, action_mode: unknown }, state: null };

  it.each([['medium'], [null]])('follows a variable whose default is %s', (sensitivity) => {
    const { objects, findings } = convert([
      wafPackage(
        'owasp',
        { package_id: owasp, sensitivity: '${var.sens}', action_mode: 'block' },
        { instances: [{ values: { sensitivity }, state: null }] },
      ),
    ]);
    expect(objects[0]?.config).toMatchObject({
      expected_previous: { package_sensitivities: { [owasp]: '${coalesce(var.sens, "high")}' } },
      rule_overrides: [
        {
          rule_id: scoreRule,
          ruleset_id: owaspRuleset,
          score_threshold: thresholds('var.sens'),
          action: 'block',
        },
      ],
    });
    expect(findings[0]?.text).toContain(`sensitivity is ${sensitivity ?? 'high'} here`);
  });

  it('holds the migration back where no expression says it', () => {
    const { objects, findings, variables } = convert([
      wafPackage(
        'owasp',
        { package_id: owasp, sensitivity: '${data.cloudflare_waf_packages.all.packages[0].sensitivity}' },
        { instances: [withoutValue] },
      ),
    ]);
    expect(objects[0]?.config).toMatchObject({ acknowledge_irreversible: false });
    expect(objects[0]?.config.rule_overrides).toBeUndefined();
    expect(objects[0]?.remarks).toContainEqual(
      expect.objectContaining({ isTodo: true, attribute: 'acknowledge_irreversible' }),
    );
    expect(findings).toContainEqual(
      expect.objectContaining({ code: 'convert.not_carried', severity: 'todo' }),
    );
    expect(findings.map(({ code }) => code)).not.toContain('convert.refused');
    expect(variables).toMatchObject([{ name: 'acknowledge_waf_migration' }]);
  });

  it('is a to-do for a group and a rule, and nothing is claimed of them', () => {
    const { objects, findings, fates } = convert([
      wafPackage('owasp', { package_id: owasp, sensitivity: 'off', action_mode: 'block' }),
      group(
        'sql',
        { group_id: 'g1', package_id: owasp, mode: '${var.mode}' },
        { instances: [{ values: { mode: unknown }, state: null }] },
      ),
      rule(
        'one',
        { rule_id: '100015', package_id: cloudflare, mode: '${var.mode}' },
        { instances: [{ values: { mode: unknown }, state: null }] },
      ),
    ]);
    expect(objects[0]?.config.expected_previous).toMatchObject({
      groups: { g1: '${coalesce(var.mode, "on")}' },
      rules: { 100015: '${var.mode}' },
    });
    expect(findings.map(({ code, severity, address }) => [code, severity, address])).toEqual([
      ['convert.unknown', 'todo', 'cloudflare_waf_group.sql'],
      ['convert.unknown', 'todo', 'cloudflare_waf_rule.one'],
    ]);
    expect(fates.map(({ outcome }) => outcome)).toEqual(['migrated', 'migrated', 'migrated']);
  });

  it.each<[string, string, Value?]>([
    ['urls', '${[var.url]}'],
    ['rewrite_action', '${var.actions}'],
    ['paused', '${var.paused}'],
    ['urls', '${var.url}', 'a text'],
    ['paused', '${var.paused}', 'true'],
  ])(
    'is a to-do for the %s of an override, without a skip rule: %s, %s',
    (name, written, value = unknown) => {
      const actionsOf = { block: 'disable', challenge: 'disable', simulate: 'disable' };
      const body = { urls: ['example.com/upload'], rewrite_action: actionsOf, [name]: written };
      const override = (given: unknown) =>
        convert([
          oldResource(
            'cloudflare_waf_override.off',
            { zone_id: zone, ...body },
            { instances: [{ values: { [name]: given as never }, state: null }] },
          ),
        ]);
      const { objects, findings } = override(value);
      expect(objects[0]?.config).toMatchObject({ acknowledge_irreversible: false });
      expect(objects[0]?.config.skip_rules).toBeUndefined();
      expect(findings).toMatchObject([{ code: 'convert.not_carried', severity: 'todo' }]);
      const values = { urls: ['example.com/a'], rewrite_action: actionsOf, paused: false };
      // A value of today changes nothing.
      expect(override(own(values, name)).objects[0]?.config).toEqual(objects[0]?.config);
    },
  );

  it('is the group of a rule, whose challenge is not kept where a group is off', () => {
    const given = (mode: string) => [
      group('sql', { group_id: 'g1', package_id: cloudflare, mode }, { state: null }),
      rule('one', { rule_id: 'a'.repeat(32), package_id: cloudflare, mode: 'challenge' }, { state: null }),
    ];
    const off = convert(given('off'));
    expect(off.objects[0]?.config.rule_overrides).toBeUndefined();
    expect(off.findings).toContainEqual(
      expect.objectContaining({
        code: 'convert.unknown',
        severity: 'todo',
        address: 'cloudflare_waf_rule.one',
      }),
    );
    expect(convert(given('on')).objects[0]?.config.rule_overrides).toHaveLength(1);
  });

  it('is not asked for where the API has shown the zone', () => {
    const { objects, findings } = convert(
      [
        group(
          'sql',
          { group_id: 'g1', mode: '${var.mode}' },
          { instances: [{ values: { mode: unknown }, state: null }] },
        ),
      ],
      { zones: [knownZone(zone, 'start', { waf: noWaf })] },
    );
    expect(findings).toEqual([]);
    expect(objects[0]?.config.acknowledge_irreversible).toBe('${var.acknowledge_waf_migration}');
  });
});

describe('a group of a package that is not known', () => {
  it.each([
    ['alone', []],
    ['beside a rule of another package', [rule('x', { rule_id: '100015', mode: 'block' })]],
  ])('is a to-do, %s', (_, others) => {
    const { findings, fates } = convert([group('sql', { group_id: 'g1', mode: 'off' }), ...others]);
    expect(findings.map(({ code, severity, address }) => [code, severity, address])).toEqual([
      ['convert.package_unknown', 'todo', 'cloudflare_waf_group.sql'],
    ]);
    expect(findings[0]?.text).toContain('--state');
    expect(fates[0]).toMatchObject({ outcome: 'migrated' });
  });

  it('has nothing to do where it is on', () => {
    expect(convert([group('sql', { group_id: 'g1', mode: 'on' })]).findings).toEqual([]);
  });
});

describe('a ruleset of managed rules', () => {
  const head = { zone_id: zone, name: 'waf', kind: 'zone', phase: 'http_request_firewall_managed' };
  const execute = { action: 'execute', expression: 'true', enabled: true };
  const ruleset = (rules: unknown) =>
    oldResource('cloudflare_ruleset.waf', { ...head, rules: rules as Written }, { state: { id: 'r' } });

  it.each([
    [
      '4.x',
      [
        {
          ...execute,
          action_parameters: [
            { id: managed, overrides: [{ rules: [{ id: 'a'.repeat(32), action: 'log', enabled: true }] }] },
          ],
        },
        {
          action: 'skip',
          expression: '${var.skip}',
          description: 'Health checks',
          action_parameters: [{ rules: { [managed]: `${'b'.repeat(32)},${'c'.repeat(32)}` } }],
        },
      ],
    ],
    [
      '5.x',
      [
        {
          ...execute,
          action_parameters: {
            id: managed,
            overrides: { rules: [{ id: 'a'.repeat(32), action: 'log', enabled: true }] },
          },
        },
        {
          action: 'skip',
          expression: '${var.skip}',
          description: 'Health checks',
          action_parameters: { rules: { [managed]: ['b'.repeat(32), 'c'.repeat(32)] } },
        },
      ],
    ],
  ])('of %s becomes adjustments of a migrated zone', (_, rules) => {
    const { objects, moves, fates, findings } = convert([ruleset(rules)], {
      zones: [knownZone(zone, 'complete')],
    });
    expect(objects[0]?.config).toEqual({
      zone_id: zone,
      target: 'complete',
      acknowledge_irreversible: true,
      rule_overrides: [{ rule_id: 'a'.repeat(32), action: 'log', enabled: true }],
      skip_rules: [
        {
          expression: '${var.skip}',
          description: 'Health checks',
          rule_ids: ['b'.repeat(32), 'c'.repeat(32)],
        },
      ],
    });
    expect(moves).toEqual({
      moved: [],
      removed: ['cloudflare_ruleset.waf'],
      imports: [{ to: 'edge_waf_migration.waf', id: zone }],
    });
    expect(fates).toMatchObject([{ outcome: 'converted', to: ['edge_waf_migration.waf'] }]);
    expect(findings).toEqual([]);
  });

  it('reports what no adjustment expresses', () => {
    const { findings } = convert(
      [
        ruleset([
          {
            ...execute,
            expression: 'http.host eq "a"',
            action_parameters: {
              id: managed,
              overrides: { action: 'log', categories: [{ category: 'wordpress', enabled: false }] },
            },
          },
          { action: 'log', expression: 'true' },
        ]),
      ],
      { zones: [knownZone(zone, 'complete')] },
    );
    expect(findings).toHaveLength(1);
    expect(findings[0]?.text).toContain(
      'No equivalent: rules[0].expression, rules[0].action_parameters.overrides.action, rules[0].action_parameters.overrides.categories, rules[1].',
    );
  });

  it('has rules that are off by the status of provider 3', () => {
    const off = { id: 'a'.repeat(32), status: 'disabled', score_threshold: 0, sensitivity_level: '' };
    const { objects, findings } = convert(
      [ruleset([{ ...execute, action_parameters: [{ id: managed, overrides: [{ rules: [off] }] }] }])],
      { zones: [knownZone(zone, 'complete')] },
    );
    expect(objects[0]?.config.rule_overrides).toEqual([{ rule_id: 'a'.repeat(32), enabled: false }]);
    expect(findings).toEqual([]);
  });

  it('of a variable for the account that is null is one of its zone', () => {
    const { fates } = convert(
      [
        oldResource(
          'cloudflare_ruleset.waf',
          { ...head, account_id: '${var.account_id}', rules: [] },
          { instances: [{ values: { account_id: null } }] },
        ),
      ],
      { zones: [knownZone(zone, 'complete')] },
    );
    expect(fates).toMatchObject([{ outcome: 'converted' }]);
  });

  it.each([
    ['of an account stays', 'a'.repeat(32), null, 'note', 'of an account'],
    ['of a zone or an account, as a variable says, is a to-do', unknown, unknown, 'todo', '--var'],
  ])('%s', (_, account, zoneId, severity, text) => {
    const { fates, findings } = convert([
      oldResource(
        'cloudflare_ruleset.waf',
        { ...head, zone_id: '${var.zone_id}', account_id: '${var.account_id}', rules: [] },
        { instances: [{ values: { account_id: account, zone_id: zoneId }, state: null }] },
      ),
    ]);
    expect(fates).toMatchObject([{ outcome: 'kept' }]);
    expect(findings).toMatchObject([{ code: 'convert.managed_ruleset_kept', severity }]);
    expect(findings[0]?.text).toContain(text);
  });

  it.each([
    ['not migrated', 'start', 'todo'],
    ['without a previous WAF', 'default', 'note'],
  ])('stays in a zone that is %s', (_, state, severity) => {
    const { objects, fates, findings } = convert([ruleset([])], { zones: [knownZone(zone, state)] });
    expect(objects).toEqual([]);
    expect(fates).toMatchObject([{ outcome: 'kept' }]);
    expect(findings).toMatchObject([{ severity }]);
  });

  it('stays where the state of its zone is not known', () => {
    const { objects, findings } = convert([ruleset([])]);
    expect(objects).toEqual([]);
    expect(findings).toMatchObject([{ code: 'convert.managed_ruleset_kept', severity: 'todo' }]);
  });
});
