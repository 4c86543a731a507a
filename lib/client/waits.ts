import type { Clock } from './clock';

/**
 * Why calls waited: for the budget of this process, for the service's own counter, because it answered 429, or to be repeated
 * after a failure.
 */
export type WaitReason = 'budget' | 'service_counter' | 'retry_after' | 'failure';

/** An event of a client, at the time when it happens. The texts have no secret: bodies, headers and messages of the service are not in them. */
export type ClientEvent = CallEvent | WaitEvent;

/** One attempt of a call has ended. */
export interface CallEvent {
  readonly kind: 'call';
  readonly method: string;
  /** The path below the base URL, as `/zones/<id>/logpush/jobs?page=2&name=…`: without the ids of webhooks and most values of queries. */
  readonly path: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** Milliseconds since the call began, or since its last attempt ended, until this one was sent. */
  readonly waitMs: number;
  /** Why it waited; undefined if nothing but the first call of the client was in its way. */
  readonly waitReason: WaitReason | undefined;
  /** Milliseconds until the whole reply was there. Undefined if nothing was sent. */
  readonly durationMs: number | undefined;
  /** The HTTP status; undefined without a reply. */
  readonly status: number | undefined;
  /** The header `cf-ray`, which identifies the request to the support of the service. */
  readonly rayId: string | undefined;
  /** The code of the error, such as `EDGE_TIMEOUT`; undefined for a success. */
  readonly error: string | undefined;
  /** The codes of the service's own errors. */
  readonly codes: readonly number[];
}

/** Calls begin to wait, or wait for longer or something else than before. */
export interface WaitEvent extends Omit<CurrentWait, 'remainingMs'> {
  readonly kind: 'wait';
  readonly waitMs: number;
}

export type Observer = (event: ClientEvent) => void;

/** How long the calls of a client waited so far. */
export interface WaitSummary {
  /** Milliseconds in which at least one call waited. */
  readonly waitedMs: number;
  /** Number of calls that had to wait. */
  readonly calls: number;
  readonly reasons: readonly WaitReason[];
  /** The longest wait in progress; undefined while no call waits. */
  readonly current?: CurrentWait;
}

export interface CurrentWait {
  readonly reason: WaitReason;
  /** Milliseconds until the calls go on. */
  readonly remainingMs: number;
  /** The cause of a repetition: why the last attempt failed, such as `HTTP 502` or `ECONNRESET`. */
  readonly cause?: string;
  /** The milliseconds that are left for the repetitions of a call in all. */
  readonly leftMs?: number;
}

/** A wait between the attempts of a call. */
export interface Retry {
  readonly cause: string;
  /** The time after which no further attempt is made, on the client's clock. */
  readonly lastAt: number;
}

export interface Wait {
  /** @param until - on the client's clock; a wait may become longer */
  update(reason: WaitReason, until: number): void;
  end(): void;
}

/** The smallest change of a wait that is reported, in milliseconds: each call that is sent changes how long the next ones wait. */
export const smallestReportedChangeMs = 10_000;

interface ActiveWait {
  readonly reason: WaitReason;
  readonly until: number;
  readonly repetition: Retry | undefined;
}

function currentWait({ reason, until, repetition }: ActiveWait, now: number): CurrentWait {
  return {
    reason,
    remainingMs: Math.max(0, until - now),
    ...(repetition && { cause: repetition.cause, leftMs: Math.max(0, repetition.lastAt - now) }),
  };
}

/** Counts how long calls wait, whatever for. Waits at the same time count once. */
export class WaitLog {
  readonly #clock: Clock;
  readonly #observer: Observer | undefined;
  readonly #active = new Map<Wait, ActiveWait>();
  readonly #waiters = new WeakSet();
  readonly #reasons = new Set<WaitReason>();
  #calls = 0;
  #endedMs = 0;
  #since = 0;

  constructor(clock: Clock, observer?: Observer) {
    this.#clock = clock;
    this.#observer = observer;
  }

  get summary(): WaitSummary {
    const now = this.#clock.now();
    const waits = [...this.#active.values()].sort((one, other) => other.until - one.until);
    const [longest] = waits;
    return {
      waitedMs: this.#endedMs + (longest === undefined ? 0 : now - this.#since),
      calls: this.#calls,
      reasons: [...this.#reasons],
      ...(longest && { current: currentWait(longest, now) }),
    };
  }

  /** Counts a call that waits; once, however often it waits. */
  count(call: object): void {
    if (this.#waiters.has(call)) return;
    this.#waiters.add(call);
    this.#calls += 1;
  }

  begin(reason: WaitReason, until: number, repetition?: Retry): Wait {
    if (this.#active.size === 0) this.#since = this.#clock.now();
    const wait: Wait = {
      update: (why, end) => {
        this.#reasons.add(why);
        const next = { reason: why, until: end, repetition };
        this.#announce(this.#active.get(wait), next);
        this.#active.set(wait, next);
      },
      end: () => {
        this.#active.delete(wait);
        if (this.#active.size === 0) this.#endedMs += this.#clock.now() - this.#since;
      },
    };
    wait.update(reason, until);
    return wait;
  }

  #announce(before: ActiveWait | undefined, next: ActiveWait): void {
    if (this.#observer === undefined) return;
    if (before?.reason === next.reason && next.until < before.until + smallestReportedChangeMs) return;
    const { remainingMs: waitMs, ...wait } = currentWait(next, this.#clock.now());
    this.#observer({ kind: 'wait', ...wait, waitMs });
  }
}
