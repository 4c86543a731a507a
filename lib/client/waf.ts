import { Collection, defineCollection } from './collection';
import { apiObject, boolean, identifier, map, number, part, text, texts, type ObjectOf } from './object';
import type { CallOptions, Transport } from './transport';

/** The table of a package. Source: the public schema. */
const wafPackage = apiObject('a package', {
  id: identifier(),
  name: text(),
  description: text(),
  /** `anomaly` for the core rule set, which scores requests; `traditional` otherwise. */
  detection_mode: text().words('traditional', 'anomaly'),
  /** The sensitivity of an anomaly package: `high`, `medium`, `low` or `off`. `null` for other packages. */
  sensitivity: text().words('high', 'medium', 'low', 'off').orNull(),
  /** The action of an anomaly package: `simulate`, `block` or `challenge`. `null` for other packages. */
  action_mode: text().words('simulate', 'block', 'challenge').orNull(),
  zone_id: text().asIs(),
  status: text().words('active').asIs(),
});

/** A package of the previous WAF's managed rules. Unknown fields are kept. */
export interface WafPackage extends ObjectOf<typeof wafPackage> {}

const wafGroup = apiObject('a group', {
  id: identifier(),
  name: text(),
  description: text(),
  /** `on` or `off`. */
  mode: text().words('on', 'off'),
  rules_count: number().asIs(),
  modified_rules_count: number().asIs(),
  package_id: text().asIs(),
  allowed_modes: texts().asIs(),
});

/** A group of rules of a package. Unknown fields are kept. */
export interface WafGroup extends ObjectOf<typeof wafGroup> {}

const modes = ['on', 'off', 'default', 'disable', 'simulate', 'block', 'challenge'] as const;

const wafRule = apiObject('a rule', {
  id: identifier(),
  description: text(),
  priority: text(),
  group: part(apiObject('a group', { id: text(), name: text() })),
  /** `on` or `off`; for rules that deny in a traditional package `default`, `disable`, `simulate`, `block` or `challenge`. */
  mode: text().words(...modes),
  allowed_modes: texts(),
  /** The mode that `default` stands for, of rules that deny in a traditional package. `null` for other rules. */
  default_mode: text()
    .words(...modes)
    .orNull(),
  package_id: text().asIs(),
});

/** A rule of a package. Unknown fields are kept. */
export interface WafRule extends ObjectOf<typeof wafRule> {}

const wafOverride = apiObject('an override', {
  id: identifier(),
  description: text(),
  urls: texts(),
  priority: number(),
  /** The settings of groups and rules, by ID. */
  groups: map(),
  rules: map(),
  rewrite_action: map(),
  paused: boolean(false),
});

/** A WAF override for some URLs, which only the API can manage. Unknown fields are kept. */
export interface WafOverride extends ObjectOf<typeof wafOverride> {}

export const wafSetting = apiObject('a setting', {
  value: text().words('on', 'off'),
  id: text().asIs(),
  editable: boolean(false).asIs(),
  modified_on: text().orNull().asIs(),
});

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
      const { value } = wafSetting.read(result, unreadable);
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

export const packages = defineCollection<string, WafPackage>(wafPackage, {
  several: 'packages',
  pathOf: (zoneId) => ['zones', zoneId, 'firewall', 'waf', 'packages'],
  perPage,
});

export const groups = defineCollection<PackageScope, WafGroup>(wafGroup, {
  several: 'groups',
  pathOf: ({ zoneId, packageId }) => [...packages.pathOf(zoneId), packageId, 'groups'],
  perPage,
});

export const rules = defineCollection<PackageScope, WafRule>(wafRule, {
  several: 'rules',
  pathOf: ({ zoneId, packageId }) => [...packages.pathOf(zoneId), packageId, 'rules'],
  perPage,
});

export const overrides = defineCollection<string, WafOverride>(wafOverride, {
  several: 'overrides',
  pathOf: (zoneId) => ['zones', zoneId, 'firewall', 'waf', 'overrides'],
  perPage,
  notFoundText: 'wafuriconfig.api.not_found',
});

interface PackageScope {
  readonly zoneId: string;
  readonly packageId: string;
}
