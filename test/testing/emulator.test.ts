import { TerraformStack, TerraformVariable, Testing } from 'cdktf';
import { existsSync } from 'node:fs';
import { EdgeProvider } from '../../lib';
import { accountWithPools, enterpriseZone, TestEmulator, useEmulator } from '../../lib/testing';
import { freeDestination } from '../emulator/support';

const edge = useEmulator();
const job = { name: 'all', dataset: 'http_requests', destination_conf: freeDestination, enabled: true };

beforeEach(() => edge.reset());

describe('the emulator of a test file', () => {
  const early = new TestEmulator({ fixture: enterpriseZone({ id: 'b'.repeat(32) }) });

  it('knows its ids before it starts, and fails for everything else', () => {
    expect(early.zoneId).toBe('b'.repeat(32));
    expect(() => early.url).toThrow('The emulator is not running: it starts in beforeAll.');
  });

  it('has the address, credentials and ids of its fixture', async () => {
    expect(edge.env).toEqual({ EDGE_BASE_URL: edge.url, EDGE_API_TOKEN: edge.token });
    expect(await edge.client.zones.get(edge.zoneId)).toMatchObject({ name: 'example.com' });
    expect(edge.zoneIds).toEqual([edge.zoneId]);
    expect(edge.accountIds).toEqual([edge.accountId]);
  });

  it('uses the hooks that it gets, in place of the global ones', async () => {
    const hooks: (() => Promise<void>)[] = [];
    const add = (hook: () => Promise<void>) => hooks.push(hook);
    const own = useEmulator({}, { beforeAll: add, afterAll: add });
    const [start, close] = hooks;
    await start?.();
    const { bucketsDir } = own.emulator;
    expect(existsSync(bucketsDir)).toBe(true);
    await close?.();
    expect(existsSync(bucketsDir)).toBe(false);
    expect(() => own.url).toThrow('The emulator is not running');
  });

  it('fails where there are no global hooks, with the code that passes them', () => {
    const { beforeAll: given } = globalThis;
    Object.assign(globalThis, { beforeAll: undefined });
    expect(() => useEmulator()).toThrow(
      /no global beforeAll and afterAll\. .*useEmulator\(\{\}, \{ beforeAll, afterAll, expect \}\)\.$/,
    );
    Object.assign(globalThis, { beforeAll: given });
  });

  it('fails for a variable that the stack does not have, which Terraform ignores', async () => {
    const stack = new TerraformStack(Testing.app(), 'edge');
    new EdgeProvider(stack, 'edge');
    new TerraformVariable(stack, 'zone', {});
    await expect(edge.deploy(stack, { variables: { zoen: edge.zoneId } })).rejects.toThrow(
      'variables: the stack edge has no variable zoen. It has zone.',
    );
  });

  it('fails to start twice', async () => {
    await expect(edge.start()).rejects.toThrow('The emulator has already started.');
  });

  it('returns to its fixture, without what was delivered and called since', async () => {
    await edge.client.logpush.create(edge.zoneId, job);
    await edge.sendRequests([{ fields: { RayID: '7a1' } }]);
    expect(edge.deliveredLines('bucket')).toHaveLength(1);

    await edge.reset();

    expect(edge.deliveredLines('bucket')).toEqual([]);
    expect(await edge.calls()).toEqual([]);
    expect(await edge.client.logpush.list(edge.zoneId)).toEqual([]);
  });

  it('takes another fixture until the next reset', async () => {
    const original = edge.zoneId;
    await edge.seed(enterpriseZone({ id: 'c'.repeat(32), jobs: [job] }));
    expect(edge.zoneId).toBe('c'.repeat(32));
    expect(await edge.client.logpush.list(edge.zoneId)).toMatchObject([{ name: 'all' }]);

    await edge.reset();
    expect(edge.zoneId).toBe(original);
    await expect(edge.seed('missing.json')).rejects.toThrow(/missing\.json: the fixture cannot be read/);
  });

  it('sends requests with their headers, of which jobs deliver the first value', async () => {
    const jobs = [{ ...job, logpull_options: 'fields=RayID,RequestHeaders,ResponseHeaders' }];
    const logged = { request_fields: [{ name: 'x-id' }], response_fields: [{ name: 'server-timing' }] };
    const rules = [{ action: 'log_custom_field', expression: 'true', action_parameters: logged }];
    const ruleset = { name: 'fields', kind: 'zone', phase: 'http_log_custom_fields', rules };
    await edge.seed(enterpriseZone({ jobs, rulesets: [ruleset] }));

    await edge.sendRequests([
      { requestHeaders: { 'X-Id': ['one', 'two'] }, responseHeaders: { 'Server-Timing': 'app;dur=1' } },
    ]);

    expect(edge.deliveredLines('bucket')).toEqual([
      '{"RayID":"","RequestHeaders":{"x-id":"one"},"ResponseHeaders":{"server-timing":"app;dur=1"}}',
    ]);
  });

  it('logs records, which jobs of the account deliver, and those of a zone for its datasets', async () => {
    const account = { accountId: edge.accountId };
    const destination = 's3://edge-logs/audit?region=eu-central-1';
    const ownership_challenge = await edge.proveOwnership(destination, account);
    const audit = {
      ...job,
      dataset: 'audit_logs',
      logpull_options: 'fields=ActionType',
      ownership_challenge,
    };
    await edge.client.logpush.create(account, { ...audit, destination_conf: destination });
    await edge.client.logpush.create(edge.zoneId, {
      ...job,
      dataset: 'dns_logs',
      logpull_options: 'fields=QueryName',
    });

    await edge.sendRecords('audit_logs', [{ ActionType: 'login' }]);
    await edge.sendRecords('dns_logs', [{ QueryName: 'a.example' }], edge.zoneId);

    expect(edge.deliveredLines('edge-logs')).toEqual(['{"ActionType":"login"}']);
    expect(edge.deliveredLines('bucket')).toEqual(['{"QueryName":"a.example"}']);
    await expect(edge.sendRecords('dns_logs', [])).rejects.toThrow(
      'could not find dataset dns_logs of an account',
    );
  });

  it('proves the ownership of a destination', async () => {
    const destination = 's3://edge-logs/http/{DATE}?region=eu-central-1';
    const ownership_challenge = await edge.proveOwnership(destination);
    const input = { ...job, destination_conf: destination, ownership_challenge };
    expect(await edge.client.logpush.create(edge.zoneId, input)).toMatchObject({ enabled: true });
  });

  it('lets health monitors fail, and has the notifications in its outbox', async () => {
    await edge.seed(accountWithPools({ 'eu-shop': 'eu@example.com' }));
    await edge.setPoolHealth('eu-shop', { healthy: false });
    expect(await edge.outbox()).toMatchObject([
      { recipient: 'eu@example.com', event_source: 'origin', new_health: 'Unhealthy' },
      { recipient: 'eu@example.com', event_source: 'pool', new_health: 'Unhealthy' },
    ]);
    await expect(edge.setPoolHealth('us-shop', { healthy: false })).rejects.toThrow(
      'The account has no pool us-shop. Its pools: eu-shop.',
    );
  });

  it('injects faults', async () => {
    await edge.injectFault({ match: { path: '/zones' }, kind: 'status', status: 400, times: 100 });
    await expect(edge.client.zones.get(edge.zoneId)).rejects.toMatchObject({ code: 'EDGE_API' });
    await edge.clearFaults();
    await expect(edge.client.zones.get(edge.zoneId)).resolves.toMatchObject({ id: edge.zoneId });
  });

  it('moves its clock on', async () => {
    const now = async () => {
      const answer: unknown = await (await fetch(`${edge.emulator.controlUrl}/clock`)).json();
      return (answer as { readonly advancedMs: number }).advancedMs;
    };
    await edge.advanceClock(60_000);
    expect(await now()).toBe(60_000);
  });
});
