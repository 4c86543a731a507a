import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PageEvents } from '../../lib/emulator/page/events';
import { Store } from '../../lib/emulator/state/store';
import { afterTest } from '../support/after-test';
import { request, startBeforeAll } from './support';

describe('the page of the emulator', () => {
  const emulator = startBeforeAll();

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
});

it('an open page gets an event for a change of the state, and for what is not in it', async () => {
  const { store } = await Store.open(undefined);
  const events = new PageEvents(store);
  const server = createServer((_request, response) => events.open(response)).listen(0, '127.0.0.1');
  afterTest(() => server.close());
  await once(server, 'listening');
  const { body } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const received = body?.pipeThrough(new TextDecoderStream()).values();
  const next = async () => (await received?.next())?.value;
  expect(await next()).toBe('retry: 1000\n\n');
  store.commit([store.table<number>('pools').put('', '1', 1)]);
  expect(await next()).toBe('data: changed\n\n');
  events.announce();
  expect(await next()).toBe('data: changed\n\n');
  events.close();
  expect(await next()).toBeUndefined();
});
