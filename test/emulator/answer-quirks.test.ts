import { join } from 'node:path';
import { startEmulator, type Fixture } from '../../lib/emulator';
import { accountId, jobs, pick, rulesets, start, world, zoneId, type Running } from './support';
import { makeFolder } from '../support/folder';

const fixture = (...quirks: readonly object[]): Fixture => ({ ...world, quirks: quirks as never });

describe('quirks of a fixture', () => {
  let emulator: Running | undefined;
  afterEach(async () => {
    await emulator?.close();
    emulator = undefined;
  });
  const startWith = async (...quirks: readonly object[]): Promise<Running> => {
    emulator = await start({ fixture: fixture(...quirks) });
    return emulator;
  };

  it('add, omit and replace members of the objects of a list, and change nothing that is stored', async () => {
    const at = await startWith(
      { path: '/zones/*/rulesets', add: { added: [1] }, omit: ['version'] },
      { path: '/zones/*/rulesets', at: '/result/*/kind', value: 7 },
    );
    const list = (await at.result('GET', rulesets)) as object[];
    expect(list.length).toBeGreaterThan(1);
    for (const each of list) expect(each).toMatchObject({ added: [1], kind: 7 });
    for (const each of list) expect(each).not.toHaveProperty('version');
    const id = String(pick(list, 0, 'id'));
    expect(await at.result('GET', `${rulesets}/${id}`)).toMatchObject({ kind: 'managed', version: '1' });
  });

  it('refuse calls of a method, replace headers, and change the envelope', async () => {
    const at = await startWith(
      { path: '/zones/*/logpush/jobs', method: 'GET', status: 405, code: 10405 },
      { path: '/accounts', headers: { server: 'cloudflare', ratelimit: null } },
      { path: '/accounts', at: '', omit: ['result_info'] },
    );
    const refused = await at.call('GET', jobs);
    expect([refused.status, pick(refused.body, 'errors', 0, 'code')]).toEqual([405, 10405]);
    expect((await at.call('POST', jobs, {})).status).toBe(400);
    const accounts = await at.call('GET', '/accounts');
    expect([accounts.headers.get('server'), accounts.headers.get('ratelimit')]).toEqual(['cloudflare', null]);
    expect(accounts.body).not.toHaveProperty('result_info');
    expect(pick(accounts.body, 'result', 0, 'id')).toBe(accountId);
  });

  it('replace the codes of refusals', async () => {
    const at = await startWith({ path: '/zones/*/rulesets/phases/**', code: 10007 });
    const reply = await at.call('GET', `${rulesets}/phases/http_ratelimit/entrypoint`);
    expect([reply.status, pick(reply.body, 'errors', 0, 'code')]).toEqual([404, 10007]);
  });

  it('leave a reply that is no JSON as it is', async () => {
    const at = await startWith({ path: '/zones', add: { added: 1 } });
    await at.control('POST', '/faults', { kind: 'not_json', status: 200, message: 'plain' });
    expect((await at.call('GET', '/zones')).text).toBe('plain');
  });

  it('survive a restart, are exported, and end with a reset to another fixture', async () => {
    const folder = makeFolder();
    const stateFile = join(folder, 'state.jsonl');
    const quirk = { path: `/zones/${zoneId}`, add: { added: 1 } };
    await (await startEmulator({ fixture: fixture(quirk), stateFile })).close();
    emulator = await start({ fixture: fixture(quirk), stateFile });
    expect(await emulator.result('GET', `/zones/${zoneId}`)).toHaveProperty('added', 1);
    expect((await emulator.control('GET', '/fixture')).body).toHaveProperty('quirks', [quirk]);
    await emulator.control('POST', '/reset', { fixture: world, keepCredentials: true });
    expect(await emulator.result('GET', `/zones/${zoneId}`)).not.toHaveProperty('added');
    await emulator.close();
    emulator = undefined;
  });

  it.each<[object, string]>([
    [{ add: {} }, 'quirks[0].path: must be a path pattern'],
    [{ path: '/zones' }, 'quirks[0].path: needs one of add, omit, value, status, code, headers'],
    [{ path: '/zones/a**', add: {} }, 'quirks[0].path: must have ** as a whole segment only'],
    [{ path: '/zones', add: {}, extra: 1 }, 'quirks[0].extra: unknown key'],
    [{ path: '/zones', add: [] }, 'quirks[0].add: must be an object'],
    [{ path: '/zones', omit: 'id' }, 'quirks[0].omit: must be an array of strings'],
    [{ path: '/zones', at: 'result', add: {} }, 'quirks[0].at: must be a JSON pointer'],
    [{ path: '/zones', method: 'get', add: {} }, 'quirks[0].method: must be a method in capital letters'],
    [{ path: '/zones', status: 204 }, 'quirks[0].status: must be an HTTP status'],
    [{ path: '/zones', code: 'x' }, 'quirks[0].code: must be an integer'],
    [{ path: '/zones', headers: { 'a b': 'c' } }, 'quirks[0].headers: must be an object of names'],
    [{ path: '/zones', headers: { 'Content-Length': '1' } }, 'quirks[0].headers: must be an object of names'],
  ])('fail for %j', async (quirk, message) => {
    await expect(startEmulator({ fixture: fixture(quirk) })).rejects.toThrow(message);
  });
});
