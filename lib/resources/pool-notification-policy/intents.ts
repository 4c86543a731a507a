import type { EdgeClient, Policy, Pool } from '../../client';
import { onAbort } from '../../client/cancellation';
import { systemClock } from '../../client/clock';
import {
  brokenReliances,
  coverageOf,
  deletion,
  lostNotifications,
  plannedPolicy,
  remainderOf,
  withoutRecipients,
  type Choice,
  type Clearing,
  type CoveringPolicy,
  type Intent,
  type OtherPolicies,
  type PoolFinding,
  type Reliance,
} from '../../pools';
import { isListValue, isUnknown, type Desired, type Planned, type Value } from '../../schema';
import type { PoolNotificationPolicyAttributes } from './contract';
import type { Observation } from './observe';

type Given = Planned<PoolNotificationPolicyAttributes> | Desired<PoolNotificationPolicyAttributes>;
type Prior = Pick<
  Desired<PoolNotificationPolicyAttributes>,
  'carry_over_recipients' | 'email_addresses' | 'account_id' | 'name'
> & { readonly id: string | null };

/** What one resource of this run makes of a policy. */
interface Entry {
  readonly name: string;
  /** Of the stored policy; undefined while there is none. */
  id: string | undefined;
  intent: Intent;
  /** The pools whose e-mails it clears, and what that relies on. */
  cleared: ReadonlySet<string>;
  reliances: readonly Reliance[];
  /** Whether the policy is stored and read back; undefined until that is certain. */
  isStored: boolean | undefined;
  readonly waiting: Set<() => void>;
}

const runs = new WeakMap<object, Map<string, Map<string, Entry>>>();

/** How long a change waits for the policy that succeeds it: as long as a call is repeated by default. */
const longestWaitMs = 600_000;

/**
 * What a resource makes of its policy in this plan or apply, and what the other resources of the run make of theirs, so that none of
 * them counts on what another one takes away. Resources run at the same time and in any order. So each of them declares its policy
 * before its first pause, and decides afterwards, without a pause between the decision and its record: whichever of two comes second
 * sees the other one.
 *
 * Terraform configures the provider once in each plan and apply, so its client identifies the run.
 */
export class Declaration {
  readonly #entries: Map<string, Entry>;
  readonly #entry: Entry;

  private constructor(
    service: EdgeClient,
    accountId: string,
    name: string,
    id: string | undefined,
    intent: Intent,
  ) {
    const accounts = runs.get(service) ?? new Map<string, Map<string, Entry>>();
    runs.set(service, accounts);
    this.#entries = accounts.get(accountId) ?? new Map<string, Entry>();
    accounts.set(accountId, this.#entries);
    const key = id ?? `new ${name}`;
    const created: Entry = {
      name,
      id,
      intent,
      cleared: new Set(),
      reliances: [],
      isStored: undefined,
      waiting: new Set(),
    };
    this.#entry = this.#entries.get(key) ?? created;
    this.#entry.intent = intent;
    this.#entries.set(key, this.#entry);
  }

  /** Declares what a policy will be. */
  static ofChange(
    service: EdgeClient,
    prior: Prior | null,
    given: Given & { readonly account_id: string },
  ): Declaration {
    const name = typeof given.name === 'string' ? given.name : (prior?.name ?? '(known after apply)');
    return new Declaration(service, given.account_id, name, prior?.id ?? undefined, intentOf(given, prior));
  }

  /** Declares that a policy will be deleted. */
  static ofDeletion(service: EdgeClient, prior: Prior): Declaration {
    return new Declaration(service, prior.account_id, prior.name, prior.id ?? undefined, deletion);
  }

  /** Records the stored policy that a create has made or adopts. */
  hasId(id: string): void {
    this.#entry.id = id;
  }

  /** Whether another resource of this run may depend on the policy. */
  get isShared(): boolean {
    return this.#others().some(({ intent, reliances }) => intent !== deletion || reliances.length > 0);
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
  viewOf(now: Observation): RunView {
    return { others: this.othersOf(now), planned: this.plannedOthers(now), cleared: this.clearedByOthers };
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
      return [
        {
          code: 'pools.conflict',
          severity: 'error',
          clearing: name,
          changing: [this.#entry.name],
          losses,
        },
      ];
    });
  }

  /**
   * Waits until the policies are stored that notify in place of what this change takes away. Returns the names of those that are not
   * stored: what they should notify of must stay.
   */
  async awaitSuccessors(successors: readonly Successor[], signal: AbortSignal): Promise<readonly string[]> {
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

  /** The policies of this run that notify in place of what a change takes away, and that are not stored yet. */
  successorsOf(
    now: Observation,
    current: CoveringPolicy,
    after: CoveringPolicy | undefined,
  ): readonly Successor[] {
    const coming = this.#others().filter(({ isStored, intent }) => isStored !== true && intent !== deletion);
    if (coming.length === 0) return [];
    const others = this.othersOf(now).certain;
    const losses = lostNotifications(now, { before: current, after, others, cleared: this.clearedByOthers });
    if (losses.length === 0) return [];
    return coming.filter((entry) => {
      const planned = coverageOf([plannedOf(entry, now)], now.working);
      return losses.some(({ pool, recipients, events }) => {
        const notified = planned.recipientsOf(pool.id);
        return (
          [...recipients].some(([key, lost]) => lost.some((event) => notified.get(key)?.includes(event))) ||
          planned.eventsOf(pool.id).some((event) => events.includes(event))
        );
      });
    });
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

  #entryOf(id: string): Entry | undefined {
    return this.#others().find((entry) => entry.id === id);
  }
}

/** What a plan or apply makes of the other policies of an account. */
export interface RunView {
  /** As far as they count for clearing. */
  readonly others: OtherPolicies;
  /** As they will be. */
  readonly planned: readonly CoveringPolicy[];
  /** The ids of the pools whose legacy e-mails they clear. */
  readonly cleared: ReadonlySet<string>;
}

/** A policy that another resource of the run stores. */
export type Successor = Pick<Entry, 'name' | 'isStored' | 'waiting'>;

function plannedOf(
  { id, intent }: Entry,
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
  const email = choiceOf(given.email_addresses);
  const carries = given.carry_over_recipients;
  const leaving = prior?.carry_over_recipients === true ? (prior.email_addresses ?? []) : [];
  return {
    enabled: isUnknown(given.enabled) ? undefined : given.enabled === true,
    pools:
      given.all_pools === true
        ? { ids: [], isAll: true }
        : withUnknown(choiceOf(given.pool_ids), given.all_pools),
    newHealth: choiceOf(given.new_health),
    eventSources: choiceOf(given.event_sources),
    email:
      carries === true
        ? { ...email, keeps: true, without: withoutRecipients(leaving, email.ids) }
        : withUnknown(email, carries),
    webhooks: choiceOf(given.webhook_ids),
    pagerduty: choiceOf(given.pagerduty_ids),
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
