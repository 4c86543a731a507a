import { AuthenticationError, PermissionError } from '../../lib/client';
import { fail, rejection, serveEachTest, succeed } from './support/serve';

const server = serveEachTest();

describe('a zone', () => {
  it('is read with its plan, and with unknown fields', async () => {
    const zone = {
      id: 'z',
      name: 'one.example',
      status: 'active',
      account: { id: 'a', name: 'Example', type: 'standard' },
      plan: { id: 'p', name: 'Pro Website', legacy_id: 'pro' },
    };
    server.respond = (_, response) => {
      succeed(response, zone);
    };
    expect(await server.client().zones.get('z')).toEqual(zone);
    expect(server.received).toMatchObject([{ method: 'GET', url: '/client/v4/zones/z' }]);
  });

  it.each<[string, object]>([
    ['a plan', { id: 'z' }],
    ['anything in its plan', { id: 'z', plan: {} }],
    ['a value', { id: 'z', name: null, account: null, plan: null }],
  ])('is read without %s', async (_what, result) => {
    server.respond = (_, response) => {
      succeed(response, result);
    };
    expect(await server.client().zones.get('z')).toEqual({
      id: 'z',
      name: '',
      account: { id: '', name: '' },
      plan: { legacy_id: '' },
    });
  });

  it.each<[string, unknown, string]>([
    ['no object', [], 'a zone'],
    ['nobody', {}, 'a zone without an id'],
    ['an account that is none', { id: 'z', account: 'a' }, 'a zone whose account is not an object'],
    ['a plan that is none', { id: 'z', plan: 'pro' }, 'a zone whose plan is not an object'],
    ['a plan of no word', { id: 'z', plan: { legacy_id: 1 } }, 'a plan whose legacy_id is not a string'],
  ])('fails when the reply has %s', async (_what, result, reason) => {
    server.respond = (_, response) => {
      succeed(response, result);
    };
    expect(String(await rejection(server.client().zones.get('z')))).toContain(reason);
  });

  it.each([
    [10000, AuthenticationError],
    [9109, PermissionError],
  ])('fails for credentials without permission, with the code %s', async (code, kind) => {
    server.respond = (_, response) => {
      fail(response, 403, { code, message: 'Unauthorized to access requested resource' });
    };
    expect(await rejection(server.client().zones.get('z'))).toBeInstanceOf(kind);
  });

  it('fails for a cancelled call', async () => {
    server.respond = () => undefined;
    const caller = new AbortController();
    const error = rejection(server.client().zones.get('z', { signal: caller.signal }));
    caller.abort();
    expect(String(await error)).toContain('cancel');
  });
});

describe('zones', () => {
  it('are listed page by page', async () => {
    server.respond = (_, response) => {
      succeed(response, [{ id: 'a', name: 'one.example', plan: { legacy_id: 'pro' } }, { id: 'b' }]);
    };
    expect(await server.client().zones.listPage()).toMatchObject([
      { id: 'a', name: 'one.example' },
      { id: 'b', name: '', plan: { legacy_id: '' } },
    ]);
    await server.client().zones.listPage({ page: 2, perPage: 5 });
    expect(server.received).toMatchObject([
      { method: 'GET', url: '/client/v4/zones?page=1&per_page=50' },
      { method: 'GET', url: '/client/v4/zones?page=2&per_page=5' },
    ]);
  });

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

  it('fail when the reply has no list', async () => {
    server.respond = (_, response) => {
      succeed(response, {});
    };
    expect(String(await rejection(server.client().zones.listPage()))).toContain('a list of zones');
  });
});
