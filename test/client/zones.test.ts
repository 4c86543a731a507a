import { serveEachTest, succeed } from './support/serve';

const server = serveEachTest();

describe('zones', () => {
  it.each([
    ['Example.COM.', 'example.com'],
    ['xn--bcher-kva.example', 'bücher.example'],
    ['BÜCHER.example', 'bücher.example'],
    ['no domain', 'no domain'],
  ])('are listed by the name %s as the service knows it', async (name, asked) => {
    server.answer([], { result_info: { total_pages: 1 } });
    await server.client().zones.list({ name, accountId: 'a' });
    const [request] = server.received;
    const query = new URL(request?.url ?? '', 'http://localhost').searchParams;
    expect(Object.fromEntries(query)).toEqual({ name: asked, 'account.id': 'a', page: '1', per_page: '50' });
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
