import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { openEvents } from './events';
import { useRoute, type PageProps } from './router';
import { Announcer } from './components/announcer';
import { PoolsPage } from './views/pools';
import { RequestsPage } from './views/requests';
import { TrafficPage } from './views/traffic';
import { WorldPage } from './views/world';
import { ZonesPage } from './views/zones';

const pages: readonly {
  readonly name: string;
  readonly title: string;
  readonly Page: ComponentType<PageProps>;
}[] = [
  { name: 'zones', title: 'Zones', Page: ZonesPage },
  { name: 'traffic', title: 'Traffic', Page: TrafficPage },
  { name: 'pools', title: 'Pools', Page: PoolsPage },
  { name: 'requests', title: 'Requests', Page: RequestsPage },
  { name: 'world', title: 'World', Page: WorldPage },
];

export function App() {
  const [name, ...path] = useRoute();
  const current = pages.find((page) => page.name === name) ?? pages[0];
  const [isLive, setLive] = useState<boolean | undefined>(undefined);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    openEvents(setLive);
  }, []);
  useEffect(() => {
    document.title = `${current?.title ?? ''} – edge-platform emulator`;
    // A reader of the screen continues at the new part, not at the link.
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
    scrollTo(0, 0);
  }, [current, path[0]]);
  if (current === undefined) return null;
  return (
    <>
      <header class="top">
        <a
          class="skip"
          href={`#/${current.name}`}
          onClick={(event) => (event.preventDefault(), main.current?.focus())}
        >
          Skip to content
        </a>
        <p class="brand">edge-platform emulator</p>
        <nav aria-label="Parts of the emulator">
          {pages.map((page) => (
            <a key={page.name} href={`#/${page.name}`} aria-current={page === current ? 'page' : undefined}>
              {page.title}
            </a>
          ))}
        </nav>
        <p class={isLive === false ? 'live off' : 'live'} role="status">
          {isLive === undefined ? '' : isLive ? 'Live' : 'Disconnected'}
        </p>
      </header>
      <main ref={main} tabIndex={-1} id="content">
        <current.Page path={path} />
      </main>
      <Announcer />
    </>
  );
}
