import fc from 'fast-check';
import { IncompleteListError } from '../../lib/client';
import { runs } from '../support/exhaustive';
import { rejection, serveEachTest, succeed } from './support/serve';

const server = serveEachTest();

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `pool-${index + 1}`);
const idsOf = (list: readonly { readonly id: unknown }[]): unknown[] => list.map(({ id }) => id);
const listed = async (perPage = 25): Promise<unknown[]> =>
  idsOf(await server.client().pools.list('a', { perPage }));

type Info = Readonly<Record<string, unknown>>;

interface Sent {
  readonly ids: readonly string[];
  readonly info?: Info;
}

const page = (ids: readonly string[], info?: Info): Sent => ({ ids, ...(info && { info }) });

/** Sends the pages of one reading after the other; the last reading again and again. */
function send(...readings: readonly (readonly Sent[])[]): void {
  let reading = -1;
  server.respond = ({ url }, response) => {
    const page = Number(new URL(url, server.origin).searchParams.get('page'));
    if (page === 1) reading = Math.min(reading + 1, readings.length - 1);
    const sent = readings[reading]?.[page - 1] ?? { ids: [] };
    const result = sent.ids.map((id) => ({ id }));
    succeed(response, result, sent.info === undefined ? {} : { result_info: sent.info });
  };
}

const two: Info = { total_count: 4, total_pages: 2, per_page: 2 };

describe('a list by pages that cannot be complete is refused', () => {
  it.each(
    Object.entries<[readonly Sent[], string]>({
      'too few objects': [[page(ids(50), { total_count: 60 })], '50 objects, and its total_count is 60'],
      'an empty list of total_count objects': [[page([], { total_count: 60, total_pages: 1 })], '0 objects'],
      'more objects than total_count': [[page(ids(3), { total_count: 2, total_pages: 1 })], '3 objects'],
      'an object twice on a page': [[page(['x', 'x'], { total_count: 2, count: 2 })], '1 objects'],
      'fewer objects than count': [[page(ids(2), { count: 3, total_pages: 1 })], 'its count is 3'],
      'a total_count that changes': [
        [page(['a', 'b'], two), page(['d'], { ...two, total_count: 3 })],
        'its total_count was 4 and is now 3',
      ],
      'a total_pages that changes': [
        [page(['a', 'b'], { total_pages: 3 }), page(['c', 'd'], { total_pages: 2 })],
        'its total_pages was 3 and is now 2',
      ],
      'an object that moves to the next page': [
        [page(['a', 'b'], { total_pages: 2 }), page(['b', 'c'], { total_pages: 2 })],
        'an object of an earlier page, b, is on this one again',
      ],
      'an object that moves although nothing tells of pages': [
        [page(['a', 'b']), page(['b', 'c']), page([])],
        'an object of an earlier page, b',
      ],
      'a page twice': [[page(['a', 'b'], two), page(['a', 'b'], two)], '2 objects, and its total_count is 4'],
      'an empty last page': [
        [page(ids(25), { total_pages: 2 }), page([], { total_pages: 2 })],
        '25 objects, and its total_pages is 2',
      ],
      'a page in the middle that is not full': [
        [
          page(['a', 'b'], { total_pages: 3, per_page: 2 }),
          page(['c'], { total_pages: 3, per_page: 2 }),
          page(['d'], { total_pages: 3, per_page: 2 }),
        ],
        'page 2 of 3 has only 1 objects',
      ],
    }),
  )('for %s', async (_, [pages, words]) => {
    send(pages);
    const error = await rejection(listed());
    expect(error).toBeInstanceOf(IncompleteListError);
    expect(error).toMatchObject({ code: 'EDGE_INCOMPLETE_LIST', mayHaveBeenApplied: false });
    expect(String(error)).toContain(words);
    expect(server.received.filter(({ url }) => url.includes('page=1&'))).toHaveLength(5);
  });

  it('but read again, and returned when it is complete', async () => {
    send(
      [page(['a', 'b'], two), page(['d'], { ...two, total_count: 3 })],
      [page(['a', 'c'], { ...two, total_count: 3 }), page(['d'], { ...two, total_count: 3 })],
    );
    expect(await listed()).toEqual(['a', 'c', 'd']);
    expect(server.received).toHaveLength(4);
  });

  it.each(
    Object.entries<[readonly Sent[], number]>({
      'zeros say nothing': [[page(['a'], { total_count: 0, total_pages: 0, count: 0, per_page: 0 })], 2],
      'total_count is right although pages are not full': [[page(['a'], two), page(['b', 'c', 'd'], two)], 2],
      'only total_count says so': [[page(['a'], { total_count: 2 }), page(['b'], { total_count: 2 })], 2],
    }),
  )('but not if %s', async (_, [pages, calls]) => {
    send(pages);
    expect(await listed()).toEqual(pages.flatMap((page) => page.ids));
    expect(server.received).toHaveLength(calls);
  });
});

describe('an object that a list lacks', () => {
  const pool = (url: string): string => url.split('/').at(-1) ?? '';
  const calls = (): string[] => server.received.map(({ url }) => url.replace(/^.*load_balancers\//, ''));

  /** The list has the pools a and b; the pool c exists too. */
  function lack(): void {
    server.respond = ({ url }, response) => {
      if (url.includes('?'))
        succeed(response, [{ id: 'a' }, { id: 'b' }], { result_info: { total_count: 2 } });
      else if (pool(url) === 'c') succeed(response, { id: 'c', notification_email: 'ops@example.com' });
      else response.writeHead(404).end('{"success":false,"errors":[{"code":1000,"message":"not found"}]}');
    };
  }

  it('is in it where its id is known and it exists', async () => {
    lack();
    const found = await server.client().pools.list('a', { knownIds: ['a', 'c', 'gone', 'c'] });
    expect(idsOf(found)).toEqual(['a', 'b', 'c']);
    expect(calls()).toEqual(['pools?page=1&per_page=25', 'pools/c', 'pools/gone']);
  });

  it('is read once for all that share the list', async () => {
    lack();
    const { pools } = server.client();
    const options = { knownIds: ['c', 'gone'], cached: true };
    await Promise.all([pools.list('a', options), pools.list('a', options)]);
    expect(idsOf(await pools.list('a', options))).toEqual(['a', 'b', 'c']);
    expect(idsOf(await pools.list('a', { cached: true }))).toEqual(['a', 'b', 'c']);
    expect(calls()).toEqual(['pools?page=1&per_page=25', 'pools/c', 'pools/gone']);
    await pools.list('a', { knownIds: ['gone'] });
    expect(calls().slice(3)).toEqual(['pools?page=1&per_page=25', 'pools/gone']);
  });

  it('fails the list if it cannot be read', async () => {
    server.respond = ({ url }, response) => {
      if (url.includes('?')) succeed(response, [], { result_info: { total_pages: 1 } });
      else response.writeHead(403).end('{"success":false,"errors":[{"code":9109,"message":"no"}]}');
    };
    expect(await rejection(server.client().pools.list('a', { knownIds: ['x'] }))).toMatchObject({
      code: 'EDGE_PERMISSION',
    });
  });
});

it('no list lacks an object that existed all the time, where pools are deleted or created between pages', async () => {
  const perPage = 3;
  const change = fc.record({
    afterCall: fc.nat(8),
    kind: fc.constantFrom('create' as const, 'delete' as const),
    at: fc.nat(12),
  });
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(10), fc.array(change, { maxLength: 2 }), async (count, changes) => {
      // Of two changes between the same pages, one that deletes and one that creates can hide each other.
      fc.pre(new Set(changes.map(({ afterCall }) => afterCall)).size === changes.length);
      let names = ids(count);
      let calls = 0;
      let created = 0;
      const deleted = new Set<string>();
      server.respond = ({ url }, response) => {
        const page = Number(new URL(url, server.origin).searchParams.get('page'));
        const result = names.slice((page - 1) * perPage, page * perPage).map((id) => ({ id }));
        succeed(response, result, {
          result_info: {
            page,
            per_page: perPage,
            count: result.length,
            total_count: names.length,
            total_pages: Math.ceil(names.length / perPage),
          },
        });
        for (const { afterCall, kind, at } of changes.filter((each) => each.afterCall === calls)) {
          expect(afterCall).toBe(calls);
          if (kind === 'create') names = [...names.slice(0, at), `new-${(created += 1)}`, ...names.slice(at)];
          else {
            for (const id of names.slice(at, at + 1)) deleted.add(id);
            names = names.filter((id) => !deleted.has(id));
          }
        }
        calls += 1;
      };
      const found = await listed(perPage);
      refused += calls > Math.max(1, Math.ceil(names.length / perPage)) ? 1 : 0;
      expect(found).toEqual(expect.arrayContaining(ids(count).filter((id) => !deleted.has(id))));
    }),
    { numRuns: runs(200) },
  );
  expect(refused).toBeGreaterThan(5);
});
