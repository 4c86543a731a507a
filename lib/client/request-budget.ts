import { onAbort } from './time-limit';
import { systemClock, type Clock } from './clock';
import { defaultRequestsPer5Minutes } from './defaults';
import { type WaitReason, WaitLog, type Wait } from './waits';
import type { RateLimit } from './rate-limit';

/** The window of the request limit, in milliseconds. */
export const windowMs = 5 * 60_000;

/** The longest wait that the service can ask for, in milliseconds: a day, the longest time for which calls are repeated. */
export const longestWaitMs = 24 * 60 * 60_000;

/** A call that may be sent. Hand it back with `finish` when its reply is there, or when it failed. */
export interface Grant {
  /** Why the call has waited; undefined if it has not, or only for the reply to the first call. */
  readonly waitedFor: WaitReason | undefined;
  /** @param limit - what the reply says about the service's counter; undefined where it says nothing */
  finish(limit?: RateLimit): void;
}

export interface BudgetOptions {
  /** @default - 1200 */
  readonly requestsPer5Minutes?: number;
  /**
   * Whether further calls wait until the first one has ended: not before its reply is known what other processes have left of
   * the service's counter.
   *
   * @default false
   */
  readonly startsAlone?: boolean;
  readonly clock?: Clock;
  readonly waits?: WaitLog;
}

/** The service accepts no call for longer than this one may wait. It was not sent. */
export class ServiceWaitError extends Error {
  constructor(
    readonly reason: WaitReason,
    readonly waitMs: number,
  ) {
    super('The service accepts no call in time.');
  }
}

/** A request for a grant: why, and for how long it may wait. */
export interface GrantRequest {
  readonly kind: 'write' | 'read';
  /** @default - none */
  readonly signals?: readonly AbortSignal[];
  /** Identifies a call that is sent again. */
  readonly call?: object;
  /**
   * How long the call may wait because the service asks for it, in milliseconds. What the limit of this process makes it wait does
   * not count.
   *
   * @default - any time
   */
  readonly longestMs?: () => number;
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: ServiceWaitError) => void;
  readonly longestMs: () => number;
}

/**
 * Grants calls so that a process never sends more than the limit in any 5 minutes, and never more than the service says
 * are left. Writes are granted before reads: a write ends an operation that others wait for.
 *
 * The service's counter is shared with other machines and stacks, and its reply to one call cannot know the calls that
 * were sent meanwhile. So all of those count as not yet subtracted, and the remainder is a lower bound at any time.
 */
export class RequestBudget {
  readonly #limit: number;
  /** Whether the first call, which goes alone, is under way or still to come. */
  #isFirstAwaited: boolean;
  readonly #clock: Clock;
  readonly #queues: Record<'write' | 'read', Set<Waiting>> = { write: new Set(), read: new Set() };
  /** When the calls of the last 5 minutes were granted, oldest first. */
  #grantedAt: number[] = [];
  #sequence = 0;
  readonly #unanswered = new Set<number>();
  /** The newest call whose reply had a counter, what is left of it, and when it starts anew. */
  #counter: { sequence: number; remaining: number; resetAt: number } | undefined;
  #pausedUntil = -Infinity;
  #latestReason: WaitReason | undefined;
  #cancelTimer: (() => void) | undefined;
  readonly #waits: WaitLog;
  #waiting: Wait | undefined;

  constructor({
    requestsPer5Minutes = defaultRequestsPer5Minutes,
    startsAlone = false,
    clock = systemClock,
    waits = new WaitLog(clock),
  }: BudgetOptions = {}) {
    this.#limit = requestsPer5Minutes;
    this.#isFirstAwaited = startsAlone;
    this.#clock = clock;
    this.#waits = waits;
  }

  /** A grant where a call may be sent at once; undefined where it has to wait its turn. */
  takeNow(): Grant | undefined {
    const isFree = this.#next() === undefined && !this.#isFirstUnderWay && this.#wait().waitMs <= 0;
    return isFree ? this.#grant() : undefined;
  }

  /**
   * Resolves when the call may be sent. Rejects with the reason of a signal that fires first, and at once with a
   * {@link ServiceWaitError} if the service accepts it too late.
   */
  take({ kind, signals = [], call = {}, longestMs = () => Infinity }: GrantRequest): Promise<Grant> {
    return new Promise((resolve, reject) => {
      const aborted = signals.find((signal) => signal.aborted);
      if (aborted !== undefined) {
        reject(toError(aborted.reason));
        return;
      }
      const queue = this.#queues[kind];
      const forget = signals.map((signal) =>
        onAbort(signal, () => {
          leave();
          reject(toError(signal.reason));
          this.#pump();
        }),
      );
      const leave = () => {
        queue.delete(waiting);
        for (const each of forget) each();
      };
      let hasWaited = false;
      const waiting: Waiting = {
        start: () => {
          leave();
          resolve(this.#grant(hasWaited ? this.#latestReason : undefined));
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
        longestMs,
      };
      queue.add(waiting);
      this.#pump();
      if (!queue.has(waiting) || this.#isFirstUnderWay) return;
      this.#waits.count(call);
      hasWaited = true;
    });
  }

  /** Holds all calls back: the service answered 429 and said how long to wait. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + Math.min(ms, longestWaitMs));
    this.#pump();
  }

  #grant(waitedFor?: WaitReason): Grant {
    this.#grantedAt.push(this.#clock.now());
    this.#sequence += 1;
    const sequence = this.#sequence;
    this.#unanswered.add(sequence);
    if (this.#counter !== undefined) this.#counter.remaining -= 1;
    return {
      waitedFor,
      finish: (limit) => {
        if (!this.#unanswered.delete(sequence)) return;
        this.#isFirstAwaited = false;
        if (limit !== undefined) this.#read(limit, sequence);
        this.#pump();
      },
    };
  }

  #read({ remaining, resetMs }: RateLimit, sequence: number): void {
    // Replies overtake each other: an older call's counter is out of date.
    if (this.#counter !== undefined && sequence < this.#counter.sequence) return;
    const earlier = [...this.#unanswered].filter((each) => each < sequence).length;
    const uncounted = this.#sequence - sequence + earlier;
    this.#counter = {
      sequence,
      remaining: remaining - uncounted,
      resetAt: this.#clock.now() + resetMs,
    };
  }

  /** Grants what may be sent now, and comes back when the next call may be. */
  #pump(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    for (let next = this.#next(); next !== undefined && !this.#isFirstUnderWay; next = this.#next()) {
      const { waitMs, reason, service } = this.#wait();
      if (waitMs <= 0) {
        next.start();
        continue;
      }
      this.#refuseLate(service);
      if (this.#next() !== next) continue;
      const until = this.#clock.now() + waitMs;
      this.#latestReason = reason;
      if (this.#waiting === undefined) this.#waiting = this.#waits.begin(reason, until);
      else this.#waiting.update(reason, until);
      this.#cancelTimer = this.#clock.schedule(Math.ceil(waitMs), () => this.#pump());
      return;
    }
    this.#waiting?.end();
    this.#waiting = undefined;
  }

  /** Refuses the calls for which the service has time too late. */
  #refuseLate({ reason, waitMs, addedMs }: ServiceWait): void {
    for (const queue of Object.values(this.#queues))
      for (const waiting of [...queue])
        if (addedMs > 0 && addedMs >= waiting.longestMs())
          waiting.refuse(new ServiceWaitError(reason, waitMs));
  }

  get #isFirstUnderWay(): boolean {
    return this.#isFirstAwaited && this.#unanswered.size > 0;
  }

  #next(): Waiting | undefined {
    const { write, read } = this.#queues;
    return write.values().next().value ?? read.values().next().value;
  }

  #wait(): { readonly waitMs: number; readonly reason: WaitReason; readonly service: ServiceWait } {
    const now = this.#clock.now();
    const firstInside = this.#grantedAt.findIndex((at) => at > now - windowMs);
    if (firstInside !== 0) this.#grantedAt = firstInside < 0 ? [] : this.#grantedAt.slice(firstInside);
    if (this.#counter !== undefined && this.#counter.resetAt <= now) this.#counter = undefined;

    const [oldest = now] = this.#grantedAt;
    const budgetMs = this.#grantedAt.length >= this.#limit ? oldest + windowMs - now : 0;
    const pauseMs = this.#pausedUntil - now;
    const counterMs =
      this.#counter !== undefined && this.#counter.remaining <= 0 ? this.#counter.resetAt - now : 0;
    const reason = counterMs > pauseMs ? 'service_counter' : 'retry_after';
    const serviceMs = Math.max(counterMs, pauseMs);
    const service = { reason, waitMs: serviceMs, addedMs: serviceMs - budgetMs } as const;
    return budgetMs > serviceMs
      ? { waitMs: budgetMs, reason: 'budget', service }
      : { waitMs: serviceMs, reason, service };
  }
}

/** The wait that the service asks for, and how much longer it is than the one for the limit of this process. */
interface ServiceWait {
  readonly reason: WaitReason;
  readonly waitMs: number;
  readonly addedMs: number;
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The call was cancelled.', { cause: reason });
}
