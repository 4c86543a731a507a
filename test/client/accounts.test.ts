import { AuthenticationError, PermissionError } from '../../lib/client';
import { fail, rejection, serveEachTest, succeed } from './support/serve';

const server = serveEachTest();

describe('an account', () => {
  it('is read with unknown fields', async () => {
    const account = { id: 'a', name: 'Example', type: 'enterprise' };
    server.respond = (_, response) => {
      succeed(response, account);
    };
    expect(await server.client().accounts.get('a')).toEqual(account);
    expect(server.received).toMatchObject([{ method: 'GET', url: '/client/v4/accounts/a' }]);
  });

  it.each<[string, unknown, string]>([
    ['no object', [], 'an account'],
    ['no id', {}, 'an account without an id'],
    ['a name that is no string', { id: 'a', name: 1 }, 'an account whose name is not a string'],
  ])('fails when the reply has %s', async (_what, result, reason) => {
    server.respond = (_, response) => {
      succeed(response, result);
    };
    expect(String(await rejection(server.client().accounts.get('a')))).toContain(reason);
  });
});

describe('accounts', () => {
  it('are listed as a whole, and by name', async () => {
    server.respond = (_, response) => {
      succeed(response, [{ id: 'a', name: 'Example' }, { id: 'b' }], { result_info: { total_pages: 1 } });
    };
    const { accounts } = server.client();
    expect(await accounts.list()).toEqual([
      { id: 'a', name: 'Example' },
      { id: 'b', name: '' },
    ]);
    await accounts.list({ name: 'R&D' });
    expect(server.received.map(({ url }) => url)).toEqual([
      '/client/v4/accounts?page=1&per_page=50',
      '/client/v4/accounts?name=R%26D&page=1&per_page=50',
    ]);
  });

  it.each([
    [10000, AuthenticationError],
    [9109, PermissionError],
  ])('fail for credentials without permission, with the code %s', async (code, kind) => {
    server.respond = (_, response) => {
      fail(response, 403, { code, message: 'Unauthorized to access requested resource' });
    };
    expect(await rejection(server.client().accounts.list())).toBeInstanceOf(kind);
  });
});
