import { scopeKinds, type ScopeKind } from '../../scope';
import type { Rule, Ruleset } from './model';
import { managedPhase } from './phases';

const managedSince = '2022-05-04T00:00:00.000000Z';

interface Managed extends Ruleset {
  readonly scopes: readonly ScopeKind[];
}

/** Managed rulesets of every zone and account, with only those of their rules that a configuration refers to. */
const all: readonly Managed[] = [
  managed('efb7b8c949ac4650a09736fc376e9aee', 'Cloudflare Managed Ruleset'),
  managed('4814384a9e5d4991b9815dcfc25d2f1f', 'Cloudflare OWASP Core Ruleset', {
    rules: [
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
    ],
  }),
  managed('c2e184081120413c86c3ab7e14069605', 'Cloudflare Exposed Credentials Check'),
  managed('77454fe2d30c4220b5701f6fdfb893ba', 'Cloudflare Managed Free Ruleset', {
    description:
      'Created by the Cloudflare security team, this ruleset is designed to provide protection for free zones',
  }),
  managed('4d21379b4f9f4bb088e0729962c8b3cf', 'DDoS L7 ruleset', { phase: 'ddos_l7' }),
  managed('3b64149bfa6e4220bbbc2bd6db589552', 'Cloudflare L3/4 DDoS Ruleset', {
    phase: 'ddos_l4',
    description:
      'This is the Managed Cloudflare L3/4 DDoS Ruleset. Cloudflare routinely adds signatures to address new attack ' +
      'vectors. Additional configuration allows you to customize the sensitivity of each rule and the performed ' +
      'mitigation action.',
    scopes: ['account'],
  }),
  managed('70339d97bdb34195bbf054b1ebe81f76', 'Cloudflare Normalization Ruleset', {
    phase: 'http_request_sanitize',
    description:
      'Created by the Cloudflare security team, this ruleset provides normalization on the URL path',
    scopes: ['zone'],
  }),
];

export function managedRulesetsOf(kind: ScopeKind): readonly Ruleset[] {
  return all.filter(({ scopes }) => scopes.includes(kind));
}

export function isManagedRuleset(id: unknown, phase?: string): boolean {
  return all.some((one) => one.id === id && (phase === undefined || one.phase === phase));
}

function managed(
  id: string,
  name: string,
  {
    phase = managedPhase,
    description = '',
    rules = [],
    scopes = scopeKinds,
  }: Partial<Pick<Managed, 'phase' | 'scopes'>> & {
    readonly description?: string;
    readonly rules?: readonly Rule[];
  } = {},
): Managed {
  const latest = { version: 1, description, last_updated: managedSince, rules };
  return { id, name, kind: 'managed', phase, latest, scopes };
}
