import type { EdgeClient, Policy, PolicyInput, Pool } from '../../../lib/client';

/** An account in memory, which is checked after every call and can be changed or cut off before any of them. */
export class Account {
  readonly violations: string[] = [];
  calls = 0;
  /** The number of the last call that read the policies. */
  lastCheck = 0;
  cutAt = Infinity;
  changeAt = Infinity;
  change: () => void = () => undefined;
  afterCall: () => void = () => undefined;
  /** Which policies the service refuses to store or to delete, by name. */
  refuses: (name: string) => boolean = () => false;
  /** How many turns each call takes; the last one counts for all that follow. */
  turns: readonly number[] = [1];

  #begun = 0;

  constructor(
    readonly pools: Map<string, Pool>,
    readonly policies: Map<string, Policy>,
    private readonly check: (account: Account) => string[],
  ) {}

  /** The calls that a handler makes; each is a turn of its own. */
  get client(): EdgeClient {
    const listPools = () => this.#call(() => [...this.pools.values()]);
    const client = {
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
    const turns = this.turns[Math.min(this.#begun, this.turns.length - 1)] ?? 1;
    this.#begun += 1;
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    this.calls += 1;
    if (this.calls === this.changeAt) this.change();
    if (this.calls > this.cutAt) throw new Error('the process was killed');
    const result = effect();
    this.afterCall();
    if (this.changeAt === Infinity) this.violations.push(...this.check(this));
    return result;
  }

  #get<T>(objects: ReadonlyMap<string, T>, id: string): T {
    const found = objects.get(id);
    if (found === undefined) throw new Error(`there is no ${id}`);
    return found;
  }

  #put(id: string, input: PolicyInput): { id: string } {
    if (this.refuses(input.name)) throw new Error(`the service refuses ${input.name}`);
    this.policies.set(id, makePolicy(id, input));
    return { id };
  }
}

export function makePolicy(id: string, { mechanisms, filters = {}, ...rest }: PolicyInput): Policy {
  const { email = [], webhooks = [], pagerduty = [] } = mechanisms;
  const times = { created: '', modified: '' };
  return { description: '', ...rest, ...times, id, filters, mechanisms: { email, webhooks, pagerduty } };
}
