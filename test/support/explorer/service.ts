import { managedPhase } from '../../../lib/client';
import { toMigrationConfiguration } from '../../../lib/waf';
import { isObject, listOf } from '../../../lib/ground/json';

export interface Answer {
  readonly status: number;
  readonly result?: unknown;
  readonly info?: unknown;
  readonly code?: number;
  readonly message?: string;
}

export interface ModelPool {
  readonly id: string;
  readonly name: string;
  notification_email: string;
}

export interface ModelPolicy {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly alert_type: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly mechanisms: Readonly<Record<string, unknown>>;
  readonly created: string;
}

export interface ModelZone {
  migration_state: string;
  old_waf_status: string;
  new_waf_status: string;
  rules: readonly Readonly<Record<string, unknown>>[];
  overrides: readonly Readonly<Record<string, unknown>>[];
  isInCutover: boolean;
  /** How many reads of the status the cutover still takes. */
  cutover: number;
}

export interface ModelJob {
  readonly id: number;
  readonly name?: string;
  readonly [field: string]: unknown;
}

export interface ModelRuleset {
  readonly id: string;
  readonly zone: string;
  readonly rules: readonly Readonly<Record<string, unknown>>[];
  readonly [field: string]: unknown;
}

export interface Call {
  /** Tells the calls of one process from those of others. */
  readonly client: object;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export interface Effect {
  /**
   * `complete`: a cutover ends. `deleted`: an object that an instance of a state may have. `twin`: an object with the name of another one,
   * which the client has listed, or has made itself.
   */
  readonly kind:
    | 'clear'
    | 'set'
    | 'complete'
    | 'policy'
    | 'migrate'
    | 'override-gone'
    | 'rules'
    | 'deleted'
    | 'twin';
  readonly id: string;
  readonly before?: unknown;
}

export const accountId = 'a'.repeat(32);
export const zoneId = '2'.repeat(32);
export const otherZoneId = '5'.repeat(32);

/** The service with one account and two zones: the endpoints that the scenarios use, and no more of each than they read. */
export class ModelService {
  readonly pools = new Map<string, ModelPool>();
  readonly policies = new Map<string, ModelPolicy>();
  readonly jobs = new Map<string, ModelJob>();
  readonly rulesets = new Map<string, ModelRuleset>();
  locked = '';
  readonly zone: ModelZone = {
    migration_state: 'start',
    old_waf_status: 'enabled',
    new_waf_status: 'disabled',
    rules: [],
    overrides: [],
    isInCutover: false,
    cutover: 0,
  };
  /** Of lists of pools: leaves out this many at the end, although `total_count` counts them. */
  hidden = 0;
  pageLimit = 1000;
  onEffect: (effect: Effect) => void = () => undefined;
  /** How many reads after a write show the service as it was before. */
  lag = 0;
  #stale: { readonly service: ModelService; reads: number } | undefined;
  #made = 0;
  /** What had been made when a client last listed objects, or read the status of the zone. */
  readonly #listed = new WeakMap<object, number>();
  /** Who has made or renamed an object, and when. */
  readonly #origins = new Map<string, { readonly client: object | undefined; readonly made: number }>();

  addPool(name: string, email: string): ModelPool {
    const pool = { id: this.#newId('b'), name, notification_email: email };
    this.pools.set(pool.id, pool);
    return pool;
  }

  addPolicy(input: Omit<ModelPolicy, 'id' | 'created' | 'alert_type'>): ModelPolicy {
    const id = this.#newId('c');
    const created = new Date(Date.UTC(2026, 0, 1) + this.#made * 1000).toISOString();
    const policy = { alert_type: 'load_balancing_health_alert', ...input, id, created };
    this.policies.set(id, policy);
    this.onEffect({ kind: 'policy', id });
    return policy;
  }

  /** Ends the lag of reads. */
  settle(): void {
    this.#stale = undefined;
  }

  setEmail(id: string, email: string): void {
    const pool = this.pools.get(id);
    if (pool === undefined) return;
    if (pool.notification_email === email) return;
    const before = { ...pool };
    pool.notification_email = email;
    this.onEffect({ kind: email === '' ? 'clear' : 'set', id, before });
  }

  answer(call: Call): Answer {
    const { client, method, path, query, body } = call;
    if (method === 'GET') {
      if (this.#stale !== undefined && this.#stale.reads > 0) {
        this.#stale.reads -= 1;
        return this.#stale.service.answer(call);
      }
      if (/\/(?:policies|jobs|status)$/.test(path)) this.#listed.set(client, this.#made);
    } else if (this.lag > 0) this.#stale = { service: this.#copy(), reads: this.lag };
    const input = isObject(body) ? body : {};
    const [owner = '', , ...rest] = path.split('/');
    const [first = '', second = '', third = '', fourth = ''] = rest;
    const [, place = ''] = path.split('/');
    if (method !== 'GET' && place === this.locked)
      return { status: 403, code: 10000, message: 'the zone is locked' };
    if (owner === 'accounts' && first === 'load_balancers') return this.#onPools(method, third, query, input);
    if (owner === 'accounts' && second === 'v3') {
      if (third === 'policies') return this.#onPolicies(call, fourth, input);
      return { status: 200, result: [] };
    }
    if (owner === 'zones' && first === 'waf_migration') return this.#onMigration(second);
    if (owner === 'zones' && first === 'rulesets' && second === 'phases')
      return third === managedPhase ? this.#onEntryPoint(call, input) : noEntryPoint(third);
    if (owner === 'zones' && first === 'rulesets')
      return third === 'rules'
        ? this.#onRule(second, fourth)
        : this.#onRulesets(method, place, second, input);
    if (owner === 'zones' && first === 'logpush') return this.#onJobs(call, third, input);
    if (owner === 'zones' && first === 'firewall' && third === 'overrides')
      return this.#onOverrides(method, fourth);
    if (owner === 'zones' && first === 'settings')
      return {
        status: 200,
        result: { id: 'waf', value: this.zone.old_waf_status === 'enabled' ? 'on' : 'off' },
      };
    if (owner === 'zones' && rest.length === 0)
      return {
        status: 200,
        result: {
          id: zoneId,
          name: 'z.example',
          plan: { legacy_id: 'enterprise' },
          account: { id: accountId },
        },
      };
    if (owner === 'zones' && first === 'firewall' && third === 'packages' && rest.length === 3)
      return {
        status: 200,
        result: packages,
        info: { page: 1, per_page: 100, count: 2, total_count: 2, total_pages: 1 },
      };
    const isList = ['groups', 'rules', 'pagerules'].includes(rest.at(-1) ?? '');
    if (owner === 'zones' && isList) return listed([]);
    throw new Error(`the model lacks ${method} ${path}`);
  }

  #onPools(
    method: string,
    id: string,
    query: URLSearchParams,
    input: Readonly<Record<string, unknown>>,
  ): Answer {
    const all = [...this.pools.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
    if (id !== '') {
      const pool = this.pools.get(id);
      if (pool === undefined) return { status: 404, code: 1001, message: 'pool not found' };
      if (method === 'PATCH' && typeof input.notification_email === 'string') {
        this.setEmail(id, input.notification_email);
      }
      return { status: 200, result: { ...pool } };
    }
    const perPage = Math.min(Number(query.get('per_page') ?? 25), this.pageLimit);
    const page = Number(query.get('page') ?? 1);
    const visible = all.slice(0, all.length - this.hidden);
    const found = visible.slice((page - 1) * perPage, page * perPage);
    const info = {
      page,
      per_page: perPage,
      count: found.length,
      total_count: all.length,
      total_pages: Math.max(1, Math.ceil(all.length / perPage)),
    };
    return { status: 200, result: found.map((pool) => ({ ...pool })), info };
  }

  #onPolicies({ client, method }: Call, id: string, input: Readonly<Record<string, unknown>>): Answer {
    if (id === '' && method === 'GET') return { status: 200, result: [...this.policies.values()] };
    if (id === '') {
      const policy = this.addPolicy(input as unknown as ModelPolicy);
      this.#name(client, policy.id, this.policies);
      return { status: 200, result: { id: policy.id } };
    }
    const policy = this.policies.get(id);
    if (policy === undefined) return { status: 404, code: 0, message: 'Policy not found' };
    if (method === 'PUT') {
      this.policies.set(id, { ...(input as unknown as ModelPolicy), id, created: policy.created });
      this.onEffect({ kind: 'policy', id, before: policy });
      this.#name(client, id, this.policies, policy);
    }
    if (method === 'DELETE') {
      this.policies.delete(id);
      this.onEffect({ kind: 'deleted', id, before: policy });
    }
    return { status: 200, result: method === 'GET' ? policy : { id } };
  }

  has(id: string): boolean {
    return this.policies.has(id) || this.jobs.has(id) || this.rulesets.has(id);
  }

  #onJobs({ client, method }: Call, id: string, input: Readonly<Record<string, unknown>>): Answer {
    if (id === '' && method === 'GET') return { status: 200, result: [...this.jobs.values()] };
    if (id !== '' && !this.jobs.has(id)) return { status: 404, code: 1002, message: 'job not found' };
    if (method === 'DELETE') {
      const before = this.jobs.get(id);
      this.jobs.delete(id);
      this.onEffect({ kind: 'deleted', id, before });
      return { status: 200, result: {} };
    }
    const before = this.jobs.get(id);
    const job = { ...before, ...input, id: id === '' ? (this.#made += 1) : Number(id) };
    if (method !== 'GET') {
      this.jobs.set(String(job.id), job);
      this.#name(client, String(job.id), this.jobs, before);
    }
    return { status: 200, result: job };
  }

  #name(
    client: object,
    id: string,
    objects: ReadonlyMap<string, ModelJob | ModelPolicy>,
    before?: ModelJob | ModelPolicy,
  ): void {
    const name = objects.get(id)?.name;
    if (before?.name === name) return;
    const isTwin = [...objects].some(
      ([other, each]) => other !== id && each.name === name && this.#isKnown(client, other),
    );
    if (isTwin && before === undefined) this.onEffect({ kind: 'twin', id });
    // A process makes one of a name at a time, and may rename others meanwhile.
    this.#origins.set(id, { client: before === undefined ? client : undefined, made: (this.#made += 1) });
  }

  /** Whether a client could know of something: it has made it, or looked since then. */
  #isKnown(client: object, id: string): boolean {
    const origin = this.#origins.get(id);
    return origin === undefined || origin.client === client || origin.made <= (this.#listed.get(client) ?? 0);
  }

  /** The service as it is, without those who watch it. */
  #copy(): ModelService {
    const { pools, policies, jobs, rulesets, zone, hidden, pageLimit } = this;
    const maps = Object.entries({ pools, policies, jobs, rulesets }).map(
      ([name, map]) => [name, structuredClone(map)] as const,
    );
    return Object.assign(new ModelService(), {
      ...Object.fromEntries(maps),
      zone: structuredClone(zone),
      hidden,
      pageLimit,
    });
  }

  /** A zone has one ruleset at most. */
  #onRulesets(method: string, zone: string, id: string, input: Readonly<Record<string, unknown>>): Answer {
    const found = [...this.rulesets.values()].filter((each) => each.zone === zone);
    if (id === '' && method === 'GET')
      return { status: 200, result: found.map(({ rules: _rules, ...more }) => more) };
    if (id === '' && found.length > 0)
      return { status: 400, code: 20217, message: 'exceeded maximum number of zone rulesets' };
    const ruleset = this.rulesets.get(id);
    if (id !== '' && ruleset === undefined)
      return { status: 404, code: 10003, message: 'could not find ruleset' };
    if (method === 'GET') return { status: 200, result: ruleset };
    if (method === 'DELETE') {
      this.rulesets.delete(id);
      this.onEffect({ kind: 'deleted', id, before: ruleset });
      return { status: 204 };
    }
    const rules = (listOf(input.rules) as ModelRuleset['rules']).map((rule) => ({
      id: this.#newId('e'),
      ...rule,
    }));
    const made = { ...ruleset, ...input, rules, id: ruleset?.id ?? this.#newId('f'), zone };
    return this.#store(made);
  }

  #onRule(id: string, ruleId: string): Answer {
    const ruleset = this.rulesets.get(id);
    const rules = ruleset?.rules.filter((rule) => rule.id !== ruleId);
    if (ruleset === undefined || rules?.length === ruleset.rules.length)
      return { status: 404, code: 10003, message: 'could not find rule' };
    return this.#store({ ...ruleset, rules: rules ?? [] });
  }

  #store(ruleset: ModelRuleset): Answer {
    const stored = { ...ruleset, version: String(Number(ruleset.version ?? 0) + 1) };
    this.rulesets.set(stored.id, stored);
    this.onEffect({ kind: 'rules', id: stored.id });
    return { status: 200, result: stored };
  }

  #onMigration(what: string): Answer {
    const { zone } = this;
    if (what === 'status') {
      if (zone.cutover > 0) zone.cutover -= 1;
      if (zone.cutover === 0 && zone.isInCutover) {
        const after = { migration_state: 'complete', old_waf_status: 'disabled', new_waf_status: 'enabled' };
        Object.assign(zone, after, { isInCutover: false });
        this.onEffect({ kind: 'complete', id: zoneId });
      }
      const { migration_state, old_waf_status, new_waf_status } = zone;
      return { status: 200, result: { migration_state, old_waf_status, new_waf_status } };
    }
    const compatible = zone.overrides.length === 0;
    if (what === 'check')
      return { status: 200, result: { compatible, migration_state: zone.migration_state } };
    return compatible
      ? { status: 200, result: { name: 'default', rules: managedRules } }
      : { status: 400, code: 1, message: 'the zone is not compatible' };
  }

  #onEntryPoint({ client, method, query }: Call, input: Readonly<Record<string, unknown>>): Answer {
    const { zone } = this;
    const ruleset = () => ({
      ...{
        id: 'd'.repeat(32),
        name: 'default',
        kind: 'zone',
        phase: managedPhase,
        version: '1',
      },
      rules: zone.rules,
    });
    if (method === 'GET')
      return zone.rules.length === 0 ? noEntryPoint(managedPhase) : { status: 200, result: ruleset() };
    const before = { ...zone };
    zone.rules = (input.rules as ModelZone['rules']).map((rule, at) => ({
      id: `${at}`.padStart(32, 'e'),
      ...rule,
    }));
    const mode = query.get('waf_migration');
    if (mode === null) this.onEffect({ kind: 'rules', id: zoneId, before });
    else {
      zone.new_waf_status = 'enabled';
      if (mode === 'validation') zone.migration_state = 'validation';
      else Object.assign(zone, { cutover: 2, isInCutover: true });
      // Two processes may migrate the zone at the very same moment.
      if (this.#isKnown(client, zoneId)) this.onEffect({ kind: 'migrate', id: zoneId, before });
      this.#made += 1;
      this.#origins.set(zoneId, { client, made: this.#made });
    }
    return { status: 200, result: ruleset() };
  }

  #onOverrides(method: string, id: string): Answer {
    const { zone } = this;
    if (method === 'GET') return listed(zone.overrides);
    const [before] = zone.overrides.filter((each) => each.id === id);
    if (before === undefined) return { status: 404, code: 1002, message: 'not found' };
    zone.overrides = zone.overrides.filter((each) => each !== before);
    this.onEffect({ kind: 'override-gone', id, before });
    return { status: 200, result: { id } };
  }

  #newId(first: string): string {
    this.#made += 1;
    return `${this.#made}`.padStart(32, first);
  }
}

function noEntryPoint(phase: string): Answer {
  return { status: 404, code: 10003, message: `could not find entrypoint ruleset in the ${phase} phase` };
}

function listed(result: readonly unknown[]): Answer {
  const count = result.length;
  return { status: 200, result, info: { page: 1, per_page: 100, count, total_count: count, total_pages: 1 } };
}

const packages = [
  {
    id: '3'.repeat(32),
    name: 'Cloudflare',
    description: 'Rules of the service.',
    detection_mode: 'traditional' as const,
  },
  {
    id: '4'.repeat(32),
    name: 'OWASP ModSecurity Core Rule Set',
    description: 'Covers OWASP Top 10 vulnerabilities, and more.',
    detection_mode: 'anomaly' as const,
    sensitivity: 'high' as const,
    action_mode: 'challenge' as const,
  },
];

/** What operation 8 gives for the zone: the documented mapping. */
const { rules: managedRules } = toMigrationConfiguration({
  setting: 'on',
  packages: packages.map((each) => ({ ...each, groups: [], rules: [] })),
  overrides: [],
  firewall_rules: [],
  page_rules: [],
});

/** The ids of the managed rulesets that protect the zone as the previous version did. */
export const protectingRulesets: readonly unknown[] = managedRules.map(
  ({ action_parameters: parameters }) => parameters.id,
);
