import { ifAny } from '../ground/findings';
import { coverageOf, withoutUnknown, type CoveringPolicy, type RecipientKey } from './coverage';
import { poolFinding, type LosingChange, type PoolFinding } from './findings';
import { byCount, labelsOf, type AccountPool, type PoolAccount } from './judge';
import { hasLegacyEmail, legacyEvents, legacyRecipients, recipientKey } from './legacy';
import { healthEvents, type HealthEvent } from './notification';
import { keyIn, partNames, partsOf } from './parts';

/** A policy that covers less from now on, or nothing. */
interface Change {
  readonly kind: LosingChange;
  readonly before: CoveringPolicy;
  /** Undefined if the policy is deleted. */
  readonly after?: CoveringPolicy | undefined;
  /** The other policies of the account, as they are stored. */
  readonly others: readonly CoveringPolicy[];
  /** The ids of pools whose legacy e-mails will be cleared. */
  readonly cleared?: ReadonlySet<string>;
  /** Recipients that are recorded nowhere else. */
  readonly carried?: readonly string[];
  readonly expected?: readonly string[];
}

/** Notifications that recipients lose: neither other policies of the account nor legacy e-mails send them. */
function lostNotifications<P extends AccountPool>(
  { pools, working }: Pick<PoolAccount<P>, 'pools' | 'working'>,
  { before, after, others, cleared }: Pick<Change, 'before' | 'after' | 'others' | 'cleared'>,
) {
  const was = coverageOf([before], working);
  const rest = (after === undefined ? others : [after, ...others]).map(withoutUnknown);
  const stays = coverageOf(rest, working);
  return pools.flatMap((pool) => {
    const notified = was.recipientsOf(pool.id);
    if (notified.size === 0) return [];
    const remaining = stays.recipientsOf(pool.id);
    const legacy = cleared?.has(pool.id) === true ? {} : pool;
    const byEmail = new Set(hasLegacyEmail(legacy) ? legacyRecipients(legacy).map(recipientKey) : []);
    const legacyOnes = legacyEvents(legacy);
    const recipients = new Map<RecipientKey, readonly HealthEvent[]>();
    for (const [key, events] of notified) {
      const still = [...(remaining.get(key) ?? []), ...(byEmail.has(key) ? legacyOnes : [])];
      const lost = events.filter((event) => !still.includes(event));
      if (lost.length > 0) recipients.set(key, lost);
    }
    if (recipients.size === 0) return [];
    const all = [...stays.eventsOf(pool.id), ...legacyOnes];
    // Of which nobody is notified any more; `isLeft`: of the pool at all.
    const events = was.eventsOf(pool.id).filter((event) => !all.includes(event));
    return [{ pool, recipients, events, isLeft: all.length === 0 }];
  });
}

/** The notifications that a change loses, as findings: pools that nobody watches, events, and recipients. */
export function findLosses(account: PoolAccount, change: Change): PoolFinding[] {
  const { kind, after, carried = [], expected = [] } = change;
  const losses = lostNotifications(account, change);
  const label = labelsOf(account.pools);
  const [left, rest] = [losses.filter(({ isLeft }) => isLeft), losses.filter(({ isLeft }) => !isLeft)];
  const less = rest.filter(({ events }) => events.length > 0);
  // Whom the findings above do not include: somebody else is still notified.
  const excluded = new Set(expected.map(recipientKey));
  const counts = new Map<RecipientKey, number>();
  for (const { recipients, events } of rest)
    for (const [key, lost] of recipients)
      if (!excluded.has(key) && (after === undefined || lost.some((event) => !events.includes(event))))
        counts.set(key, (counts.get(key) ?? 0) + 1);
  const pools = (lost: typeof losses) => lost.map(({ pool }) => label(pool));
  return [
    ...ifAny(left, () => poolFinding('pools.unprotected', { change: kind, pools: pools(left), carried })),
    ...ifAny(after === undefined ? [] : less, () =>
      poolFinding('pools.events_lost', {
        pools: pools(less),
        events: healthEvents.filter((event) => less.some(({ events }) => events.includes(event))),
      }),
    ),
    ...ifAny([...counts], (dropped) =>
      poolFinding('pools.recipients_dropped', {
        change: kind,
        addresses: dropped.map(([address, pools]) => ({ address, pools })).sort(byCount),
        carried: carried.filter((address) => counts.has(recipientKey(address))),
      }),
    ),
  ];
}

/** Whether a policy lacks something that it had before: only then notifications can be lost. */
export function isNarrower(after: CoveringPolicy, before: CoveringPolicy): boolean {
  if (!before.enabled || !after.enabled) return before.enabled;
  const [had, has] = [partsOf(before), partsOf(after)];
  return partNames.some((name) => {
    const remaining = new Set(has[name].map((id) => keyIn(name, id)));
    return had[name].some((id) => !remaining.has(keyIn(name, id)));
  });
}
