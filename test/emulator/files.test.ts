import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { Store } from '../../lib/emulator/state/store';
import { TestEmulator } from '../../lib/testing';
import { makeFolder } from '../support/folder';
import { freeDestination, jobs, pick, start, zoneId } from './support';

const noFolder = 'it is a file, or below one. Name a folder, or a file in one.';
const noFile = 'it is a folder. Name a file.';
const noSpace = 'the disk is full. Free some space, or name a path on another disk.';
const onLinux = process.platform === 'linux' ? it : it.skip;

/** Writing to it fails as on a full disk. */
function fill(path: string): void {
  symlinkSync('/dev/full', path);
}

describe('a file that cannot be written', () => {
  it('is named in the error of the job whose lines it should have', async () => {
    const bucketsDir = makeFolder();
    const emulator = await start({ bucketsDir });
    const job = { destination_conf: freeDestination, dataset: 'http_requests', enabled: true };
    await emulator.result('POST', jobs, job);
    writeFileSync(join(bucketsDir, 'bucket'), '');
    await emulator.control('POST', `/zones/${zoneId}/requests`, '{}');
    expect(pick(await emulator.result('GET', jobs), 0, 'error_message')).toMatch(
      `error writing object: ${join(bucketsDir, 'bucket', 'logs')}`,
    );
    expect(pick(await emulator.result('GET', jobs), 0, 'error_message')).toMatch(
      `.log.gz cannot be written: ${noFolder}`,
    );
  });

  it('is named where it is that of an ownership challenge', async () => {
    const bucketsDir = makeFolder();
    const emulator = await start({ bucketsDir });
    writeFileSync(join(bucketsDir, 'bucket'), '');
    const body = { destination_conf: 's3://bucket/logs?region=eu-central-1' };
    const result = await emulator.result('POST', `/zones/${zoneId}/logpush/ownership`, body);
    expect(pick(result, 'message')).toMatch(`cannot be written: ${noFolder}`);
    expect(pick(result, 'message')).toMatch(`error writing object: ${bucketsDir}`);
  });

  it.each(['lock', 'tmp'])('is named where it is not the state itself but its .%s', async (suffix) => {
    const path = join(makeFolder(), 'state');
    mkdirSync(`${path}.${suffix}`);
    await expect(Store.open(path)).rejects.toThrow(
      `the state file ${path} cannot be used: ${path}.${suffix}: ${noFile}`,
    );
  });

  onLinux('fails the start where the disk of the state is full', async () => {
    const path = join(makeFolder(), 'state');
    fill(`${path}.tmp`);
    await expect(Store.open(path)).rejects.toThrow(`the state file ${path} cannot be used: ${noSpace}`);
  });

  onLinux(
    'fails the calls after the disk of the state has become full, and says why in one line',
    async () => {
      const path = join(makeFolder(), 'state');
      const { store } = await Store.open(path, 0);
      const table = store.table<string>('texts');
      fill(`${path}.tmp`);
      const full = `the state file ${path} cannot be used: ${noSpace} Then start the emulator again.`;
      for (const text of ['one', 'two']) store.commit([table.put('', text, 'x'.repeat(1000))]);
      await store.settled().catch(() => undefined);
      store.commit([table.put('', 'three', '')]);
      await expect(store.settled()).rejects.toThrow(full);
      await expect(store.close()).rejects.toThrow(full);
    },
  );

  it('is named where it is the temporary folder for buckets', async () => {
    const path = join(makeFolder(), 'missing');
    const named = jest.spyOn(os, 'tmpdir').mockReturnValue(path);
    await expect(start()).rejects.toThrow(`${path} cannot be written: there is no such folder.`);
    named.mockRestore();
  });
});

it('the fixture of a test that cannot be read is named with what to do', () => {
  const folder = makeFolder();
  expect(() => new TestEmulator({ fixture: folder })).toThrow(
    `${folder}: the fixture cannot be read: ${noFile}`,
  );
  const missing = join(folder, 'missing.json');
  expect(() => new TestEmulator({ fixture: missing })).toThrow(
    `${missing}: the fixture cannot be read: there is no such file. Correct the path.`,
  );
});
