import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultToken, defaultZoneId, startEmulator, type Fixture } from '../../lib/emulator';
import {
  accountId,
  customFieldRule,
  freeDestination,
  jobs,
  pick,
  rulesets,
  start,
  textAt,
  world,
  zoneId,
} from './support';
import { makeFolder } from '../support/folder';

const twoZones = join(__dirname, '../fixtures/emulator/two-zones.json');
const account = { id: accountId, name: 'Account' };
const zone = { id: zoneId, account_id: accountId, name: 'one.example', plan: 'enterprise' as const };
const otherId = 'b'.repeat(32);
const job = { destination_conf: freeDestination };

describe('a fixture', () => {
  it('is not needed: there are the zones and pools of the docs, a token and a key pair', async () => {
    const emulator = await startEmulator();
    const reply = await fetch(`${emulator.url}/zones/${defaultZoneId}/logpush/jobs`, {
      method: 'POST',
      headers: {
        'x-auth-email': emulator.email,
        'x-auth-key': emulator.key,
        'content-type': 'application/json',
      },
      body: JSON.stringify(job),
    });
    expect([reply.status, emulator.token, emulator.zoneIds[0]]).toEqual([200, defaultToken, defaultZoneId]);
    const exported = await fetch(`${emulator.controlUrl}/fixture`);
    const { zones = [] } = (await exported.json()) as Fixture;
    // Those of their plans are left out.
    expect(zones.map(({ migration_state }) => migration_state)).toEqual([
      undefined,
      undefined,
      'validation',
      'complete',
      undefined,
    ]);
    await emulator.close();
    expect(existsSync(emulator.bucketsDir)).toBe(false);
  });

  it('is read from a file, with rulesets, rule ids and jobs', async () => {
    const emulator = await start({ fixture: twoZones });
    expect([emulator.token, emulator.email, emulator.key]).toEqual([
      'a-token-of-the-fixture',
      'ops@example.com',
      'a-key-of-the-fixture',
    ]);
    expect(await emulator.result('GET', `${rulesets}/0123456789abcdef0123456789abcdef`)).toMatchObject({
      name: 'Custom log fields',
      version: '1',
      rules: [{ id: 'fedcba9876543210fedcba9876543210', description: 'tracing' }],
    });
    expect(await emulator.result('GET', `${jobs}/7`)).toMatchObject({ name: 'audit', enabled: true });
    const next = await emulator.result('POST', jobs, job);
    expect(Number(textAt(next, 'id'))).toBeGreaterThan(7);
    await emulator.close();
  });

  it('can be replaced by a reset that has another one, until the next reset', async () => {
    const emulator = await start();
    const other = { accounts: [account], zones: [{ ...zone, id: otherId, name: 'other.example' }] };
    const zoneNames = async () =>
      ((await emulator.result('GET', '/zones')) as object[]).map((each) => pick(each, 'name'));

    expect(
      (await emulator.control('POST', '/reset', { fixture: { ...other, tokens: world.tokens } })).status,
    ).toBe(200);
    expect(await zoneNames()).toEqual(['other.example']);

    await emulator.control('POST', '/reset', {});
    expect(await zoneNames()).toEqual(['one.example', 'two.example', 'pro.example']);
    await emulator.close();
  });

  it('fails a reset, which then changes nothing, for an invalid one', async () => {
    const emulator = await start();
    const wrong = { accounts: [account], zones: [{ ...zone, plan: 'gold' }] };
    const reply = await emulator.control('POST', '/reset', { fixture: wrong });
    expect([reply.status, pick(reply.body, 'errors', 0, 'message')]).toEqual([
      400,
      'fixture: zones[0].plan: gold is not one of free, pro, business, enterprise',
    ]);
    expect(await emulator.result('GET', '/zones')).toHaveLength(3);
    await emulator.close();
  });

  it('is restored by a reset, which removes quirks, faults and calls', async () => {
    const emulator = await start({ fixture: twoZones });
    const id = textAt(await emulator.result('POST', jobs, job), 'id');
    await emulator.result('DELETE', `${jobs}/7`);
    await emulator.control('PUT', '/quirks', { unknownFields: true });
    await emulator.control('POST', '/faults', { kind: 'hang', skip: 100 });
    expect((await emulator.control('POST', '/reset')).status).toBe(200);
    expect(await emulator.result('GET', jobs)).toMatchObject([{ id: 7 }]);
    expect((await emulator.call('GET', `${jobs}/${id}`)).status).toBe(404);
    expect((await emulator.control('GET', '/faults')).body).toEqual([]);
    await emulator.close();
  });

  const withZone = (more: object) => ({ accounts: [account], zones: [{ ...zone, ...more }] });
  it.each(
    Object.entries<unknown>({
      'fixture: must be an object': [],
      'pools: unknown key': { pools: [] },
      'accounts: must be an array': { accounts: {} },
      'accounts[0].id: x is not an id': { accounts: [{ id: 'x', name: 'A' }] },
      'accounts[0].name: must be a non-empty string': { accounts: [{ id: accountId }] },
      [`accounts[1].id: ${accountId} is used twice`]: { accounts: [account, account] },
      [`zones[0].account_id: ${accountId} is not the id of an account`]: { accounts: [], zones: [zone] },
      'zones[0].plan: gold is not one of free, pro, business, enterprise': withZone({ plan: 'gold' }),
      'zones[0].colour: unknown key': withZone({ colour: 1 }),
      'zones[0].rulesets[0].id: ': withZone({ rulesets: [{ id: 'x', name: 'a', phase: 'http_ratelimit' }] }),
      'zones[0].rulesets[0].rules[0].action_parameters.request_fields[0].name: ': withZone({
        rulesets: [
          {
            name: 'a',
            phase: 'http_log_custom_fields',
            rules: [customFieldRule({ request_fields: [{ name: 'Up' }] })],
          },
        ],
      }),
      [`zones[0].rulesets[1].id: ${otherId} is used twice`]: withZone({
        rulesets: ['http_ratelimit', 'http_request_origin'].map((phase) => ({
          id: otherId,
          name: 'a',
          phase,
        })),
      }),
      'zones[0].rulesets[1].kind: ': withZone({
        rulesets: Array(2).fill({ name: 'a', phase: 'http_ratelimit' }),
      }),
      'zones[0].jobs[1].logpull_options: ': withZone({
        jobs: [job, { ...job, logpull_options: 'fields=Nope' }],
      }),
      'zones[0].jobs[0].id: ': withZone({ jobs: [{ ...job, id: '7' }] }),
      'zones[0].jobs[0].id: 7 is used twice': {
        accounts: [{ ...account, jobs: [{ ...job, id: 7, dataset: 'audit_logs' }] }],
        zones: [{ ...zone, jobs: [{ ...job, id: 7 }] }],
      },
      'accounts[0].jobs[0].dataset: ': {
        accounts: [{ ...account, jobs: [{ ...job, dataset: 'dns_logs' }] }],
      },
      'zones[0].jobs[1].id: 7 is used twice': withZone({ jobs: Array(2).fill({ ...job, id: 7 }) }),
      'zones[0].jobs[4]: creating a new job is not allowed: exceeded': withZone({ jobs: Array(5).fill(job) }),
      'tokens: must be an array of strings': { tokens: 'a' },
      'tokens[0]: ': { tokens: ['a b'] },
      'keys[0].key: ': { keys: [{ email: 'a' }] },
    }),
  )('fails with the path of the invalid value: %s', async (message, fixture) => {
    const started = startEmulator({ fixture: fixture as Fixture });
    await expect(started).rejects.toMatchObject({
      name: 'FixtureError',
      message: expect.stringContaining(message) as string,
    });
    await expect(started).rejects.toThrow(new RegExp(`^${message.replace(/[[\]().]/g, '\\$&')}`));
  });

  it('fails for a file that is missing or not JSON', async () => {
    const folder = makeFolder();
    const path = join(folder, 'world.json');
    await expect(startEmulator({ fixture: path })).rejects.toThrow('cannot be read');
    await writeFile(path, '{');
    await expect(startEmulator({ fixture: path })).rejects.toThrow('is not JSON');
  });

  it('is validated even when an earlier state is used, and does not change that state', async () => {
    const folder = makeFolder();
    const stateFile = join(folder, 'state');
    const first = await start({ stateFile });
    await first.result('POST', jobs, job);
    await first.close();
    const bad = { ...world, tokens: ['a b'] };
    await expect(startEmulator({ stateFile, fixture: bad })).rejects.toThrow('tokens[0]: ');
    const second = await start({ stateFile });
    expect(await second.result('GET', jobs)).toHaveLength(1);
  });

  it('seeds a new state file only', async () => {
    const folder = makeFolder();
    const stateFile = join(folder, 'state');
    const first = await start({ stateFile });
    const made = await first.result('POST', jobs, job);
    await first.close();
    const second = await start({ stateFile, fixture: { ...world, tokens: ['another'] } });
    expect([first.resumed, second.resumed, second.token]).toEqual([false, true, 'first-token']);
    expect(await second.result('GET', `${jobs}/${textAt(made, 'id')}`)).toEqual(made);
    await second.control('POST', '/reset');
    await second.close();
    const third = await start({ stateFile });
    expect(pick(await third.call('GET', jobs), 'body', 'result')).toEqual([]);
    expect(third.token).toBe('another');
  });
});
