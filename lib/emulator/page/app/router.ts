import { useEffect, useState } from 'preact/hooks';

/** A part of the page. `path` is the rest of the fragment. */
export interface PageProps {
  readonly path: readonly string[];
}

/** The parts of the fragment: `#/zones/<id>` is `['zones', '<id>']`. */
export function useRoute(): readonly string[] {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const update = () => {
      setRoute(readRoute());
    };
    addEventListener('hashchange', update);
    return () => {
      removeEventListener('hashchange', update);
    };
  }, []);
  return route;
}

function readRoute(): readonly string[] {
  return location.hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent);
}
