import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmulator, type Emulator, type Fixture } from '../lib/emulator';
import { everyQuirk } from './emulator/support';

const page = readFileSync(join(__dirname, '..', 'docs', 'emulator.md'), 'utf8');
const [fixture, newer, exchange, policy, tripping] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
  ([, text = '']) => text,
);
const [, fault] = /`(\{"match".*?\})`/.exec(page) ?? [];

async function send(url: string, method: string, body: string | undefined): Promise<unknown> {
  const response = await fetch(url, { method, body });
  return { status: response.status, body: (await response.json()) as unknown };
}

interface HealthReport {
  readonly notifications: readonly { readonly policy_name: string | null; readonly mechanism: string }[];
}

describe('docs/emulator.md', () => {
  let emulator: Emulator;

  beforeAll(async () => {
    emulator = await startEmulator({ port: 0, fixture: JSON.parse(fixture ?? '') as object });
  });

  afterAll(() => emulator.close());

  it('shows a fixture that the emulator starts with, and an exchange that it delivers', async () => {
    const line = JSON.stringify(JSON.parse(exchange ?? ''));
    const [zone] = emulator.zoneIds;
    expect(await send(`${emulator.controlUrl}/zones/${zone ?? ''}/requests`, 'POST', line)).toMatchObject({
      status: 200,
      body: { accepted: 1 },
    });
    expect(emulator.token).toBe('a-token-of-your-own');
  });

  it('shows what a newer service has, which the emulator then accepts', async () => {
    const { service } = JSON.parse(newer ?? '') as Fixture;
    const other = await startEmulator({
      port: 0,
      fixture: { ...(JSON.parse(fixture ?? '') as object), service },
    });
    try {
      const [zone] = other.zoneIds;
      const headers = { authorization: `Bearer ${other.token}` };
      const path = `${other.url}/zones/${zone ?? ''}/logpush/datasets/http_requests/fields`;
      const { result } = (await (await fetch(path, { headers })).json()) as {
        result: Record<string, string>;
      };
      expect([result.NewCount, result.Untold]).toEqual([
        'int; NewCount of http_requests',
        'Untold of http_requests',
      ]);
      const exported = (await (await fetch(`${other.controlUrl}/fixture`)).json()) as Fixture;
      expect(exported.service).toEqual(service);
    } finally {
      await other.close();
    }
  });

  it('shows a policy that can be created, and commands that fail a pool and show the result', async () => {
    const [, path = ''] = /^pool=(.*)$/m.exec(page) ?? [];
    const [, order = ''] = /health" -d '(.*)'/.exec(page) ?? [];
    const [, accountId = ''] = /^accounts\/(\w+)/.exec(path) ?? [];
    const made = await fetch(`${emulator.url}/accounts/${accountId}/alerting/v3/policies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
      body: policy,
    });
    expect(made.status).toBe(200);
    const { body } = (await send(`${emulator.controlUrl}/${path}/health`, 'POST', order)) as {
      body: HealthReport;
    };
    // Of the policy of the fixture, of the one above, and of the pool's own address.
    expect(body.notifications.map(({ policy_name, mechanism }) => [policy_name, mechanism])).toEqual([
      ['all changes of the primary pool', 'email'],
      [null, 'email'],
      ['unhealthy pools', 'email'],
      ['unhealthy pools', 'webhook'],
      ['all changes of the primary pool', 'email'],
      [null, 'email'],
    ]);
    const emptied = await send(`${emulator.controlUrl}/outbox`, 'DELETE', undefined);
    expect(emptied).toEqual({ status: 200, body: [] });
  });

  it('shows calls of the migration, a line that triggers managed rules, and the resulting events', async () => {
    const headers = { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' };
    const [, root = ''] = /^zone=.*?\/client\/v4(.*)$/m.exec(page) ?? [];
    const calls = [...page.matchAll(/"\$zone(.*?)"/g)].map(([, path = '']) => path);
    const read = await Promise.all(calls.map((path) => fetch(emulator.url + root + path, { headers })));
    expect(read.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [, entrypoint = ''] = /`…(\/rulesets\/phases.*?)`/.exec(page) ?? [];
    const configuration = (await read[1]?.json()) as { result: object } | undefined;
    const put = await fetch(emulator.url + root + entrypoint, {
      method: 'PUT',
      headers,
      body: JSON.stringify(configuration?.result),
    });
    expect(put.status).toBe(200);
    const switches = emulator.controlUrl + root;
    const line = JSON.stringify(JSON.parse(tripping ?? ''));
    expect(await send(`${switches}/requests`, 'POST', line)).toMatchObject({ status: 200 });
    expect(await send(`${switches}/security-events`, 'GET', undefined)).toMatchObject({
      body: [
        { source: 'new', action: 'block', ray_id: '7a2' },
        { source: 'previous', action: 'challenge', ray_id: '7a2' },
      ],
    });
    expect(await send(`${emulator.controlUrl}/waf-cutover`, 'GET', undefined)).toEqual({
      status: 200,
      body: { ms: 1000 },
    });
  });

  it('shows a fault that can be injected, and lists every control', async () => {
    expect(await send(`${emulator.controlUrl}/faults`, 'POST', fault)).toMatchObject({ status: 200 });
    for (const name of Object.keys(everyQuirk)) expect(page).toContain(`\`${name}\``);
    expect(await send(`${emulator.controlUrl}/quirks`, 'PUT', JSON.stringify(everyQuirk))).toEqual({
      status: 200,
      body: everyQuirk,
    });
  });
});
