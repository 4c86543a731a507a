import { eventsUrl } from './api';
import { topics, type Topic } from '../model/topics';

type Listener = (changed: ReadonlySet<Topic>) => void;

const listeners = new Set<Listener>();
const everything: ReadonlySet<Topic> = new Set(topics);

/** Calls back for each event; returns what ends that. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the stream. The browser opens it again when it breaks; a new run of the emulator refuses the token of this page. */
export function openEvents(onState: (isLive: boolean) => void): void {
  const source = new EventSource(eventsUrl);
  source.onopen = () => {
    onState(true);
    // What has changed since the views were read is unknown: before the first opening too.
    report(everything);
  };
  source.onmessage = ({ data }: MessageEvent<string>) => report(new Set(JSON.parse(data) as Topic[]));
  source.onerror = () => {
    onState(false);
    if (source.readyState === EventSource.CLOSED) location.reload();
  };
}

function report(changed: ReadonlySet<Topic>): void {
  for (const listener of listeners) listener(changed);
}
