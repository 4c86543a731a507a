import { isDeepStrictEqual } from 'node:util';
import { pick, textAt, type Running as Emulator } from '../../emulator/support';
import { listOf } from '../../support/edge-stack';
import type { Instance } from '../../support/terraform-client/plan';
import { accountId, foreignZoneId } from './objects';

type Kind = 'job' | 'fields' | 'policy' | 'other';

interface Entry {
  readonly kind: Kind;
  readonly label: string;
  readonly id: string;
  readonly body: unknown;
}

export interface Inventory {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly pools: ReadonlyMap<string, unknown>;
  /** The zones in which no managed rules are enabled. */
  readonly unprotected: readonly string[];
}

/** What is wrong with the service, each as a sentence; empty when all is well. */
export interface Damage {
  readonly duplicates: readonly string[];
  /** Objects that neither were there before nor are in the state. */
  readonly orphans: readonly string[];
  /** Objects of the state that the service lacks, legacy e-mails that nothing replaces, zones without a WAF. */
  readonly lost: readonly string[];
  /** Foreign objects that were deleted or changed. */
  readonly wrongDeletions: readonly string[];
}

export async function takeInventory(emulator: Emulator): Promise<Inventory> {
  const entries = new Map<string, Entry>();
  const add = (kind: Kind, scope: string, name: string, body: unknown) => {
    const id = textAt(body, 'id');
    entries.set(`${kind} ${scope}/${id}`, { kind, label: `${kind} ${scope} ${name}`, id, body });
  };
  const unprotected: string[] = [];
  for (const zoneId of emulator.zoneIds) {
    for (const job of listOf(await emulator.result('GET', `/zones/${zoneId}/logpush/jobs`)))
      add('job', zoneId, textAt(job, 'name'), job);
    for (const each of listOf(await emulator.result('GET', `/zones/${zoneId}/rulesets`))) {
      const ruleset = await emulator.result('GET', `/zones/${zoneId}/rulesets/${textAt(each, 'id')}`);
      const phase = textAt(ruleset, 'phase');
      // The entry point of the managed rules belongs to the zone's migration, which nothing takes back.
      if (phase === 'http_request_firewall_managed' && zoneId !== foreignZoneId) continue;
      add(phase === 'http_log_custom_fields' ? 'fields' : 'other', zoneId, phase, ruleset);
    }
    const waf = await emulator.result('GET', `/zones/${zoneId}/waf_migration/status`);
    if (zoneId === foreignZoneId) add('other', zoneId, 'migration', { id: 'migration', ...(waf as object) });
    if (['old_waf_status', 'new_waf_status'].every((name) => pick(waf, name) === 'disabled'))
      unprotected.push(zoneId);
  }
  const account = `/accounts/${accountId}`;
  for (const job of listOf(await emulator.result('GET', `${account}/logpush/jobs`)))
    add('job', accountId, textAt(job, 'name'), job);
  for (const policy of listOf(await emulator.result('GET', `${account}/alerting/v3/policies`)))
    add('policy', accountId, textAt(policy, 'name'), policy);
  const pools = listOf(await emulator.result('GET', `${account}/load_balancers/pools?per_page=1000`));
  return { entries, pools: new Map(pools.map((pool) => [textAt(pool, 'id'), pool])), unprotected };
}

/** What is wrong now, compared with the service before the first apply and with the state of Terraform. */
export function findDamage(before: Inventory, now: Inventory, state: ReadonlyMap<string, Instance>): Damage {
  const managed = keysOf(state);
  const created = [...now.entries].filter(([key, { kind }]) => kind !== 'other' && !before.entries.has(key));
  const labels = created.map(([, { label }]) => label);
  return {
    duplicates: labels.filter((label, index) => labels.indexOf(label) !== index),
    orphans: created.filter(([key]) => !managed.has(key)).map(([key]) => key),
    lost: [
      ...[...managed].filter((key) => !now.entries.has(key)).map((key) => `${key} does not exist`),
      // Who destroys a policy was warned by the plan that its pools are then without notifications.
      ...(state.size === 0 ? findUnprotected(now) : findLostProtection(before, now)),
    ],
    wrongDeletions: [...before.entries]
      .filter(([key, { body }]) => !isDeepStrictEqual(now.entries.get(key)?.body, body))
      .map(([key]) => `${key} was ${now.entries.has(key) ? 'changed' : 'deleted'}`),
  };
}

/** Pools whose legacy e-mail was cleared although no policy has its address, and zones without a WAF. */
export function findLostProtection(before: Inventory, now: Inventory): string[] {
  const policies = [...now.entries.values()].filter(({ kind }) => kind === 'policy').map(({ body }) => body);
  const isNotified = (poolId: string, address: string) =>
    policies.some(
      (policy) =>
        pick(policy, 'enabled') === true &&
        listOf(pick(policy, 'filters', 'pool_id')).includes(poolId) &&
        listOf(pick(policy, 'mechanisms', 'email')).some((each) => pick(each, 'id') === address),
    );
  const emailOf = (pool: unknown) => {
    const email = pick(pool, 'notification_email');
    return typeof email === 'string' ? email : '';
  };
  const silent = [...before.pools].filter(([id, pool]) => {
    const address = emailOf(pool);
    return address !== emailOf(now.pools.get(id)) && !isNotified(id, address);
  });
  return [...silent.map(([id, pool]) => `pool ${id} lost ${emailOf(pool)}`), ...findUnprotected(now)];
}

function findUnprotected({ unprotected }: Inventory): string[] {
  return unprotected.map((zoneId) => `zone ${zoneId} has no WAF`);
}

/** The objects that a state names, by the keys of an inventory. */
function keysOf(state: ReadonlyMap<string, Instance>): Set<string> {
  const kinds: Readonly<Record<string, Kind>> = {
    edge_logpush_job: 'job',
    edge_custom_fields_ruleset: 'fields',
    edge_pool_notification_policy: 'policy',
  };
  return new Set(
    [...state.values()].flatMap(({ type, attributes }) => {
      const kind = kinds[type];
      const scope = typeof attributes.account_id === 'string' ? 'account_id' : 'zone_id';
      return kind === undefined ? [] : [`${kind} ${textAt(attributes, scope)}/${textAt(attributes, 'id')}`];
    }),
  );
}
