import { useEffect } from 'preact/hooks';
import type { ViewState } from '../../use-view';

/** Reads a view again when a cutover ends, which makes no event. The clock of the emulator may stand still, so more than once. */
export function useRefreshAfter({ data, refresh }: ViewState<{ readonly nextChangeMs?: number }>): void {
  useEffect(() => {
    if (data?.nextChangeMs === undefined) return;
    const timer = setTimeout(refresh, Math.min(Math.max(data.nextChangeMs + 20, 250), longestMs));
    return () => {
      clearTimeout(timer);
    };
  }, [data]);
}

const longestMs = 60_000;
