import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../../ground/words';
import { readView } from './api';
import { Problem } from './components/content';
import { listen } from './events';
import type { Topic } from '../model/topics';

export interface ViewState<Data> {
  /** The newest data; undefined until the first reply. Old data stay while new ones are read. */
  readonly data: Data | undefined;
  /** Why the last reading failed. */
  readonly error: string | undefined;
  readonly refresh: () => void;
}

/**
 * The data of a view, read again whenever an event names one of its topics: one reading at a time, and one more after it if
 * something changed meanwhile.
 *
 * @param path - below `/__emulator/page`, with a query; undefined reads nothing
 */
export function useView<Data>(path: string | undefined, topics: readonly Topic[]): ViewState<Data> {
  const [state, setState] = useState<{ path: string | undefined; data?: Data; error?: string }>({ path });
  const refresh = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (path === undefined) return;
    const ending = new AbortController();
    let isReading = false;
    let isStale = false;
    const read = () => {
      isStale = true;
      if (isReading) return;
      isReading = true;
      isStale = false;
      readView(path, ending.signal)
        .then(
          (data) => setState({ path, data: data as Data }),
          (error: unknown) => {
            if (!ending.signal.aborted)
              setState((before) => ({
                ...before,
                path,
                error: messageOf(error),
              }));
          },
        )
        .finally(() => {
          isReading = false;
          if (isStale && !ending.signal.aborted) read();
        });
    };
    refresh.current = read;
    read();
    const stop = listen((changed) => {
      if (topics.some((topic) => changed.has(topic))) read();
    });
    return () => {
      stop();
      ending.abort();
    };
    // The topics of a path are always the same.
  }, [path]);
  // Data of another path would be wrong, those of another search or page are what stays on the screen meanwhile.
  const isSame = state.path?.split('?')[0] === path?.split('?')[0];
  return {
    data: isSame ? state.data : undefined,
    error: isSame ? state.error : undefined,
    refresh: () => refresh.current(),
  };
}

interface ShownViewProps<Data> {
  readonly view: ViewState<Data>;
  readonly children: (data: Data) => ComponentChildren;
}

/** What a view shows before its data, instead of them, and with them. */
export function ShownView<Data>({ view: { data, error }, children }: ShownViewProps<Data>) {
  return (
    <>
      <Problem text={error} />
      {data === undefined ? error === undefined && <p class="muted">Loading…</p> : children(data)}
    </>
  );
}
