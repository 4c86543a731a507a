import { ApiRefusal } from './errors';
import type { Setting, Store } from '../state/store';

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
  private readonly limit: Setting<number | null>;
  private window = { endsAt: -Infinity, used: 0 };

  constructor(
    store: Store,
    private readonly now: () => Date,
  ) {
    this.limit = store.setting<number | null>('limits', null);
  }

  /** @default null - calls are not limited */
  get requestsPer5Minutes(): number | null {
    return this.limit.get();
  }

  set requestsPer5Minutes(limit: number | null) {
    this.limit.set(limit);
    this.startAnew();
  }

  startAnew(): void {
    this.window = { endsAt: -Infinity, used: 0 };
  }

  /** Reads the remaining calls without counting one. */
  read(): LimitState {
    const limit = this.limit.get();
    const leftMs = this.window.endsAt - this.now().getTime();
    const used = limit === null || leftMs <= 0 ? 0 : this.window.used;
    return {
      limit,
      used: Math.min(used, limit ?? 0),
      remaining: limit === null ? null : Math.max(0, limit - used),
      isRefusing: limit !== null && used > limit,
      resetsInMs: used === 0 ? null : leftMs,
    };
  }

  /** Counts a call: the headers of its reply, and the error of a call over the limit. */
  count(): { readonly headers: Readonly<Record<string, string>>; readonly refusal?: ApiRefusal } {
    const now = this.now().getTime();
    const limit = this.limit.get();
    // A shrinking remainder would delay clients although no limit is set.
    if (limit === null) return { headers: headersOf(usualLimit, usualLimit, now, now) };
    if (now >= this.window.endsAt) this.window = { endsAt: now + windowMs, used: 0 };
    // The first call over the limit begins 5 minutes of their own.
    if (this.window.used === limit) this.window.endsAt = now + windowMs;
    this.window.used = Math.min(this.window.used + 1, limit + 1);
    const { used, endsAt } = this.window;
    const headers = headersOf(limit, Math.max(0, limit - used), endsAt, now);
    if (used <= limit) return { headers };
    const retryAfter = { 'retry-after': String(secondsUntil(endsAt, now)) };
    return { headers, refusal: new ApiRefusal(429, [tooManyRequests], retryAfter) };
  }
}

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
