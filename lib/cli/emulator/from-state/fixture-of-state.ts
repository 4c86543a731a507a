import { filledTextOf, objectsOf, type JsonObject } from '../../../ground/json';
import type { Fixture, FixtureAccount, FixtureZone } from '../../../emulator';
import type { StateObject } from '../../../terraform/state';
import {
  decodeRetired,
  filterIdOf,
  isRetiredKind,
  kindOf,
  UnreadableState,
  type RetiredKind,
  isPreviousKind,
  previousKinds,
} from '../../../retired';
import { customFieldsRulesetContract } from '../../../resources/custom-fields-ruleset/contract';
import { logpushJobContract } from '../../../resources/logpush-job/contract';
import { poolNotificationPolicyContract } from '../../../resources/pool-notification-policy/contract';
import { wafMigrationContract } from '../../../resources/waf-migration/contract';
import {
  destinationsOf,
  edgePolicyOf,
  edgeJobOf,
  customFieldsOf,
  entryPointOf,
  needsCurrentLimits,
} from './edge-objects';
import { managedPhase } from '../../../waf';
import { ownersOf } from './owners';
import { previousWafOf } from './previous-waf';
import { blockOf, type LeftOutResource, type Translate, type Translated } from './values';
import { own } from '../../../ground/record';
import { plural } from '../../../ground/words';

export interface FixtureOfState {
  readonly fixture: Fixture;
  readonly leftOut: readonly LeftOutResource[];
  /** The assumptions about what the state does not have, one sentence each. */
  readonly assumed: readonly string[];
  /** The address of each item in a list of the fixture. */
  readonly addresses: ReadonlyMap<object, string>;
}

type List =
  | 'rulesets'
  | 'jobs'
  | 'pools'
  | 'webhooks'
  | 'pagerduty'
  | 'policies'
  | 'page_rules'
  | 'firewall_rules';

interface Item {
  readonly list: List;
  readonly owner: string;
  readonly body: JsonObject;
  readonly object: StateObject;
}

/** The lists of the API that have the objects of the service's own provider, by kind. */
const listOfKind: Readonly<Partial<Record<RetiredKind, List>>> = {
  firewall_rule: 'firewall_rules',
  load_balancer_pool: 'pools',
  logpush_job: 'jobs',
  notification_policy: 'policies',
  notification_policy_webhooks: 'webhooks',
  page_rule: 'page_rules',
  ruleset: 'rulesets',
};

interface Kind {
  readonly list: List;
  readonly translate: Translate;
}

const edgeTypes: Readonly<Record<string, Kind>> = {
  [customFieldsRulesetContract.typeName]: { list: 'rulesets', translate: customFieldsOf },
  [logpushJobContract.typeName]: { list: 'jobs', translate: edgeJobOf },
  [poolNotificationPolicyContract.typeName]: { list: 'policies', translate: edgePolicyOf },
};

const listsOfAccounts: readonly List[] = ['pools', 'webhooks', 'pagerduty', 'policies'];

/** The kinds that become a part of another object or of a zone. */
const parts = ['zone', 'account', 'zone_settings_override', 'zone_setting', ...previousKinds];

/**
 * The fixture with the world that a Terraform state describes: its zones and accounts, with the rulesets, jobs, pools, policies and the previous WAF of
 * resources of providers 3.35, 4 and 5 with any prefix, and of our own. Pure.
 */
export function fixtureOfState(objects: readonly StateObject[]): FixtureOfState {
  const managed = objects.filter(({ mode }) => mode === 'managed');
  const owners = ownersOf(objects);
  const refused: LeftOutResource[] = [];
  const items = managed.flatMap((object) => itemsOf(object, managed, owners.accountOf, refused));
  const addresses = new Map<object, string>();
  const zones = owners.zones.map((zone) => zoneOf(zone, managed, items, { refused, addresses }));
  const destinations = missingDestinations(items);
  for (const { body, object } of [...items, ...destinations]) addresses.set(body, object.address);
  const accounts = owners.accounts.map((account): FixtureAccount => ({
    ...account,
    ...listsOf([...items, ...destinations].filter(({ owner }) => owner === account.id)),
  }));
  return {
    fixture: { accounts, zones },
    leftOut: [...refused, ...unsupportedIn(managed)],
    assumed: [...owners.assumed, ...standIns(destinations.length)],
    addresses,
  };
}

function itemsOf(
  object: StateObject,
  managed: readonly StateObject[],
  accountOf: (attributes: JsonObject) => string,
  refused: LeftOutResource[],
): Item[] {
  const { type, attributes } = object;
  const kind = translatorOf(type, managed);
  if (kind === undefined) return [];
  const translated = kind.translate(attributes, object);
  if ('reason' in translated) {
    refused.push({ address: object.address, reason: translated.reason });
    return [];
  }
  const zone = listsOfAccounts.includes(kind.list) ? undefined : filledTextOf(attributes.zone_id);
  return [{ list: kind.list, owner: zone ?? accountOf(attributes), body: translated.body, object }];
}

function translatorOf(type: string, managed: readonly StateObject[]): Kind | undefined {
  if (type.startsWith('edge_')) return own(edgeTypes, type);
  const kind = kindOf(type);
  const list = isRetiredKind(kind) ? listOfKind[kind] : undefined;
  if (!isRetiredKind(kind) || list === undefined) return undefined;
  return { list, translate: (attributes) => translateRetired(kind, attributes, managed) };
}

function translateRetired(
  kind: RetiredKind,
  attributes: JsonObject,
  managed: readonly StateObject[],
): Translated {
  try {
    const { body } = decodeRetired(kind, attributes);
    if (kind !== 'firewall_rule') return { body };
    const filterId = filterIdOf(attributes);
    const filter = managed.find((each) => kindOf(each.type) === 'filter' && each.attributes.id === filterId);
    if (filter === undefined) return { reason: `its filter ${filterId} is not in the state` };
    return { body: { ...body, filter: decodeRetired('filter', filter.attributes).body } };
  } catch (error) {
    if (error instanceof UnreadableState) return { reason: error.message };
    throw error;
  }
}

function zoneOf(
  zone: { readonly id: string; readonly name: string; readonly plan: string; readonly account_id: string },
  resources: readonly StateObject[],
  items: readonly Item[],
  { refused, addresses }: { readonly refused: LeftOutResource[]; readonly addresses: Map<object, string> },
): FixtureZone {
  const managed = resources.filter(({ attributes }) => attributes.zone_id === zone.id);
  const own = items.filter(({ owner }) => owner === zone.id);
  const hasPrevious = managed.some(({ type }) => isPreviousKind(kindOf(type)));
  const migration = managed.find(({ type }) => type === wafMigrationContract.typeName);
  const isDeployed = own.some(({ list, body }) => list === 'rulesets' && isDeployment(body));
  const state =
    migration === undefined ? (isDeployed && !hasPrevious ? 'complete' : 'start') : stateOf(migration);
  const entryPoint =
    migration === undefined || isDeployed || state === 'start'
      ? undefined
      : entryPointOf(migration.attributes);
  const rulesets = own.filter(({ list }) => list === 'rulesets').map(({ body }) => body);
  const lists = listsOf(own.filter(({ list }) => list !== 'rulesets'));
  const all = [...rulesets, ...(entryPoint === undefined ? [] : [entryPoint])];
  const setting = settingOf(managed);
  const { waf, refused: unfit, overrides } = previousWafOf(managed);
  for (const { body, object } of overrides) addresses.set(body, object.address);
  if (entryPoint !== undefined && migration !== undefined) addresses.set(entryPoint, migration.address);
  if (state === 'complete') {
    for (const { address } of managed.filter(({ type }) => isPreviousKind(kindOf(type))))
      refused.push({ address, reason: 'its zone is migrated, so the previous WAF is gone' });
  } else refused.push(...unfit);
  return {
    ...zone,
    plan: zone.plan as FixtureZone['plan'],
    ...(all.some(needsCurrentLimits) ? { custom_field_limits: 'current' as const } : {}),
    ...(all.length === 0 ? {} : { rulesets: all }),
    ...lists,
    ...(zone.plan === 'free' ? {} : { migration_state: state }),
    ...(state !== 'complete' && (hasPrevious || setting !== undefined)
      ? { waf: { ...waf, ...(setting === undefined ? {} : { setting }) } }
      : {}),
  };
}

function isDeployment({ phase, rules }: JsonObject): boolean {
  return phase === managedPhase && objectsOf(rules).length > 0;
}

/** The migration state of a zone. A cutover in progress counts as complete. */
function stateOf({ attributes }: StateObject): 'start' | 'validation' | 'complete' {
  const state = blockOf(attributes.status)?.migration_state;
  return state === 'start' || state === 'validation' ? state : 'complete';
}

/** The zone setting `waf`, from a block with all settings or from a resource of its own. */
function settingOf(managed: readonly StateObject[]): 'on' | 'off' | undefined {
  const values = managed.map(({ type, attributes }) => {
    if (kindOf(type) === 'zone_settings_override') return blockOf(attributes.settings)?.waf;
    return kindOf(type) === 'zone_setting' && attributes.setting_id === 'waf' ? attributes.value : undefined;
  });
  return values.find((value) => value === 'on' || value === 'off');
}

function listsOf(items: readonly Item[]): Partial<Record<List, readonly object[]>> {
  const lists: Partial<Record<List, object[]>> = {};
  for (const { list, body } of items) (lists[list] ??= []).push(body);
  return lists;
}

/** Stand-ins for the destinations of policies that are not in the state: another project may manage them. */
function missingDestinations(items: readonly Item[]): Item[] {
  const known = new Set(items.map(({ body }) => body.id));
  return items
    .filter(({ list }) => list === 'policies')
    .flatMap(({ owner, body, object }) =>
      destinationsOf(body).flatMap(({ kind, id, name }): Item[] => {
        if (known.has(id)) return [];
        known.add(id);
        const url = { url: `https://webhook.example/${id}` };
        return [{ list: kind, owner, object, body: { id, name, ...(kind === 'webhooks' ? url : {}) } }];
      }),
    );
}

function standIns(count: number): string[] {
  const are = plural(count, 'destination of a policy is', 'destinations of policies are');
  return count === 0
    ? []
    : [`${are} not in the state, and ${count === 1 ? 'has a stand-in' : 'have stand-ins'}.`];
}

/** The resources of kinds that the emulator does not support. */
function unsupportedIn(managed: readonly StateObject[]): LeftOutResource[] {
  return managed.flatMap(({ type, address }) => {
    const isKnown = type.startsWith('edge_')
      ? own(edgeTypes, type) !== undefined || type === wafMigrationContract.typeName
      : isRetiredKind(kindOf(type)) || parts.includes(kindOf(type));
    if (isKnown) return [];
    const reason =
      kindOf(type) === 'logpush_ownership_challenge'
        ? 'it is a file in the destination, and no object of the API'
        : 'the emulator has no such objects';
    return [{ address, reason }];
  });
}
