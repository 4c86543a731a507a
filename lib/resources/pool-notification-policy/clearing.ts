import { isApiError, type Pool } from '../../client';
import { isTransient } from '../../client/retry';
import { hasLegacyEmail, planClearing, type ClearingStep } from '../../pools';
import { DiagnosticError, errorAt, type Diagnostic } from '../../schema';
import { unlessNotFound, writeOnce } from '../write-once';
import { emailsWereLost, emailsWereRestored } from './messages';
import { withCleared } from './memory';
import { labelsOf, largestPage, legacyEmailsOf, listPools, type Caller } from './survey';

interface Clearer extends Caller {
  readonly warn: (diagnostic: Diagnostic) => void;
}

/** The result: the cleared addresses by pool, and the actual pools afterwards. */
export interface Cleared {
  readonly emails: Readonly<Record<string, string>>;
  readonly pools: readonly Pool[];
}

/** Plans the steps for the actual pools, with the fewest calls. */
export function planSteps(
  pools: readonly Pool[],
  mayClear: (pool: Pool) => boolean,
  longest = largestPage,
): ClearingStep[] {
  const candidates = pools.map((pool) => ({
    id: pool.id,
    isLegacy: hasLegacyEmail(pool),
    mayClear: mayClear(hasLegacyEmail(pool) ? pool : withAnyEmail(pool)),
  }));
  return planClearing(candidates, longest);
}

/** The pool with a legacy e-mail that reports all events; the address does not matter. */
function withAnyEmail(pool: Pool): Pool {
  return { ...pool, notification_email: ' ', notification_filter: null };
}

/**
 * Clears the legacy e-mails that may be cleared, and reads the pools again until none remains: the third step of section
 * 4.5 of the specification. After a failure, the same call continues.
 */
export async function clearLegacyEmails(
  accountId: string,
  first: readonly Pool[],
  mayClear: (pool: Pool) => boolean,
  context: Clearer,
): Promise<Cleared> {
  let pools = first;
  let longest = largestPage;
  let emails: Cleared['emails'] = {};
  for (;;) {
    const steps = planSteps(pools, mayClear, longest);
    if (steps.length === 0) return { emails, pools };
    const before = pools;
    const clearable = before.filter(mayClear);
    const readAfter = async (outcome: Outcome) => {
      const found = await listPools(accountId, context);
      return { outcome, found, now: new Map(found.map((pool) => [pool.id, pool])) };
    };
    // An e-mail that another client changed also counts: all pools are judged again.
    const hasChanged = ({ now }: Awaited<ReturnType<typeof readAfter>>) =>
      clearable.some((pool) => now.get(pool.id)?.notification_email !== pool.notification_email);
    const after = await writeOnce({
      write: async () => readAfter(await runSteps(steps, before)),
      readBack: () => readAfter('done'),
      isDone: hasChanged,
    });
    pools = after.found;
    const isCleared = ({ id }: Pool) => {
      const pool = after.now.get(id);
      return pool !== undefined && !hasLegacyEmail(pool);
    };
    emails = withCleared(
      emails,
      legacyEmailsOf(before, (pool) => mayClear(pool) && isCleared(pool)),
    );
    if (hasChanged(after)) continue;
    if (after.outcome === 'page too long' && longest > shortPage) longest = shortPage;
    else throw notCleared(clearable);
  }

  async function runSteps(steps: readonly ClearingStep[], known: readonly Pool[]): Promise<Outcome> {
    for (const step of steps) {
      try {
        if (step.kind === 'pool') await clearOne(accountId, step.id, context);
        else await clearPage(accountId, step, known, mayClear, context);
      } catch (error) {
        if (step.kind === 'page' && isApiError(error) && error.status === 400) return 'page too long';
        throw error;
      }
    }
    return 'done';
  }
}

type Outcome = 'done' | 'page too long';

/** The page size of the specification, which the API always accepts. */
const shortPage = 25;

/** A pool that no longer exists has nothing to clear. */
async function clearOne(accountId: string, poolId: string, { service, signal }: Caller): Promise<void> {
  await unlessNotFound(() => service.pools.update(accountId, poolId, { notification_email: '' }, { signal }));
}

/**
 * Operation 6 on consecutive pools. Pools that are created, deleted or get an e-mail in the meantime change the page. So if
 * another pool could lose its e-mail, the page is read just before, and the cleared pools are compared with the expected
 * ones. Such a call is not repeated.
 */
async function clearPage(
  accountId: string,
  step: Extract<ClearingStep, { kind: 'page' }>,
  known: readonly Pool[],
  mayClear: (pool: Pool) => boolean,
  context: Clearer,
): Promise<void> {
  const { service, signal } = context;
  const page = { offset: step.offset, limit: step.limit, signal };
  const judged = new Map(known.map((pool) => [pool.id, pool]));
  const expected = step.isGuarded
    ? await service.pools.listPage(accountId, page)
    : known.slice(step.offset, step.offset + step.limit);
  const isAsJudged = (pool: Pool) => pool.notification_email === judged.get(pool.id)?.notification_email;
  if (expected.some((pool) => hasLegacyEmail(pool) && !(isAsJudged(pool) && mayClear(pool)))) {
    // A pool whose address has changed is judged again when all pools are read again.
    const meant = expected.filter((pool) => step.ids.includes(pool.id) && isAsJudged(pool));
    for (const { id } of meant) await clearOne(accountId, id, context);
    return;
  }
  const touched = await service.pools
    .clearNotificationEmails(accountId, { ...page, isRepeatable: !step.isGuarded })
    .catch((error: unknown) => {
      if (!step.isGuarded || !isTransient(error)) throw error;
      return clearEach(accountId, expected, judged, error.mayHaveBeenApplied, context);
    });
  const isStray = (pool: Pool) =>
    !expected.some(({ id }) => id === pool.id) && !mayClear(withAnyEmail(judged.get(pool.id) ?? pool));
  await restoreStrays(accountId, touched.filter(isStray), judged, context);
}

/**
 * Clears the pools of a page by their ids, where the call for the page failed: other pools may be in the page by now. Returns
 * the pools that the failed call may have cleared.
 */
async function clearEach(
  accountId: string,
  expected: readonly Pool[],
  judged: ReadonlyMap<string, Pool>,
  isInDoubt: boolean,
  context: Clearer,
): Promise<readonly Pool[]> {
  for (const { id } of expected.filter(hasLegacyEmail)) await clearOne(accountId, id, context);
  if (!isInDoubt) return [];
  const now = await listPools(accountId, context);
  return now.filter((pool) => !hasLegacyEmail(pool) && hasLegacyEmail(judged.get(pool.id) ?? pool));
}

/** Restores the e-mails of pools that moved into a cleared page, if they are known. */
async function restoreStrays(
  accountId: string,
  strays: readonly Pool[],
  before: ReadonlyMap<string, Pool>,
  { service, signal, warn }: Clearer,
): Promise<void> {
  const label = labelsOf(strays);
  const [restored, lost]: [string[], string[]] = [[], []];
  for (const stray of strays) {
    const email = before.get(stray.id)?.notification_email ?? '';
    // A pool that is new or had no e-mail may have got one in the meantime.
    if (email === '') lost.push(label(stray));
    else {
      await service.pools.update(accountId, stray.id, { notification_email: email }, { signal });
      restored.push(label(stray));
    }
  }
  if (restored.length > 0) warn(emailsWereRestored(restored));
  if (lost.length > 0) warn(emailsWereLost(lost));
}

function notCleared(pools: readonly Pool[]): DiagnosticError {
  const names = pools.map(labelsOf(pools)).join(', ');
  return new DiagnosticError([
    errorAt(
      ['clear_legacy_email'],
      'Legacy e-mails not cleared',
      `The API accepted the call to clear the legacy e-mails of ${names}, and still returns them. The policy exists, so ` +
        'the pools have notifications. Apply again; if the e-mails remain, clear them in the dashboard.',
    ),
  ]);
}
