import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fixture } from '../../../lib/emulator';
import { startReceiver } from '../../emulator/receiver';
import { accountId, pick, world, type Running } from '../../emulator/support';
import { healthPolicy } from '../../pools/policy';
import { serve } from '../serve';
import { runCommand, runInProcess, setEnvironment } from '../support';
import { makeFolder } from '../../support/folder';

const idOf = (letter: string, at: number) => letter + String(at).padStart(31, '0');
const poolId = (at: number) => idOf('c', at);
const webhookId = idOf('d', 1);
const email = 'ops@example.com';

const pool = (at: number, more: object = {}) => ({
  id: poolId(at),
  name: `pool-${String(at).padStart(3, '0')}`,
  origins: [{ name: 'one', address: '192.0.2.1' }],
  ...more,
});
const policy = (name: string, pools: readonly number[], more: object = {}, filters: object = {}) =>
  healthPolicy(pools.map(poolId), ['on-call@example.com'], { name, ...more }, filters);
const account = (content: object): Fixture => ({
  ...world,
  accounts: [{ id: accountId, name: 'Account', ...content }],
});

const mixed = account({
  pools: [
    pool(1, { notification_email: email }),
    pool(2, { notification_email: email }),
    pool(3, { notification_email: email }),
    pool(4, { notification_email: `${email}, b@example.com` }),
    pool(5, { notification_email: null }),
    pool(6),
  ],
  policies: [
    policy('all', [1, 5]),
    policy('down', [2, 3], {}, { new_health: ['Unhealthy'] }),
    policy('up', [2], {}, { new_health: ['Healthy'] }),
    policy('off', [3, 4], { enabled: false }),
    policy('narrow', [4], {}, { region: ['WEU'] }),
  ],
});

describe('edge-platform pools audit', () => {
  const run = (...parameters: string[]) => runInProcess(undefined, 'pools', ...parameters);
  const audit = (...more: string[]) => run('audit', '--account', accountId, ...more);
  const callsOf = async (running: Running) =>
    (await running.calls()).map(
      ({ method, path, query }) => `${method} ${path.replace(/^.*\/accounts\/a+\//, '')} ${query}`,
    );

  const heading = `Account Account (${accountId}):`;

  it.each(['Account', accountId])('finds the account %s, and shows its name and its ID', async (account) => {
    await serve(mixed);
    const { status, stdout } = await run('audit', '-a', account, '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ account_id: accountId, account_name: 'Account' });
  });

  it('fails with 2 for an unknown name, with the nearest one', async () => {
    await serve(mixed);
    const { status, stderr } = await run('audit', '-a', 'Acount');
    expect(status).toBe(2);
    expect(stderr).toContain('cannot audit the pools: Unknown account: There is no account "Acount"');
    expect(stderr).toContain('Did you mean "Account"?');
  });

  it('only reads, and ends with 1 while a pool has an e-mail', async () => {
    const running = await serve(mixed);
    expect(await audit()).toMatchObject({ status: 1, stderr: '' });
    expect((await callsOf(running)).sort()).toEqual([
      `GET /client/v4/accounts/${accountId} `,
      'GET alerting/v3/policies ',
      'GET load_balancers/pools page=1&per_page=1000',
    ]);
  });

  it('prints one JSON document, with a line for each pool', async () => {
    await serve(mixed);
    const { status, stdout, stderr } = await audit('--json');
    expect([status, stderr]).toEqual([1, '']);
    const document: unknown = JSON.parse(stdout);
    expect(document).toMatchObject({
      summary: { pools: 6, legacy: 4, clearable: 2, uncovered: 2, unwatched: 1, complete: false },
      disregarded_policies: [{ name: 'off' }, { name: 'narrow' }],
    });
    expect(pick(document, 'pools', 2)).toEqual({
      id: poolId(3),
      name: 'pool-003',
      legacy_email: email,
      recipients: [email],
      covered_by: [{ id: expect.any(String) as string, name: 'down' }],
      uncovered: [
        { source: 'pool', health: 'Healthy' },
        { source: 'origin', health: 'Healthy' },
      ],
      unnotified: [{ address: email, events: expect.any(Array) as unknown[] }],
      can_be_cleared: false,
      key: expect.stringMatching(/^pools-[0-9a-f]{12}$/) as string,
    });
    expect(pick(document, 'policies')).toMatchObject(
      ['all', 'down', 'up'].map((name) => ({ name, email_addresses: ['on-call@example.com'] })),
    );
    expect(stdout.match(/^ {4}\{"id":"c0+\d","name":"pool-00\d",.*\},?$/gm)).toHaveLength(6);
    expect(pick(document, 'pools', 3, 'recipients')).toEqual([email, 'b@example.com']);
    expect([4, 5].map((at) => pick(document, 'pools', at, 'legacy_email'))).toEqual(['', '']);
  });

  it('writes the JSON to a file with --out, and keeps the keys that the file has', async () => {
    await serve(mixed);
    const file = join(makeFolder(), 'pools.json');
    const { status, stdout } = await audit('--out', file);
    expect([status, stdout]).toEqual([1, (await audit()).stdout]);
    const written = readFileSync(file, 'utf8');
    expect(written).toBe((await audit('--json')).stdout);
    const own = written.replaceAll(/"key":"pools-[0-9a-f]{12}"/g, '"key":"web-team"');
    writeFileSync(file, own);
    await audit('--out', file);
    const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
    // Only one of two sets of recipients can have the key.
    expect(pick(document, 'pools', 2, 'key')).toBe('web-team');
  });

  it('prints all pools as CSV, with the same exit status, or as text', async () => {
    await serve(mixed);
    const { status, stdout, stderr } = await audit('--csv');
    expect([status, stderr, stdout.split('\r\n').length]).toEqual([1, '', 8]);
    expect((await audit('--all')).stdout.match(/^pool-00\d /gm)).toHaveLength(6);
  });

  it('ends with 0 when no pool has a legacy e-mail and policies cover all', async () => {
    await serve(account({ pools: [pool(1), pool(2)], policies: [policy('all', [1, 2])] }));
    const { status, stdout } = await audit();
    expect(status).toBe(0);
    expect(stdout).toBe(`${heading}\n2 pools: none has a legacy e-mail. The migration is complete.\n`);
  });

  it('ends with 1 when no pool has a legacy e-mail, and one is without notifications', async () => {
    await serve(account({ pools: [pool(1), pool(2, { notification_email: '' })] }));
    const [text, json] = [await audit(), await audit('--json')];
    expect([text.status, json.status]).toEqual([1, 1]);
    expect(text.stdout).toContain('2 pools: none has a legacy e-mail.\n2 have neither');
    expect(text.stdout).not.toContain('complete');
    expect(JSON.parse(json.stdout)).toMatchObject({ summary: { legacy: 0, unwatched: 2, complete: false } });
  });

  it('ends with 0 for an account without pools', async () => {
    await serve(account({}));
    const [text, json] = [await audit(), await audit('--json')];
    expect([text.status, json.status]).toEqual([0, 0]);
    expect(text.stdout).toBe(`${heading}\n0 pools: the account has no pools to migrate.\n`);
    expect(JSON.parse(json.stdout)).toMatchObject({ pools: [], summary: { pools: 0, complete: true } });
  });

  it('reports on stderr that it waits, and why', async () => {
    const running = await serve(account({}));
    await running.control('POST', '/faults', {
      kind: 'status',
      status: 429,
      headers: { 'retry-after': '300' },
      times: 9,
    });
    process.env.EDGE_RETRY_TIMEOUT_SECONDS = '';
    const verbose = runCommand('--verbose', 'pools', 'audit', '--account', accountId);
    const command = runCommand('pools', 'audit', '--account', accountId);
    while (!command.stderr().includes('\n') || !verbose.stderr().includes('Waiting for the API: '))
      await pause(20);
    expect(command.stderr()).toMatch(
      /^Waiting for the API: pause that the service asked for \(HTTP 429\), (4 min \d+|5 min 0) s left\n$/,
    );
    // Among its calls, and not a second time.
    expect(
      verbose
        .stderr()
        .split('\n')
        .filter((line) => line.includes('Waiting for the API: ')),
    ).toHaveLength(1);
    for (const { child, ended } of [verbose, command]) {
      child.kill();
      await ended;
    }
  });

  it('counts on a webhook until a delivery fails', async () => {
    const receiver = await startReceiver(500);
    const running = await serve(
      account({
        pools: [pool(1, { notification_email: email })],
        webhooks: [{ id: webhookId, name: 'chat', url: receiver.url }],
        policies: [policy('chat', [1], { mechanisms: { webhooks: [{ id: webhookId }] } })],
      }),
    );
    expect((await audit()).stdout).toMatch(/ chat +- +all\n/);
    expect(await callsOf(running)).toContain('GET alerting/v3/destinations/webhooks ');
    await running.control('POST', `/accounts/${accountId}/pools/${poolId(1)}/health`, { healthy: false });
    await receiver.waitFor(1);
    const path = `/accounts/${accountId}/alerting/v3/destinations/webhooks/${webhookId}`;
    while (pick((await running.call('GET', path)).body, 'result', 'last_failure') === null)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const { status, stdout } = await audit();
    expect(status).toBe(1);
    expect(stdout).toMatch(/\nops@example\.com +pool-001 +- +all events +all\n/);
    expect(stdout).toContain('The policy chat covers nothing: it has no working recipient');
  });

  it('accepts key and e-mail, and an endpoint as an option', async () => {
    const { url, email: user, key } = await serve(mixed);
    setEnvironment({
      EDGE_BASE_URL: 'http://127.0.0.1:1/client/v4',
      EDGE_API_EMAIL: user,
      EDGE_API_KEY: key,
    });
    expect(await audit('--base-url', url)).toMatchObject({ status: 1, stderr: '' });
  });

  it('ends without an error when its reader stops early', async () => {
    const numbers = Array.from({ length: 60 }, (_, at) => at);
    await serve(account({ pools: numbers.map((at) => pool(at)), policies: [policy('all', numbers)] }));
    const command = runCommand('pools', 'audit', '--account', accountId);
    command.child.stdout?.destroy();
    expect(await command.ended).toBe(0);
    expect(command.stderr()).toBe('');
  });

  describe('fails with 2', () => {
    it.each<[string, string[], string]>([
      [
        'an invalid account id',
        ['audit', '-a', accountId.toUpperCase()],
        'is neither an ID nor a name: IDs are 32 hexadecimal digits in lower case.',
      ],
      ['an unknown account', ['audit', '-a', 'b'.repeat(32)], 'was refused with HTTP 404'],
    ])('for %s', async (_, parameters, reason) => {
      await serve(mixed);
      const { status, stdout, stderr } = await run(...parameters);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain(reason);
    });

    it.each<[string, Record<string, string>, string]>([
      ['half of them', { EDGE_API_KEY: 'hush-hush' }, 'Set EDGE_API_EMAIL too'],
      ['wrong ones', { EDGE_API_TOKEN: 'hush-hush' }, 'Check EDGE_API_TOKEN'],
      [
        'a token with a blank in it',
        { EDGE_API_TOKEN: 'hush hush' },
        'Copy it again, as the service shows it.',
      ],
    ])('for %s, and shows no secret', async (_, variables, reason) => {
      const { url } = await serve(mixed);
      setEnvironment({ EDGE_BASE_URL: url, ...variables });
      const { status, stdout, stderr } = await audit('--json');
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain(reason);
      expect(stderr).not.toMatch(/hush/);
    });

    it.each(['load_balancers/pools', 'alerting/v3/policies', 'alerting/v3/destinations/webhooks'])(
      'when the service denies %s',
      async (what) => {
        const running = await serve(
          account({
            pools: [pool(1)],
            webhooks: [{ id: webhookId, name: 'chat', url: 'https://hooks.example.com/in' }],
            policies: [policy('chat', [1], { mechanisms: { webhooks: [{ id: webhookId }] } })],
          }),
        );
        const path = `/accounts/${accountId}/${what}`;
        await running.control('POST', '/faults', { kind: 'status', status: 403, match: { path } });
        const { status, stdout, stderr } = await audit();
        expect([status, stdout]).toEqual([2, '']);
        expect(stderr).toMatch(/^edge-platform: cannot audit the pools: GET .* HTTP 403/);
        expect(stderr).toContain(what);
      },
    );
  });
});
