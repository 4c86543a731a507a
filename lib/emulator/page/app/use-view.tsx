import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../../ground/words';
import { readView } from './api';
import { Problem } from './components/content';
import { listen } from './events';

export interface ViewState<Data> {
  /** The newest data; undefined until the first reply. Old data stay while new ones are read. */
  readonly data: Data | undefined;
  /** Why the last reading failed. */
  readonly error: string | undefined;
  readonly refresh: () => void;
}

/**
 * The data of a view, read again whenever something changes: one reading at a time, and one more after it if something
 * changed meanwhile.
 *
 * @param path - below `/__emulator/page`, with a query
 * @param isLive - otherwise only `refresh` reads it again
 */
export function useView<Data>(path: string, isLive = true): ViewState<Data> {
  const [state, setState] = useState<Reading<Data>>({ path });
  const refresh = useRef<() => void>(() => undefined);
  useEffect(() => {
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
          (data) => setState((before) => withData(before, path, data)),
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
    const stop = isLive ? listen(read) : undefined;
    return () => {
      stop?.();
      ending.abort();
    };
  }, [path]);
  // Data of another path would be wrong, those of another search or page are what stays on the screen meanwhile.
  const isSame = state.path.split('?')[0] === path.split('?')[0];
  return {
    data: isSame ? state.data : undefined,
    error: isSame ? state.error : undefined,
    refresh: () => refresh.current(),
  };
}

interface Reading<Data> {
  readonly path: string;
  readonly data?: Data;
  readonly error?: string;
}

/** Data that have not changed stay, so that nothing is rendered again. */
function withData<Data>(before: Reading<Data>, path: string, data: unknown): Reading<Data> {
  const isSame = before.error === undefined && before.path === path;
  if (isSame && JSON.stringify(before.data) === JSON.stringify(data)) return before;
  return { path, data: data as Data };
}

interface ShownViewProps<Data> {
  readonly view: ViewState<Data>;
  readonly children: (data: Data) => ComponentChildren;
}

interface DetailPageProps<Data> extends ShownViewProps<Data> {
  /** The list that the page belongs to. */
  readonly list: readonly [hash: string, words: string];
  /** The heading until there are data, which have their own. */
  readonly heading: string;
}

/** The page of one of a list. */
export function DetailPage<Data>({ list: [hash, words], heading, ...shown }: DetailPageProps<Data>) {
  return (
    <>
      <p>
        <a href={hash}>{words}</a>
      </p>
      {shown.view.data === undefined && <h1>{heading}</h1>}
      <ShownView {...shown} />
    </>
  );
}

/** Shows the data of a view, or that it loads, or why it cannot be read. */
export function ShownView<Data>({ view: { data, error }, children }: ShownViewProps<Data>) {
  return (
    <>
      <Problem text={error} />
      {data === undefined ? error === undefined && <p class="muted">Loading…</p> : children(data)}
    </>
  );
}
