import { groupedPlural } from '../../../../../ground/words';

/** `3:12`, rounded up. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function formatDuration(ms: number): string {
  if (ms < 1) return '<1 ms';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(1)} s`;
}

/** A path below the root of the API, with its query. */
export function formatTarget({ path, query }: { readonly path: string; readonly query: string }): string {
  return path.replace(/^\/client\/v4(?=\/)/, '') + (query === '' ? '' : `?${query}`);
}

/** How many calls a list that stands still does not show. */
export function formatPause(newer: number): string {
  if (newer <= 0) return 'Paused';
  return `Paused, ${groupedPlural(newer, 'newer call')}`;
}
