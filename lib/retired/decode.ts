import { filledTextOf, type JsonObject } from '../ground/json';
import { readMembers, type Members } from './form';
import { logpushJob } from './logpush-job';
import { notificationPolicy, webhook } from './notification-policy';
import { pool } from './pool';
import { filter, firewallRule, pageRule } from './previous-rules';
import { ruleset } from './ruleset';
import { Source, UnreadableState } from './source';

/** The tables of the types of the service's provider, by type without the prefix of its resources. */
const tables = {
  filter,
  firewall_rule: firewallRule,
  load_balancer_pool: pool,
  logpush_job: logpushJob,
  notification_policy: notificationPolicy,
  notification_policy_webhooks: webhook,
  page_rule: pageRule,
  ruleset,
} satisfies Readonly<Record<string, Members>>;

export type RetiredKind = keyof typeof tables;

/** An object that a state of the service's provider has. */
export interface RetiredObject {
  readonly kind: RetiredKind;
  /** The id of the zone; undefined for an object of an account. */
  readonly zoneId: string | undefined;
  readonly accountId: string | undefined;
  readonly body: JsonObject;
}

/** The newest schema version of provider 5, which writes 500 and more. Its first releases, and versions 3 and 4, write small numbers. */
const newestVersion = 599;

/** The kind of a resource: its type without the prefix, `waf_group` of `cloudflare_waf_group`. */
export function kindOf(type: string): string {
  return type.slice(type.indexOf('_') + 1);
}

export function isRetiredKind(kind: string): kind is RetiredKind {
  return Object.hasOwn(tables, kind);
}

/**
 * Reads the attributes of a resource in a state.
 *
 * @param version - of the schema that wrote the state; the form of its values tells apart those before 600
 * @throws an UnreadableState for a value that no version of the provider writes
 */
export function decodeRetired(kind: RetiredKind, attributes: JsonObject, version = 0): RetiredObject {
  if (version > newestVersion)
    throw new UnreadableState(
      `the state has schema version ${version}, and those of provider 5 and before it are known`,
    );
  return {
    kind,
    zoneId: filledTextOf(attributes.zone_id),
    accountId: filledTextOf(attributes.account_id),
    body: readMembers(tables[kind], new Source(attributes)),
  };
}

/**
 * Reads the arguments of a resource in code, in which an expression is an {@link Expression}.
 *
 * @param members - of the object of the API that are read
 * @returns the object as the code has it, and the arguments that no table has
 * @throws an UnreadableState for an argument that no version of the provider takes
 */
export function decodeCode(kind: RetiredKind, given: JsonObject, members: (name: string) => boolean) {
  const source = new Source(given, { isCode: true });
  for (const owner of ['zone_id', 'account_id']) source.take(owner);
  const read = Object.entries(tables[kind]).filter(([name]) => members(name));
  return { body: readMembers(Object.fromEntries(read), source), unread: source.unread() };
}
