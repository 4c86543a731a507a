import { fail, rejection, serveEachTest, succeed } from './support/serve';

const server = serveEachTest();

const path = '/client/v4/accounts/a/load_balancers/pools';

const { answer } = server;

function ids(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `pool-${index + 1}`);
}

interface Paged {
  /** @default - nothing: there is no result_info */
  readonly resultInfo?: (perPage: number, count: number) => unknown;
  /** @default - any size */
  readonly largestPage?: number;
}

/** A service with as many pools, which pages as the parameters say. */
function have(count: number, { resultInfo, largestPage = Infinity }: Paged = {}): void {
  server.respond = ({ url }, response) => {
    const query = new URL(url, server.origin).searchParams;
    const perPage = Math.min(Number(query.get('per_page') ?? 25), largestPage);
    const start = (Number(query.get('page') ?? 1) - 1) * perPage;
    const result = ids(count)
      .slice(start, start + perPage)
      .map((id) => ({ id }));
    succeed(response, result, resultInfo === undefined ? {} : { result_info: resultInfo(perPage, count) });
  };
}

const totalPages = (perPage: number, count: number): unknown => ({ total_pages: Math.ceil(count / perPage) });

async function listed(perPage?: number): Promise<string[]> {
  const pools = await server.client().pools.list('a', { perPage });
  return pools.map((pool) => pool.id);
}

const queries = (): string[] => server.received.map((request) => request.url.slice(path.length));

describe('listing', () => {
  // Without the number of pages, the last page is followed by one without a new pool.
  test.each([
    [0, 1, 1],
    [1, 2, 1],
    [24, 2, 1],
    [25, 2, 1],
    [26, 3, 2],
    [50, 3, 2],
    [60, 4, 3],
  ])('reads all of %i pools', async (count, requests, requestsWithTotal) => {
    have(count);
    expect(await listed()).toEqual(ids(count));
    expect(server.received).toHaveLength(requests);
    have(count, { resultInfo: totalPages });
    expect(await listed()).toEqual(ids(count));
    expect(server.received).toHaveLength(requests + requestsWithTotal);
  });

  test('reads all pools when the service reports a smaller page size', async () => {
    have(60, { largestPage: 50, resultInfo: (perPage) => ({ per_page: perPage }) });
    expect(await listed(100)).toEqual(ids(60));
    expect(server.received).toHaveLength(2);
  });

  test('reads all pools when the service silently returns smaller pages', async () => {
    have(60, { largestPage: 20 });
    expect(await listed(100)).toEqual(ids(60));
    expect(server.received).toHaveLength(4);
  });

  test('treats a page of the requested size as full, whatever size the service reports', async () => {
    have(26, { resultInfo: () => ({ per_page: 1000 }) });
    expect(await listed()).toEqual(ids(26));
  });

  test.each([null, {}, 'x', { total_pages: null, per_page: null }, { total_pages: 0, per_page: 0 }])(
    'stops at a page without a new pool when result_info is %j',
    async (resultInfo) => {
      have(30, { resultInfo: () => resultInfo });
      expect(await listed()).toEqual(ids(30));
      expect(server.received).toHaveLength(3);
    },
  );

  test.each([
    ['says nothing of it', {}, 2],
    ['names one page', { result_info: { total_pages: 1 } }, 1],
    ['names more pages', { result_info: { total_pages: 3 } }, 2],
  ])('returns each pool once when the service ignores paging and %s', async (_, extra, requests) => {
    answer(
      ids(60).map((id) => ({ id })),
      extra,
    );
    expect(await listed()).toEqual(ids(60));
    expect(server.received).toHaveLength(requests);
  });

  test('reads a range of any start', async () => {
    have(60);
    await server.client().pools.listPage('a', { offset: 0, limit: 3 });
    await server.client().pools.clearNotificationEmails('a', { offset: 7, limit: 30 });
    expect(queries()).toEqual(['?limit=3&offset=0', '?limit=30&offset=7']);
  });

  test('requests 25 per page when larger pages are refused, and rethrows other errors', async () => {
    server.respond = ({ url }, response) => {
      const perPage = new URL(url, server.origin).searchParams.get('per_page');
      if (perPage === '25') succeed(response, [{ id: 'x' }]);
      else fail(response, perPage === '50' ? 403 : 400, { code: 1001, message: 'too many' });
    };
    expect(await listed(1000)).toEqual(['x']);
    expect(queries()).toEqual(['?page=1&per_page=1000', '?page=1&per_page=25', '?page=2&per_page=25']);
    expect(await rejection(listed(50))).toMatchObject({ status: 403 });
    expect(await rejection(listed(24))).toMatchObject({ status: 400 });
    expect(server.received).toHaveLength(5);
  });

  test('is cancelled between pages', async () => {
    const controller = new AbortController();
    server.respond = (_, response) => {
      if (server.received.length === 2) {
        controller.abort();
      } else {
        succeed(response, [{ id: 'x' }], { result_info: { total_pages: 3 } });
      }
    };
    const error = await rejection(server.client().pools.list('a', { signal: controller.signal }));
    expect(error).toMatchObject({ code: 'EDGE_CANCELLED' });
  });
});

describe('changing', () => {
  test.each([0, -1, 1.5, NaN, Infinity])(
    'fails before it sends a request for the page %p',
    async (number) => {
      const { pools } = server.client();
      const calls = [
        pools.clearNotificationEmails('a', { page: number, perPage: 25 }),
        pools.clearNotificationEmails('a', { page: 1, perPage: number }),
        pools.listPage('a', { page: number, perPage: 25 }),
        pools.list('a', { perPage: number }),
        pools.listPage('a', { offset: 0, limit: number }),
        ...(number === 0 ? [] : [pools.clearNotificationEmails('a', { offset: number, limit: 25 })]),
      ];
      for (const error of await Promise.all(calls.map(rejection))) {
        expect(error).toMatchObject({ code: 'EDGE_ARGUMENT', request: { url: `${server.origin}${path}` } });
        expect(String(error)).toContain(`is ${number}, and the service might take another page`);
      }
      expect(server.received).toEqual([]);
    },
  );
});
