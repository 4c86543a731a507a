import { Collection, defineKind } from './collection';
import * as known from './known-members';
import { ObjectReader, readTexts, type Unreadable } from './reader';
import type { CallOptions, Transport } from './transport';

/** A package of the previous WAF's managed rules. Unknown fields are kept. Source: the public schema. */
export interface WafPackage {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** `anomaly` for the core rule set, which scores requests; `traditional` otherwise. */
  readonly detection_mode: string;
  /** Of anomaly packages: `high`, `medium`, `low` or `off`. Otherwise `null`. */
  readonly sensitivity: string | null;
  /** Of anomaly packages: `simulate`, `block` or `challenge`. Otherwise `null`. */
  readonly action_mode: string | null;
  readonly [field: string]: unknown;
}

/** A group of rules of a package. Unknown fields are kept. */
export interface WafGroup {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** `on` or `off`. */
  readonly mode: string;
  readonly [field: string]: unknown;
}

/** A rule of a package. Unknown fields are kept. */
export interface WafRule {
  readonly id: string;
  readonly description: string;
  readonly priority: string;
  readonly group: { readonly id: string; readonly name: string };
  /** `on` or `off`; for rules that deny in a traditional package `default`, `disable`, `simulate`, `block` or `challenge`. */
  readonly mode: string;
  readonly allowed_modes: readonly string[];
  /** Of rules that deny in a traditional package: what `default` stands for. Otherwise `null`. */
  readonly default_mode: string | null;
  readonly [field: string]: unknown;
}

/** A WAF override for some URLs, which only the API can manage. Unknown fields are kept. */
export interface WafOverride {
  readonly id: string;
  readonly description: string;
  readonly urls: readonly string[];
  readonly priority: number;
  /** The settings of groups and rules, by ID. */
  readonly groups: Readonly<Record<string, unknown>>;
  readonly rules: Readonly<Record<string, unknown>>;
  readonly rewrite_action: Readonly<Record<string, unknown>>;
  readonly paused: boolean;
  readonly [field: string]: unknown;
}

const perPage = 100;

/**
 * The previous WAF's managed rules of a zone, as far as a migration needs them. They stop working when the zone is
 * migrated (specification 3.1, rule 3). Paths and shapes are public facts.
 *
 * Every method rejects with an {@link EdgeError}.
 */
export class WafApi {
  readonly #transport: Transport;
  readonly #packages: Collection<string, WafPackage>;
  readonly #groups: Collection<PackageScope, WafGroup>;
  readonly #rules: Collection<PackageScope, WafRule>;
  readonly #overrides: Collection<string, WafOverride>;

  /** Made by {@link EdgeClient}. */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.#packages = new Collection(transport, packages);
    this.#groups = new Collection(transport, groups);
    this.#rules = new Collection(transport, rules);
    this.#overrides = new Collection(transport, overrides);
  }

  /** The zone setting `waf`: whether the previous WAF is on. */
  async setting(zoneId: string, options: CallOptions = {}): Promise<'on' | 'off'> {
    const path = ['zones', zoneId, 'settings', 'waf'];
    const call = { method: 'GET', path, expected: { id: 'waf' }, ...options } as const;
    return this.#transport.read(call, (result, unreadable) => {
      const value = readSetting(result, unreadable);
      if (value === 'on' || value === 'off') return value;
      throw unreadable('a setting whose value is neither on nor off');
    });
  }

  /** All packages; every page is read. */
  async listPackages(zoneId: string, options: CallOptions = {}): Promise<WafPackage[]> {
    return this.#packages.readAll(zoneId, options);
  }

  /** All groups of a package; every page is read. */
  async listGroups(zoneId: string, packageId: string, options: CallOptions = {}): Promise<WafGroup[]> {
    const expected = { package_id: packageId };
    return this.#groups.readAll({ zoneId, packageId }, { expected, ...options });
  }

  /** All rules of a package; every page is read. */
  async listRules(zoneId: string, packageId: string, options: CallOptions = {}): Promise<WafRule[]> {
    const expected = { package_id: packageId };
    return this.#rules.readAll({ zoneId, packageId }, { expected, ...options });
  }

  /** All overrides for URLs. A zone can't be migrated while it has one (specification 3.2, rule 2). */
  async listOverrides(zoneId: string, options: CallOptions = {}): Promise<WafOverride[]> {
    return this.#overrides.readAll(zoneId, options);
  }

  /** One override for URLs. Rejects with a {@link NotFoundError} when there is none. */
  async getOverride(zoneId: string, overrideId: string, options: CallOptions = {}): Promise<WafOverride> {
    return this.#overrides.get(zoneId, overrideId, options);
  }

  /** Deletes an override for URLs. Rejects with a {@link NotFoundError} when there is none. */
  async deleteOverride(zoneId: string, overrideId: string, options: CallOptions = {}): Promise<void> {
    await this.#overrides.delete(zoneId, overrideId, options);
  }
}

export const packages = defineKind<string, WafPackage>({
  nouns: ['a package', 'packages'],
  pathOf: (zoneId) => ['zones', zoneId, 'firewall', 'waf', 'packages'],
  perPage,
  known: known.wafPackage,
  members: (read) => ({
    id: read.identifier('id'),
    ...read.texts('name', 'description', 'detection_mode'),
    sensitivity: read.text('sensitivity', null),
    action_mode: read.text('action_mode', null),
  }),
});

export const groups = defineKind<PackageScope, WafGroup>({
  nouns: ['a group', 'groups'],
  pathOf: ({ zoneId, packageId }) => [...packages.pathOf(zoneId), packageId, 'groups'],
  perPage,
  known: known.wafGroup,
  members: (read) => ({ id: read.identifier('id'), ...read.texts('name', 'description', 'mode') }),
});

export const rules = defineKind<PackageScope, WafRule>({
  nouns: ['a rule', 'rules'],
  pathOf: ({ zoneId, packageId }) => [...packages.pathOf(zoneId), packageId, 'rules'],
  perPage,
  known: known.wafRule,
  members: (read, unreadable) => ({
    id: read.identifier('id'),
    ...read.texts('description', 'priority'),
    group: read.part('group', readGroupOfRule),
    mode: read.text('mode', ''),
    allowed_modes: texts(read, 'allowed_modes', unreadable),
    default_mode: read.text('default_mode', null),
  }),
});

export const overrides = defineKind<string, WafOverride>({
  nouns: ['an override', 'overrides'],
  pathOf: (zoneId) => ['zones', zoneId, 'firewall', 'waf', 'overrides'],
  perPage,
  notFoundText: 'wafuriconfig.api.not_found',
  members: (read, unreadable) => ({
    id: read.identifier('id'),
    description: read.text('description', ''),
    urls: texts(read, 'urls', unreadable),
    priority: read.number('priority', 0),
    groups: read.object('groups') ?? {},
    rules: read.object('rules') ?? {},
    rewrite_action: read.object('rewrite_action') ?? {},
    paused: read.boolean('paused', false),
  }),
});

/** The groups and rules of a package. */
interface PackageScope {
  readonly zoneId: string;
  readonly packageId: string;
}

export function readSetting(value: unknown, unreadable: Unreadable): string {
  return new ObjectReader(value, 'a setting', unreadable, known.wafSetting).text('value', '');
}

function readGroupOfRule(value: unknown, unreadable: Unreadable): WafRule['group'] {
  const group = new ObjectReader(value, 'a group', unreadable);
  return group.texts('id', 'name');
}

function texts(read: ObjectReader, name: string, unreadable: Unreadable): string[] {
  return readTexts(read.list(name), unreadable, `an object whose ${name} hold something else than strings`);
}
