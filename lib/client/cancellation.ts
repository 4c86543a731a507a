interface Watch {
  readonly listeners: Set<() => void>;
  readonly end: () => void;
}

/** One for each signal that calls under way listen to: a signal may serve many calls, and Node warns at eleven. */
const watches = new WeakMap<AbortSignal, Watch>();

/** Calls the listener when the signal is aborted. Returns what takes it away again; nothing is left on the signal. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const watch = watches.get(signal) ?? begin(signal);
  watch.listeners.add(listener);
  return () => {
    watch.listeners.delete(listener);
    if (watch.listeners.size === 0) {
      watch.end();
    }
  };
}

function begin(signal: AbortSignal): Watch {
  const listeners = new Set<() => void>();
  const callAll = (): void => {
    for (const listener of [...listeners]) {
      listener();
    }
  };
  const watch = {
    listeners,
    end: (): void => {
      signal.removeEventListener('abort', callAll);
      if (watches.get(signal) === watch) {
        watches.delete(signal);
      }
    },
  };
  signal.addEventListener('abort', callAll, { once: true });
  watches.set(signal, watch);
  return watch;
}
