import type { Draw } from '../random';
import { description, oddText, type MakeId } from './names';

interface Question {
  readonly draw: Draw;
  readonly id: MakeId;
  readonly pools: number;
  readonly policies: number;
}

export interface Alerting {
  readonly pools: readonly object[];
  readonly webhooks: readonly object[];
  readonly pagerduty: readonly object[];
  readonly policies: readonly object[];
}

const healthAlert = 'load_balancing_health_alert';
const otherTypes = ['failing_logpush_job_disabled_alert', 'dos_attack_l7', 'universal_ssl_event_type'];

export function makeAlerting({ draw, id, pools: poolCount, policies: count }: Question): Alerting {
  const pools = Array.from({ length: poolCount }, (_, index) => ({
    id: id(`pool ${index}`),
    name: poolName(draw, index),
    origins: [{ name: 'one', address: '192.0.2.1' }],
    ...legacyOf(draw, index),
  }));
  const webhooks = Array.from({ length: 4 }, (_, index) => ({
    id: id(`webhook ${index}`),
    name: oddText(draw, 'Webhook', index),
    url: `https://hooks.example.com/services/${index}`,
    ...(index % 2 === 0 ? { secret: 'a secret of a webhook' } : {}),
  }));
  const pagerduty = Array.from({ length: 2 }, (_, index) => ({
    id: id(`pagerduty ${index}`),
    name: oddText(draw, 'Service', index),
  }));
  const known: Known = {
    poolIds: pools.map((pool) => pool.id),
    webhookIds: webhooks.map((webhook) => webhook.id),
    pagerdutyIds: pagerduty.map((service) => service.id),
    goneId: id('pool that was deleted'),
  };
  const policies = Array.from({ length: count }, (_, index) => ({
    id: id(`policy ${index}`),
    ...(index % 4 === 3 ? otherPolicy(draw, index) : healthPolicy(draw, index, known)),
  }));
  return { pools, webhooks, pagerduty, policies };
}

function poolName(draw: Draw, index: number): string {
  const start = draw.pick(['eu-west', 'us_east', 'API', '1st', '-x', '__proto__', 'class']);
  return `${start}-${String(index).padStart(4, '0')}`;
}

function legacyOf(draw: Draw, index: number): object {
  const filter = { origin: { disable: true }, pool: { healthy: draw.oneIn(2) } };
  switch (index % 6) {
    case 0:
      return { notification_email: 'ops@example.com' };
    case 1:
      return { notification_email: `Team-${index % 5}@Example.com, ops@example.com` };
    case 2:
      return { notification_email: `team-${index % 5}@example.com`, notification_filter: filter };
    case 3:
      return { notification_email: '' };
    case 4:
      return { notification_email: '"on-call, night"@example.com;jürgen@bücher.example' };
    default:
      return {};
  }
}

interface Known {
  readonly poolIds: readonly string[];
  readonly webhookIds: readonly string[];
  readonly pagerdutyIds: readonly string[];
  readonly goneId: string;
}

function healthPolicy(draw: Draw, index: number, known: Known): object {
  return {
    name: index % 9 === 8 ? 'Health' : policyName(draw, index),
    ...(draw.oneIn(4) ? {} : { description: description(draw) }),
    enabled: index % 5 !== 4,
    alert_type: healthAlert,
    ...(index % 7 === 6 ? { alert_interval: '30m' } : {}),
    filters: {
      pool_id: poolsOf(draw, index, known),
      new_health: draw.pick([['Unhealthy', 'Healthy'], ['Healthy', 'Unhealthy'], ['Unhealthy'], ['Healthy']]),
      event_source: draw.pick([['pool', 'origin'], ['pool'], ['origin']]),
      // A filter that is newer than this package.
      ...(index % 14 === 13 ? { region: ['WEU'] } : {}),
    },
    mechanisms: mechanismsOf(draw, index, known),
  };
}

function policyName(draw: Draw, index: number): string {
  return index % 17 === 16 ? ' ' : oddText(draw, 'Health of pools', index);
}

/** All pools of the account, some of them, one that no longer exists. */
function poolsOf(draw: Draw, index: number, { poolIds, goneId }: Known): readonly string[] {
  if (index % 3 === 0) return poolIds;
  const some = [...new Set(draw.list(1, 5, () => draw.pick(poolIds)))];
  return index % 10 === 5 ? [...some, goneId] : some;
}

function mechanismsOf(draw: Draw, index: number, { webhookIds, pagerdutyIds }: Known): object {
  const email = [
    { id: 'ops@example.com' },
    { id: '"on-call, night"@example.com' },
    { id: 'jürgen@bücher.example' },
    { id: 'o`brien+${x}@example.com' },
  ];
  const entries = (ids: readonly string[]) => ids.map((id) => ({ id }));
  switch (index % 6) {
    case 0:
      return { email: [{ id: 'ops@example.com' }] };
    case 1:
      return { email, webhooks: [], pagerduty: [] };
    case 2:
      return { webhooks: entries([draw.pick(webhookIds)]) };
    case 4:
      return { pagerduty: entries(pagerdutyIds), email: [{ id: 'Ops@Example.com' }] };
    case 5:
      // A mechanism that is newer than this package.
      return { email: [{ id: 'ops@example.com' }], carrier_pigeon: [{ id: 'one' }] };
    default:
      return { webhooks: entries(webhookIds), email: [{ id: 'ops@example.com', name: 'Operations' }] };
  }
}

function otherPolicy(draw: Draw, index: number): object {
  return {
    name: oddText(draw, 'Alert', index),
    enabled: draw.oneIn(2),
    alert_type: draw.pick(otherTypes),
    mechanisms: { email: [{ id: 'ops@example.com' }] },
  };
}
