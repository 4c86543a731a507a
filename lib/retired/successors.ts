import { own } from '../ground/record';
import type { RetiredObject } from './decode';
import { isPreviousKind } from './previous-waf';

/** The name of the service's own provider: the last part of its address, whose host and namespace a mirror may change. */
export const movableProvider = 'cloudflare';

/** The resources of ours by phase of a ruleset. */
const successorOfPhase: Readonly<Record<string, string>> = {
  http_log_custom_fields: 'edge_custom_fields_ruleset',
  http_request_firewall_managed: 'edge_waf_migration',
};

/** The alert type of policies that have a resource of ours. */
const healthAlert = 'load_balancing_health_alert';

/** The resource of ours for an object: its type, or the reason why there is none, as a sentence. */
export type Successor = { readonly type: string } | { readonly reason: string };

export function successorOf({ kind, zoneId, body }: RetiredObject): Successor {
  switch (kind) {
    case 'logpush_job':
      return { type: 'edge_logpush_job' };
    case 'notification_policy':
      return body.alert_type === healthAlert
        ? { type: 'edge_pool_notification_policy' }
        : {
            reason: `It is a policy of alert type ${named(body.alert_type)}, and only ${healthAlert} has a resource here.`,
          };
    case 'ruleset':
      return successorOfRuleset(zoneId, body);
    default:
      return successorOfType(kind);
  }
}

/** The successor by the type alone: why there is none, without reading a state. */
export function successorOfType(kind: string): Extract<Successor, { reason: string }> {
  const reason = isPreviousKind(kind)
    ? 'Several resources of the previous WAF become one edge_waf_migration, which `edge-platform convert` writes.'
    : 'It has no resource here.';
  return { reason };
}

function successorOfRuleset(zoneId: string | undefined, { phase }: RetiredObject['body']): Successor {
  const type = typeof phase === 'string' ? own(successorOfPhase, phase) : undefined;
  const phases = Object.keys(successorOfPhase).join(' and ');
  if (type === undefined)
    return { reason: `It is a ruleset of phase ${named(phase)}, and only ${phases} have a resource here.` };
  if (zoneId === undefined)
    return { reason: 'It is a ruleset of an account, and only those of zones have a resource here.' };
  return { type };
}

function named(value: unknown): string {
  return typeof value === 'string' ? value : '(none)';
}
