import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import type { EmulatorOptions } from '../../lib/emulator';
import { startMailServer, type MailServer } from './mail-server';
import { startReceiver, type Receiver } from './receiver';
import {
  accountId,
  pick,
  start,
  textAt,
  world,
  type Running,
  healthPolicy,
  poolId,
  serviceId,
  webhookId,
} from './support';
import { makeFolder } from '../support/folder';

const pools = `/accounts/${accountId}/load_balancers/pools`;
const alerting = `/accounts/${accountId}/alerting/v3`;
const policyId = 'f'.repeat(32);

const origins = ['one', 'two'].map((name, at) => ({ name, address: `192.0.2.${at + 1}` }));
const pool = { id: poolId, name: 'primary', origins };
const policy = { ...healthPolicy, id: policyId };
const everything = policy.filters;

/** Short pauses. Only a receiver that never answers may run into the timeout, however slow the machine is. */
const quick = { attemptTimeoutMs: 3_600_000, pausesMs: [5, 10] };
const open = (account: object, options: EmulatorOptions = {}) =>
  start({
    fixture: { ...world, accounts: [{ id: accountId, name: 'Account', pools: [pool], ...account }] },
    notificationRetry: quick,
    ...options,
  });

const turn = async (emulator: Running, healthy: boolean, origin?: string) => {
  const path = `/accounts/${accountId}/pools/${poolId}/health`;
  const reply = await emulator.control(
    'POST',
    path,
    origin === undefined ? { healthy } : { origin, healthy },
  );
  if (reply.status !== 200) throw new Error(reply.text);
  return pick(reply.body, 'notifications') as object[];
};
const outbox = async (emulator: Running) => (await emulator.control('GET', '/outbox')).body as object[];

/** What of it a reader looks at first: `primary/one Unhealthy`. */
const brief = (notification: unknown) => {
  const origin = pick(notification, 'origin_name');
  const source = origin === null ? '' : `/${textAt(notification, 'origin_name')}`;
  return `${textAt(notification, 'pool_name')}${source} ${textAt(notification, 'new_health')}`;
};
const briefs = async (emulator: Running) => (await outbox(emulator)).map(brief);

/** Resolves when nothing is pending any more. */
async function settle(emulator: Running): Promise<object[]> {
  for (;;) {
    const all = await outbox(emulator);
    if (all.every((one) => pick(one, 'state') !== 'pending')) return all;
  }
}

describe('a change of health', () => {
  it('notifies once for each origin and once for the pool', async () => {
    const emulator = await open({ policies: [policy] });
    const sent = await turn(emulator, false);
    expect(sent.map(brief)).toEqual(['primary/one Unhealthy', 'primary/two Unhealthy', 'primary Unhealthy']);
    expect(await outbox(emulator)).toEqual(sent);
    expect(sent[0]).toMatchObject({
      account_id: accountId,
      policy_id: policyId,
      policy_name: 'health',
      alert_type: 'load_balancing_health_alert',
      mechanism: 'email',
      recipient: 'ops@example.com',
      pool_id: poolId,
      event_source: 'origin',
      subject: '[Unhealthy] origin one of pool primary',
      alert_event: 'ALERT_STATE_EVENT_START',
      state: 'delivered',
      attempts: 1,
      last_error: null,
    });
    expect(sent[2]).toMatchObject({ event_source: 'pool', origin_name: null });
  });

  it('of a pool follows from an origin that is removed, added or disabled', async () => {
    const emulator = await open({
      policies: [{ ...policy, filters: { ...everything, event_source: ['pool'] } }],
    });
    const path = `${pools}/${poolId}`;
    const [one, two] = origins;
    await turn(emulator, false, 'one');
    await emulator.result('PATCH', path, { origins: [one] });
    await emulator.result('PATCH', path, { origins });
    await emulator.result('PATCH', path, { origins: [one, { ...two, enabled: false }] });
    expect(await briefs(emulator)).toEqual(['primary Unhealthy', 'primary Healthy', 'primary Unhealthy']);
  });

  it('of a disabled origin notifies when it is enabled', async () => {
    const emulator = await open({ policies: [policy] });
    const path = `${pools}/${poolId}`;
    const [one, two] = origins;
    await emulator.result('PATCH', path, { origins: [one, { ...two, enabled: false }] });
    expect(await turn(emulator, false, 'two')).toEqual([]);
    await emulator.result('PATCH', path, { origins });
    expect(await briefs(emulator)).toEqual(['primary/two Unhealthy']);
  });

  it('of a disabled pool notifies when it is enabled', async () => {
    const emulator = await open({ policies: [policy] });
    const path = `${pools}/${poolId}`;
    await emulator.result('PATCH', path, { enabled: false });
    expect(await turn(emulator, false)).toEqual([]);
    await turn(emulator, true, 'two');
    await emulator.result('PATCH', path, { enabled: true });
    expect(await briefs(emulator)).toEqual(['primary/one Unhealthy']);
  });

  it('does not include the first health of a pool', async () => {
    const emulator = await open({ pools: [{ ...pool, minimum_origins: 3 }], policies: [policy] });
    expect(await turn(emulator, true)).toEqual([]);
  });

  it('correlates the end of an incident with its start, for each origin and the pool', async () => {
    const emulator = await open({ policies: [policy] });
    await turn(emulator, false);
    await turn(emulator, true);
    await turn(emulator, false, 'one');
    const ids = (await outbox(emulator)).map((one) => textAt(one, 'alert_correlation_id'));
    expect(ids.slice(3, 6)).toEqual(ids.slice(0, 3));
    expect(new Set(ids).size).toBe(4);
    const events = (await outbox(emulator)).map((one) => textAt(one, 'alert_event').slice(-3));
    expect(events).toEqual(['ART', 'ART', 'ART', 'END', 'END', 'END', 'ART']);
  });

  it('matches no policy that is disabled or of another type, and every other one', async () => {
    const emulator = await open({
      policies: [
        { ...policy, id: undefined, enabled: false },
        { ...policy, id: undefined, alert_type: 'load_balancing_pool_enablement_alert' },
        policy,
        { ...policy, id: undefined, name: 'twin' },
      ],
    });
    const sent = await turn(emulator, false, 'one');
    expect(sent.map((one) => pick(one, 'policy_name'))).toEqual(['health', 'twin']);
    await emulator.result('PUT', `${alerting}/policies/${policyId}`, { ...policy, enabled: false });
    expect(await turn(emulator, true, 'one')).toHaveLength(1);
  });

  it('reaches each recipient of a policy once, and no unknown mechanism', async () => {
    const emulator = await open({
      webhooks: [{ id: webhookId, name: 'chat', url: 'http://127.0.0.1:9/' }],
      pagerduty: [{ id: serviceId, name: 'on call' }],
      policies: [
        {
          ...policy,
          mechanisms: {
            email: ['a', 'b', 'a'].map((name) => ({ id: `${name}@example.com` })),
            webhooks: [{ id: webhookId }, { id: webhookId }],
            pagerduty: [{ id: serviceId }],
            pigeon: [{ id: 'white' }],
          },
        },
      ],
    });
    const sent = await turn(emulator, false, 'one');
    expect(
      sent.map((one) => [pick(one, 'mechanism'), pick(one, 'recipient'), pick(one, 'recipient_name')]),
    ).toEqual([
      ['email', 'a@example.com', null],
      ['email', 'b@example.com', null],
      ['webhook', webhookId, 'chat'],
      ['pagerduty', serviceId, 'on call'],
    ]);
  });
});

describe('the legacy notification', () => {
  const legacy = (more: object) => ({ pools: [{ ...pool, notification_email: 'ops@example.com', ...more }] });

  it('goes to each address of the pool, without a policy', async () => {
    const emulator = await open(legacy({ notification_email: 'a@example.com, b@example.com,a@example.com' }));
    const sent = await turn(emulator, false, 'one');
    expect(sent).toMatchObject([
      { recipient: 'a@example.com', policy_id: 'legacy', policy_name: null, mechanism: 'email' },
      { recipient: 'b@example.com', policy_id: 'legacy' },
    ]);
    expect(await emulator.result('GET', `${alerting}/history`)).toEqual([]);
  });

  it.each([
    ['a@example.com;b@example.com , c@example.com', ['a@example.com', 'b@example.com', 'c@example.com']],
    ['"a, b; c@d"@example.com;b@example.com', ['"a, b; c@d"@example.com', 'b@example.com']],
    ['"a\\",b"@example.com,"c\\\\"@example.com', ['"a\\",b"@example.com', '"c\\\\"@example.com']],
  ])('goes to each address of %s', async (notification_email, recipients) => {
    const emulator = await open(legacy({ notification_email }));
    const sent = await turn(emulator, false, 'one');
    expect(sent.map((one) => pick(one, 'recipient'))).toEqual(recipients);
  });

  const all = ['/one Unhealthy', ' Unhealthy', '/one Healthy', ' Healthy'];
  it.each<[string, object | null, string[]]>([
    ['no filter', null, all],
    ['an empty filter', {}, all],
    ['null for both', { pool: null, origin: null }, all],
    ['origins disabled', { origin: { disable: true } }, [' Unhealthy', ' Healthy']],
    ['pools disabled', { pool: { disable: true } }, ['/one Unhealthy', '/one Healthy']],
    ['nothing disabled', { pool: { disable: false, healthy: null } }, all],
    ['bad news of pools', { pool: { healthy: false } }, ['/one Unhealthy', ' Unhealthy', '/one Healthy']],
    ['good news of origins', { origin: { healthy: true } }, [' Unhealthy', '/one Healthy', ' Healthy']],
    ['good news, but disabled', { origin: { healthy: true, disable: true }, pool: { disable: true } }, []],
  ])('honours %s', async (_name, filter, expected) => {
    const emulator = await open(legacy({ origins: [origins[0]], notification_filter: filter }));
    await turn(emulator, false);
    await turn(emulator, true);
    expect(await briefs(emulator)).toEqual(expected.map((one) => `primary${one}`));
  });

  it.each([{}, { notification_email: null }, { notification_email: '' }])(
    'is not sent for %j',
    async (none) => {
      const emulator = await open({ pools: [{ ...pool, ...none }] });
      expect(await turn(emulator, false)).toEqual([]);
    },
  );
});

describe('a webhook', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });

  const toWebhook = (secret?: string) => ({
    webhooks: [{ id: webhookId, name: 'chat', url: `${receiver.url}/in`, secret }],
    policies: [{ ...policy, mechanisms: { webhooks: [{ id: webhookId }] } }],
  });
  const destination = (emulator: Running) =>
    emulator.result('GET', `${alerting}/destinations/webhooks/${webhookId}`);

  it('receives what happened, with its secret', async () => {
    const now = new Date('2026-01-02T03:04:05.678Z');
    const emulator = await open(toWebhook('hush'), { now: () => now });
    const [sent] = await turn(emulator, false, 'one');
    expect(sent).toMatchObject({ mechanism: 'webhook', state: 'pending', attempts: 0 });
    const [first] = await receiver.waitFor(1);
    expect(first).toMatchObject({ path: '/in', headers: { 'cf-webhook-auth': 'hush' } });
    expect(first?.body).toEqual({
      name: 'health',
      text: 'At 2026-01-02T03:04:05.678Z the origin one of pool primary became Unhealthy. Its address is 192.0.2.1.',
      data: {
        pool_id: poolId,
        pool_name: 'primary',
        new_health: 'Unhealthy',
        event_source: 'origin',
        origin_name: 'one',
      },
      ts: 1_767_323_045,
      account_id: accountId,
      policy_id: policyId,
      policy_name: 'health',
      alert_type: 'load_balancing_health_alert',
      alert_correlation_id: textAt(sent, 'alert_correlation_id'),
      alert_event: 'ALERT_STATE_EVENT_START',
    });
    expect(await settle(emulator)).toMatchObject([{ state: 'delivered', attempts: 1, last_error: null }]);
    expect(await destination(emulator)).toMatchObject({
      last_success: now.toISOString(),
      last_failure: null,
    });
    await turn(emulator, false, 'two');
    expect((await receiver.waitFor(3))[2]?.body).toMatchObject({
      data: { pool_id: poolId, pool_name: 'primary', new_health: 'Unhealthy', event_source: 'pool' },
    });
  });

  it('is retried until it accepts a notification, and accepts it once', async () => {
    const emulator = await open(toWebhook());
    receiver.status = 500;
    await turn(emulator, false, 'one');
    await receiver.waitFor(2);
    receiver.status = 204;
    const [done] = await settle(emulator);
    expect(done).toMatchObject({ state: 'delivered', last_error: null });
    expect(receiver.received).toHaveLength(Number(pick(done, 'attempts')));
    expect(await destination(emulator)).toMatchObject({ last_failure: expect.any(String) as string });
    const bodies = receiver.received.map(({ body }) => body);
    expect(bodies).toEqual(bodies.map(() => bodies[0]));
  });

  const expectNoSecret = async (emulator: Running) => {
    expect(JSON.stringify(await outbox(emulator))).not.toContain('hush');
    expect(JSON.stringify((await emulator.control('GET', '/calls')).body)).not.toContain('hush');
  };

  it.each([302, 404, 503])('fails after the last attempt when it returns %i', async (status) => {
    const emulator = await open(toWebhook('hush'));
    receiver.status = status;
    await turn(emulator, false, 'one');
    const fault = `the webhook answered ${status}`;
    expect(await settle(emulator)).toMatchObject([{ state: 'failed', attempts: 3, last_error: fault }]);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/in', '/in', '/in']);
    await expectNoSecret(emulator);
  });

  it('fails after the last attempt when it does not answer', async () => {
    const emulator = await open(toWebhook('hush'), {
      notificationRetry: { attemptTimeoutMs: 50, pausesMs: [1, 2] },
    });
    receiver.status = 0;
    await turn(emulator, false, 'one');
    const fault = 'the webhook did not answer within 50 ms';
    expect(await settle(emulator)).toMatchObject([{ state: 'failed', attempts: 3, last_error: fault }]);
    await expectNoSecret(emulator);
  });

  it('gets notifications in the order of the changes, even when the first is retried', async () => {
    const emulator = await open(toWebhook());
    receiver.status = 500;
    await turn(emulator, false, 'one');
    await turn(emulator, true, 'one');
    await receiver.waitFor(1);
    receiver.status = 200;
    await settle(emulator);
    const healths = receiver.received.map(({ body }) => pick(body, 'data', 'new_health'));
    expect(healths.slice(-2)).toEqual(['Unhealthy', 'Healthy']);
    expect(healths.filter((health) => health === 'Healthy')).toHaveLength(1);
  });

  it('that was deleted gets nothing, as the outbox shows', async () => {
    const emulator = await open(toWebhook());
    await emulator.call('DELETE', `${alerting}/destinations/webhooks/${webhookId}`);
    await turn(emulator, false, 'one');
    expect(await settle(emulator)).toMatchObject([
      { state: 'failed', last_error: 'the webhook destination was deleted' },
    ]);
    expect(receiver.received).toEqual([]);
  });

  it('that is retried does not delay the stop of the emulator', async () => {
    const emulator = await open(toWebhook(), {
      notificationRetry: { attemptTimeoutMs: 60_000, pausesMs: [60_000] },
    });
    receiver.status = 500;
    await turn(emulator, false, 'one');
    await receiver.waitFor(1);
    receiver.status = 0;
    await turn(emulator, false, 'two');
    await emulator.close();
  });

  it('gets what an earlier run did not deliver, each notification once', async () => {
    const folder = makeFolder();
    const stateFile = join(folder, 'state');
    receiver.status = 0;
    const first = await open(toWebhook('hush'), {
      stateFile,
      notificationRetry: { attemptTimeoutMs: 60_000 },
    });
    await turn(first, false);
    await receiver.waitFor(1);
    await first.close();
    receiver.status = 200;
    const second = await start({ stateFile, notificationRetry: quick });
    expect((await settle(second)).map((one) => pick(one, 'state'))).toEqual(Array(3).fill('delivered'));
    // The first attempt was cut by the stop, and counts for nothing.
    expect(receiver.received).toHaveLength(4);
    await second.close();
    const third = await start({ stateFile });
    expect(await outbox(third)).toHaveLength(3);
    await third.close();
    expect(receiver.received).toHaveLength(4);
    expect(await readFile(stateFile, 'utf8')).toContain('delivered');
  });
});

describe('e-mail', () => {
  let server: MailServer;
  beforeEach(async () => {
    server = await startMailServer();
  });

  it('goes to addresses with a quoted local part', async () => {
    // Neither with a space nor with an "@": the mail server of the tests refuses both in quotes.
    const [legacy, own] = ['"old,team;x"@example.com', '"john,jr"@example.com'];
    const emulator = await open(
      {
        pools: [{ ...pool, notification_email: `${legacy};b@example.com` }],
        policies: [{ ...policy, mechanisms: { email: [{ id: own }] } }],
      },
      { smtp: server.url },
    );
    await turn(emulator, false, 'one');
    const recipients = (await server.waitFor(3)).map((mail) => mail.recipients);
    expect([...recipients].sort()).toEqual([[own], [legacy], ['b@example.com']]);
    const outbox = (await emulator.control('GET', '/outbox')).body as object[];
    expect(outbox.map((one) => pick(one, 'recipient'))).toEqual([own, legacy, 'b@example.com']);
  });

  it('goes through a mail server, one to each recipient', async () => {
    const emulator = await open(
      {
        pools: [{ ...pool, notification_email: 'old@example.com' }],
        policies: [{ ...policy, mechanisms: { email: [{ id: 'a@example.com' }, { id: 'b@example.com' }] } }],
      },
      { smtp: server.url },
    );
    await turn(emulator, false, 'one');
    const mails = await server.waitFor(3);
    const recipients = mails.flatMap((mail) => mail.recipients);
    expect([...recipients].sort()).toEqual(['a@example.com', 'b@example.com', 'old@example.com']);
    for (const { headers, text, recipients: to } of mails) {
      expect(headers.get('subject')).toBe('[Unhealthy] origin one of pool primary');
      expect(headers.get('date')).toMatch(/^\w{3}, \d\d? \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/);
      expect(headers.get('to')).toContain(to[0]);
      expect(text).toContain('origin one of pool primary became Unhealthy');
    }
    expect(await settle(emulator)).toMatchObject(Array(3).fill({ state: 'delivered', attempts: 1 }));
  });

  it('that is rejected is retried as the same message', async () => {
    const emulator = await open({ policies: [policy] }, { smtp: server.url });
    server.refusals = 2;
    await turn(emulator, false, 'one');
    await server.waitFor(1);
    expect(await settle(emulator)).toMatchObject([{ state: 'delivered', attempts: 3 }]);
    expect(server.mails).toHaveLength(1);
  });

  it('fails when there is no mail server, without its password in the outbox', async () => {
    const gone = server.url.replace('//', '//user:hush@');
    await server.close();
    const emulator = await open({ policies: [policy] }, { smtp: gone });
    await turn(emulator, false, 'one');
    const all = await settle(emulator);
    expect(all).toMatchObject([{ state: 'failed', attempts: 3 }]);
    expect(textAt(all[0], 'last_error')).toMatch(/^the mail server rejected the message \(E\w+\)$/);
  });

  it.each(['mail.example.com', 'http://127.0.0.1:25', 'smtp://'])('fails for the server %s', async (smtp) => {
    await expect(start({ smtp })).rejects.toThrow('must be a URL like smtp://127.0.0.1:1025');
  });
});

describe('the outbox', () => {
  it('can be cleared, and is cleared by a reset', async () => {
    const emulator = await open({ policies: [policy] });
    for (const [method, path] of [
      ['DELETE', '/outbox'],
      ['POST', '/reset'],
    ] as const) {
      await turn(emulator, false);
      expect(await outbox(emulator)).toHaveLength(3);
      expect((await emulator.control(method, path)).status).toBe(200);
      expect(await outbox(emulator)).toEqual([]);
      await turn(emulator, true);
      await emulator.control('DELETE', '/outbox');
    }
  });

  it('does not send notifications that were pending when it was cleared', async () => {
    const receiver = await startReceiver(0);
    const emulator = await open({
      webhooks: [{ id: webhookId, name: 'chat', url: receiver.url }],
      policies: [{ ...policy, mechanisms: { webhooks: [{ id: webhookId }] } }],
    });
    await turn(emulator, false);
    await receiver.waitFor(1);
    await emulator.control('DELETE', '/outbox');
    receiver.status = 200;
    receiver.release(500);
    await turn(emulator, true, 'one');
    await settle(emulator);
    const healths = receiver.received.map(({ body }) => pick(body, 'data', 'new_health'));
    expect(healths).toEqual(['Unhealthy', 'Healthy', 'Healthy']);
  });
});

describe('a reset', () => {
  it('sends a new notification at once, whatever waits for its next attempt', async () => {
    const receiver = await startReceiver(500);
    const emulator = await open(
      {
        webhooks: [{ id: webhookId, name: 'chat', url: receiver.url }],
        policies: [{ ...policy, mechanisms: { webhooks: [{ id: webhookId }] } }],
      },
      { notificationRetry: { pausesMs: [3_600_000] } },
    );
    await turn(emulator, false, 'one');
    await receiver.waitFor(1);
    await emulator.control('POST', '/reset');
    receiver.status = 200;
    await turn(emulator, false, 'two');
    expect((await receiver.waitFor(2))[1]?.body).toMatchObject({ data: { origin_name: 'two' } });
  });
});

describe('the history of notifications', () => {
  const history = `${alerting}/history`;

  it('lists what the policies sent, newest first, by page and by time', async () => {
    let hour = 0;
    const emulator = await open(
      { policies: [{ ...policy, description: 'who is on call' }] },
      { now: () => new Date(Date.UTC(2026, 0, 1, hour)) },
    );
    for (hour = 0; hour < 5; hour += 1) await turn(emulator, hour % 2 === 1, 'one');
    const all = await emulator.result('GET', history);
    const times = (list: unknown) => (list as object[]).map((item) => textAt(item, 'sent').slice(11, 13));
    expect(times(all)).toEqual(['04', '03', '02', '01', '00']);
    expect(pick(all, 0)).toEqual({
      id: expect.any(String) as string,
      name: policy.name,
      description: 'who is on call',
      alert_body: expect.stringContaining('became Unhealthy') as string,
      alert_type: 'load_balancing_health_alert',
      mechanism: 'ops@example.com',
      mechanism_type: 'email',
      policy_id: policyId,
      sent: '2026-01-01T04:00:00.000Z',
    });
    const { body } = await emulator.call('GET', `${history}?page=2&per_page=2`);
    expect(times(pick(body, 'result'))).toEqual(['02', '01']);
    expect(pick(body, 'result_info')).toMatchObject({ page: 2, per_page: 2, count: 2, total_count: 5 });
    const span = 'since=2026-01-01T01:00:00Z&before=2026-01-01T03:00:00Z';
    expect(times(await emulator.result('GET', `${history}?${span}`))).toEqual(['02', '01']);
    await emulator.control('DELETE', '/outbox');
    expect(await emulator.result('GET', history)).toEqual(all);
  });

  it.each(['since=yesterday', 'before=', 'page=0'])('fails for %s', async (query) => {
    const emulator = await open({});
    const reply = await emulator.call('GET', `${history}?${query}`);
    expect([reply.status, pick(reply.body, 'errors', 0, 'code')]).toEqual([400, 1001]);
  });
});

describe('any sequence of changes', () => {
  const names = ['one', 'two', 'three'];
  const step = fc.record({
    origin: fc.constantFrom(...names, undefined),
    healthy: fc.boolean(),
    minimum: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined, freq: 4 }),
  });
  const someOf = (...items: string[]) => fc.subarray(items, { minLength: 1 });
  const filters = fc.record({
    pool_id: fc.constant([poolId]),
    new_health: someOf('Unhealthy', 'Healthy'),
    event_source: someOf('pool', 'origin'),
  });
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });

  it('gives each matching recipient one notification of each change, in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.array(filters, { minLength: 1, maxLength: 3 }),
        async (steps, wanted) => {
          const emulator = await open({
            pools: [{ ...pool, origins: names.map((name, at) => ({ name, address: `192.0.2.${at + 1}` })) }],
            webhooks: wanted.map((_filters, at) => ({
              id: String(at).repeat(32),
              name: `hook ${at}`,
              url: `${receiver.url}/${at}`,
            })),
            policies: wanted.map((each, at) => ({
              ...policy,
              id: undefined,
              filters: each,
              mechanisms: { webhooks: [{ id: String(at).repeat(32) }], email: [{ id: `${at}@example.com` }] },
            })),
          });
          const before = receiver.received.length;
          const changes: { source: string; health: string }[] = [];
          const failing = new Set<string>();
          let minimum = 1;
          let wasHealthy = true;
          const say = (source: string, healthy: boolean) =>
            changes.push({ source, health: healthy ? 'Healthy' : 'Unhealthy' });
          const lookAtPool = () => {
            const healthy = names.length - failing.size >= minimum;
            if (healthy !== wasHealthy) say('pool', healthy);
            wasHealthy = healthy;
          };
          for (const { origin, healthy, minimum: wish } of steps) {
            await turn(emulator, healthy, origin);
            for (const name of origin === undefined ? names : [origin]) {
              if (failing.has(name) !== healthy) continue;
              if (healthy) failing.delete(name);
              else failing.add(name);
              say(`origin ${name}`, healthy);
            }
            lookAtPool();
            if (wish === undefined) continue;
            minimum = wish;
            await emulator.result('PATCH', `${pools}/${poolId}`, { minimum_origins: wish });
            lookAtPool();
          }
          const settled = await settle(emulator);
          await emulator.close();
          for (const [at, each] of wanted.entries()) {
            const expected = changes
              .filter(({ source }) => each.event_source.includes(source.split(' ')[0] ?? ''))
              .filter(({ health }) => each.new_health.includes(health));
            const posted = receiver.received
              .slice(before)
              .filter(({ path }) => path === `/${at}`)
              .map(({ body }) => pick(body, 'data'));
            const mailed = settled.filter((one) => pick(one, 'recipient') === `${at}@example.com`);
            for (const sent of [posted, mailed])
              expect(
                sent.map((one) => {
                  const name = pick(one, 'origin_name') ?? undefined;
                  const source = name === undefined ? 'pool' : `origin ${textAt(one, 'origin_name')}`;
                  return { source, health: textAt(one, 'new_health') };
                }),
              ).toEqual(expected);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
