import type { EdgeClient, Policy, PolicyInput, Pool } from '../../../lib/client';
import { nameOf, p } from './support';

/** An account in memory, which is checked after every call and can be changed or cut off before any of them. */
export class Account {
  readonly violations: string[] = [];
  calls = 0;
  /** The number of the last call that read the policies. */
  lastCheck = 0;
  cutAt = Infinity;
  changeAt = Infinity;
  change: () => void = () => undefined;

  constructor(
    readonly pools: Map<string, Pool>,
    readonly policies: Map<string, Policy>,
    private readonly check: (account: Account) => string[],
  ) {}

  /** The calls that a handler makes; each is a turn of its own. */
  get client(): EdgeClient {
    const listPools = () => this.#call(() => [...this.pools.values()]);
    const client = {
      patienceMs: 0,
      pools: {
        list: listPools,
        get: (_: string, id: string) => this.#call(() => this.#get(this.pools, id)),
        update: (_: string, id: string, changes: Partial<Pool>) =>
          this.#call(() => {
            const pool = { ...this.#get(this.pools, id), ...changes };
            this.pools.set(id, pool);
            return pool;
          }),
      },
      alerting: {
        listPolicies: () =>
          this.#call(() => {
            this.lastCheck = this.calls;
            return [...this.policies.values()];
          }),
        listWebhooks: () => this.#call(() => []),
        listPagerDuty: () => this.#call(() => []),
        getPolicy: (_: string, id: string) => this.#call(() => this.#get(this.policies, id)),
        createPolicy: (_: string, input: PolicyInput) =>
          this.#call(() => this.#put(`id of ${input.name}`, input)),
        updatePolicy: (_: string, id: string, input: PolicyInput) => this.#call(() => this.#put(id, input)),
        deletePolicy: (_: string, id: string) => this.#call(() => void this.policies.delete(id)),
      },
    };
    return client as unknown as EdgeClient;
  }

  async #call<T>(effect: () => T): Promise<T> {
    await Promise.resolve();
    this.calls += 1;
    if (this.calls === this.changeAt) this.change();
    if (this.calls > this.cutAt) throw new Error('the process was killed');
    const result = effect();
    if (this.changeAt === Infinity) this.violations.push(...this.check(this));
    return result;
  }

  #get<T>(objects: ReadonlyMap<string, T>, id: string): T {
    const found = objects.get(id);
    if (found === undefined) throw new Error(`there is no ${id}`);
    return found;
  }

  #put(id: string, input: PolicyInput): { id: string } {
    this.policies.set(id, makePolicy(id, input));
    return { id };
  }
}

export function makePolicy(id: string, { mechanisms, filters = {}, ...rest }: PolicyInput): Policy {
  const { email = [], webhooks = [], pagerduty = [] } = mechanisms;
  const times = { created: '', modified: '' };
  return { description: '', ...rest, ...times, id, filters, mechanisms: { email, webhooks, pagerduty } };
}

/** A pool of the client, without what nobody asks of it here. */
export function poolOf(number: number, email = '', filter: Pool['notification_filter'] = null): Pool {
  return {
    ...{
      id: p(number),
      name: nameOf(number),
      description: '',
      enabled: true,
      minimum_origins: 1,
      origins: [],
    },
    notification_email: email,
    notification_filter: filter,
  };
}
