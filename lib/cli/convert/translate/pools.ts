import { compare } from '../../../ground/compare';
import { fieldsOf, listOf } from '../../../ground/json';
import {
  coverageOf,
  distinctRecipients,
  eventSources,
  healthStatuses,
  legacyEvents,
  legacyRecipients,
} from '../../../pools';
import type { ConvertedObject, OldInstance, OldResource, Remark } from '../model';
import {
  expressionOf,
  isWrittenList,
  isWrittenObject,
  literalOf,
  type Written,
  type WrittenObject,
} from '../../../hcl/template';
import { firstFree } from '../../project/identifiers';
import { escapeTemplates } from '../../../hcl/template';
import { hasInstances, newAddress } from '../addresses';
import { note, originalOf, sourceOf, todo, type Draft } from './draft';
import { forOver, hcl, inLoop, template, usesKey } from './expressions';
import { bodyOf, isKnown, isLiteral, textIn, valueIn } from './known';
import { addObject } from './object';
import { decodeWritten, unlessUnreadable } from './old-form';
import { isHealthPolicy, policyType } from './policies';
import { own } from '../../../ground/record';
import { getOrAdd } from '../../../ground/remember';

interface LegacyPool {
  readonly resource: OldResource;
  readonly email: string;
  readonly account: Written;
  readonly reported: Reported;
}

/**
 * The legacy e-mails of pools become notification policies: specification 4.5. The pools stay, without the attribute. A policy of the
 * same configuration that notifies the recipients already makes a new one needless.
 */
export function convertPools(draft: Draft, pools: readonly OldResource[]): void {
  const legacy: LegacyPool[] = [];
  for (const resource of pools) {
    const body = bodyOf(resource);
    const old = unlessUnreadable(() => decodeWritten('load_balancer_pool', body, isOfEmail))?.body ?? {};
    const { notification_email: email, notification_filter: filter = null } = old;
    const values = resource.instances.map((instance) => valueIn(instance, 'notification_email'));
    const isEmpty =
      email === undefined || (values.length > 0 && values.every((value) => value === '' || value === null));
    if (isEmpty || typeof email !== 'string') {
      draft.keep(resource);
      continue;
    }
    const account = body.account_id ?? accountOf(resource);
    if (account === undefined) {
      draft.keep(resource, {
        code: 'convert.pool_account',
        severity: 'todo',
        text: 'The account of the pool is not known, so its notification_email stays. Set account_id, and convert again.',
      });
      continue;
    }
    legacy.push({ resource, email, account, reported: reportedBy(resource, filter) });
  }
  const remaining = legacy.filter((pool) => !isCovered(draft, pool));
  for (const group of grouped(remaining)) addPolicy(draft, group);
}

/** The legacy e-mail, and what it reports. */
function isOfEmail(name: string): boolean {
  return name === 'notification_email' || name === 'notification_filter';
}

/** 3.x takes the account from the provider. */
function accountOf({ instances }: OldResource): string | undefined {
  const ids = new Set(instances.map((instance) => textIn(instance, 'account_id')));
  const [only] = ids;
  return ids.size === 1 ? only : undefined;
}

/** The pools that one policy can cover: equal templates are equal e-mails, except where they depend on a key. */
function grouped(pools: readonly LegacyPool[]): LegacyPool[][] {
  const groups = new Map<string, LegacyPool[]>();
  for (const pool of pools) {
    const { resource, email, account, reported } = pool;
    const isOwn = usesKey(email) || usesKey(account);
    const recipients = literalOf(email) === undefined ? email : recipientsOf(email).join(',').toLowerCase();
    const key = JSON.stringify([
      resource.module,
      recipients,
      account,
      reported.key,
      isOwn ? resource.name : '',
    ]);
    getOrAdd(groups, key, () => []).push(pool);
  }
  return [...groups.values()];
}

function recipientsOf(text: string): string[] {
  return legacyRecipients({ notification_email: literalOf(text) ?? text });
}

function addPolicy(draft: Draft, pools: readonly LegacyPool[]): void {
  const [first] = pools;
  if (first === undefined) return;
  const { resource, email, account } = first;
  const { config: events, remark } = first.reported;
  const isRepeated = usesKey(email) || usesKey(account);
  const name = isRepeated || pools.length === 1 ? `${resource.name}_health` : 'pool_health';
  const ids = isRepeated ? poolsOf(resource, email) : poolIds(pools.map((each) => each.resource));
  const object = addObject(draft, {
    typeName: policyType,
    at: resource,
    name,
    meta: isRepeated ? { forEach: emailsOf(resource, email) } : {},
    config: {
      account_id: isRepeated && usesKey(account) ? (accountOf(resource) ?? null) : account,
      name: policyName(draft, resource, { isRepeated, ids }),
      pool_ids: ids,
      email_addresses: isRepeated ? addressesIn('each.value') : addresses(email),
      ...events,
    },
    remarks: [
      note('Replaces notification_email of the pools: the provider clears it as soon as the policy exists.'),
      ...(remark === undefined ? [] : [remark]),
      ...(usesKey(account)
        ? [
            todo(
              'The accounts of the pools depend on their keys. Check the account.',
              'account_id',
              originalOf(account),
            ),
          ]
        : []),
    ],
    replaces: [],
  });
  if (remark?.isTodo === true)
    draft.findOn(resource, {
      code: 'convert.unknown',
      severity: 'todo',
      text: `${remark.text} To know them, convert again with --state, --var or --var-file.`,
    });
  for (const pool of pools)
    release(draft, pool.resource, (instance) => addressesFor(object, pool.resource, instance, isRepeated));
}

/** An instance without an e-mail has no policy. */
function addressesFor(
  object: ConvertedObject,
  resource: OldResource,
  instance: OldInstance | undefined,
  isRepeated: boolean,
): readonly string[] {
  if (instance === undefined) return [`${object.typeName}.${object.name}`];
  if (!isRepeated) return [newAddress(object, instance)];
  const email = textIn(instance, 'notification_email');
  if (email === undefined) return [];
  // As Terraform orders the keys of a map, and numbers.
  const [first] = resource.instances
    .filter(
      (each) => each.moduleAddress === instance.moduleAddress && textIn(each, 'notification_email') === email,
    )
    .flatMap(({ key }) => key ?? [])
    .sort((a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b))));
  return [newAddress(object, instance, String(first ?? ''))];
}

/** The attribute leaves the block, and the pool's provider must not clear it before the policy exists. */
function release(
  draft: Draft,
  resource: OldResource,
  to: (instance: OldInstance | undefined) => readonly string[],
): void {
  draft.edits.push({ resource, without: ['notification_email'], ignoreChanges: ['notification_email'] });
  draft.addFates(resource, { outcome: 'changed', findings: [] }, to);
}

/**
 * The distinct e-mails of the instances, for `for_each`, each by the first of the instances that have it: another address does not
 * make another policy, which would be created while this one is deleted.
 */
function emailsOf({ meta }: OldResource, email: string): string {
  const text = inLoop(hcl(email));
  const emails = `[${forOver(meta)} : ${text} if try(length(${text}) > 0, false)]`;
  const first = `[${forOver(meta)} : ${indexOf(meta)} if ${text} == email][0]`;
  return template(`{ for email in distinct(${emails}) : ${first} => email }`);
}

/** The pools with the e-mail of an instance of the policy. */
function poolsOf({ type, name, meta }: OldResource, email: string): string {
  const reference = `${type}.${name}[${indexOf(meta)}].id`;
  return template(`[${forOver(meta)} : ${reference} if ${inLoop(hcl(email))} == each.value]`);
}

/** A set has no keys: for_each takes its elements. */
function indexOf({ forEach }: OldResource['meta']): string {
  return forEach === undefined ? 'count_index' : 'each_key';
}

function poolIds(resources: readonly OldResource[]): Written {
  const isPlain = resources.every(({ meta }) => meta.forEach === undefined && meta.count === undefined);
  if (isPlain) return resources.map(({ type, name }) => template(`${type}.${name}.id`));
  const lists = resources.map(({ type, name, meta }) => {
    const reference = `${type}.${name}`;
    if (meta.forEach !== undefined) return `values(${reference})[*].id`;
    return meta.count === undefined ? `[${reference}.id]` : `${reference}[*].id`;
  });
  return template(lists.length === 1 ? (lists[0] ?? '') : `concat(${lists.join(', ')})`);
}

/**
 * Not the recipients: they change, and the policy stays. Two policies of one name would be taken for the same one, so those of a module
 * with several instances are told apart by a pool.
 */
function policyName(
  { objects, old }: Draft,
  { name, construct, module }: OldResource,
  { isRepeated, ids }: { readonly isRepeated: boolean; readonly ids: Written },
): string {
  const first = isWrittenList(ids) ? (ids[0] ?? null) : template(`try(element(${hcl(ids)}, 0), "no pool")`);
  const parts = [
    construct?.split('/').at(-1) ?? name,
    ...(isRepeated ? ['${each.key}'] : []),
    ...(hasInstances(module, old.modules) && typeof first === 'string' ? [first] : []),
  ];
  const taken = objects.flatMap(({ typeName, config }) => (typeName === policyType ? [config.name] : []));
  return firstFree(`Health of pools (${parts.join(', ')})`, (each) => taken.includes(each), ' ');
}

function addresses(email: string): Written {
  if (literalOf(email) !== undefined) return recipientsOf(email).map(escapeTemplates);
  return addressesIn(expressionOf(email) ?? hcl(email));
}

/** A legacy e-mail may have several addresses, and a comma between the quotes of one is no separator. */
function addressesIn(expression: string): string {
  const address = String.raw`(?:\\s*\"(?:[^\"\\\\]|\\\\.)*\")?[^,;]+`;
  return template(`[for address in regexall("${address}", ${expression}) : trimspace(address)]`);
}

interface Reported {
  /** The same for pools whose e-mails report the same. */
  readonly key: string;
  readonly config: WrittenObject;
  readonly remark?: Remark;
}

/** The events of the old e-mail, or more: a policy has the same statuses for pools and origins. */
function reportedBy(resource: OldResource, written: Written): Reported {
  const values = resource.instances.map((instance) => valueIn(instance, 'notification_filter'));
  const isWritten = isLiteral(written);
  const value = isWritten ? written : values[0];
  const isSame = isWritten || new Set(values.map((each) => JSON.stringify(each))).size === 1;
  const filter = isSame && isWrittenObject(value as Written) ? (value as WrittenObject) : undefined;
  const events = legacyEvents({ notification_email: 'x', notification_filter: filter ?? null });
  const key = written !== null && filter === undefined ? 'all' : JSON.stringify(events);
  if (written === null) return { key, config: {} };
  const sources = eventSources.filter((source) => events.some((each) => each.source === source));
  const statuses = healthStatuses.filter((health) => events.some((each) => each.health === health));
  const isExact = filter !== undefined && sources.length * statuses.length === events.length;
  const reported = { key, config: { event_sources: sources, new_health: statuses } };
  const original = sourceOf(resource, 'notification_filter');
  if (!isWritten && !values.every(isKnown)) {
    const unknown =
      'The notification_filter is unknown here, so the policy notifies of all events. Keep those that it had.';
    return { ...reported, remark: todo(unknown, 'event_sources', original) };
  }
  const evaluated = isWritten
    ? []
    : [`These are the events as evaluated with notification_filter = ${JSON.stringify(values[0])}.`];
  const text = [...(isExact ? [] : [moreEvents]), ...evaluated].join(' ');
  return text === '' ? reported : { ...reported, remark: note(text, 'event_sources', original) };
}

const moreEvents =
  'The policy notifies of more events than the notification_filter of the pools did: it has the same statuses for pools and origins.';

/** Whether converted policies notify all recipients of a pool already. Then they clear its e-mail. */
function isCovered(draft: Draft, { resource, email }: LegacyPool): boolean {
  // With another value of a variable, the policy would lose the address.
  if (literalOf(email) === undefined) return false;
  const policies = draft.objects.filter(
    ({ typeName, module, replaces }) =>
      typeName === policyType && module === resource.module && replaces.length > 0,
  );
  const covering = policies.map((object) => ({ object, ...coveringPolicy(object) }));
  const pools = poolsIn(resource, email);
  if (pools.length === 0) return false;
  const idsOf = (kind: 'webhooks' | 'pagerduty') =>
    new Set(covering.flatMap(({ mechanisms }) => mechanisms[kind].map(({ id }) => id)));
  const all = coverageOf(covering, { webhooks: idsOf('webhooks'), pagerduty: idsOf('pagerduty') });
  const isSafe = pools.every((pool) => all.covers(pool) && all.lostRecipients(pool).length === 0);
  if (!isSafe) return false;
  const used = covering.filter(({ filters }) => pools.some(({ id }) => filters.pool_id.includes(id)));
  for (const { object } of used) draft.update(object, { config: withoutClearing(object.config) });
  release(draft, resource, (instance) =>
    used.map(({ object }) =>
      instance === undefined ? `${object.typeName}.${object.name}` : newAddress(object, instance),
    ),
  );
  return true;
}

function withoutClearing(config: WrittenObject): WrittenObject {
  return Object.fromEntries(Object.entries(config).filter(([name]) => name !== 'clear_legacy_email'));
}

/** The pools of a block, with the reference as id where there is only one. */
function poolsIn(resource: OldResource, email: string) {
  const { instances, meta } = resource;
  const isSingle = meta.forEach === undefined && meta.count === undefined;
  const reference = template(`${resource.type}.${resource.name}.id`);
  const filterOf = (instance: OldInstance | undefined) => {
    const value = instance && valueIn(instance, 'notification_filter');
    return isWrittenObject(value as Written) ? (value as WrittenObject) : null;
  };
  if (isSingle)
    return [
      {
        id: reference,
        notification_email: literalOf(email) ?? '',
        notification_filter: filterOf(instances[0]),
      },
    ].filter(({ notification_email: text }) => text !== '');
  return instances.map((instance) => ({
    id: textIn(instance, 'id') ?? instance.address,
    notification_email: textIn(instance, 'notification_email') ?? '',
    notification_filter: filterOf(instance),
  }));
}

/** What a converted policy says, with references for ids that are not literal. */
function coveringPolicy({ config, replaces }: ConvertedObject) {
  const [old] = replaces;
  const instance = old?.instances.length === 1 ? old.instances[0] : undefined;
  const texts = (attribute: string) => {
    const value = own(config, attribute) ?? null;
    return isWrittenList(value) ? value.filter((each) => typeof each === 'string') : [];
  };
  const ids = (attribute: string) => texts(attribute).map((id) => ({ id: literalOf(id) ?? id }));
  const isEnabled = config.enabled ?? true;
  const [filters] = [instance?.state?.filters].flat();
  return {
    enabled: isEnabled === true,
    alert_type: old !== undefined && isHealthPolicy(old) === true ? 'load_balancing_health_alert' : '',
    filters: {
      pool_id: [...texts('pool_ids'), ...listOf(fieldsOf(filters).pool_id)],
      new_health: config.new_health === undefined ? healthStatuses : texts('new_health'),
      event_source: config.event_sources === undefined ? eventSources : texts('event_sources'),
    },
    mechanisms: {
      email: distinctRecipients(ids('email_addresses').map(({ id }) => id)).map((id) => ({ id })),
      webhooks: ids('webhook_ids'),
      pagerduty: ids('pagerduty_ids'),
    },
  };
}
