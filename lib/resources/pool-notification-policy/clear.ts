import { mayHaveBeenApplied, type Pool } from '../../client';
import {
  faultOfPolicy,
  findUnprotected,
  hasLegacyEmail,
  judgeClearing,
  labelsOf,
  type ClearingBatch,
  type ClearingStep,
  type PoolFinding,
} from '../../pools';
import { tryRead, unlessNotFound } from '../write-once';
import type { Settings } from './decide';
import { observe, type Caller, type Observation } from './observe';

export interface ClearingTask {
  readonly settings: Settings;
  readonly policyId: string;
  /** The pools that the policy is meant to notify about. */
  readonly poolIds: readonly string[];
  /** The account as read after the policy was stored. */
  readonly first: Observation;
}

export interface ClearingContext extends Caller {
  readonly report: (finding: PoolFinding) => void;
  readonly progress: (text: string) => void;
}

export interface Cleared {
  /** The pools that are cleared now, as they were before. */
  readonly pools: readonly Pool[];
  /** The account as it was read last. */
  readonly last: Observation;
  /** Why the clearing ended early. */
  readonly stopped?: PoolFinding;
  readonly error?: Error;
}

/**
 * Clears the legacy e-mails that may be cleared: the third step of section 4.5 of the specification. After each batch it reads the
 * policies again and decides again. If they no longer cover what was cleared, it restores these e-mails and stops. It ends when a
 * fresh list of pools has nothing left to clear.
 */
export async function clearLegacyEmails(task: ClearingTask, context: ClearingContext): Promise<Cleared> {
  return new ClearingRun(task, context).run();
}

/** Pools on each side of a page that are read with it: pools that are created or deleted by then can move them into it. */
const neighbours = 25;

class ClearingRun {
  readonly #promised = new Map<string, Pool>();
  readonly #cleared = new Map<string, Pool>();
  #now: Observation;

  constructor(
    private readonly task: ClearingTask,
    private readonly context: ClearingContext,
  ) {
    this.#now = task.first;
  }

  async run(): Promise<Cleared> {
    try {
      for (let isFresh = true; ;) {
        const decision = this.#decide();
        if (decision.isBroken) return this.#end({ stopped: await this.#restore(decision.restore) });
        for (const pool of decision.pools) this.#promised.set(pool.id, pool);
        const stuck = decision.pools.filter(
          ({ id, notification_email: email }) => this.#cleared.get(id)?.notification_email === email,
        );
        if (stuck.length > 0) {
          const pools = stuck.map(labelsOf(this.#now.pools));
          return this.#end({ stopped: { code: 'pools.still_set', severity: 'error', pools } });
        }
        const [batch, ...more] = decision.batches;
        if (batch === undefined && isFresh) return this.#end({});
        if (batch !== undefined) await this.#clear(batch);
        isFresh = more.length === 0;
        await this.#observe(isFresh ? 'fresh' : 'checked');
      }
    } catch (thrown) {
      return this.#endAfter(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
  }

  #decide() {
    const { settings, policyId } = this.task;
    const ours = this.#now.policies.find(({ id }) => id === policyId);
    return judgeClearing(this.#now, ours, settings, { promised: this.#promised, cleared: this.#cleared });
  }

  async #observe(freshness: 'checked' | 'fresh'): Promise<void> {
    const { settings, poolIds } = this.task;
    const used = { ...settings, pool_ids: poolIds };
    this.#now = await observe(settings.account_id, used, this.context, freshness);
  }

  /** After a failure, the policies are checked too, if they can be read. */
  async #endAfter(error: Error): Promise<Cleared> {
    const isRead = await tryRead(async () => {
      await this.#observe('fresh');
      return true;
    });
    const { isBroken, restore } = this.#decide();
    if (isRead !== true || !isBroken) return this.#end({ error });
    this.context.report({ code: 'pools.clearing_incomplete', severity: 'warning', reason: error.message });
    return this.#end({ stopped: await this.#restore(restore) });
  }

  #end(how: Pick<Cleared, 'stopped' | 'error'>): Cleared {
    const emails = new Map(this.#now.pools.map((pool) => [pool.id, pool]));
    const isCleared = ({ id }: Pool) => {
      const pool = emails.get(id);
      return pool !== undefined && !hasLegacyEmail(pool);
    };
    return { pools: [...this.#cleared.values()].filter(isCleared), last: this.#now, ...how };
  }

  /** Clears a batch. After a failure that may have had an effect, goes on with what is left if anything was cleared. */
  async #clear(batch: ClearingBatch): Promise<void> {
    const pools = new Map(this.#now.pools.map((pool) => [pool.id, pool]));
    const meant = batch.flatMap(({ ids }) => ids).flatMap((id) => pools.get(id) ?? []);
    for (const pool of meant) this.#cleared.set(pool.id, pool);
    try {
      for (const step of batch)
        if (step.kind === 'pool') await this.#setEmail(step.ids[0], '');
        else await this.#clearPage(step, pools);
    } catch (error) {
      if (!mayHaveBeenApplied(error)) throw error;
      await this.#observe('fresh');
      const emails = new Map(this.#now.pools.map((pool) => [pool.id, pool.notification_email]));
      const left = meant.filter((pool) => emails.get(pool.id) === pool.notification_email);
      for (const { id } of left) this.#cleared.delete(id);
      if (left.length === meant.length) throw error;
    }
    this.context.progress(
      `Cleared ${this.#cleared.size} of ${this.#promised.size} legacy e-mails of account ${this.task.settings.account_id}.`,
    );
  }

  /** A pool that no longer exists has nothing to clear or to restore. */
  async #setEmail(poolId: string, email: string): Promise<void> {
    const { service, signal } = this.context;
    const { account_id: accountId } = this.task.settings;
    await unlessNotFound(() =>
      service.pools.update(accountId, poolId, { notification_email: email }, { signal }),
    );
  }

  /**
   * Operation 6 on consecutive pools. Just before, the page is read with its neighbours: if another pool is in it, or an e-mail has
   * changed, the pools are cleared one by one. The call is never repeated. If its reply is lost, or has other pools than the page
   * had, all pools are read: an e-mail that must stay is restored.
   */
  async #clearPage(step: Extract<ClearingStep, { kind: 'page' }>, known: ReadonlyMap<string, Pool>) {
    const { service, signal } = this.context;
    const { account_id: accountId } = this.task.settings;
    const { offset, ids } = step;
    const start = Math.max(0, offset - neighbours);
    const read = await service.pools.listPage(accountId, {
      offset: start,
      limit: offset - start + ids.length + neighbours,
      signal,
    });
    const page = read.slice(offset - start, offset - start + ids.length);
    const isAsKnown = (pool: Pool) => pool.notification_email === known.get(pool.id)?.notification_email;
    const isVerified =
      page.length === ids.length && page.every((pool, at) => pool.id === ids[at] && isAsKnown(pool));
    const reached = isVerified ? await this.#sendPage(offset, ids.length) : new Set<string>();
    if (reached !== undefined && reached.size === ids.length && ids.every((id) => reached.has(id))) return;
    await this.#observe('fresh');
    const before = new Map([...known, ...read.map((pool) => [pool.id, pool] as const)]);
    await this.#restoreStrays(new Set(ids), before, reached);
    // A pool whose address has changed is judged again.
    const left = this.#now.pools.filter(({ id }) => ids.includes(id));
    for (const pool of left) if (hasLegacyEmail(pool) && isAsKnown(pool)) await this.#setEmail(pool.id, '');
  }

  /** Returns the ids of the pools that operation 6 reached; undefined if that is not known. */
  async #sendPage(offset: number, limit: number): Promise<ReadonlySet<string> | undefined> {
    const { service, signal } = this.context;
    const page = { offset, limit, isRepeatable: false, signal };
    try {
      const reached = await service.pools.clearNotificationEmails(this.task.settings.account_id, page);
      return new Set(reached.map(({ id }) => id));
    } catch (error) {
      return mayHaveBeenApplied(error) ? undefined : new Set();
    }
  }

  /** Restores the e-mails that a page took from pools that were not meant, and reports pools whose e-mail is not known. */
  async #restoreStrays(
    meant: ReadonlySet<string>,
    before: ReadonlyMap<string, Pool>,
    reached: ReadonlySet<string> | undefined,
  ): Promise<void> {
    const label = labelsOf(this.#now.pools);
    const hit = this.#now.pools.filter(
      (pool) => !meant.has(pool.id) && !hasLegacyEmail(pool) && reached?.has(pool.id) !== false,
    );
    const strays = hit.flatMap(({ id }) => before.get(id) ?? []).filter(hasLegacyEmail);
    for (const { id, notification_email: email } of strays) await this.#setEmail(id, email);
    if (strays.length > 0)
      this.context.report({
        code: 'pools.moved_into_page',
        severity: 'warning',
        restored: strays.map(label),
      });
    // Without a reply, only a pool that appeared since may have had an e-mail that nobody knows.
    const unknown = hit.filter(({ id }) =>
      reached === undefined ? !before.has(id) : !hasLegacyEmail(before.get(id) ?? {}),
    );
    if (unknown.length > 0)
      this.context.report({
        code: 'pools.appeared_in_page',
        severity: 'warning',
        pools: unknown.map(label),
      });
  }

  /** Restores the e-mails of pools that this apply has cleared and that the policies no longer cover. */
  async #restore(pools: readonly Pool[]): Promise<PoolFinding> {
    const [restored, notRestored]: [Pool[], Pool[]] = [[], []];
    for (const pool of pools)
      try {
        await this.#setEmail(pool.id, pool.notification_email);
        restored.push(pool);
      } catch {
        notRestored.push(pool);
      }
    await tryRead(() => this.#observe('fresh'));
    const { policyId, poolIds } = this.task;
    const policy = this.#now.policies.find(({ id }) => id === policyId);
    const fault = policy === undefined ? 'it no longer exists' : faultOfPolicy(policy, this.#now.working);
    const label = labelsOf(this.#now.pools);
    return {
      code: 'pools.coverage_lost',
      severity: 'error',
      ...(fault === undefined ? {} : { fault }),
      restored: restored.map(label),
      notRestored: notRestored.map(label),
      left: findUnprotected(this.#now, [...poolIds, ...this.#promised.keys()]).map(label),
      kept: this.#now.pools.filter(hasLegacyEmail).length,
    };
  }
}
