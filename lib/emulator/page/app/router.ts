import { useEffect, useState } from 'preact/hooks';

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
