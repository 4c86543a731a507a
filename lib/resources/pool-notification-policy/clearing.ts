import { isApiError, isNotFound, mayHaveBeenApplied, type Pool } from '../../client';
import { hasLegacyEmail, planClearing, type ClearingStep } from '../../pools';
import { DiagnosticError, errorAt, type Diagnostic } from '../../schema';
import { lookAfter } from '../doubt';
import { emailsWereLost, emailsWereRestored } from './messages';
import { labelsOf, largestPage, legacyEmailsOf, listPools, type Caller } from './survey';

interface Clearer extends Caller {
  readonly warn: (diagnostic: Diagnostic) => void;
}

/** What came of it: the addresses that went, by pool, and the pools as they are now. */
export interface Cleared {
  readonly emails: Readonly<Record<string, string>>;
  readonly pools: readonly Pool[];
}

/** The steps for the pools as they are, with the fewest calls. */
export function planSteps(
  pools: readonly Pool[],
  mayClear: (pool: Pool) => boolean,
  longest = largestPage,
): ClearingStep[] {
  const candidates = pools.map((pool) => ({
    id: pool.id,
    isLegacy: hasLegacyEmail(pool),
    mayClear: mayClear(pool),
  }));
  return planClearing(candidates, longest);
}

/**
 * Clears the legacy e-mails that may be cleared, and looks again until none is left: the third step of the
 * specification's 4.5. What is cleared stays cleared when a later call fails; going on is the same call once more.
 */
export async function clearLegacyEmails(
  accountId: string,
  first: readonly Pool[],
  mayClear: (pool: Pool) => boolean,
  context: Clearer,
): Promise<Cleared> {
  let pools = first;
  let longest = largestPage;
  let emails: Record<string, string> = {};
  for (;;) {
    const steps = planSteps(pools, mayClear, longest);
    if (steps.length === 0) return { emails, pools };
    const before = pools;
    const outcome = await carryOutAll(steps, before);
    pools = await lookAgain(outcome);
    const left = new Set(pools.filter(mayClear).map(({ id }) => id));
    const wanted = before.filter(mayClear);
    const gone = new Set(wanted.filter(({ id }) => !left.has(id)).map(({ id }) => id));
    emails = { ...emails, ...legacyEmailsOf(before, ({ id }) => gone.has(id)) };
    if (gone.size > 0) continue;
    if (outcome === 'page too long' && longest > shortPage) longest = shortPage;
    else throw isFailure(outcome) ? outcome.error : notCleared(wanted);
  }

  /** In order, until one fails in a way that a look at the pools may settle. */
  async function carryOutAll(steps: readonly ClearingStep[], known: readonly Pool[]): Promise<Outcome> {
    for (const step of steps) {
      try {
        if (step.kind === 'pool') await clearOne(accountId, step.id, context);
        else await clearPage(accountId, step, known, mayClear, context);
      } catch (error) {
        if (mayHaveBeenApplied(error)) return { error };
        if (step.kind === 'page' && isApiError(error) && error.status === 400) return 'page too long';
        throw error;
      }
    }
    return 'done';
  }

  async function lookAgain(outcome: Outcome): Promise<readonly Pool[]> {
    if (!isFailure(outcome)) return listPools(accountId, context);
    const found = await lookAfter(() => listPools(accountId, context));
    if (found === undefined) throw outcome.error;
    return found;
  }
}

type Outcome = 'done' | 'page too long' | { readonly error: unknown };

function isFailure(outcome: Outcome): outcome is { readonly error: unknown } {
  return typeof outcome === 'object';
}

/** The page size of the specification, which no service refuses. */
const shortPage = 25;

async function clearOne(accountId: string, poolId: string, { service, signal }: Caller): Promise<void> {
  try {
    await service.pools.update(accountId, poolId, { notification_email: '' }, { signal });
  } catch (error) {
    // A pool that is gone needs nothing any more.
    if (!isNotFound(error)) throw error;
  }
}

/**
 * Operation 6 on consecutive pools. Where another pool would lose its e-mail, a pool made or deleted meanwhile moves the
 * page: so it is looked at just before, and what it clears is compared with what it should.
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
  const look = step.isGuarded ? await service.pools.listPage(accountId, page) : [];
  if (look.some((pool) => hasLegacyEmail(pool) && !mayClear(pool))) {
    for (const id of step.ids) await clearOne(accountId, id, context);
    return;
  }
  const before = new Map([...known, ...look].map((pool) => [pool.id, pool]));
  const touched = await service.pools.clearNotificationEmails(accountId, page);
  const isStray = ({ id }: Pool) => {
    const pool = before.get(id);
    return pool === undefined || (hasLegacyEmail(pool) && !mayClear(pool));
  };
  await repair(accountId, touched.filter(isStray), before, context);
}

/** Gives pools that slipped into a page their e-mails back, as far as anybody knows them. */
async function repair(
  accountId: string,
  strays: readonly Pool[],
  before: ReadonlyMap<string, Pool>,
  { service, signal, warn }: Clearer,
): Promise<void> {
  const label = labelsOf(strays);
  const [restored, lost]: [string[], string[]] = [[], []];
  for (const stray of strays) {
    const email = before.get(stray.id)?.notification_email;
    if (email === undefined) lost.push(label(stray));
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
      'Legacy e-mails stay',
      `The service accepted to clear the legacy e-mails of ${names}, and still has them. Nothing is unwatched: the ` +
        'policy is in place. Apply again; if they stay, clear them in the dashboard.',
    ),
  ]);
}
