import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { topics } from '../../lib/emulator/page/model/topics';
import { tablesWithTopic, topicsOf } from '../../lib/emulator/page/events';
import { Store } from '../../lib/emulator/state/store';
import { request, start, zoneId, type Running } from './support';

describe('the page of the emulator', () => {
  let emulator: Running;
  beforeAll(async () => {
    emulator = await start();
  });

  it('serves its events and views to the control token of the run alone', async () => {
    for (const path of [
      '/page/events',
      '/page/events?token=first-token',
      `/page/events?token=${'0'.repeat(64)}`,
    ])
      expect(await emulator.control('GET', path)).toMatchObject({ status: 403 });
    const reply = await request('GET', `${emulator.controlUrl}/page/events`, undefined, {
      authorization: `Bearer ${emulator.token}`,
    });
    expect(reply).toMatchObject({ status: 403 });
    expect(reply.text).toContain('reload the page');
  });

  it('is refused to a page of another origin, and under another name', async () => {
    expect(
      await request('GET', emulator.dashboardUrl, undefined, { origin: 'https://evil.example' }),
    ).toMatchObject({ status: 403 });
  });
});

describe('the topics of events', () => {
  it('know every table of the state', () => {
    const root = join(__dirname, '../../lib/emulator');
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(root, name), 'utf8'));
    const named =
      /(?:store\.table(?:<[^(]*>)?\(|new Collection(?:<[^(]*>)?\(world, |super\(world, )'([^']+)'/g;
    const tables = sources.flatMap((text) => [...text.matchAll(named)].map(([, name = '']) => name));
    expect([...tablesWithTopic].sort()).toEqual([...new Set(tables)].sort());
  });

  it('are those of the tables that a commit changes, and all of them for a reset', async () => {
    const { store } = await Store.open(undefined);
    const seen: (readonly string[])[] = [];
    store.watch((changes) => seen.push([...topicsOf(changes)]));
    const row = (table: string) => store.table<number>(table).put('', zoneId, 1);
    store.commit([row('pools'), row('alert_history'), row('faults'), row('alert_policies')]);
    store.commit([['clear']]);
    expect(seen).toEqual([['pools', 'requests'], topics]);
  });
});
