import { serveEachTest, succeed } from './support/serve';

const server = serveEachTest();

describe('zones', () => {
  const pageOf = (url: string | undefined) =>
    Number(new URL(url ?? '', 'http://localhost').searchParams.get('page'));

  it('are listed as a whole, with one request a page', async () => {
    const client = server.client();
    server.respond = ({ url }, response) => {
      const page = pageOf(url);
      succeed(response, [{ id: `zone-${page}` }], {
        result_info: { page, per_page: 50, count: 1, total_count: 3, total_pages: 3 },
      });
    };
    const zones = await client.zones.list();
    expect(zones.map(({ id }) => id)).toEqual(['zone-1', 'zone-2', 'zone-3']);
    expect(server.received.map(({ url }) => url)).toEqual([
      '/client/v4/zones?page=1&per_page=50',
      '/client/v4/zones?page=2&per_page=50',
      '/client/v4/zones?page=3&per_page=50',
    ]);
    expect(client.calls).toBe(3);
  });

  it.each([
    ['Example.COM.', 'example.com'],
    ['xn--bcher-kva.example', 'bücher.example'],
    ['BÜCHER.example', 'bücher.example'],
    ['no domain', 'no domain'],
  ])('are listed by the name %s as the service knows it', async (name, asked) => {
    server.respond = (_, response) => {
      succeed(response, [], { result_info: { total_pages: 1 } });
    };
    await server.client().zones.list({ name, accountId: 'a' });
    const [request] = server.received;
    const query = new URL(request?.url ?? '', 'http://localhost').searchParams;
    expect(Object.fromEntries(query)).toEqual({ name: asked, 'account.id': 'a', page: '1', per_page: '50' });
  });

  it('are read once for all callers that take a cached list', async () => {
    server.respond = (_, response) => {
      succeed(response, [{ id: 'z' }], { result_info: { total_pages: 1 } });
    };
    const { zones } = server.client();
    await Promise.all([zones.list({ cached: true }), zones.list({ cached: true })]);
    await zones.list({ cached: true, name: 'one.example' });
    expect(server.received).toHaveLength(2);
    await zones.list();
    expect(server.received).toHaveLength(3);
  });

  it('are found by name although they are younger than the list that was read', async () => {
    server.respond = ({ url }, response) => {
      const name = new URL(url, 'http://localhost').searchParams.get('name');
      succeed(response, name === null ? [{ id: 'a', name: 'a.example' }] : [{ id: name, name }], {
        result_info: { total_pages: 1 },
      });
    };
    const { zones } = server.client();
    for (const name of ['a.example', 'b.example', 'c.example'])
      expect(await zones.find(name)).toMatchObject([{ id: name }]);
    expect(server.received.map(({ url }) => url.split('?')[1])).toEqual([
      'name=a.example&page=1&per_page=50',
      'name=b.example&page=1&per_page=50',
      'page=1&per_page=50',
      'name=c.example&page=1&per_page=50',
    ]);
  });
});
