import { accountId, pick, start } from './support';

const otherId = 'b'.repeat(32);

it('an account is read, is found in a list by pages and by name, and cannot be changed', async () => {
  const accounts = [
    { id: accountId, name: 'Example' },
    { id: otherId, name: 'R&D' },
  ];
  const emulator = await start({ fixture: { accounts } });
  const idsOf = async (query: string) =>
    ((await emulator.result('GET', `/accounts${query}`)) as { id: string }[]).map(({ id }) => id);
  expect(await idsOf('')).toEqual([accountId, otherId]);
  expect(await idsOf('?name=R%26D')).toEqual([otherId]);
  expect(await idsOf('?name=R')).toEqual([]);
  const { body } = await emulator.call('GET', '/accounts');
  expect(pick(body, 'result_info')).toMatchObject({ per_page: 20, total_count: 2, total_pages: 1 });
  expect((await emulator.call('GET', '/accounts?per_page=51')).status).toBe(400);
  expect(await emulator.result('GET', `/accounts/${otherId}`)).toMatchObject({ id: otherId, name: 'R&D' });
  expect((await emulator.call('GET', `/accounts/${'f'.repeat(32)}`)).status).toBe(404);
  expect((await emulator.call('GET', '/accounts/Example')).status).toBe(400);
  expect((await emulator.call('PUT', `/accounts/${accountId}`, { name: 'Other' })).status).toBe(405);
});
