import {
  coverageOf,
  distinctRecipients,
  eventSources,
  healthStatuses,
  legacyEvents,
  legacyRecipients,
} from '../../../pools';
import type { ConvertedObject, OldResource } from '../model';
import {
  escapeTemplates,
  expressionOf,
  isWrittenList,
  isWrittenObject,
  literalOf,
  splitTemplate,
  type Written,
  type WrittenObject,
} from '../../../hcl/template';
import { firstFree } from '../../project/identifiers';
import { rewriteWritten, someTraversal, textOfSteps } from '../../../hcl/expressions';
import { toCode } from '../../../hcl/to-expression';
import { hasInstances } from '../addresses';
import { singleObject } from './arguments';
import { sourceOf, type Draft } from './draft';
import { allOf, anyExistence, countIf } from './existence';
import { forOver, hcl, inLoop, template, usesKey } from './expressions';
import { bodyOf, isLiteral, textIn } from './argument-values';
import { addObject, reportProvider } from './object';
import { decodeWritten, unlessUnreadable } from './decode-arguments';
import { policyType } from './policies';
import { own } from '../../../ground/record';
import { getOrAdd } from '../../../ground/remember';

interface LegacyPool {
  readonly resource: OldResource;
  readonly email: string;
  readonly account: Written;
  readonly filter: Written;
}

/**
 * The legacy e-mails of pools become notification policies: specification 4.5. The pools stay, without the attribute. A policy of the
 * same configuration that notifies the recipients already makes a new one needless.
 */
export function convertPools(draft: Draft, pools: readonly OldResource[]): void {
  const legacy = pools.flatMap((resource) => legacyOf(draft, resource));
  const remaining = legacy.filter((pool) => !isCovered(draft, pool));
  for (const group of grouped(remaining)) addPolicy(draft, group);
}

const legacyArguments = ['notification_email', 'notification_filter'];

/** The pool of a block whose e-mail becomes a policy; none for a block that stays as it is. */
function legacyOf(draft: Draft, resource: OldResource): LegacyPool[] {
  const body = bodyOf(resource);
  const old =
    unlessUnreadable(() =>
      decodeWritten('load_balancer_pool', body, (name) => legacyArguments.includes(name)),
    )?.body ?? {};
  const { notification_email: email } = old;
  const filter = filterOf(resource, old.notification_filter ?? null);
  const isSilent = isLiteral(filter) && eventsOf(filter).length === 0;
  // What reads the e-mail of another pool would be empty once that is cleared: a finding says so.
  const isOfOther = someTraversal(
    email ?? null,
    ({ root, steps }) => root === resource.type && steps.some(({ text }) => text === '.notification_email'),
  );
  if (typeof email !== 'string' || email === '' || isSilent || isOfOther) {
    draft.keep(resource);
    return [];
  }
  const account = body.account_id ?? accountOf(resource);
  if (account === undefined) {
    draft.keep(resource, {
      code: 'convert.pool_account',
      severity: 'todo',
      text: 'The account of the pool is not known, so its notification_email stays. Set account_id, and convert again.',
    });
    return [];
  }
  if (body.account_id === undefined)
    draft.addFindingOn(resource, {
      code: 'convert.pool_account',
      severity: 'todo',
      text: `The code does not say the account of the pool, so the policy has the one of the state, ${hcl(account)}. Write an expression if another workspace has another account.`,
    });
  return [{ resource, email, account, filter }];
}

/** The object of the filter: blocks are lists, and those that are made are lists with one item or none. */
function filterOf({ body: { dynamic } }: OldResource, written: Written): Written {
  const isMade = isWrittenObject(dynamic) && Object.hasOwn(dynamic, 'notification_filter');
  return isMade ? template(`one(${toCode(written)})`) : (singleObject(written) ?? written);
}

/** The account in the state: 3.x takes it from the provider. */
function accountOf({ instances }: OldResource): string | undefined {
  const ids = new Set(instances.map((instance) => textIn(instance, 'account_id')));
  const [only] = ids;
  return ids.size === 1 ? only : undefined;
}

/** Whether each instance of the pool has a policy of its own. */
function isKeyed({ email, account, filter }: LegacyPool): boolean {
  return [email, account, filter].some(usesKey);
}

/** Groups of pools that one policy can cover: equal code has equal values, except where it depends on a key. */
function grouped(pools: readonly LegacyPool[]): LegacyPool[][] {
  const groups = new Map<string, LegacyPool[]>();
  for (const pool of pools) {
    const { resource, email, account, filter } = pool;
    const recipients = literalOf(email) === undefined ? email : recipientsOf(email).join(',').toLowerCase();
    const events = isLiteral(filter) ? eventsOf(filter) : filter;
    const { module, name, meta } = resource;
    const key = [module, meta.provider, recipients, account, events, isKeyed(pool) ? name : ''];
    getOrAdd(groups, JSON.stringify(key), () => []).push(pool);
  }
  return [...groups.values()];
}

function recipientsOf(text: string): string[] {
  return legacyRecipients({ notification_email: literalOf(text) ?? text });
}

function addPolicy(draft: Draft, pools: readonly LegacyPool[]): void {
  const [first] = pools;
  if (first === undefined) return;
  const { resource } = first;
  const resources = pools.map((each) => each.resource);
  const isOwn = isKeyed(first);
  const notifies = allOf(isFilled(first.email), isReportedIn(first.filter));
  const meta = isOwn
    ? repeatedIf(resource, notifies)
    : countIf(allOf(notifies, anyExistence(resources.map((each) => each.meta))));
  const ofInstance = <Value extends Written>(value: Value) => (isOwn ? byKey(resource, value) : value);
  const key = resource.meta.forEach === undefined ? 'each.value' : 'each.key';
  const ids = isOwn ? [template(`${resource.type}.${resource.name}[${key}].id`)] : poolIds(resources);
  const object = addObject(draft, {
    typeName: policyType,
    at: resource,
    name: pools.length === 1 ? `${resource.name}_health` : 'pool_health',
    meta,
    config: {
      account_id: ofInstance(first.account),
      name: policyName(draft, resource, { isOwn, ids }),
      pool_ids: ids,
      email_addresses: ofInstance(addresses(first.email)),
      ...eventAttributes(ofInstance(first.filter)),
    },
    remarks: [
      {
        isTodo: false,
        text: 'Replaces notification_email of the pools: the provider clears it as soon as the policy exists.',
      },
    ],
    replaces: [],
  });
  for (const { filter, ...pool } of pools) {
    if (isWidened(filter)) reportWidenedEvents(draft, pool.resource);
    reportProvider(draft, pool.resource);
    removeLegacyEmail(draft, pool.resource, [object]);
  }
}

/** Removes the legacy e-mail from a block, and ignores its changes: the pool's provider must not clear it before the policy exists. */
function removeLegacyEmail(draft: Draft, resource: OldResource, policies: readonly ConvertedObject[]): void {
  draft.edits.push({ resource, without: ['notification_email'] });
  draft.addOutcomeOf(resource, 'changed', ...policies);
}

/** The condition under which an e-mail has a recipient, as code; undefined where it always has one. */
function isFilled(email: string): string | undefined {
  const isText = splitTemplate(email).some(({ kind, text }) => kind === 'text' && /[^\s,;]/.test(text));
  return isText ? undefined : String.raw`can(regex("[^\\s,;]", ${toCode(email)}))`;
}

/** The `for_each` of a policy over the instances of a block that have recipients, by their keys. */
function repeatedIf({ meta }: OldResource, condition: string | undefined) {
  const { forEach } = meta;
  if (forEach !== undefined && condition === undefined) return { forEach };
  const member = forEach === undefined ? 'tostring(count_index) => count_index' : 'each_key => each_value';
  const filter = condition === undefined ? '' : ` if ${inLoop(condition)}`;
  return { forEach: template(`{ ${forOver(meta)} : ${member}${filter} }`) };
}

/** A value of an instance of the pool, as its policy has it. */
function byKey<Value extends Written>({ meta }: OldResource, value: Value): Value {
  if (meta.forEach !== undefined) return value;
  return rewriteWritten(value, ({ root, steps }) =>
    root === 'count' && textOfSteps(steps) === '.index' ? 'each.value' : undefined,
  ) as Value;
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
 * The name of a policy. It has no recipients: they change, and the policy stays. Two policies of one name would be taken for the same one, so those of a module
 * with several instances are told apart by a pool.
 */
function policyName(
  { objects, old }: Draft,
  { name, construct, module }: OldResource,
  { isOwn, ids }: { readonly isOwn: boolean; readonly ids: Written },
): string {
  const first = isWrittenList(ids) ? (ids[0] ?? null) : template(`try(element(${hcl(ids)}, 0), "no pool")`);
  const parts = [
    construct?.split('/').at(-1) ?? name,
    ...(isOwn ? ['${each.key}'] : []),
    ...(hasInstances(module, old.modules) && typeof first === 'string' ? [first] : []),
  ];
  const taken = objects.flatMap(({ typeName, config }) => (typeName === policyType ? [config.name] : []));
  return firstFree(`Health of pools (${parts.join(', ')})`, (each) => taken.includes(each), ' ');
}

function addresses(email: string): Written {
  if (literalOf(email) !== undefined) return recipientsOf(email).map(escapeTemplates);
  const expression = expressionOf(email) ?? hcl(email);
  // A comma in the quotes of an address is no separator.
  const address = String.raw`(?:\\s*\"(?:[^\"\\\\]|\\\\.)*\")?[^,;]+`;
  return template(
    `[for address in regexall("${address}", ${expression}) : trimspace(address) if trimspace(address) != ""]`,
  );
}

/** The events that a literal filter reports. */
function eventsOf(filter: Written) {
  const given = singleObject(filter) ?? null;
  return legacyEvents({ notification_email: 'x', notification_filter: given });
}

const sourceList = hcl([...eventSources]);

/** The condition, as code, that a filter does not disable a source of events. */
const isReported = (filter: string) => `try(${filter}[source].disable, null) != true`;

/** The condition under which a filter lets an event through, as code; undefined where it always does. */
function isReportedIn(filter: Written): string | undefined {
  if (isLiteral(filter)) return undefined;
  return `anytrue([for source in ${sourceList} : ${isReported(hcl(filter))}])`;
}

/** The attributes for the events of the old e-mail, or more: a policy has the same statuses for pools and origins. */
function eventAttributes(filter: Written): WrittenObject {
  if (filter === null) return {};
  if (isLiteral(filter)) {
    const events = eventsOf(filter);
    return {
      event_sources: eventSources.filter((source) => events.some((each) => each.source === source)),
      new_health: healthStatuses.filter((health) => events.some((each) => each.health === health)),
    };
  }
  const code = hcl(filter);
  const isHealth = `try(${code}[source].healthy, null) != (health == "Unhealthy")`;
  const isOfHealth = `anytrue([for source in ${sourceList} : ${isReported(code)} && ${isHealth}])`;
  return {
    event_sources: template(`[for source in ${sourceList} : source if ${isReported(code)}]`),
    new_health: template(`[for health in ${hcl([...healthStatuses])} : health if ${isOfHealth}]`),
  };
}

/** Whether the statuses of pools and origins may differ in a filter. */
function isWidened(filter: Written): boolean {
  if (!isLiteral(filter)) return true;
  const events = eventsOf(filter);
  const [sources, statuses] = [events.map(({ source }) => source), events.map(({ health }) => health)];
  return new Set(sources).size * new Set(statuses).size > events.length;
}

function reportWidenedEvents(draft: Draft, resource: OldResource): void {
  const { notification_filter: filter = null } = bodyOf(resource);
  const when = isLiteral(filter) ? '' : ' where its statuses of pools and origins differ';
  draft.addFindingOn(resource, {
    code: 'convert.events_widened',
    severity: 'note',
    text: `The policy notifies of more events than the notification_filter of the pool${when}: it has the same statuses for both.`,
    original: sourceOf(resource, 'notification_filter'),
  });
}

/** Whether policies of the code notify all recipients of a pool already, whatever the values of variables are. */
function isCovered(draft: Draft, { resource, email, filter }: LegacyPool): boolean {
  const isSingle = resource.meta.forEach === undefined && resource.meta.count === undefined;
  if (!isSingle || literalOf(email) === undefined || !isLiteral(filter)) return false;
  const policies = draft.objects.filter(
    ({ typeName, module, replaces, meta }) =>
      typeName === policyType &&
      module === resource.module &&
      replaces.length > 0 &&
      meta.forEach === undefined &&
      meta.count === undefined,
  );
  const covering = policies.map((object) => ({ object, ...coveringPolicy(object) }));
  const pool = {
    id: template(`${resource.type}.${resource.name}.id`),
    notification_email: literalOf(email) ?? '',
    notification_filter: singleObject(filter) ?? null,
  };
  const idsOf = (kind: 'webhooks' | 'pagerduty') =>
    new Set(covering.flatMap(({ mechanisms }) => mechanisms[kind].map(({ id }) => id)));
  const all = coverageOf(covering, { webhooks: idsOf('webhooks'), pagerduty: idsOf('pagerduty') });
  if (!all.covers(pool) || all.lostRecipients(pool).length > 0) return false;
  const used = covering.filter(({ filters }) => filters.pool_id.includes(pool.id));
  for (const { object } of used) draft.update(object, { config: withoutClearing(object.config) });
  removeLegacyEmail(
    draft,
    resource,
    used.map(({ object }) => object),
  );
  return true;
}

function withoutClearing({ clear_legacy_email: _, ...config }: WrittenObject): WrittenObject {
  return config;
}

/** A converted policy as an object of the API, as far as its code shows it. */
function coveringPolicy({ config }: ConvertedObject) {
  const texts = (attribute: string) => {
    const value = own(config, attribute) ?? null;
    return isWrittenList(value) ? value.filter((each) => typeof each === 'string') : [];
  };
  const ids = (attribute: string) => texts(attribute).map((id) => ({ id: literalOf(id) ?? id }));
  return {
    enabled: (config.enabled ?? true) === true,
    alert_type: 'load_balancing_health_alert',
    filters: {
      pool_id: texts('pool_ids'),
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
