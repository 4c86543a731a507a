import { ApiRefusal } from './errors';
import type { Store, Table } from '../state/store';

/** What the limit says about one call. */
interface Verdict {
  /** Headers of the reply, whatever its status. */
  readonly headers: Readonly<Record<string, string>>;
  /** The error of a call over the limit. */
  readonly refusal?: ApiRefusal;
}

export interface LimitState {
  /** Calls in 5 minutes; null without a limit. */
  readonly limit: number | null;
  readonly used: number;
  readonly remaining: number | null;
  /** Whether every call is refused, since one was over the limit. */
  readonly isRefusing: boolean;
  /** Until the count starts anew, or the refusal ends; null where no count has started. */
  readonly resetsInMs: number | null;
}

/**
 * The limit of calls in 5 minutes, for all credentials together (public fact, section 7). The 5 minutes begin with the
 * first call. The call over the limit starts 5 minutes in which every call is refused. The limit is kept in the state,
 * the count is not.
 */
export class RequestLimit {
  private readonly limits: Table<number>;
  private window: { readonly endsAt: number; readonly used: number } | undefined;
  private refusedUntil = -Infinity;

  constructor(
    private readonly store: Store,
    private readonly now: () => Date,
  ) {
    this.limits = store.table('limits');
  }

  /** @default null - calls are not limited */
  get requestsPer5Minutes(): number | null {
    return this.limits.get('', key) ?? null;
  }

  set requestsPer5Minutes(limit: number | null) {
    this.store.commit([limit === null ? this.limits.delete('', key) : this.limits.put('', key, limit)]);
    this.startAnew();
  }

  startAnew(): void {
    this.window = undefined;
    this.refusedUntil = -Infinity;
  }

  /** What is left, without counting a call. */
  read(): LimitState {
    const now = this.now().getTime();
    const limit = this.requestsPer5Minutes;
    const isRefusing = limit !== null && now < this.refusedUntil;
    const window = this.window !== undefined && now < this.window.endsAt ? this.window : undefined;
    const used = limit === null ? 0 : isRefusing ? limit : (window?.used ?? 0);
    const resetsAt = isRefusing ? this.refusedUntil : limit === null ? undefined : window?.endsAt;
    return {
      limit,
      used,
      remaining: limit === null ? null : limit - used,
      isRefusing,
      resetsInMs: resetsAt === undefined ? null : resetsAt - now,
    };
  }

  count(): Verdict {
    const now = this.now().getTime();
    const limit = this.requestsPer5Minutes;
    // A shrinking remainder would delay clients although no limit is set.
    if (limit === null) return { headers: headersOf(usualLimit, usualLimit, now, now) };
    if (now >= this.refusedUntil) {
      const { endsAt, used } =
        this.window !== undefined && now < this.window.endsAt
          ? this.window
          : { endsAt: now + windowMs, used: 0 };
      if (used < limit) {
        this.window = { endsAt, used: used + 1 };
        return { headers: headersOf(limit, limit - used - 1, endsAt, now) };
      }
      this.window = undefined;
      this.refusedUntil = now + windowMs;
    }
    const retryAfter = { 'retry-after': String(secondsUntil(this.refusedUntil, now)) };
    return {
      headers: headersOf(limit, 0, this.refusedUntil, now),
      refusal: new ApiRefusal(429, [tooManyRequests], retryAfter),
    };
  }
}

const key = 'requestsPer5Minutes';
const usualLimit = 1200;
const windowMs = 5 * 60_000;
const tooManyRequests = { code: 971, message: 'Please wait and consider throttling your request speed' };

/** The headers of the IETF draft, and those that the service documents. */
function headersOf(
  limit: number,
  remaining: number,
  resetAt: number,
  now: number,
): Readonly<Record<string, string>> {
  return {
    ratelimit: `"default";r=${remaining};t=${secondsUntil(resetAt, now)}`,
    'ratelimit-policy': `"default";q=${limit};w=${windowMs / 1000}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': new Date(resetAt).toUTCString(),
  };
}

function secondsUntil(time: number, now: number): number {
  return Math.ceil((time - now) / 1000);
}
