import { join } from 'node:path';
import { everyQuirk, pick, start, textAt, zoneId } from './support';
import { makeFolder } from '../support/folder';

it('a state file keeps what the controls have set: quirks, faults with their hits, the duration of a cutover', async () => {
  const folder = makeFolder();
  const stateFile = join(folder, 'state');
  const first = await start({ stateFile });
  const match = { method: 'POST', path: '/zones/*/logpush/**' };
  await first.control('PUT', '/waf-cutover', { ms: 60_000 });
  await first.control('PUT', '/quirks', everyQuirk);
  await first.control('POST', '/faults', { match, skip: 1, times: 2, kind: 'status', status: 503 });
  const ownership = `/zones/${zoneId}/logpush/ownership`;
  expect((await first.call('POST', ownership, {})).status).toBe(400);
  expect((await first.call('POST', ownership, {})).status).toBe(503);
  await first.close();

  const second = await start({ stateFile });
  expect((await second.control('GET', '/waf-cutover')).body).toEqual({ ms: 60_000 });
  expect((await second.control('GET', '/quirks')).body).toEqual(everyQuirk);
  expect((await second.call('POST', ownership, {})).status).toBe(503);
  expect((await second.call('POST', ownership, {})).status).toBe(400);
  const { body } = await second.control('GET', '/faults');
  expect([textAt(body, 0, 'kind'), pick(body, 0, 'hits')]).toEqual(['status', 2]);
});
