import type { Pool } from 'undici';
import { fieldsOf, filledTextOf, listOf } from '../ground/json';
import { own } from '../ground/record';
import { onAbort, expireIfEndingWithin, isTimeLimit, remainingTimeMs } from './time-limit';
import type { Clock } from './clock';
import { longestConnectMs } from './defaults';
import { openEnvelope } from './envelope';
import { CancelledError, isEdgeError, isRateLimited, mayHaveBeenApplied } from './errors';
import { describePath, traceCall, type CallTrace } from './call-trace';
import { type Retry, type WaitReason, WaitLog, type WaitSummary } from './waits';
import { exchange, largestBody, type Outcome } from './exchange';
import {
  cancelled,
  closed,
  incomplete,
  invalidPaging,
  invalidSegment,
  notAccepted,
  overLimit,
  type RequestDetails,
  type TimeForCall,
  timedOut,
  unexpectedObject,
  unexpectedShapeFix,
  unreachable,
  unreadable,
  withMayHaveBeenApplied,
  withLastFailure,
  withNoRetryReason,
} from './failures';
import type { Settings } from './options';
import { readRateLimit } from './rate-limit';
import { type Expected, findContradiction, type Reader, type Unreadable } from './reader';
import { truncatingRedactor } from './redact';
import { RequestBudget, ServiceWaitError, type Grant } from './request-budget';
import { attemptsBeforeFirstReply, backoffMs, causeOf, isTransient, settlingMs } from './retry';
import { connectThrough } from './tunnel';
import { header, type Reply, type WireRequest } from './wire';

/** The options of every method. */
export interface CallOptions {
  /**
   * Cancels this call.
   *
   * @default - only the client's own signal cancels it
   */
  readonly signal?: AbortSignal;
}

/** The options of a method that creates an object. */
export interface CreateOptions extends CallOptions {
  /**
   * Looks for the object after an attempt that may have created it. Resolves to false if it was not created: then the call is
   * repeated, like any other. If it resolves to true or fails, the call fails with the error of the attempt.
   *
   * @default - a call that may have created the object is not repeated
   */
  readonly wasApplied?: () => Promise<boolean>;
}

/** The options of a read that many callers of one client need. */
export interface CachedCallOptions extends CallOptions {
  /**
   * Whether an earlier read of the same list by this client may answer. The writes of this client correct such a list; the
   * writes of another client since then do not show.
   *
   * @default false
   */
  readonly cached?: boolean;
}

/** The part of a list to read: a page, or a range. */
export type Paging = Page | Range;

export interface Page {
  /** Counted from 1. */
  readonly page: number;
  /** The number of objects per page; at least 1. */
  readonly perPage: number;
}

export interface Range {
  /** The number of objects to skip; at least 0. */
  readonly offset: number;
  /** The maximum number of objects; at least 1. */
  readonly limit: number;
}

/** One operation of the API. */
export interface Call extends CreateOptions {
  readonly method: WireRequest['method'];
  /** The segments of the path below the base URL, not encoded. */
  readonly path: readonly (string | number)[];
  readonly query?: Readonly<Record<string, string>>;
  readonly paging?: Paging;
  /** The fields that identify the object: an answer in which one is different is about another object, and refused. */
  readonly expected?: Expected;
  readonly body?: unknown;
  /**
   * Whether the call may be sent again after a failure. Not where it means objects by their position, which may change.
   *
   * @default true
   */
  readonly isRepeatable?: boolean;
  /** Asked before the call is sent again: it fails with the last error if this is false, or fails. */
  readonly shouldRetry?: () => Promise<boolean>;
  /** The secrets in the body, to redact in errors. */
  readonly secrets?: () => readonly string[];
  /** The message that, with code 0, means that the object does not exist: some products do not use HTTP 404. */
  readonly notFoundText?: string;
}

/** The content of a successful reply, with functions for errors about it. */
export interface Answer {
  readonly result: unknown;
  /** The cursor of the next page; undefined on the last page. */
  readonly nextCursor: string | undefined;
  /** The number of pages of a list by its `result_info`; undefined if missing. */
  readonly totalPages: number | undefined;
  readonly totalCount: number | undefined;
  readonly perPage: number | undefined;
  readonly count: number | undefined;
  readonly sent: number;
  /** The length of the reply, in characters. */
  readonly length: number;
  readonly unreadable: Unreadable;
  /** Makes the error for a reply that is, for instance, `a list of more than 10,000 pages`. */
  readonly overLimit: (what: string) => Error;
  /** Makes the error for a list of which, for instance, `a page has 2 objects, and its count is 3`. */
  readonly incomplete: (what: string) => Error;
}

/** One attempt of a call. `waitReason`: why the call was sent again later. */
interface Attempt {
  readonly call: Call;
  readonly path: string;
  readonly request: RequestDetails;
  readonly signals: readonly AbortSignal[];
  readonly trace?: CallTrace | undefined;
  readonly waitReason?: WaitReason | undefined;
}

/** Sends calls: signs them, repeats them, opens the replies. It has what all products share, and nothing of any one of them. */
export class Transport {
  readonly #settings: Settings;
  readonly #pool: Pool;
  readonly #clean: (text: string) => string;
  readonly #waits: WaitLog;
  readonly #budget: RequestBudget;
  readonly #clock: Clock;
  readonly #random: () => number;
  #hasReply = false;
  #calls = 0;
  readonly #callsBySignal = new WeakMap<AbortSignal, number>();
  #closing: Promise<void> | undefined;

  constructor(settings: Settings, random: () => number = Math.random) {
    const { clock } = settings;
    this.#settings = settings;
    this.#clock = clock;
    this.#random = random;
    this.#waits = new WaitLog(clock, settings.observer);
    this.#budget = new RequestBudget({
      requestsPer5Minutes: settings.requestsPer5Minutes,
      startsAlone: true,
      clock,
      waits: this.#waits,
    });
    this.#clean = truncatingRedactor(settings.secrets);
    const connectTimeout = Math.min(settings.timeoutMs, longestConnectMs);
    const { proxy, userAgent } = settings;
    this.#pool = createPool(settings.origin, {
      connections: settings.connections,
      connectTimeout,
      ...(proxy !== undefined && { connect: connectThrough(proxy, userAgent, connectTimeout) }),
      // One clock for a request, exchange.ts has it.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Sends the call when the budget allows, and again where it failed in a way that may pass. */
  async call(call: Call): Promise<Answer> {
    const path = this.#pathOf(call);
    const request = this.#requestOf(call, path);
    const signals = [this.#settings.signal, call.signal].filter((each) => each !== undefined);
    let failure: { readonly firstAt: number; readonly latest: unknown } | undefined;
    let isInDoubt = false;
    let since = this.#clock.now();
    let waitReason: WaitReason | undefined;
    for (let attempt = 0; ; attempt += 1) {
      const trace = this.#traceOf(request, attempt, since);
      try {
        const answer = await this.#attempt({ call, path, request, signals, trace, waitReason });
        trace?.end();
        return answer;
      } catch (error) {
        trace?.end(error);
        since = this.#clock.now();
        waitReason = isRateLimited(error) ? 'retry_after' : 'failure';
        // An earlier attempt may have been applied, whatever became of this one.
        const latest = isInDoubt ? withMayHaveBeenApplied(error) : error;
        // The failure that made the call wait says more than the end of its time.
        if (isUnsent(error))
          throw failure === undefined ? latest : withNoRetryReason(failure.latest, this.#timeFor(signals));
        if (error instanceof CancelledError) throw withLastFailure(error, failure?.latest);
        isInDoubt ||= mayHaveBeenApplied(error);
        failure = { firstAt: failure?.firstAt ?? this.#clock.now(), latest };
        const waitMs = this.#retryAfterMs(error, call, attempt);
        if (waitMs === undefined) throw latest;
        if (!this.#isInTime(failure.firstAt, waitMs, signals, isRateLimited(error)))
          throw withNoRetryReason(latest, this.#timeFor(signals));
        // After a 429 the call waits in the budget, like all others.
        const repetition = { cause: causeOf(error), lastAt: this.#lastAttemptAt(failure.firstAt, signals) };
        const pauseMs = isRateLimited(error) ? 0 : waitMs;
        const aborted = await this.#waitToRepeat(pauseMs, call, signals, repetition);
        if (aborted === undefined) {
          if (!(await mayRepeat(call, isInDoubt))) throw latest;
          continue;
        }
        if (isTimeLimit(aborted.reason)) throw latest;
        const stopped = withLastFailure(cancelled(request, aborted.reason, false), latest);
        throw isInDoubt ? withMayHaveBeenApplied(stopped) : stopped;
      }
    }
  }

  async read<T>(call: Call, read: Reader<T>): Promise<T> {
    const { result, unreadable } = await this.call(call);
    return read(result, unreadable);
  }

  /** The time that calls have waited so far: for the request budget, and between attempts. */
  get waitSummary(): WaitSummary {
    return this.#waits.summary;
  }

  get patienceMs(): number {
    return Math.max(this.#settings.retryTimeoutMs, settlingMs);
  }

  /** The number of requests sent so far, repetitions included. */
  get calls(): number {
    return this.#calls;
  }

  callsOf(signal: AbortSignal): number {
    return this.#callsBySignal.get(signal) ?? 0;
  }

  /** Most calls succeed, and only errors and traces need what is redacted. */
  #requestOf({ method, notFoundText, secrets }: Call, path: string): RequestDetails {
    const { origin, proxy, secrets: known } = this.#settings;
    const clean = this.#clean;
    return {
      method,
      origin,
      proxy,
      get path() {
        return clean(path);
      },
      writes: method !== 'GET',
      notFoundText,
      clean: secrets === undefined ? clean : (text) => truncatingRedactor([...known, ...secrets()])(text),
    };
  }

  #traceOf(request: RequestDetails, attempt: number, since: number): CallTrace | undefined {
    const { observer, basePath } = this.#settings;
    if (observer === undefined) return undefined;
    const { method, path } = request;
    const begun = { method, path: describePath(path, basePath), attempt: attempt + 1 };
    return traceCall(observer, () => this.#clock.now(), begun, since);
  }

  async #attempt(attempt: Attempt): Promise<Answer> {
    const { call, request } = attempt;
    const outcome = await this.#send(attempt);
    attempt.trace?.receive(outcome);
    const reply = this.#replyOf(outcome, request);
    const opened = openEnvelope(request, reply, Date.now());
    const wrong = findContradiction(opened.result, call.expected ?? {});
    if (wrong !== undefined) throw unexpectedObject(request, wrong);
    const { result, resultInfo } = opened;
    return {
      result,
      nextCursor: nextCursor(resultInfo),
      totalPages: countOf(resultInfo, 'total_pages'),
      totalCount: countOf(resultInfo, 'total_count'),
      perPage: countOf(resultInfo, 'per_page'),
      count: countOf(resultInfo, 'count'),
      sent: listOf(result).length,
      length: reply.text.length,
      unreadable: (what) =>
        unreadable(
          request,
          { ...reply, contentType: header(reply, 'content-type') },
          what,
          unexpectedShapeFix,
        ),
      overLimit: (what) => overLimit(request, what),
      incomplete: (what) => incomplete(request, what),
    };
  }

  /** Waits for calls in progress. Later calls are refused. */
  async close(): Promise<void> {
    this.#closing ??= this.#pool.close();
    await this.#closing;
  }

  async #send({ call, path, request, signals, trace, waitReason }: Attempt): Promise<Outcome> {
    const wireRequest = { method: call.method, path, ...this.#content(call.body) };
    const grant = this.#budget.takeNow() ?? (await this.#waitForGrant(request, call, signals));
    trace?.send(grant.waitedFor ?? waitReason);
    this.#calls += 1;
    if (call.signal !== undefined) this.#callsBySignal.set(call.signal, this.callsOf(call.signal) + 1);
    const outcome = await exchange(this.#pool, wireRequest, this.#settings.timeoutMs, signals);
    const reply = outcome.kind === 'reply' ? outcome.reply : undefined;
    if (reply !== undefined || outcome.kind === 'oversized') this.#hasReply = true;
    grant.finish(reply && readRateLimit(reply, new Date()));
    return outcome;
  }

  #waitForGrant(request: RequestDetails, call: Call, signals: readonly AbortSignal[]): Promise<Grant> {
    const kind = request.writes ? 'write' : 'read';
    const longestMs = () => this.#timeFor(signals).ms;
    return this.#budget.take({ kind, signals, call, longestMs }).catch((error: unknown) => {
      if (error instanceof ServiceWaitError) {
        const refused = notAccepted(request, error, this.#timeFor(signals));
        expireIfEndingWithin(error.waitMs, signals);
        throw refused;
      }
      const aborted = signals.find((signal) => signal.aborted);
      throw aborted === undefined ? error : cancelled(request, aborted.reason, false);
    });
  }

  /** The time for waits and retries: the time limit of the operation replaces that of retries, unless there are none. */
  #timeFor(signals: readonly AbortSignal[]): TimeForCall {
    const remainingMs = remainingTimeMs(signals);
    return { ms: remainingMs ?? this.#settings.retryTimeoutMs, isOfOperation: remainingMs !== undefined };
  }

  /** Whether the call may be sent again after a wait. A long wait that the service asks for ends the time of an operation at once. */
  #isInTime(
    firstFailureAt: number,
    waitMs: number,
    signals: readonly AbortSignal[],
    isAsked: boolean,
  ): boolean {
    const isInTime = this.#clock.now() + waitMs < this.#lastAttemptAt(firstFailureAt, signals);
    if (this.#remainingMs(signals) === undefined) return isInTime;
    if (isAsked) expireIfEndingWithin(waitMs, signals);
    return !isAsked || isInTime;
  }

  /** The time after which a call that fails is not repeated any more. */
  #lastAttemptAt(firstFailureAt: number, signals: readonly AbortSignal[]): number {
    const remainingMs = this.#remainingMs(signals);
    return remainingMs === undefined
      ? firstFailureAt + this.#settings.retryTimeoutMs
      : this.#clock.now() + remainingMs;
  }

  /** The time left of the operation, which replaces that of retries unless there are none. */
  #remainingMs(signals: readonly AbortSignal[]): number | undefined {
    return this.#settings.retryTimeoutMs > 0 ? remainingTimeMs(signals) : undefined;
  }

  /** How long to wait before the call is sent again; undefined when it is not. */
  #retryAfterMs(error: unknown, call: Call, attempt: number): number | undefined {
    if (!isTransient(error)) return undefined;
    const isDoubtfulCreate = call.method === 'POST' && error.mayHaveBeenApplied;
    if (isDoubtfulCreate && call.wasApplied === undefined) return undefined;
    const isUnreachable = error.code === 'EDGE_UNREACHABLE' && !this.#hasReply;
    if (isUnreachable && attempt + 1 >= attemptsBeforeFirstReply) return undefined;
    const backoff = backoffMs(attempt, this.#random);
    const waitMs = isDoubtfulCreate ? Math.max(backoff, settlingMs) : backoff;
    // At least the pause of any failure: Retry-After may be 0.
    const askedMs = isRateLimited(error) ? Math.max(error.retryAfterMs ?? 0, waitMs) : 0;
    // The limit holds for all calls, so all wait.
    if (isRateLimited(error)) this.#budget.pause(askedMs);
    return call.isRepeatable === false ? undefined : Math.max(askedMs, waitMs);
  }

  async #waitToRepeat(
    ms: number,
    call: Call,
    signals: readonly AbortSignal[],
    repetition: Retry,
  ): Promise<AbortSignal | undefined> {
    if (ms <= 0) return signals.find((signal) => signal.aborted);
    this.#waits.count(call);
    const wait = this.#waits.begin('failure', this.#clock.now() + ms, repetition);
    try {
      return await this.#wait(ms, signals);
    } finally {
      wait.end();
    }
  }

  /** Waits; ends at once when a signal fires, and returns that one. */
  #wait(ms: number, signals: readonly AbortSignal[]): Promise<AbortSignal | undefined> {
    const aborted = signals.find((signal) => signal.aborted);
    if (aborted !== undefined) return Promise.resolve(aborted);
    return new Promise((resolve) => {
      const finish = (by?: AbortSignal) => {
        for (const each of cancel) each();
        resolve(by);
      };
      const cancel = [
        this.#clock.schedule(ms, finish),
        ...signals.map((signal) => onAbort(signal, () => finish(signal))),
      ];
    });
  }

  #replyOf(outcome: Outcome, request: RequestDetails): Reply {
    switch (outcome.kind) {
      case 'reply':
        return outcome.reply;
      case 'oversized':
        throw overLimit(request, `a body of more than ${largestBody / 1024 / 1024} MB`);
      case 'timeout':
        throw timedOut(request, this.#settings.timeoutMs);
      case 'cancelled':
        throw cancelled(request, outcome.reason, outcome.wasSent);
      case 'broken':
        throw this.#pool.closed && !outcome.wasSent
          ? closed(request)
          : unreachable(request, outcome.error, outcome.wasSent);
      default:
        return outcome satisfies never;
    }
  }

  #content(body: unknown): Pick<WireRequest, 'headers' | 'body'> {
    const headers = { ...this.#settings.headers, accept: 'application/json' };
    return body === undefined
      ? { headers, body: undefined }
      : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  }

  #pathOf(call: Call): string {
    const { origin, basePath } = this.#settings;
    const segments = call.path.map((segment) => {
      const encoded = encodedSegment(String(segment));
      if (encoded === undefined) throw invalidSegment(call.method, `${origin}${basePath}`, String(segment));
      return encoded;
    });
    const path = [basePath, ...segments].join('/');
    for (const [name, value] of Object.entries(call.paging ?? {})) {
      const least = name === 'offset' ? 0 : 1;
      if (!Number.isSafeInteger(value) || Number(value) < least)
        throw invalidPaging(call.method, `${origin}${path}`, name, String(value), least);
    }
    const query = new URLSearchParams({ ...call.query, ...pagingQuery(call.paging) }).toString();
    return query === '' ? path : `${path}?${query}`;
  }
}

/** Whether a call was not sent because its time was over, or would have been before the service accepts it. */
function isUnsent(error: unknown): boolean {
  return isEdgeError(error) && (isTimeLimit(error.cause) || error.cause instanceof ServiceWaitError);
}

/** Whether a call may be repeated. A write that was carried out is repeated without harm, unless it creates something. */
async function mayRepeat({ method, wasApplied, shouldRetry }: Call, isInDoubt: boolean): Promise<boolean> {
  if (isInDoubt && method === 'POST' && (wasApplied === undefined || (await wasApplied().catch(() => true))))
    return false;
  return shouldRetry?.().catch(() => false) ?? true;
}

/** Makes a pool of connections. The index of undici loads fetch, web sockets and caches, which take two thirds of its start and which nothing here uses. */
function createPool(origin: string, options: Pool.Options): Pool {
  // oxlint-disable-next-line typescript/no-require-imports -- the module has no types of its own
  const Constructor = require('undici/lib/dispatcher/pool.js') as typeof Pool;
  return new Constructor(origin, options);
}

/** A segment of a path, encoded. Undefined for one that a path cannot contain: empty, `.` or `..`, or with half a surrogate pair. */
function encodedSegment(segment: string): string | undefined {
  if (segment === '' || segment === '.' || segment === '..') return undefined;
  try {
    return encodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function pagingQuery(paging: Paging | undefined): Record<string, string> {
  if (paging === undefined) return {};
  return 'page' in paging
    ? { page: String(paging.page), per_page: String(paging.perPage) }
    : { limit: String(paging.limit), offset: String(paging.offset) };
}

/** The cursor of the next page: `result_info.cursor`, or `result_info.cursors.after` (public fact). */
export function nextCursor(resultInfo: unknown): string | undefined {
  const { cursor, cursors } = fieldsOf(resultInfo);
  return filledTextOf(cursor) ?? filledTextOf(fieldsOf(cursors).after);
}

/** A number of `result_info` (public fact). 0 says nothing: an unpaged listing may have it. */
function countOf(resultInfo: unknown, name: string): number | undefined {
  const value = own(fieldsOf(resultInfo), name);
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
