/** Listeners of each signal. One signal serves any number of calls, and Node warns at eleven listeners. */
const listenersOf = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls the listener when the signal is aborted. Returns what takes it away again. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = listenersOf.get(signal) ?? watch(signal);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function watch(signal: AbortSignal): Set<() => void> {
  const listeners = new Set<() => void>();
  listenersOf.set(signal, listeners);
  signal.addEventListener(
    'abort',
    () => {
      for (const listener of [...listeners]) {
        listener();
      }
    },
    { once: true },
  );
  return listeners;
}
