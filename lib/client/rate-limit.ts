import { header, type Reply } from './wire';

/** The state of the service's own counter, which all machines and stacks of a user share. */
export interface RateLimit {
  /** The number of calls that the service still accepts. */
  readonly remaining: number;
  /** Milliseconds until the service accepts the full number again. */
  readonly resetMs: number;
}

/** The longest time that is believed, in milliseconds: an hour. The window of the service has 5 minutes; a header that says years is a fault. */
export const longestResetMs = 60 * 60_000;

/**
 * Reads the rate limit from the headers of a reply; undefined where they say nothing that can be used. Sources: the
 * `RateLimit` header of the IETF draft (`"default";r=50;t=30`; earlier versions `limit=100, remaining=50, reset=30`),
 * the separate `ratelimit-remaining` and `ratelimit-reset` in seconds, and the documented `x-ratelimit-remaining` with
 * `x-ratelimit-reset` as a date (public fact, section 7).
 */
export function readRateLimit(reply: Pick<Reply, 'headers'>, now: Date): RateLimit | undefined {
  const limit = readHeaders(reply, now);
  return limit === undefined || limit.resetMs > longestResetMs ? undefined : limit;
}

function readHeaders(reply: Pick<Reply, 'headers'>, now: Date): RateLimit | undefined {
  const combined = header(reply, 'ratelimit');
  if (combined !== undefined) {
    const policies = combined.split(/,\s*(?=")/).map(readPolicy);
    const tightest = policies
      .filter((each) => each !== undefined)
      .sort((one, other) => one.remaining - other.remaining)[0];
    if (tightest !== undefined) return tightest;
  }
  for (const prefix of ['ratelimit', 'x-ratelimit']) {
    const remaining = readCount(header(reply, `${prefix}-remaining`));
    const resetMs = readReset(header(reply, `${prefix}-reset`), now);
    if (remaining !== undefined && resetMs !== undefined) return { remaining, resetMs };
  }
  return undefined;
}

function readPolicy(text: string): RateLimit | undefined {
  const remaining = readCount(/(?:^|[;,\s])(?:r|remaining)=(\d+)/.exec(text)?.[1]);
  const seconds = readCount(/(?:^|[;,\s])(?:t|reset)=(\d+)/.exec(text)?.[1]);
  return remaining === undefined || seconds === undefined
    ? undefined
    : { remaining, resetMs: seconds * 1000 };
}

function readCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

/** The milliseconds until a reset, which is given as seconds from now or as a date. */
function readReset(text: string | undefined, now: Date): number | undefined {
  const seconds = readCount(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(text ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
