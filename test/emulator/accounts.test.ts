import { accountId, hexId, pick, start } from './support';

const otherId = 'b'.repeat(32);
const fixture = {
  accounts: [
    { id: accountId, name: 'Example' },
    { id: otherId, name: 'R&D' },
  ],
};

describe('an account', () => {
  it('is shown with its name', async () => {
    const emulator = await start({ fixture });
    expect(await emulator.result('GET', `/accounts/${otherId}`)).toMatchObject({ id: otherId, name: 'R&D' });
  });

  it('is found in a list by pages, and by name', async () => {
    const emulator = await start({ fixture });
    const idsOf = async (query: string) =>
      ((await emulator.result('GET', `/accounts${query}`)) as { id: string }[]).map(({ id }) => id);
    expect(await idsOf('')).toEqual([accountId, otherId]);
    expect(await idsOf('?name=R%26D')).toEqual([otherId]);
    expect(await idsOf('?name=R')).toEqual([]);
    expect(await idsOf('?per_page=5&page=2')).toEqual([]);
    const reply = await emulator.call('GET', '/accounts');
    expect(pick(reply.body, 'result_info')).toMatchObject({ per_page: 20, total_count: 2, total_pages: 1 });
    expect((await emulator.call('GET', '/accounts?per_page=51')).status).toBe(400);
  });

  it('cannot be read when unknown, and cannot be changed', async () => {
    const emulator = await start({ fixture });
    const statusOf = async (method: string, path: string, body?: object) =>
      (await emulator.call(method, path, body)).status;
    expect(await statusOf('GET', `/accounts/${hexId()}`)).toBe(404);
    expect(await statusOf('GET', '/accounts/Example')).toBe(400);
    expect(await statusOf('PUT', `/accounts/${accountId}`, { name: 'Other' })).toBe(405);
  });
});
