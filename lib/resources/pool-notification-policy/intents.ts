import { own } from '../../ground/record';
import { getOrAdd, onceFor } from '../../ground/remember';
import type { EdgeClient, Policy, Pool } from '../../client';
import { onAbort } from '../../client/time-limit';
import { systemClock } from '../../client/clock';
import { fieldsOf, textOf } from '../../ground/json';
import {
  brokenReliances,
  coverageOf,
  deletion,
  keysOfLosses,
  lostNotifications,
  makeParts,
  plannedPolicy,
  poolFinding,
  readIntent,
  remainderOf,
  withoutRecipients,
  type Choice,
  type Clearing,
  type CoveringPolicy,
  type Intent,
  type Lost,
  type OtherPolicies,
  type PoolFinding,
  type Reliance,
} from '../../pools';
import { isListValue, isUnknown, type Desired, type Planned, type Value } from '../../schema';
import type { PoolNotificationPolicyAttributes } from './contract';
import type { HandlerContext, PlanNotes } from '../handler';
import type { Observation } from './observe';
import { attributeOf } from './policy';

type Given = Planned<PoolNotificationPolicyAttributes> | Desired<PoolNotificationPolicyAttributes>;
type Context = HandlerContext<EdgeClient>;
type Prior = Pick<
  Desired<PoolNotificationPolicyAttributes>,
  'carry_over_recipients' | 'email_addresses' | 'account_id' | 'name'
> & { readonly id: string | null };

/** What one resource makes of a policy. */
interface Meant {
  readonly name: string;
  /** Of the stored policy; undefined while there is none. */
  readonly id: string | undefined;
  readonly intent: Intent;
}

/** As a plan notes it for its apply. */
export interface NotedPolicy extends Meant {
  readonly accountId: string;
  /** The same for all declarations of a resource. */
  readonly key: string;
}

export function notedPolicies(notes: PlanNotes | undefined): NotedPolicy[] {
  const read = (notes?.all() ?? []).flatMap((note): NotedPolicy[] => {
    const { policy } = fieldsOf(note);
    const [accountId, key, name, id] = ['accountId', 'key', 'name', 'id'].map((each) =>
      textOf(own(fieldsOf(policy), each)),
    );
    const intent = readIntent(fieldsOf(policy).intent);
    if (accountId === undefined || key === undefined || name === undefined || intent === undefined) return [];
    return [{ accountId, key, name, id, intent }];
  });
  return [...new Map(read.map((each) => [`${each.accountId} ${each.key}`, each])).values()];
}

/** What one resource of this run makes of a policy. */
interface Entry extends Meant {
  id: string | undefined;
  intent: Intent;
  /** The pools whose e-mails it clears, and what that relies on. */
  cleared: ReadonlySet<string>;
  reliances: readonly Reliance[];
  /** Whether the policy is stored and read back; undefined until that is certain. */
  isStored: boolean | undefined;
  readonly waiting: Set<() => void>;
  /** What it has left to be done when policies are stored that had not begun. Answers whether it is done. */
  rest: ((caller: Context) => Promise<boolean>) | undefined;
  /** The attempts at that, one after the other. */
  attempts: Promise<void>;
}

/** By account, and by the key of the resource. */
const runOf = onceFor((_: EdgeClient) => new Map<string, Map<string, Entry>>());

const unknownName = '(known after apply)';

/** How long a change waits for the policy that succeeds it: as long as a call is repeated by default. */
export const longestWaitMs = 600_000;

/**
 * What a resource makes of its policy in this plan or apply, and what the other resources of the run make of theirs, so that none of
 * them counts on what another one takes away. Resources run at the same time and in any order. So each of them declares its policy
 * before its first pause, and decides afterwards, without a pause between the decision and its record: whichever of two comes second
 * sees the other one.
 *
 * Terraform configures the provider once in each plan and apply, so its client identifies the run.
 *
 * What has not begun is known from the notes of the plan. They count only for what a policy keeps until others are stored.
 */
export class Declaration {
  readonly #entries: Map<string, Entry>;
  readonly #entry: Entry;
  readonly #noted: readonly NotedPolicy[];
  readonly #identity: Pick<NotedPolicy, 'accountId' | 'key'>;

  private constructor(service: EdgeClient, accountId: string, meant: Meant, noted: readonly NotedPolicy[]) {
    const { name, id, intent } = meant;
    this.#entries = getOrAdd(runOf(service), accountId, () => new Map<string, Entry>());
    // Two new policies may both have a name that is not known yet.
    const key = id ?? `new ${name === unknownName ? JSON.stringify(intent) : name}`;
    this.#entry = getOrAdd(this.#entries, key, () => ({
      ...meant,
      cleared: new Set(),
      reliances: [],
      isStored: undefined,
      waiting: new Set(),
      rest: undefined,
      attempts: Promise.resolve(),
    }));
    this.#entry.intent = intent;
    this.#noted = noted.filter((each) => each.accountId === accountId);
    this.#identity = { accountId, key };
  }

  /**
   * Declares what a policy will be.
   *
   * @param noted - the policies of the plan, for an apply
   */
  static ofChange(
    service: EdgeClient,
    prior: Prior | null,
    given: Given & { readonly account_id: string },
    noted: readonly NotedPolicy[] = [],
  ): Declaration {
    const name = typeof given.name === 'string' ? given.name : (prior?.name ?? unknownName);
    const meant = { name, id: prior?.id ?? undefined, intent: intentOf(given, prior) };
    return new Declaration(service, given.account_id, meant, noted);
  }

  /** Declares that a policy will be deleted. */
  static ofDeletion(service: EdgeClient, prior: Prior, noted: readonly NotedPolicy[] = []): Declaration {
    const meant = { name: prior.name, id: prior.id ?? undefined, intent: deletion };
    return new Declaration(service, prior.account_id, meant, noted);
  }

  /** For the notes of a plan. */
  get note(): { readonly policy: NotedPolicy } {
    const { name, id, intent } = this.#entry;
    return { policy: { ...this.#identity, name, id, intent } };
  }

  /** Records the stored policy that a create has made or adopts. */
  hasId(id: string): void {
    this.#entry.id = id;
  }

  /** Whether another resource of this run may depend on the policy. */
  get isShared(): boolean {
    return (
      this.#others().some(({ intent, reliances }) => intent !== deletion || reliances.length > 0) ||
      this.#expected().some(({ intent }) => intent.enabled !== false)
    );
  }

  /** What the policy does now and still does when this run is complete. */
  remainderOf(current: Policy): Policy {
    return remainderOf(current, this.#entry.intent, false);
  }

  /** The other policies of the account, as this run leaves them. */
  othersOf({ policies }: Pick<Observation, 'policies'>): OtherPolicies {
    const others = policies.filter(({ id }) => id !== this.#entry.id);
    const all = (isPossible: boolean) =>
      others.map((policy) => {
        const entry = this.#entryOf(policy.id);
        return entry === undefined ? policy : remainderOf(policy, entry.intent, isPossible);
      });
    return { certain: all(false), possible: all(true) };
  }

  /** The other policies as they will be when this run is complete, also those that are not stored yet. */
  plannedOthers(now: Pick<Observation, 'pools' | 'policies'>): CoveringPolicy[] {
    const { policies } = now;
    const stays = policies.filter(({ id }) => id !== this.#entry.id && this.#entryOf(id) === undefined);
    return [...stays, ...this.#others().map((entry) => plannedOf(entry, now))];
  }

  /** What a decision on the policy has to know of the run. */
  viewOf(now: Observation) {
    return {
      /** As far as they count for clearing. */
      others: this.othersOf(now),
      /** As they will be. */
      planned: this.plannedOthers(now),
      cleared: this.clearedByOthers,
    };
  }

  /** The pools whose legacy e-mails other policies of this run clear. */
  get clearedByOthers(): ReadonlySet<string> {
    return new Set(this.#others().flatMap(({ cleared }) => [...cleared]));
  }

  /** Records what a clearing relies on. Call it together with the decision, before anything is cleared. */
  clears({ pools, reliances }: Pick<Clearing<Pool>, 'pools' | 'reliances'>): void {
    this.#entry.cleared = new Set(pools.map(({ id }) => id));
    this.#entry.reliances = reliances;
  }

  /** What the change takes from e-mails that other policies of this run clear. Unknown values do not count as a loss. */
  findConflicts(now: Observation, current: Policy | undefined, after?: CoveringPolicy): PoolFinding[] {
    if (current === undefined || this.#others().every(({ reliances }) => reliances.length === 0)) return [];
    const { possible } = this.othersOf(now);
    const remains = after ?? remainderOf(current, this.#entry.intent, true);
    if (remains === current) return [];
    const [before, then] = [current, remains].map((own) => coverageOf([own, ...possible], now.working));
    if (before === undefined || then === undefined) return [];
    return this.#others().flatMap(({ name, reliances }): PoolFinding[] => {
      const broken = brokenReliances(reliances, before, then);
      if (broken.length === 0) return [];
      const losses = broken.map(({ label, address }) =>
        address === undefined ? { pool: label } : { pool: label, address },
      );
      return [poolFinding('pools.conflict', { clearing: name, changing: [this.#entry.name], losses })];
    });
  }

  /**
   * Waits until the policies are stored that notify in place of what this change takes away. Returns the names of those that are not
   * stored: what they should notify of must stay.
   */
  async awaitSuccessors(successors: readonly Entry[], signal: AbortSignal): Promise<readonly string[]> {
    await new Promise<void>((resolve) => {
      const isOver = () => successors.every(({ isStored }) => isStored !== undefined);
      const finish = () => {
        stop();
        cancel();
        for (const { waiting } of successors) waiting.delete(check);
        resolve();
      };
      const check = () => {
        if (isOver()) finish();
      };
      const stop = onAbort(signal, finish);
      const cancel = systemClock.schedule(longestWaitMs, finish);
      for (const { waiting } of successors) waiting.add(check);
      if (signal.aborted) finish();
      else check();
    });
    return successors.filter(({ isStored }) => isStored !== true).map(({ name }) => name);
  }

  /** What of a change has to wait for other policies, which notify in place of this one and are not stored yet. */
  handOver(now: Observation, current: CoveringPolicy, after: CoveringPolicy | undefined) {
    const [others, noted] = [this.#others(), this.#expected()];
    const coming = others.filter(({ isStored }) => isStored !== true);
    if (coming.length === 0 && noted.length === 0)
      return { begun: [], expected: [], awaited: new Set<string>() };
    const stored = others.filter(({ isStored }) => isStored === true).map((each) => plannedOf(each, now));
    const losses = this.#losses([...this.#remaining(now), ...stored], now, current, after);
    const [lost, affected] = [keysOfLosses(losses), { ...now, pools: losses.map(({ pool }) => pool) }];
    const takenBy = (meant: Meant) => {
      const rest = keysOfLosses(this.#losses([plannedOf(meant, now)], affected, current, after));
      return [...lost].filter((key) => !rest.has(key));
    };
    const expected = noted.map((each) => ({ name: each.name, takes: takenBy(each) }));
    return {
      begun: coming.filter((each) => takenBy(each).length > 0),
      /** The names of those that have not begun, by the notes of the plan. */
      expected: expected.filter(({ takes }) => takes.length > 0).map(({ name }) => name),
      /** What those take over. */
      awaited: new Set(expected.flatMap(({ takes }) => takes)),
    };
  }

  /** Whether a change would take away something of which others, as they are stored, do not notify. */
  wouldLose(awaited: ReadonlySet<string>, now: Observation, current: Policy, after: CoveringPolicy): boolean {
    const lost = keysOfLosses(this.#losses(this.#remaining(now), now, current, after));
    return [...awaited].some((key) => lost.has(key));
  }

  /** Leaves something to the policies that are stored after this one. Call it together with the decision. */
  leaves(rest: (caller: Context) => Promise<boolean>): void {
    this.#entry.rest = rest;
  }

  /** Does what others have left to be done after this policy is stored. */
  async finishOthers(caller: Context): Promise<void> {
    for (const entry of this.#others()) {
      entry.attempts = entry.attempts.then(async () => {
        if ((await entry.rest?.(caller)) === true) entry.rest = undefined;
      });
      await entry.attempts;
    }
  }

  /** Records that the policy is stored and read back, or that this failed. */
  settle(isStored: boolean): void {
    this.#entry.isStored ??= isStored;
    // A policy that is not stored clears nothing.
    if (!isStored) this.clears({ pools: [], reliances: [] });
    for (const resume of this.#entry.waiting) resume();
  }

  #others(): Entry[] {
    return [...this.#entries.values()].filter((entry) => entry !== this.#entry);
  }

  /** The policies of the plan that have not begun. */
  #expected(): NotedPolicy[] {
    return this.#noted.filter(({ key }) => !this.#entries.has(key));
  }

  /** The others as this run leaves them, also those that have not begun. */
  #remaining(now: Observation): readonly CoveringPolicy[] {
    const noted = this.#expected();
    return this.othersOf(now).certain.map((policy) => {
      const { intent } = noted.find(({ id }) => id === policy.id) ?? {};
      return intent === undefined ? policy : remainderOf(policy, intent, false);
    });
  }

  /** What a change takes away, beside these policies. */
  #losses(
    others: readonly CoveringPolicy[],
    now: Observation,
    before: CoveringPolicy,
    after: CoveringPolicy | undefined,
  ): readonly Lost<Pool>[] {
    return lostNotifications(now, { before, after, others, cleared: this.clearedByOthers });
  }

  #entryOf(id: string): Entry | undefined {
    return this.#others().find((entry) => entry.id === id);
  }
}

/** What a plan or apply makes of the other policies of an account. */
export type RunView = ReturnType<Declaration['viewOf']>;

/** What notifies in place of a policy, and is not stored yet. */
export type HandOver = ReturnType<Declaration['handOver']>;

function plannedOf(
  { id, intent }: Meant,
  { pools, policies }: Pick<Observation, 'pools' | 'policies'>,
): CoveringPolicy {
  const current = id === undefined ? undefined : policies.find((each) => each.id === id);
  return plannedPolicy(
    intent,
    current,
    pools.map((pool) => pool.id),
  );
}

/** What a policy will be by its configuration. Recipients that are carried over stay: only some named ones leave. */
export function intentOf(given: Given, prior: Prior | null): Intent {
  const choices = makeParts((name) => choiceOf(given[attributeOf[name]]));
  const { email } = choices;
  const carries = given.carry_over_recipients;
  const leaving = prior?.carry_over_recipients === true ? (prior.email_addresses ?? []) : [];
  return {
    enabled: isUnknown(given.enabled) ? undefined : given.enabled === true,
    ...choices,
    pool_id:
      given.all_pools === true ? { ids: [], isAll: true } : withUnknown(choices.pool_id, given.all_pools),
    email:
      carries === true
        ? { ...email, keeps: true, without: withoutRecipients(leaving, email.ids) }
        : withUnknown(email, carries),
  };
}

function choiceOf(value: Value | undefined): Choice {
  if (value === undefined || isUnknown(value)) return { ids: [], isUnknown: true };
  const list = isListValue(value) ? value : [];
  const ids = list.filter((each) => typeof each === 'string');
  return { ids, isUnknown: ids.length < list.length };
}

function withUnknown(choice: Choice, decides: Value | undefined): Choice {
  return isUnknown(decides) ? { ...choice, isUnknown: true } : choice;
}
