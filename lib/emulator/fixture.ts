import { readFile } from 'node:fs/promises';
import type { Credentials, KeyPair } from './auth';
import { defaultKey, defaultToken } from './default-fixture';
import { ApiRefusal } from './errors';
import type { Product } from './route';
import { hex32, isArray, isObject, isString, isStringArray, reasonOf, shown } from './shape';
import type { JsonObject } from './shape';
import { plans } from './world';
import type { Account, Places, Plan, Zone } from './world';

/** The world an emulator starts with. Products read keys of their own below accounts and zones. */
export interface Fixture {
  readonly accounts?: readonly FixtureAccount[];
  readonly zones?: readonly FixtureZone[];
  readonly tokens?: readonly string[];
  readonly keys?: readonly KeyPair[];
}

export interface FixtureAccount {
  readonly id: string;
  readonly name: string;
  /** Load-balancer pools in the shape of a create body, optionally with ids; `referenced: true` bars their deletion. */
  readonly pools?: readonly object[];
  /** Webhook destinations in the shape of a create body, optionally with ids; no test notification is sent. */
  readonly webhooks?: readonly object[];
  /** PagerDuty services, which nobody can connect through the API: `name`, optionally `id`. */
  readonly pagerduty?: readonly object[];
  /** Notification policies in the shape of a create body, optionally with ids; destinations are sown before them. */
  readonly policies?: readonly object[];
  readonly [productKey: string]: unknown;
}

export interface FixtureZone {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly plan: Plan;
  /** Rulesets in the shape of a create body, optionally with ids. */
  readonly rulesets?: readonly object[];
  /** Log-delivery jobs in the shape of a create body, optionally with ids; no challenge is asked for. */
  readonly jobs?: readonly object[];
  /**
   * The previous WAF: `setting` (`on` or `off`), `packages` in the shape of the API with their `groups` and `rules`
   * inside, `overrides` in the shape of a create body, optionally with ids.
   * @default - on, with the usual packages, for every plan but `free`
   */
  readonly waf?: {
    readonly setting?: 'on' | 'off';
    readonly packages?: readonly object[];
    readonly overrides?: readonly object[];
  };
  /** Page rules in the shape of a create body, optionally with ids. */
  readonly page_rules?: readonly object[];
  /** Firewall rules, each with its filter, in the shape of a create body, optionally with ids. */
  readonly firewall_rules?: readonly object[];
  /**
   * Where the zone is on its way to the new WAF managed rules. `default`: it never had the previous ones.
   * @default 'start', and 'default' for the plan `free`
   */
  readonly migration_state?: 'default' | 'start' | 'validation' | 'complete';
  readonly [productKey: string]: unknown;
}

/** A product's reader of its part of a fixture. It throws ApiRefusal or FixtureError. */
export type FixtureSeed = (ownerId: string, items: unknown, path: string) => void;

/** A fixture that the emulator does not start with; the message begins with the path of the fault. */
export class FixtureError extends Error {
  override readonly name = 'FixtureError';
  readonly code = 'EDGE_EMULATOR_FIXTURE';

  constructor(path: string, reason: string) {
    super(path === '' ? reason : `${path}: ${reason}`);
  }
}

export async function readFixture(source: Fixture | string): Promise<unknown> {
  if (typeof source !== 'string') return source;
  const text = await readFile(source, 'utf8').catch((error: unknown) => {
    throw new FixtureError(source, `the fixture cannot be read (${reasonOf(error)})`);
  });
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new FixtureError(source, `the fixture is not JSON (${reasonOf(error)})`);
  }
}

/** Fills an empty store. Throws FixtureError at the first fault. */
export function sowFixture(
  fixture: unknown,
  into: { places: Places; credentials: Credentials; products: readonly Product[] },
): void {
  const root = objectAt(fixture, 'fixture');
  refuseUnknown(root, ['accounts', 'zones', 'tokens', 'keys'], '');
  into.credentials.set(...readCredentials(root));
  const accountKeys = into.products.flatMap((product) => Object.entries(product.accountSeeds ?? {}));
  const zoneKeys = into.products.flatMap((product) => Object.entries(product.zoneSeeds ?? {}));
  const accounts = listAt(root.accounts, 'accounts').map((item, index) => ({
    path: `accounts[${index}]`,
    account: readAccount(item, `accounts[${index}]`, accountKeys, into.places),
    item,
  }));
  const zones = listAt(root.zones, 'zones').map((item, index) => ({
    path: `zones[${index}]`,
    zone: readZone(item, `zones[${index}]`, zoneKeys, into.places),
    item,
  }));
  for (const { account, item, path } of accounts) sow(accountKeys, account.id, item, path);
  for (const { zone, item, path } of zones) sow(zoneKeys, zone.id, item, path);
}

export function listAt(value: unknown, path: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!isArray(value)) throw new FixtureError(path, 'must be an array');
  return value;
}

export function objectAt(value: unknown, path: string): JsonObject {
  if (!isObject(value)) throw new FixtureError(path, 'must be an object');
  return value;
}

/** Runs one item through a product's own checks and turns their refusal into a fault of the fixture. */
export function sowItem(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    const [first] = error.errors;
    throw new FixtureError(path + fixturePath(first?.at ?? first?.source?.pointer ?? ''), error.message);
  }
}

/** A reader of bodies of a create call, with ids if wanted. */
export function itemSeed(
  isTaken: (ownerId: string, id: string) => boolean,
  create: (ownerId: string, body: JsonObject, id: string | undefined) => unknown,
): FixtureSeed {
  return (ownerId, items, path) => {
    for (const [index, item] of listAt(items, path).entries()) {
      const here = `${path}[${index}]`;
      const { id, ...body } = objectAt(item, here);
      if (id !== undefined && (!isString(id) || !hex32.test(id)))
        throw new FixtureError(`${here}.id`, `${shown(id)} is not an id (32 lower-case hexadecimal digits)`);
      if (id !== undefined && isTaken(ownerId, id))
        throw new FixtureError(`${here}.id`, `${id} is used twice`);
      sowItem(here, () => {
        create(ownerId, body, id);
      });
    }
  };
}

function sow(seeds: readonly [string, FixtureSeed][], ownerId: string, item: unknown, path: string): void {
  const owner = objectAt(item, path);
  for (const [key, seed] of seeds) if (owner[key] !== undefined) seed(ownerId, owner[key], `${path}.${key}`);
}

function readAccount(
  item: unknown,
  path: string,
  seeds: readonly [string, FixtureSeed][],
  places: Places,
): Account {
  const value = objectAt(item, path);
  refuseUnknown(value, ['id', 'name', ...seeds.map(([key]) => key)], path);
  const account = { id: idAt(value, path), name: textAt(value, 'name', path) };
  if (places.account(account.id) !== undefined)
    throw new FixtureError(`${path}.id`, `${account.id} is used twice`);
  places.addAccount(account);
  return account;
}

function readZone(
  item: unknown,
  path: string,
  seeds: readonly [string, FixtureSeed][],
  places: Places,
): Zone {
  const value = objectAt(item, path);
  refuseUnknown(value, ['id', 'account_id', 'name', 'plan', ...seeds.map(([key]) => key)], path);
  const id = idAt(value, path);
  if (places.zone(id) !== undefined) throw new FixtureError(`${path}.id`, `${id} is used twice`);
  const accountId = textAt(value, 'account_id', path);
  if (places.account(accountId) === undefined)
    throw new FixtureError(`${path}.account_id`, `${accountId} is not the id of an account of this fixture`);
  const plan = plans.find((name) => name === value.plan);
  if (plan === undefined)
    throw new FixtureError(`${path}.plan`, `${shown(value.plan)} is not one of ${plans.join(', ')}`);
  const zone = { id, account_id: accountId, name: textAt(value, 'name', path), plan };
  places.addZone(zone);
  return zone;
}

function readCredentials(root: JsonObject): [readonly string[], readonly KeyPair[]] {
  const tokens = root.tokens ?? [];
  if (!isStringArray(tokens)) throw new FixtureError('tokens', 'must be an array of strings');
  tokens.forEach((token, index) => {
    if (!/^[\x21-\x7e]+$/.test(token))
      throw new FixtureError(`tokens[${index}]`, 'must be visible ASCII characters without spaces');
  });
  const keys = listAt(root.keys, 'keys').map((item, index) => {
    const path = `keys[${index}]`;
    const pair = objectAt(item, path);
    refuseUnknown(pair, ['email', 'key'], path);
    return { email: textAt(pair, 'email', path), key: textAt(pair, 'key', path) };
  });
  return [tokens.length > 0 ? tokens : [defaultToken], keys.length > 0 ? keys : [defaultKey]];
}

function refuseUnknown(value: JsonObject, known: readonly string[], path: string): void {
  const stranger = Object.keys(value).find((key) => !known.includes(key));
  if (stranger === undefined) return;
  throw new FixtureError(
    path === '' ? stranger : `${path}.${stranger}`,
    `is not known; known are ${known.join(', ')}`,
  );
}

function idAt(value: JsonObject, path: string): string {
  const id = value.id;
  if (!isString(id) || !hex32.test(id))
    throw new FixtureError(`${path}.id`, `${shown(id)} is not an id (32 lower-case hexadecimal digits)`);
  return id;
}

function textAt(value: JsonObject, key: string, path: string): string {
  const text = value[key];
  if (!isString(text) || text === '') throw new FixtureError(`${path}.${key}`, 'must be a non-empty string');
  return text;
}

/** `/rules/0/expression` becomes `.rules[0].expression`. */
function fixturePath(pointer: string): string {
  const parts = pointer.split('/').filter((part) => part !== '');
  return parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('');
}
