import type { FixtureZone, Plan } from '../../../lib/emulator';
import type { MakeId } from './names';

const managed = 'efb7b8c949ac4650a09736fc376e9aee';
const core = '4814384a9e5d4991b9815dcfc25d2f1f';
const anomalyScore = '6179ae15870a4bb7b2d480d4843b323c';

type WafOfZone = Pick<FixtureZone, 'migration_state' | 'rulesets' | 'waf' | 'page_rules' | 'firewall_rules'>;

/** Every stage of a migration: not begun with and without obstacles, validation, complete with and without adjustments. */
export function makeWaf(index: number, plan: Plan, id: MakeId): WafOfZone {
  if (plan === 'free') return index % 2 === 0 ? {} : { rulesets: entryPoint(id, index, [execute(managed)]) };
  switch (index % 6) {
    case 0:
      return { migration_state: 'complete', rulesets: entryPoint(id, index, adjusted()) };
    case 1:
      return {};
    case 2:
      return plan === 'enterprise'
        ? {
            migration_state: 'validation',
            rulesets: entryPoint(id, index, [execute(managed), execute(core)]),
          }
        : {};
    case 3:
      return { migration_state: 'complete', rulesets: entryPoint(id, index, [execute(managed)]) };
    case 4:
      return obstacles(index);
    default:
      // Migrated, and then somebody disabled a ruleset and added a rule of another kind.
      return {
        migration_state: 'complete',
        rulesets: entryPoint(id, index, [
          { ...execute(managed), enabled: false },
          execute(core, { action: 'log' }),
          { action: 'log', expression: 'http.request.uri.path contains "${x}"', description: 'out of band' },
        ]),
      };
  }
}

function entryPoint(id: MakeId, index: number, rules: readonly object[]): readonly object[] {
  return [
    {
      id: id(`managed rules ${index}`),
      name: 'default',
      phase: 'http_request_firewall_managed',
      rules,
    },
  ];
}

function execute(ruleset: string, overrides?: object): object {
  return {
    action: 'execute',
    expression: 'true',
    action_parameters: { id: ruleset, ...(overrides === undefined ? {} : { overrides }) },
  };
}

function adjusted(): readonly object[] {
  const ruleId = (at: number) => String(at).padStart(32, 'a');
  return [
    {
      action: 'skip',
      expression:
        'http.host eq "it\'s" and http.request.uri.path contains "%{x}"\nor ip.src in {192.0.2.0/24}',
      action_parameters: { ruleset: 'current' },
      description: 'health checks `of` ${team}',
    },
    {
      action: 'skip',
      expression: '(http.request.uri.path eq "/upload")',
      action_parameters: { rules: { [managed]: [ruleId(1), ruleId(2)] } },
      description: '',
      logging: { enabled: false },
    },
    execute(managed, {
      rules: [
        { id: ruleId(1), enabled: false },
        { id: ruleId(2), action: 'log' },
        { id: ruleId(3), action: 'managed_challenge', enabled: true },
      ],
    }),
    execute(core, {
      categories: [{ category: 'paranoia-level-3', enabled: false }],
      rules: [{ id: anomalyScore, action: 'block', score_threshold: 40 }],
    }),
  ];
}

function obstacles(index: number): WafOfZone {
  return {
    migration_state: 'start',
    waf: {
      setting: index % 12 === 4 ? 'on' : 'off',
      overrides: [{ urls: ['one.example/checkout/*'], rules: { '100173': 'disable' }, description: '${x}' }],
    },
    page_rules: [
      {
        targets: [{ target: 'url', constraint: { operator: 'matches', value: '*one.example/*' } }],
        actions: [{ id: 'waf', value: 'off' }],
        status: 'active',
      },
    ],
    firewall_rules: [{ action: 'bypass', products: ['waf'], filter: { expression: 'ip.src eq 192.0.2.1' } }],
  };
}
