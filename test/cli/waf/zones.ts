import type { FixtureZone } from '../../../lib/emulator';
import { accountId } from '../../emulator/support';
import { cloudflarePackage, managedRuleset, owaspPackage } from '../../emulator/waf-world';

export const ids = {
  messy: '1'.repeat(32),
  validation: '2'.repeat(32),
  pristine: '3'.repeat(32),
  complete: '4'.repeat(32),
  newcomer: '5'.repeat(32),
} as const;

const named = (id: string, name: string, more: Partial<FixtureZone>): FixtureZone => ({
  id,
  account_id: accountId,
  name: `${name}.example`,
  plan: 'enterprise',
  ...more,
});

const group = 'a'.repeat(32);
const coreGroup = 'b'.repeat(32);

export const ruleIds = {
  challenging: 'c1'.repeat(16),
  blocking: 'c2'.repeat(16),
  core: 'c3'.repeat(16),
  previousOnly: '100173',
} as const;
export const overrideIds = ['01', '02', '03'].map((end) => end.padStart(32, '0'));
const pageRuleIds = ['0a', '0b'].map((end) => end.padStart(32, '0'));

const pageRule = (at: number, url: string, status: string) => ({
  id: pageRuleIds[at],
  targets: [{ target: 'url', constraint: { operator: 'matches', value: url } }],
  actions: [{ id: 'waf', value: 'off' }],
  status,
});

const messy = named(ids.messy, 'messy', {
  waf: {
    setting: 'on',
    packages: [
      {
        id: cloudflarePackage,
        name: 'Cloudflare',
        groups: [{ id: group, name: 'Specials' }],
        rules: [
          {
            id: ruleIds.challenging,
            group_id: group,
            description: 'SQL injection',
            default_mode: 'block',
            mode: 'challenge',
          },
          { id: ruleIds.blocking, group_id: group, default_mode: 'block' },
        ],
      },
      {
        id: owaspPackage,
        name: 'OWASP ModSecurity Core Rule Set',
        detection_mode: 'anomaly',
        sensitivity: 'high',
        action_mode: 'challenge',
        groups: [{ id: coreGroup, name: 'OWASP XSS Attacks' }],
        rules: [{ id: ruleIds.core, group_id: coreGroup, mode: 'off' }],
      },
    ],
    overrides: [
      {
        id: overrideIds[0],
        description: "the shop's ${checkout}",
        urls: ['messy.example/checkout/*'],
        rules: { [ruleIds.blocking]: 'disable' },
      },
      {
        id: overrideIds[1],
        urls: ['api.messy.example/*'],
        rules: {},
        rewrite_action: { challenge: 'disable', block: 'disable', simulate: 'disable' },
      },
      {
        id: overrideIds[2],
        urls: ['blog.messy.example/*'],
        rules: {},
        rewrite_action: { block: 'simulate' },
        paused: true,
      },
    ],
  },
  page_rules: [
    pageRule(0, 'messy.example/hooks/*', 'active'),
    pageRule(1, 'messy.example/old/*', 'disabled'),
  ],
  firewall_rules: [{ action: 'bypass', products: ['waf'], filter: { expression: 'ip.src eq 192.0.2.1' } }],
});

/** A zone that can migrate and loses nothing. */
const pristine = named(ids.pristine, 'pristine', {
  plan: 'pro',
  waf: { packages: [{ id: cloudflarePackage, name: 'Cloudflare', groups: [], rules: [] }] },
});

export const entryPointWith = (...rules: readonly object[]) => ({
  rulesets: [{ name: 'default', kind: 'zone', phase: 'http_request_firewall_managed', rules }],
});
export const executeManaged = {
  action: 'execute',
  expression: 'true',
  action_parameters: { id: managedRuleset },
};
const executeOwasp = { ...executeManaged, action_parameters: { id: '4814384a9e5d4991b9815dcfc25d2f1f' } };
export const skipAll = { action: 'skip', expression: '(true)', action_parameters: { ruleset: 'current' } };

export const zones: readonly FixtureZone[] = [
  messy,
  named(ids.validation, 'validation', {
    migration_state: 'validation',
    ...entryPointWith(executeManaged, executeOwasp),
  }),
  pristine,
  named(ids.complete, 'complete', {
    plan: 'business',
    migration_state: 'complete',
    ...entryPointWith(executeManaged),
  }),
  named(ids.newcomer, 'newcomer', { plan: 'free', ...entryPointWith(executeManaged) }),
];
