import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { decodeOrKeep } from '../../../ground/percent';

/** Pages by their path below a part; `:name` stands for any segment, which the page gets. The first match is shown. */
export type Pages = Readonly<Record<string, (...segments: readonly string[]) => ComponentChildren>>;

/** The segments of the fragment: `#/zones/<id>` is `['zones', '<id>']`. */
export function useRoute(): readonly string[] {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const update = () => setRoute(readRoute());
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return route;
}

/** Undefined where there is no page. */
export function pageAt(pages: Pages, path: readonly string[]): ComponentChildren {
  for (const [pattern, page] of Object.entries(pages)) {
    const parts = segmentsOf(pattern);
    const isAny = (part: string) => part.startsWith(':');
    const fits = parts.length === path.length && parts.every((part, at) => isAny(part) || part === path[at]);
    if (fits) return page(...path.filter((_, at) => isAny(parts[at] ?? '')));
  }
  return undefined;
}

function readRoute(): readonly string[] {
  return segmentsOf(location.hash.replace(/^#/, '')).map(decodeOrKeep);
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}
