import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { Checkpoint } from '../../../lib/cli/fleet/checkpoint';
import { leastTimeMs } from '../../../lib/cli/fleet/estimate';
import { readFleet, type FleetReading } from '../../../lib/cli/fleet/read-fleet';
import type { Progress } from '../../../lib/cli/wait-line';
import { EdgeClient, isApiError } from '../../../lib/client';
import { start, type Running as Emulator } from '../../emulator/support';
import { IdleClock } from '../../support/idle-clock';
import { makeFolder } from '../../support/folder';

const zoneIds = Array.from({ length: 30 }, (_, at) => (at + 1).toString(16).padStart(32, '0'));
const subjects = zoneIds.map((id) => ({ id }));

type Reading = FleetReading<{ readonly id: string }, { readonly name: string }>;

describe('reading a fleet', () => {
  let emulator: Emulator;
  let folder: string;
  let clock: IdleClock;
  beforeEach(async () => {
    clock = new IdleClock();
    folder = makeFolder();
    const accountId = 'a'.repeat(32);
    emulator = await start({
      now: clock.date,
      fixture: {
        accounts: [{ id: accountId, name: 'Example' }],
        zones: zoneIds.map((id, at) => ({
          id,
          name: `zone-${at}.example`,
          account_id: accountId,
          plan: 'pro' as const,
        })),
      },
    });
  });

  /** One run of a command: a client of its own, as a process has. */
  const run = async (
    {
      onRead,
      ...part
    }: Partial<Reading> & { readonly onRead?: (progress: Progress | undefined) => void } = {},
    requestsPer5Minutes = 1200,
  ) => {
    const client = new EdgeClient({
      baseUrl: emulator.url,
      credentials: { apiToken: emulator.token },
      clock,
      requestsPer5Minutes,
    });
    const [lines, progress]: [string[], (() => Progress | undefined)[]] = [[], []];
    const connection = {
      client,
      clock,
      requestsPer5Minutes,
      baseUrl: emulator.url,
      showProgress: (show: () => Progress | undefined) => progress.push(show),
      close: () => client.close(),
    };
    const read: Reading['read'] = async ({ id }, signal) => {
      onRead?.(progress[0]?.());
      return { name: (await client.zones.get(id, { signal })).name };
    };
    try {
      const result = await readFleet(connection, {
        subjects,
        label: 'zones',
        callsEach: 1,
        read,
        notify: (line) => lines.push(line),
        ...part,
      });
      return { ...result, lines, progress: progress[0]?.() };
    } finally {
      await client.close();
    }
  };
  /** What the service answers to wrong credentials, and to a token that lacks a permission. */
  const refuse = (path: string) =>
    emulator.control('POST', '/faults', {
      kind: 'status',
      status: 403,
      code: 10000,
      times: 30,
      match: { path },
    });
  const checkpoint = (fingerprint = 'format 1') =>
    new Checkpoint<{ readonly name: string }>(join(folder, 'out', 'rows'), fingerprint);
  const runPart = async (count: number): Promise<void> => {
    let left = count;
    const interrupted = run({
      checkpoint: checkpoint(),
      concurrency: 1,
      read: ({ id }, signal) => {
        left -= 1;
        if (left < 0) process.emit('SIGINT');
        if (signal.aborted) return Promise.reject(new Error('cut off'));
        return Promise.resolve({ name: `read before: ${id}` });
      },
    });
    await expect(interrupted).rejects.toThrow(/interrupted/);
  };

  it('has a row for each, in their order', async () => {
    const { rows, failed, calls } = await run();
    expect([...rows.keys()]).toEqual(zoneIds);
    expect([...rows.values()]).toEqual(zoneIds.map((_, at) => ({ name: `zone-${at}.example` })));
    expect({ failed, calls }).toEqual({ failed: 0, calls: 30 });
  });

  it('takes the time that its calls take at the request limit, and says so before and after', async () => {
    await emulator.control('PUT', '/limits', { requestsPer5Minutes: 8 });
    const { elapsedMs, lines, progress } = await run({}, 8);
    expect(leastTimeMs(30, 8)).toBe(15 * 60_000);
    expect(elapsedMs / leastTimeMs(30, 8)).toBeGreaterThanOrEqual(1);
    expect(elapsedMs / leastTimeMs(30, 8)).toBeLessThan(1.05);
    expect(lines).toEqual([
      'Reading 30 zones: at least 30 calls, which take at least 15 min 0 s at 8 calls per 5 minutes.',
      expect.stringMatching(/^Read 30 zones with 30 calls in 15 min \d+ s\.$/),
    ]);
    expect(progress).toEqual(['30 of 30 zones', '30 calls']);
  });

  it('says how much longer it takes, from what the subjects took so far', async () => {
    await emulator.control('PUT', '/limits', { requestsPer5Minutes: 8 });
    const shown: (Progress | undefined)[] = [];
    const ends: number[] = [];
    const { lines } = await run(
      {
        mostCallsEach: 2,
        concurrency: 1,
        onRead: (progress) => {
          shown.push(progress);
          const [minutes] = /\d+/.exec(progress?.[1] ?? '') ?? [];
          ends.push(clock.now() / 60_000 + Number(minutes));
        },
      },
      8,
    );
    expect(lines[0]).toBe(
      'Reading 30 zones: 30 to about 60 calls, which take 15 min 0 s to 35 min 0 s at 8 calls per 5 minutes.',
    );
    expect(shown[0]).toEqual(['0 of 30 zones', 'about 26 min left', '0 calls']);
    expect(shown[10]).toEqual(['10 of 30 zones', 'about 15 min left', '10 calls']);
    expect(shown[29]?.[0]).toBe('29 of 30 zones');
    for (const [at, end] of ends.slice(1).entries()) expect(Math.abs(end - (ends[at] ?? 0))).toBeLessThan(2);
  });

  it('goes on with the others where one cannot be read, and reads that one again next time', async () => {
    const broken = zoneIds[7] ?? '';
    const first = await run({
      checkpoint: checkpoint(),
      read: ({ id }) =>
        id === broken ? Promise.reject(new Error('no such zone')) : Promise.resolve({ name: id }),
    });
    expect(first.failed).toBe(1);
    expect(first.rows.get(broken)).toEqual({ failed: true, code: '', error: 'no such zone' });
    const second = await run({ checkpoint: checkpoint() });
    expect(second).toMatchObject({ failed: 0, resumed: 29, calls: 1 });
    expect(second.rows.get(broken)).toEqual({ name: 'zone-7.example' });
  });

  it('has a row for each zone that refuses the credentials, whose permission it may lack, and reads the others', async () => {
    const refused = new Set(zoneIds.slice(0, 12));
    for (const id of refused) await refuse(`/zones/${id}`);
    const { rows, failed, calls } = await run({ concurrency: 3 });
    expect({ failed, calls }).toEqual({ failed: 12, calls: 30 });
    for (const [id, row] of rows)
      expect(row).toMatchObject(refused.has(id) ? { failed: true, code: 'EDGE_AUTHENTICATION' } : {});
    expect(rows.get(zoneIds[29] ?? '')).toEqual({ name: 'zone-29.example' });
  });

  it('ends with the refusal where every zone refuses the credentials, after a call for each', async () => {
    await refuse('/zones/**');
    const error: unknown = await run().catch((each: unknown) => each);
    expect(isApiError(error) && [error.code, error.status]).toEqual(['EDGE_AUTHENTICATION', 403]);
    expect(await emulator.calls()).toHaveLength(30);
  });

  it('continues after an interruption, wherever the file ends', async () => {
    await runPart(12);
    const path = join(folder, 'out', 'rows');
    await appendFile(path, '{"id":"cut');
    const { rows, resumed, calls, lines } = await run({ checkpoint: checkpoint() });
    expect({ resumed, calls, size: rows.size }).toEqual({ resumed: 12, calls: 18, size: 30 });
    expect(lines[0]).toMatch(/30 zones, of which 12 were read before, since 20\S+Z: at least 18 calls/);
    expect(rows.get(zoneIds[0] ?? '')).toEqual({ name: `read before: ${zoneIds[0]}` });
    expect((await run({ checkpoint: checkpoint() })).calls).toBe(0);
    await checkpoint().remove();
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });

  it('begins anew for another command, and for rows of yesterday', async () => {
    await runPart(12);
    expect((await run({ checkpoint: checkpoint('format 2') })).resumed).toBe(0);
    const rows = await checkpoint('format 2').open(new Date(Date.now() + 13 * 60 * 60_000));
    expect(rows.size).toBe(0);
  });

  it('says on Ctrl-C how to continue', async () => {
    const interrupt = (): Promise<never> => {
      process.emit('SIGINT');
      return Promise.reject(new Error('cut off'));
    };
    await expect(run({ read: interrupt })).rejects.toThrow(
      'interrupted after 0 of 30 zones. Nothing is kept without --out: the next run begins anew.',
    );
    await expect(run({ read: interrupt, checkpoint: checkpoint() })).rejects.toThrow(
      'interrupted after 0 of 30 zones. Run the same command again to continue.',
    );
    expect(process.listeners('SIGINT')).toEqual([]);
  });

  it('keeps every row, whatever its text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1 }), fc.json()),
        async (rows) => {
          const path = join(folder, 'any');
          await rm(path, { force: true });
          const writer = new Checkpoint<string>(path, 'f');
          await writer.open();
          await Promise.all(Object.entries(rows).map(([id, row]) => writer.add(id, row)));
          const found = await new Checkpoint<string>(path, 'f').open();
          const kept = [...found].map(([id, { row }]) => [id, row] as const);
          expect(Object.fromEntries(kept)).toEqual({ ...rows });
        },
      ),
      { numRuns: 30 },
    );
  });
});
