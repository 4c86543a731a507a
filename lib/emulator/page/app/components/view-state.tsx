import type { ComponentChildren } from 'preact';
import { Problem } from './problem';
import type { ViewState } from '../use-view';

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
