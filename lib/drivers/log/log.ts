import { AsyncLocalStorage } from 'node:async_hooks';
import { isEdgeError, type CallEvent, type ClientEvent, type Observer } from '../../client';
import { systemClock } from '../../client/clock';
import { formatReason, formatWait } from '../waits';
import { levels, type Fields, type Level } from './fields';
import type { Sink } from './sinks';

/** An operation, or all of the process, and its calls so far. */
class Operation {
  readonly begun = systemClock.now();
  calls = 0;
  retries = 0;
  waitMs = 0;

  constructor(readonly fields: Fields) {}

  count({ durationMs, attempt, waitMs }: CallEvent): void {
    const isSent = durationMs !== undefined;
    this.calls += isSent ? 1 : 0;
    this.retries += isSent && attempt > 1 ? 1 : 0;
    this.waitMs += waitMs;
  }
}

/** Writes what the client and the operations of a process do, as lines of the same fields, to every sink that takes their level. */
export class Log {
  readonly #current = new AsyncLocalStorage<Operation>();
  readonly #whole = new Operation({});
  #operations = 0;
  /** The observer for a client; undefined if nobody reads lines, so that the client makes no events. */
  readonly observer: Observer | undefined;

  constructor(
    private readonly sinks: readonly Sink[],
    private readonly fields: Fields,
  ) {
    this.observer = sinks.length === 0 ? undefined : (event) => this.#observe(event);
  }

  write(level: Level, message: string, fields: Fields = {}): void {
    const time = new Date();
    const entry = {
      level,
      message,
      time,
      fields: { ...this.fields, ...this.#current.getStore()?.fields, ...fields },
    };
    for (const sink of this.sinks) if (levels.indexOf(level) >= levels.indexOf(sink.level)) sink.write(entry);
  }

  #observe(event: ClientEvent): void {
    if (event.kind === 'wait') {
      const { reason, cause, waitMs: ms, leftMs } = event;
      const left = leftMs === undefined ? '' : `; ${formatWait(leftMs)} left in all`;
      const text = `Waiting for the API: ${formatReason(reason, cause)}, ${formatWait(ms)}${left}`;
      this.write('info', text, { wait_reason: reason, wait_ms: Math.round(ms) });
      return;
    }
    const { method, path, status, attempt, durationMs, waitMs, waitReason, rayId, error, codes } = event;
    this.#whole.count(event);
    this.#current.getStore()?.count(event);
    this.write(levelOf(event), 'API call', {
      method,
      path,
      status,
      attempt,
      duration_ms: durationMs === undefined ? undefined : Math.round(durationMs),
      wait_ms: Math.round(waitMs),
      wait_reason: waitReason,
      ray_id: rayId,
      error,
      codes,
    });
  }

  /** Runs an operation, whose calls have its fields, and ends with a line about all of them. `describe` is called only if somebody reads lines. */
  async run<T>(
    describe: () => Fields,
    operation: () => Promise<T>,
    outcome: (result: T) => Fields = () => ({}),
  ): Promise<T> {
    if (this.sinks.length === 0) return operation();
    this.#operations += 1;
    const own = new Operation({ ...describe(), operation_id: this.#operations });
    return this.#current.run(own, async () => {
      try {
        const result = await operation();
        this.#summarize('Operation ended', own, outcome(result));
        return result;
      } catch (error) {
        this.#summarize('Operation ended', own, { error: isEdgeError(error) ? error.code : 'failed' });
        throw error;
      }
    });
  }

  /** Writes what all operations of the process took together, and closes what was opened. */
  end(): void {
    if (this.#whole.calls > 0) this.#summarize('All operations ended', this.#whole, {});
    for (const { close } of this.sinks) close?.();
  }

  #summarize(message: string, { begun, calls, retries, waitMs }: Operation, outcome: Fields): void {
    this.write(outcome.error === undefined ? 'info' : 'error', message, {
      calls,
      retries,
      wait_ms: Math.round(waitMs),
      duration_ms: Math.round(systemClock.now() - begun),
      ...outcome,
    });
  }
}

/** The level of a call: a failure that may pass is a warning; what the service decides is the business of the caller. */
function levelOf({ error, status }: CallEvent): Level {
  if (error === undefined) return 'debug';
  return status === undefined || status >= 500 || status === 429 || status === 408 || status === 409
    ? 'warn'
    : 'info';
}
