import type { Rule, Ruleset } from './model';
import { managedPhase } from './phases';

const managedSince = '2022-05-04T00:00:00.000000Z';

/** The managed rulesets of every zone, with only those of their rules that a configuration refers to. */
export const managedRulesets: readonly Ruleset[] = [
  managed('efb7b8c949ac4650a09736fc376e9aee', 'Cloudflare Managed Ruleset'),
  managed('4814384a9e5d4991b9815dcfc25d2f1f', 'Cloudflare OWASP Core Ruleset', [
    {
      id: '6179ae15870a4bb7b2d480d4843b323c',
      version: 1,
      ref: '6179ae15870a4bb7b2d480d4843b323c',
      action: 'block',
      expression: 'cf.waf.score ge 40',
      description: '949110: Inbound Anomaly Score Exceeded',
      enabled: true,
      last_updated: managedSince,
    },
  ]),
  managed('c2e184081120413c86c3ab7e14069605', 'Cloudflare Exposed Credentials Check'),
  managed('77454fe2d30c4220b5701f6fdfb893ba', 'Cloudflare Free Managed Ruleset'),
];

function managed(id: string, name: string, rules: readonly Rule[] = []): Ruleset {
  const latest = { version: 1, description: '', last_updated: managedSince, rules };
  return { id, name, kind: 'managed', phase: managedPhase, latest };
}
