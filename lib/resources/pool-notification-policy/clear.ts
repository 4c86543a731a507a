import { isDeepStrictEqual } from 'node:util';
import { mayHaveBeenApplied, type EdgeClient, type Pool } from '../../client';
import {
  faultOfPolicy,
  findUnprotected,
  hasLegacyEmail,
  judgeClearing,
  labelsOf,
  poolFinding,
  type Clearing,
  type ClearingBatch,
  type ClearingStep,
  type PoolFinding,
} from '../../pools';
import type { Approval } from '../../schema';
import type { Caller } from '../handler';
import { readBack } from '../read-back';
import { tryRead, unlessNotFound } from '../write-once';
import { observe, type Freshness, type Observation } from './observe';
import type { Settings } from './policy';

interface ClearingTask {
  readonly settings: Settings;
  readonly policyId: string;
  /** The pools that the policy is meant to notify about. */
  readonly poolIds: readonly string[];
  readonly first: Observation;
  /** The e-mails that the approved plan lists. Undefined where there is no plan. */
  readonly approved: Approval | undefined;
}

interface ClearingContext extends Caller<EdgeClient> {
  readonly report: (finding: PoolFinding) => void;
  readonly progress: (text: string) => void;
}

/**
 * Clears the legacy e-mails that may be cleared: the third step of section 4.5 of the specification. After each batch it reads the
 * policies again and decides again. If this one no longer covers what was cleared, it restores these e-mails and stops. It ends when a
 * fresh list of pools has nothing left to clear.
 */
export function clearLegacyEmails(task: ClearingTask, context: ClearingContext) {
  return new ClearingRun(task, context).run();
}

/** Pools on each side of a page that are read with it: pools that are created or deleted by then can move them into it. */
const neighbours = 25;

export function listedBy(approved: Approval | undefined): (pool: Pool) => boolean {
  const listed = new Map(approved?.effects.map(({ object, basis }) => [object, basis]));
  return ({ id, notification_email: email }) => approved === undefined || listed.get(id) === email;
}

class ClearingRun {
  readonly #promised = new Map<string, Pool>();
  readonly #cleared = new Map<string, Pool>();
  readonly #isListed: (pool: Pool) => boolean;
  #now: Observation;
  /** Whether a pool has changed since the list of pools was read. */
  #isOutdated = false;

  constructor(
    private readonly task: ClearingTask,
    private readonly context: ClearingContext,
  ) {
    this.#now = task.first;
    this.#isListed = listedBy(task.approved);
  }

  async run() {
    try {
      for (let isFresh = true; ;) {
        const decision = this.#decide();
        if (decision.isBroken) return this.#end({ stopped: await this.#restore(decision.restore) });
        const stuck = decision.pools.filter((pool) => this.#isStuck(pool));
        if (stuck.length > 0) {
          const pools = stuck.map(labelsOf(this.#now.pools));
          return this.#end({ stopped: poolFinding('pools.still_set', { pools }) });
        }
        const [batch, ...more] = decision.batches;
        if (batch === undefined && isFresh) {
          const stopped = decision.findings.find(({ code }) => code === 'pools.not_listed');
          return this.#end(stopped === undefined ? {} : { stopped: this.#asPlanned(stopped) });
        }
        if (batch !== undefined) await this.#clear(batch);
        isFresh = more.length === 0 || this.#isOutdated;
        await this.#observe(
          isFresh ? 'fresh' : 'checked',
          ({ pools }) => !pools.some((pool) => this.#isStuck(pool)),
        );
      }
    } catch (thrown) {
      return this.#endAfter(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
  }

  #decide(): Clearing<Pool> {
    const { settings, policyId } = this.task;
    const stored = this.#now.policies.find(({ id }) => id === policyId);
    const decision = judgeClearing(this.#now, stored, settings, {
      progress: { promised: this.#promised, cleared: this.#cleared },
      isListed: this.#isListed,
    });
    for (const pool of decision.pools) this.#promised.set(pool.id, pool);
    return decision;
  }

  /** Makes a finding of unlisted e-mails an error, unless the plan has warned already that it could not list anything. */
  #asPlanned(finding: PoolFinding): PoolFinding {
    return finding.code === 'pools.not_listed' && this.task.approved?.isListed !== false
      ? { ...finding, severity: 'error' }
      : finding;
  }

  async #observe(freshness: 'checked' | 'fresh', isShown = (_: Observation) => true): Promise<void> {
    const { settings, poolIds } = this.task;
    const used = { ...settings, pool_ids: poolIds };
    this.#isOutdated = false;
    let next: Freshness = freshness;
    const read = () => {
      const reading = observe(settings.account_id, used, this.context, next);
      next = 'fresh';
      return reading;
    };
    this.#now = await readBack(read, isShown, this.context);
  }

  #isStuck({ id, notification_email: email }: Pool): boolean {
    return this.#cleared.get(id)?.notification_email === email;
  }

  async #endAfter(error: Error) {
    const isRead = await tryRead(async () => {
      await this.#observe('fresh');
      return true;
    });
    const { isBroken, restore } = this.#decide();
    if (isRead !== true || !isBroken) return this.#end({ error });
    this.context.report(poolFinding('pools.clearing_incomplete', { reason: error.message }));
    return this.#end({ stopped: await this.#restore(restore) });
  }

  #end(why: { readonly stopped?: PoolFinding; readonly error?: Error }) {
    const emails = new Map(this.#now.pools.map((pool) => [pool.id, pool]));
    const isCleared = ({ id }: Pool) => {
      const pool = emails.get(id);
      return pool !== undefined && !hasLegacyEmail(pool);
    };
    return {
      pools: [...this.#cleared.values()].filter(isCleared),
      last: this.#now,
      ...why,
    };
  }

  /** Clears a batch. After a failure that may have had an effect, goes on with what is left if anything was cleared. */
  async #clear(batch: ClearingBatch): Promise<void> {
    const pools = new Map(this.#now.pools.map((pool) => [pool.id, pool]));
    const meant = batch.flatMap(({ ids }) => ids).flatMap((id) => pools.get(id) ?? []);
    try {
      for (const step of batch)
        if (step.kind === 'page') await this.#clearPage(step, pools);
        else for (const pool of meant.filter(({ id }) => id === step.ids[0])) await this.#clearPool(pool);
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

  /** Clears an e-mail exactly as judged: the pool is read before each call. One that has changed is judged again, and one that is gone is done. */
  async #clearPool(pool: Pool): Promise<void> {
    const isSame = (stored: Pool) => isSameLegacy(stored, pool);
    const isCleared = await this.#setEmail(pool.id, '', isSame, () => this.#cleared.set(pool.id, pool));
    if (!isCleared) this.#isOutdated = true;
  }

  /** Restores the e-mail of a pool, unless somebody has set one meanwhile. */
  async #restoreEmail({ id, notification_email: email }: Pool): Promise<void> {
    await this.#setEmail(id, email, (stored) => !hasLegacyEmail(stored));
  }

  /** Sets an e-mail if the pool, read just before, is as expected. Returns whether it was. */
  async #setEmail(
    poolId: string,
    email: string,
    isExpected: (stored: Pool) => boolean,
    begin: () => unknown = () => undefined,
  ): Promise<boolean> {
    const { service, signal } = this.context;
    const { account_id: accountId } = this.task.settings;
    const shouldRetry = async () => {
      const stored = await unlessNotFound(() => service.pools.get(accountId, poolId, { signal }));
      return stored !== undefined && isExpected(stored);
    };
    if (!(await shouldRetry())) return false;
    begin();
    await unlessNotFound(() =>
      service.pools.update(accountId, poolId, { notification_email: email }, { signal, shouldRetry }),
    );
    return true;
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
    const isAsKnown = (pool: Pool) => {
      const judged = known.get(pool.id);
      return judged !== undefined && isSameLegacy(pool, judged);
    };
    const isVerified =
      page.length === ids.length && page.every((pool, at) => pool.id === ids[at] && isAsKnown(pool));
    if (isVerified) for (const pool of page) this.#cleared.set(pool.id, known.get(pool.id) ?? pool);
    const reached = isVerified ? await this.#sendPage(offset, ids.length) : new Set<string>();
    if (reached !== undefined && reached.size === ids.length && ids.every((id) => reached.has(id))) return;
    await this.#observe('fresh');
    const before = new Map([...known, ...read.map((pool) => [pool.id, pool] as const)]);
    await this.#restoreStrays(new Set(ids), before, reached);
    // A pool whose address has changed is judged again.
    const left = this.#now.pools.filter((pool) => ids.includes(pool.id) && hasLegacyEmail(pool));
    for (const pool of left) this.#cleared.delete(pool.id);
    for (const pool of left) if (isAsKnown(pool)) await this.#clearPool(pool);
  }

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
    for (const pool of strays) await this.#restoreEmail(pool);
    if (strays.length > 0)
      this.context.report(poolFinding('pools.moved_into_page', { restored: strays.map(label) }));
    // Without a reply, only a pool that appeared since may have had an e-mail that nobody knows.
    const unknown = hit.filter(({ id }) =>
      reached === undefined ? !before.has(id) : !hasLegacyEmail(before.get(id) ?? {}),
    );
    if (unknown.length > 0)
      this.context.report(poolFinding('pools.appeared_in_page', { pools: unknown.map(label) }));
  }

  /** Restores the e-mails of pools that this apply has cleared and that the policies no longer cover. */
  async #restore(pools: readonly Pool[]): Promise<PoolFinding> {
    const [restored, notRestored]: [Pool[], Pool[]] = [[], []];
    for (const pool of pools)
      try {
        await this.#restoreEmail(pool);
        restored.push(pool);
      } catch {
        notRestored.push(pool);
      }
    await tryRead(() => this.#observe('fresh'));
    const { policyId, poolIds } = this.task;
    const policy = this.#now.policies.find(({ id }) => id === policyId);
    const fault = policy === undefined ? 'it no longer exists' : faultOfPolicy(policy, this.#now.working);
    const label = labelsOf(this.#now.pools);
    return poolFinding('pools.coverage_lost', {
      ...(fault === undefined ? {} : { fault }),
      restored: restored.map(label),
      notRestored: notRestored.map(label),
      left: findUnprotected(this.#now, [...poolIds, ...this.#promised.keys()]).map(label),
      kept: this.#now.pools.filter(hasLegacyEmail).length,
    });
  }
}

function isSameLegacy(one: Pool, other: Pool): boolean {
  return (
    one.notification_email === other.notification_email &&
    isDeepStrictEqual(one.notification_filter, other.notification_filter)
  );
}
