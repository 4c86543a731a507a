import { readPages } from './pages';
import * as known from './known-members';
import { ObjectReader, readList, refuse, type Unreadable } from './reader';
import type { Answer, Call, CallOptions, Transport } from './transport';

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

  /** Made by {@link EdgeClient}. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The zone setting `waf`: whether the previous WAF is on. */
  async setting(zoneId: string, options: CallOptions = {}): Promise<'on' | 'off'> {
    const path = ['zones', zoneId, 'settings', 'waf'];
    const answer = await this.#transport.call({ method: 'GET', path, expected: { id: 'waf' }, ...options });
    const value = readSetting(answer.result, answer.unreadable);
    if (value === 'on' || value === 'off') return value;
    throw answer.unreadable('a setting whose value is neither on nor off');
  }

  /** All packages; every page is read. */
  async listPackages(zoneId: string, options: CallOptions = {}): Promise<WafPackage[]> {
    return this.#list({ path: packagesOf(zoneId), ...options }, 'packages', readPackage);
  }

  /** All groups of a package; every page is read. */
  async listGroups(zoneId: string, packageId: string, options: CallOptions = {}): Promise<WafGroup[]> {
    const path = [...packagesOf(zoneId), packageId, 'groups'];
    return this.#list({ path, expected: { package_id: packageId }, ...options }, 'groups', readGroup);
  }

  /** All rules of a package; every page is read. */
  async listRules(zoneId: string, packageId: string, options: CallOptions = {}): Promise<WafRule[]> {
    const path = [...packagesOf(zoneId), packageId, 'rules'];
    return this.#list({ path, expected: { package_id: packageId }, ...options }, 'rules', readRule);
  }

  /** All overrides for URLs. A zone can't be migrated while it has one (specification 3.2, rule 2). */
  async listOverrides(zoneId: string, options: CallOptions = {}): Promise<WafOverride[]> {
    return this.#list({ path: overridesOf(zoneId), ...options }, 'overrides', readOverride);
  }

  /** One override for URLs. Rejects with a {@link NotFoundError} when there is none. */
  async getOverride(zoneId: string, overrideId: string, options: CallOptions = {}): Promise<WafOverride> {
    const answer = await this.#onOverride('GET', zoneId, overrideId, options);
    return readOverride(answer.result, answer.unreadable);
  }

  /** Deletes an override for URLs. Rejects with a {@link NotFoundError} when there is none. */
  async deleteOverride(zoneId: string, overrideId: string, options: CallOptions = {}): Promise<void> {
    await this.#onOverride('DELETE', zoneId, overrideId, options);
  }

  #onOverride(
    method: 'GET' | 'DELETE',
    zoneId: string,
    overrideId: string,
    options: CallOptions,
  ): Promise<Answer> {
    return this.#transport.call({
      method,
      path: [...overridesOf(zoneId), overrideId],
      expected: { id: overrideId },
      notFoundText: 'wafuriconfig.api.not_found',
      ...options,
    });
  }

  #list<T extends { readonly id: string }>(
    call: Pick<Call, 'path' | 'expected' | 'signal'>,
    what: string,
    read: (value: unknown, unreadable: Unreadable) => T,
  ): Promise<T[]> {
    return readPages({
      perPage,
      ask: (paging) => this.#transport.call({ method: 'GET', ...call, paging }),
      read: ({ result, unreadable }) =>
        readList(result, `a list of ${what}`, unreadable, (item) => read(item, unreadable)),
    });
  }
}

function packagesOf(zoneId: string): string[] {
  return ['zones', zoneId, 'firewall', 'waf', 'packages'];
}

function overridesOf(zoneId: string): string[] {
  return ['zones', zoneId, 'firewall', 'waf', 'overrides'];
}

/** The value of the setting. */
export function readSetting(value: unknown, unreadable: Unreadable): string {
  return new ObjectReader(value, 'a setting', unreadable, known.wafSetting).text('value', '');
}

export function readPackage(value: unknown, unreadable: Unreadable): WafPackage {
  const read = new ObjectReader(value, 'a package', unreadable, known.wafPackage);
  return {
    ...read.all,
    id: read.identifier('id'),
    name: read.text('name', ''),
    description: read.text('description', ''),
    detection_mode: read.text('detection_mode', ''),
    sensitivity: read.text('sensitivity', null),
    action_mode: read.text('action_mode', null),
  };
}

export function readGroup(value: unknown, unreadable: Unreadable): WafGroup {
  const read = new ObjectReader(value, 'a group', unreadable, known.wafGroup);
  return {
    ...read.all,
    id: read.identifier('id'),
    name: read.text('name', ''),
    description: read.text('description', ''),
    mode: read.text('mode', ''),
  };
}

export function readRule(value: unknown, unreadable: Unreadable): WafRule {
  const read = new ObjectReader(value, 'a rule', unreadable, known.wafRule);
  const group = new ObjectReader(read.object('group') ?? {}, 'a group', unreadable);
  return {
    ...read.all,
    id: read.identifier('id'),
    description: read.text('description', ''),
    priority: read.text('priority', ''),
    group: { id: group.text('id', ''), name: group.text('name', '') },
    mode: read.text('mode', ''),
    allowed_modes: texts(read, 'allowed_modes', unreadable),
    default_mode: read.text('default_mode', null),
  };
}

export function readOverride(value: unknown, unreadable: Unreadable): WafOverride {
  const read = new ObjectReader(value, 'an override', unreadable, known.wafOverride);
  return {
    ...read.all,
    id: read.identifier('id'),
    description: read.text('description', ''),
    urls: texts(read, 'urls', unreadable),
    priority: read.number('priority', 0),
    groups: read.object('groups') ?? {},
    rules: read.object('rules') ?? {},
    rewrite_action: read.object('rewrite_action') ?? {},
    paused: read.boolean('paused', false),
  };
}

function texts(read: ObjectReader, name: string, unreadable: Unreadable): string[] {
  return read.list(name).map((item) => {
    if (typeof item === 'string') return item;
    refuse(unreadable, `an object whose ${name} hold something else than strings`);
    return '';
  });
}
