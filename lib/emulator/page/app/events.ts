import { eventsUrl } from './api';

const listeners = new Set<() => void>();

/** Calls back for each event; returns what ends that. */
export function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the stream. The browser opens it again when it breaks; a new run of the emulator refuses the token of this page. */
export function openEvents(onState: (isLive: boolean) => void): void {
  const source = new EventSource(eventsUrl);
  const report = () => {
    for (const listener of listeners) listener();
  };
  source.onopen = () => {
    onState(true);
    // What has changed since the views were read is unknown: before the first opening too.
    report();
  };
  source.onmessage = report;
  source.onerror = () => {
    onState(false);
    if (source.readyState === EventSource.CLOSED) location.reload();
  };
}
