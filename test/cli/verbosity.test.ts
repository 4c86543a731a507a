import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { world, type Running } from '../emulator/support';
import { serve } from './serve';
import { runInProcess } from './support';
import { makeFolder } from '../support/folder';

describe('the calls of a command', () => {
  const folder = makeFolder();
  let emulator: Running;
  beforeAll(async () => {
    emulator = await serve();
  });
  afterEach(() => {
    delete process.env.EDGE_LOG_FILE;
  });

  const check = ['waf', 'check', '--zone', world.zones?.[0]?.id ?? ''];
  const call =
    /^[\d:.]{12} GET \/zones\/\w+\/waf_migration\/status operation="waf check" status=200 attempt=1 .*ray_id=\w+-EMU$/m;

  it.each([[['--verbose', ...check]], [[...check, '--verbose']]])(
    'are on stderr with %j',
    async (parameters) => {
      const silent = await runInProcess(undefined, ...check);
      const { status, stdout, stderr } = await runInProcess(undefined, ...parameters);
      expect({ status, stdout }).toEqual({ status: silent.status, stdout: silent.stdout });
      expect(stderr).toMatch(call);
      expect(stderr).toMatch(/^[\d:.]{12} All operations ended .*calls=\d+ retries=0$/m);
      expect(stderr).not.toContain(emulator.token);
      expect(silent.stderr).toBe('');
    },
  );

  it('are in the log file of the environment, of each command one after the other', async () => {
    const path = join(folder, 'audit.jsonl');
    process.env.EDGE_LOG_FILE = path;
    await runInProcess(undefined, ...check);
    const { stderr } = await runInProcess(undefined, ...check);
    expect(stderr).toBe('');
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(read.filter((line) => line['@message'] === 'All operations ended')).toHaveLength(2);
    expect(read.every(({ program, operation }) => program === 'cli' && operation === 'waf check')).toBe(true);
    expect(lines.join()).not.toContain(emulator.token);
  });

  it('fails before the first call where the log file cannot be opened', async () => {
    process.env.EDGE_LOG_FILE = join(folder, 'missing', 'audit.jsonl');
    const { status, stderr } = await runInProcess(undefined, ...check);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^edge-platform: Cannot open the log file: EDGE_LOG_FILE is "/);
  });
});
