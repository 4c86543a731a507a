import { AuthenticationError, PermissionError } from '../../lib/client';
import { fail, rejection, serveEachTest, succeed } from './support/serve';

const server = serveEachTest();

describe('a zone', () => {
  it('is read with its plan, and with unknown fields', async () => {
    const zone = {
      id: 'z',
      name: 'one.example',
      status: 'active',
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
    ['a value', { id: 'z', name: null, plan: null }],
  ])('is read without %s', async (_what, result) => {
    server.respond = (_, response) => {
      succeed(response, result);
    };
    expect(await server.client().zones.get('z')).toEqual({ id: 'z', name: '', plan: { legacy_id: '' } });
  });

  it.each<[string, unknown, string]>([
    ['no object', [], 'a zone'],
    ['nobody', {}, 'a zone without an id'],
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

  it('fail when the reply has no list', async () => {
    server.respond = (_, response) => {
      succeed(response, {});
    };
    expect(String(await rejection(server.client().zones.listPage()))).toContain('a list of zones');
  });
});
