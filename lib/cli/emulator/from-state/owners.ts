import { isObject, filledTextOf, objectsOf, type JsonObject } from '../../../ground/json';
import { plural } from '../../../ground/words';
import { defaultAccountId } from '../../../emulator/fixture/default-fixture';
import type { StateObject } from '../../../terraform/state';
import { blockOf } from './values';

const plans = ['free', 'pro', 'business', 'enterprise'];

/** The zones and accounts of a state: those that are resources or data sources, and those that other resources name. */
export function ownersOf(objects: readonly StateObject[]) {
  const found = collect(objects);
  const [account = { id: defaultAccountId, name: '' }] = found.accounts.values();
  if (found.accounts.size === 0) found.accounts.set(account.id, account);
  const zones = [...found.zones.values()].map(({ id, name, plan, accountId }) => ({
    id,
    name: name ?? nameById(id),
    plan: plan ?? 'enterprise',
    account_id: accountId ?? account.id,
  }));
  const accounts = [...found.accounts.values()].map(({ id, name }) => ({
    id,
    name: name === '' ? `Account ${id.slice(0, 8)}` : name,
  }));
  return {
    accounts,
    zones,
    // What the state does not say and was assumed, one sentence each.
    assumed: assumptionsOf([...found.zones.values()], accounts.length),
    accountOf: ({ account_id: id }: JsonObject) => filledTextOf(id) ?? account.id,
  };
}

interface FoundZone {
  readonly id: string;
  name?: string;
  plan?: string;
  accountId?: string;
}

function collect(objects: readonly StateObject[]) {
  const zones = new Map<string, FoundZone>();
  const accounts = new Map<string, { readonly id: string; readonly name: string }>();
  const zone = (id: unknown): FoundZone | undefined => {
    if (!isId(id)) return undefined;
    const known = zones.get(id) ?? { id };
    zones.set(id, known);
    return known;
  };
  const account = (id: unknown, name?: unknown) => {
    if (!isId(id)) return;
    accounts.set(id, { id, name: filledTextOf(name) ?? accounts.get(id)?.name ?? '' });
  };
  for (const { type, attributes } of objects) {
    const isZone = /^[a-z0-9]+_zone$/.test(type);
    const isAccount = /^[a-z0-9]+_account$/.test(type);
    if (isAccount) account(attributes.id ?? attributes.account_id, attributes.name);
    account(attributes.account_id);
    if (/^[a-z0-9]+_zones$/.test(type))
      for (const each of [...objectsOf(attributes.zones), ...objectsOf(attributes.result)])
        readZone(zone(each.id), each);
    if (isZone) readZone(zone(attributes.zone_id ?? attributes.id), attributes);
    else if (!isAccount) zone(attributes.zone_id);
  }
  for (const { accountId } of zones.values()) account(accountId);
  return { zones, accounts };

  /** Reads a zone: `zone` and a plan as text in versions 3 and 4, `name` and objects in version 5. */
  function readZone(into: FoundZone | undefined, attributes: JsonObject): void {
    if (into === undefined) return;
    const owner = blockOf(attributes.account);
    const { plan } = attributes;
    const planText = isObject(plan)
      ? (filledTextOf(plan.legacy_id) ?? filledTextOf(plan.name))
      : filledTextOf(plan);
    const known = plans.find((each) => planText?.toLowerCase().includes(each) === true);
    const name = filledTextOf(attributes.zone) ?? filledTextOf(attributes.name);
    const accountId = filledTextOf(attributes.account_id) ?? filledTextOf(owner?.id);
    account(accountId, owner?.name);
    if (name !== undefined) into.name = name;
    if (known !== undefined) into.plan = known;
    if (accountId !== undefined) into.accountId = accountId;
  }
}

function assumptionsOf(zones: readonly FoundZone[], accountCount: number): string[] {
  const nameless = zones.filter(({ name }) => name === undefined);
  const [example = ''] = nameless.map(({ id }) => nameById(id));
  const planless = zones.filter(({ plan }) => plan === undefined);
  const homeless = accountCount < 2 ? [] : zones.filter(({ accountId }) => accountId === undefined);
  return [
    ...(nameless.length === 0 ? [] : [`${count(nameless)} named by ID, such as ${example}.`]),
    ...(planless.length === 0 ? [] : [`${count(planless)} taken for Enterprise zones.`]),
    ...(homeless.length === 0 ? [] : [`${count(homeless)} put in the first account of the state.`]),
  ];
}

function count({ length }: readonly FoundZone[]): string {
  return plural(length, 'zone is', 'zones are');
}

function nameById(id: string): string {
  return `zone-${id.slice(0, 8)}.example`;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
}
