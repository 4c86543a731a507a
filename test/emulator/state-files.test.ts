import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountId, jobs, pick, start, textAt, zoneId } from './support';
import { clock, entrypoint, managedRuleset, statusOf } from './waf-world';

// Written by an earlier version: a zone in the middle of a migration, a failed pool, a job, a quirk and a fault.
const saved = join(__dirname, 'state-files/handover.jsonl');

describe('a state file of an earlier version', () => {
  it('is used with everything that it holds', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'edge-state-'));
    const stateFile = join(folder, 'state');
    await copyFile(saved, stateFile);
    const time = clock();
    const emulator = await start({ stateFile, now: time.now });
    expect(emulator.resumed).toBe(true);
    expect(emulator.token).toBe('first-token');
    expect((await emulator.control('GET', '/waf-cutover')).body).toEqual({ ms: 60_000 });
    expect((await emulator.control('GET', '/quirks')).body).toMatchObject({ shuffleKeys: true });
    expect(await emulator.result('GET', jobs)).toMatchObject([{ id: 1001, name: 'seeded' }]);
    const path = `/accounts/${accountId}/load_balancers/pools`;
    expect(await emulator.result('GET', path)).toMatchObject([{ name: 'primary', healthy: false }]);
    expect((await emulator.control('GET', '/outbox')).body).toMatchObject([
      { pool_name: 'primary', new_health: 'Unhealthy', state: 'delivered' },
    ]);

    time.move(59_999);
    expect(await statusOf(emulator)).toEqual(['enabled', 'enabled', 'start']);
    time.move(1);
    expect(await statusOf(emulator)).toEqual(['disabled', 'enabled', 'complete']);
    expect(await emulator.result('GET', entrypoint)).toMatchObject({
      rules: [{ action_parameters: { id: managedRuleset } }],
    });

    const posting = () => emulator.call('POST', `/zones/${zoneId}/logpush/ownership`, {});
    expect([(await posting()).status, (await posting()).status]).toEqual([400, 503]);
    const { body } = await emulator.control('GET', '/faults');
    expect([textAt(body, 0, 'kind'), pick(body, 0, 'hits')]).toEqual(['status', 1]);
    await emulator.close();
    await rm(folder, { recursive: true });
  });
});

describe('the deprecated names of the cutover', () => {
  it.each(['/waf-handover', '/waf-cutover'])('read and set its duration: %s', async (path) => {
    // oxlint-disable-next-line typescript/no-deprecated -- the old name keeps working
    const emulator = await start({ wafHandoverMs: 4711 });
    expect((await emulator.control('GET', path)).body).toEqual({ ms: 4711 });
    expect((await emulator.control('PUT', path, { ms: 50 })).body).toEqual({ ms: 50 });
    expect((await emulator.control('GET', '/waf-cutover')).body).toEqual({ ms: 50 });
    await emulator.close();
  });
});
