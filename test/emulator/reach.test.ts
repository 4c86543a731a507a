import { join } from 'node:path';
import { reachOf } from '../../lib/emulator/hosts';
import { startMailServer } from './mail-server';
import { startReceiver } from './receiver';
import { accountId, pick, start, textAt, world, type Running, poolId, healthPolicy } from './support';
import type { EmulatorOptions } from '../../lib/emulator';
import { makeFolder } from '../support/folder';

const alerting = `/accounts/${accountId}/alerting/v3`;
const hooks = `${alerting}/destinations/webhooks`;

const account = (more: object = {}) => ({
  id: accountId,
  name: 'Account',
  pools: [{ id: poolId, name: 'primary', origins: [{ name: 'one', address: '192.0.2.1' }] }],
  ...more,
});
const policyTo = (mechanisms: object) => ({
  ...healthPolicy,
  mechanisms,
  filters: { pool_id: [poolId], new_health: ['Unhealthy'], event_source: ['pool'] },
});

describe('hosts that the emulator may connect to', () => {
  it.each<[string, boolean]>([
    ['http://localhost', true],
    ['http://LOCALHOST:9000/a', true],
    ['http://chat.localhost', true],
    ['http://127.0.0.1:1', true],
    ['http://127.255.0.9', true],
    ['http://2130706433', true],
    ['http://[::1]:3', true],
    ['http://[::ffff:127.0.0.1]', true],
    ['smtp://LocalHost:1025', true],
    ['smtp://[::1]', true],
    ['http://localhost.', false],
    ['http://localhost.example', false],
    ['http://notlocalhost', false],
    ['http://127.0.0.1.example', false],
    ['http://0.0.0.0', false],
    ['http://[::]', false],
    ['http://128.0.0.1', false],
    ['http://192.168.1.1', false],
    ['http://[::2]', false],
    ['https://hooks.slack.com/services/T/B/x', false],
    ['smtp://mail.example', false],
  ])('without permission: %s, %s', (url, expected) => {
    expect(reachOf()(url)).toBe(expected);
  });

  it.each<[string, string, boolean]>([
    ['chat.example', 'https://chat.example/a', true],
    ['chat.example', 'http://chat.example:8080', true],
    ['Chat.Example', 'https://CHAT.example', true],
    ['chat.example', 'https://sub.chat.example', false],
    ['chat.example', 'https://chat.example.evil.example', false],
    ['chat.example:443', 'https://chat.example', true],
    ['chat.example:443', 'http://chat.example', false],
    ['chat.example:80', 'http://chat.example', true],
    ['chat.example:8443', 'https://chat.example', false],
    ['mail.example:587', 'smtp://mail.example', true],
    ['mail.example:25', 'smtp://mail.example:25', true],
    ['mail.example', 'smtp://MAIL.example:25', true],
    ['192.0.2.1:9', 'http://192.0.2.1:9', true],
    ['2001:db8::1', 'http://[2001:db8:0::1]', true],
    ['[2001:db8::1]:80', 'http://[2001:db8::1]', true],
    ['[2001:db8::1]:81', 'http://[2001:db8::1]', false],
  ])('with %s: %s, %s', (allowed, url, expected) => {
    expect(reachOf(['other.example', allowed])(url)).toBe(expected);
  });

  it.each([
    '',
    'https://chat.example',
    'chat.example/a',
    'a b',
    'chat.example:99999',
    '*',
    'user@chat.example',
  ])('fails for "%s", which is not a host', async (host) => {
    await expect(start({ deliverBeyond: [host] })).rejects.toThrow(
      `the host to deliver to, ${host}, must be a name or an address, optionally with a port`,
    );
  });
});

describe('a notification to another machine', () => {
  let emulator: Running;
  const open = async (accountPart: object, options: EmulatorOptions = {}) => {
    emulator = await start({ fixture: { ...world, accounts: [account(accountPart)] }, ...options });
  };
  const outbox = async () => (await emulator.control('GET', '/outbox')).body as object[];
  const fail = async () => {
    const reply = await emulator.control('POST', `/accounts/${accountId}/pools/${poolId}/health`, {
      healthy: false,
    });
    return pick(reply.body, 'notifications');
  };
  const settled = async () => {
    for (;;) {
      const all = await outbox();
      if (all.every((one) => pick(one, 'state') !== 'pending')) return all;
    }
  };

  it('is recorded with the test of its webhook, which needs no network', async () => {
    await open({});
    const made = await emulator.result('POST', hooks, {
      name: 'team',
      url: 'https://hooks.slack.com/services/T/B/x',
      secret: 'hush',
    });
    const id = textAt(made, 'id');
    const tested = await outbox();
    expect(tested).toMatchObject([
      {
        account_id: accountId,
        policy_id: 'test',
        mechanism: 'webhook',
        recipient: id,
        recipient_name: 'team',
        pool_id: null,
        state: 'recorded',
        attempts: 0,
        last_error: null,
        text: expect.stringContaining('This is a test message') as unknown,
      },
    ]);
    expect(JSON.stringify(tested)).not.toMatch(/hush|services/);
    await emulator.result('POST', `${alerting}/policies`, policyTo({ webhooks: [{ id }] }));
    expect(await fail()).toMatchObject([{ recipient: id, state: 'recorded', attempts: 0, last_error: null }]);
    expect(await emulator.result('GET', `${alerting}/history`)).toMatchObject([{ mechanism: id }]);
    expect(pick(await emulator.result('GET', `${hooks}/${id}`), 'last_failure')).toBeNull();
  });

  it('is recorded at each new URL of a webhook, and no longer when the webhook is on this machine', async () => {
    await open({});
    const receiver = await startReceiver();
    const made = await emulator.result('POST', hooks, { name: 'team', url: `${receiver.url}/a` });
    const path = `${hooks}/${textAt(made, 'id')}`;
    expect([receiver.received.length, await outbox()]).toEqual([1, []]);
    await emulator.result('PUT', path, { name: 'team', url: 'https://chat.example/' });
    await emulator.result('PUT', path, { name: 'crew', url: 'https://chat.example/' });
    expect(await outbox()).toMatchObject([{ state: 'recorded', recipient: textAt(made, 'id') }]);
    expect(pick(await emulator.result('GET', path), 'last_success')).not.toBeNull();
    await emulator.result('PUT', path, { name: 'crew', url: `${receiver.url}/b` });
    expect([receiver.received.length, await outbox()]).toMatchObject([2, [{ state: 'recorded' }]]);
  });

  it('is recorded where it was pending when an earlier emulator that could reach it stopped', async () => {
    const folder = makeFolder();
    const stateFile = join(folder, 'state.jsonl');
    const webhook = { id: 'd'.repeat(32), name: 'team', url: 'http://0.0.0.0:9/' };
    const long = { pausesMs: [3_600_000] };
    const permitted = { stateFile, notificationRetry: long, deliverBeyond: ['0.0.0.0'] };
    await open({ webhooks: [webhook], policies: [policyTo({ webhooks: [{ id: webhook.id }] })] }, permitted);
    await fail();
    while (pick((await outbox())[0], 'attempts') === 0);
    expect(await outbox()).toMatchObject([{ state: 'pending', attempts: 1 }]);
    await emulator.close();
    emulator = await start({ stateFile });
    expect(await settled()).toMatchObject([{ state: 'recorded', attempts: 1, last_error: null }]);
  });

  // 0.0.0.0 is no loopback address, and a connection to it arrives at this machine.
  it('reaches a webhook that it may deliver to, on any port', async () => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    await open({}, { deliverBeyond: [`0.0.0.0:${port}`] });
    const made = await emulator.result('POST', hooks, { name: 'team', url: `http://0.0.0.0:${port}/` });
    await emulator.result(
      'POST',
      `${alerting}/policies`,
      policyTo({ webhooks: [{ id: textAt(made, 'id') }] }),
    );
    await fail();
    expect(await settled()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    expect(receiver.received).toHaveLength(2);
    const other = await emulator.call('POST', hooks, { name: 'other', url: 'http://0.0.0.0:9/' });
    expect(other.status).toBe(400);
  });

  it.each<[string, readonly string[], string, number]>([
    ['is recorded where the mail server is beyond', [], 'recorded', 0],
    ['is sent where the mail server is beyond and permitted', ['0.0.0.0'], 'delivered', 1],
  ])('by e-mail %s', async (_name, deliverBeyond, state, attempts) => {
    const server = await startMailServer();
    const { port } = new URL(server.url);
    await open(
      { policies: [policyTo({ email: [{ id: 'ops@example.com' }] })] },
      { smtp: `smtp://0.0.0.0:${port}`, deliverBeyond },
    );
    await fail();
    expect(await settled()).toMatchObject([{ recipient: 'ops@example.com', state, attempts }]);
  });
});
