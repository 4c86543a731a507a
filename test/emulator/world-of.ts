import { Buckets } from '../../lib/emulator/buckets';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Page } from '../../lib/emulator/page/page';
import type { Product } from '../../lib/emulator/product';
import { reachOf } from '../../lib/emulator/hosts';
import { ServiceLists } from '../../lib/emulator/service-lists';
import { Store } from '../../lib/emulator/state/store';
import { Places, type World } from '../../lib/emulator/world';
import { afterTest } from '../support/after-test';
import { makeFolder } from '../support/folder';
import { accountId, otherZoneId, proZoneId, zoneId } from './support';

/** The world of `support.ts` without a server, until the test ends, for tests of what a product does besides its routes. */
export async function openWorld(): Promise<World> {
  const { store } = await Store.open(undefined);
  afterTest(() => store.close());
  const places = new Places(store);
  places.addAccount({ id: accountId, name: 'Account' });
  for (const [id, name, plan] of [
    [zoneId, 'one.example', 'enterprise'],
    [otherZoneId, 'two.example', 'enterprise'],
    [proZoneId, 'pro.example', 'pro'],
  ] as const)
    places.addZone({ id, account_id: accountId, name, plan });
  let ids = 0;
  return {
    store,
    places,
    lists: new ServiceLists(store),
    buckets: await Buckets.open(makeFolder()),
    now: () => new Date('2026-01-02T03:04:05.678Z'),
    newId: () => (ids += 1).toString(16).padStart(32, '0'),
    random: () => 0.5,
    delivery: { smtp: undefined, isReachable: reachOf([]), attemptTimeoutMs: 1000, pausesMs: [] },
    wafCutoverMs: 1000,
    announce: () => undefined,
    closing: new AbortController().signal,
  };
}

const encoder = new TextEncoder();

/** A page of the dashboard, and its text as people read it, with one space between words. */
export function readPage(pages: readonly Page[] = [], path: string): { html: string; text: string } {
  const { pathname, searchParams: query, origin } = new URL(path, 'http://127.0.0.1:8787');
  const [page, params] = find(pages, pathname);
  const html = renderToString(page.render({ param: (name) => params[name] ?? '', query, origin }) as VNode);
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,:;)])/g, '');
  return { html, text };
}

export function useControl(product: Product, path: string, body: string): Promise<unknown> {
  const [control, params] = find(product.controls ?? [], path);
  return Promise.resolve().then(() =>
    control.handle({
      param: (name) => params[name] ?? '',
      query: new URLSearchParams(),
      bytes: encoder.encode(body),
    }),
  );
}

/** The one of a list that a path leads to: constant parts win over parameters. */
function find<Item extends { readonly path: string }>(
  items: readonly Item[],
  path: string,
): readonly [Item, Readonly<Record<string, string>>] {
  const matches = items.flatMap((item) => {
    const pattern = item.path.replace(/:(\w+)/g, '(?<$1>[^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(path);
    return match === null ? [] : [[item, { ...match.groups }] as const];
  });
  const [found] = matches.sort(([a], [b]) => a.path.split(':').length - b.path.split(':').length);
  if (found === undefined) throw new Error(`nothing at ${path}`);
  return found;
}
