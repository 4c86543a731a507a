import { onceFor } from '../ground/remember';
import type { Clock } from './clock';

/** The listeners of each signal: it may serve many calls, and Node warns at eleven listeners. */
const listenersOf = onceFor((signal: AbortSignal) => {
  const listeners = new Set<() => void>();
  const callAll = () => {
    for (const listener of [...listeners]) listener();
  };
  signal.addEventListener('abort', callAll, { once: true });
  return listeners;
});

/** Calls the listener when the signal is aborted. Returns a function that removes the listener. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = listenersOf(signal);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

class TimeLimitReached extends Error {}

/** A signal that fires when its parent does or, with a reason of its own, when the time is over. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Call it when the operation ends. */
  readonly end: () => void;
}

const limits = new WeakMap<
  AbortSignal,
  { readonly remainingMs: () => number; readonly expire: () => void }
>();

/**
 * Limits the time of all calls that get the signal. When it is over, no call of them waits, is repeated or begins. One that is
 * on its way may end: to cut it off would leave it in doubt.
 */
export function limitTime(parent: AbortSignal, ms: number, clock: Clock): TimeLimit {
  const controller = new AbortController();
  const follow = () => controller.abort(parent.reason);
  const stopListening = onAbort(parent, follow);
  const expire = () => controller.abort(new TimeLimitReached('The time limit was reached.'));
  const endsAt = clock.now() + ms;
  const cancel = clock.schedule(ms, expire);
  if (parent.aborted) follow();
  limits.set(controller.signal, { remainingMs: () => endsAt - clock.now(), expire });
  return {
    signal: controller.signal,
    end: () => {
      stopListening();
      cancel();
    },
  };
}

/** The milliseconds that calls with these signals may still wait; undefined without a time limit of their own, which replaces that of retries. */
export function remainingTimeMs(signals: readonly AbortSignal[]): number | undefined {
  const remaining = signals.flatMap((signal) => limits.get(signal)?.remainingMs() ?? []);
  return remaining.length === 0 ? undefined : Math.min(...remaining);
}

/** Aborts the operations that have at most `ms` left: their calls would have to wait for longer. */
export function expireIfEndingWithin(ms: number, signals: readonly AbortSignal[]): void {
  for (const limit of signals.map((signal) => limits.get(signal)))
    if (limit !== undefined && limit.remainingMs() <= ms) limit.expire();
}

export function isTimeLimit(reason: unknown): boolean {
  return reason instanceof TimeLimitReached;
}
