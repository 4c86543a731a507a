import { onAbort } from './cancellation';
import type { Clock } from './clock';

/** The reason of a signal whose time limit was reached. */
class TimeLimitReached extends Error {}

/** A signal that fires when its parent does or, with a reason of its own, when the time is over. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Call it when the operation ends. */
  readonly end: () => void;
}

const limited = new WeakSet<AbortSignal>();

/**
 * Limits the time of all calls that get the signal. When it is over, no call of them waits, is repeated or begins. One that is
 * on its way may end: to cut it off would leave it in doubt.
 */
export function limitTime(parent: AbortSignal, ms: number, clock: Clock): TimeLimit {
  const controller = new AbortController();
  const follow = () => {
    controller.abort(parent.reason);
  };
  const stopListening = onAbort(parent, follow);
  const cancel = clock.schedule(ms, () => {
    controller.abort(new TimeLimitReached('The time limit was reached.'));
  });
  if (parent.aborted) follow();
  limited.add(controller.signal);
  return {
    signal: controller.signal,
    end: () => {
      stopListening();
      cancel();
    },
  };
}

/** Whether calls with this signal have a time limit of their own, in place of that of retries. */
export function hasTimeLimit(signal: AbortSignal): boolean {
  return limited.has(signal);
}

/** Whether a time limit is the reason of an abort. */
export function isTimeLimit(reason: unknown): boolean {
  return reason instanceof TimeLimitReached;
}
