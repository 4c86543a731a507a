import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountId, world, type Running } from '../../emulator/support';
import { serve } from '../serve';
import { runInProcess } from '../support';
import { ids, zones } from '../waf/zones';
import { textOf } from './read-page';
import { makeFolder } from '../../support/folder';

const commands = [
  ['waf report', ['waf', 'report', '--zone', ids.messy]],
  ['pools audit', ['pools', 'audit', '--account', accountId]],
] as const;

const folder = makeFolder();
let emulator: Running;
beforeEach(async () => {
  const pool = { name: 'primary', origins: [{ name: 'one', address: '192.0.2.1' }] };
  const accounts = [{ id: accountId, name: 'Account', pools: [{ ...pool, notification_email: 'a@b.com' }] }];
  emulator = await serve({ ...world, zones, accounts });
});

const run = (...parameters: string[]) => runInProcess(undefined, ...parameters);
const calls = async () => (await emulator.calls()).map(({ method, path }) => `${method} ${path}`).sort();

describe.each(commands)('edge-platform %s --html', (_name, parameters) => {
  it('writes the page beside the usual result, with the same calls', async () => {
    const plain = await run(...parameters);
    const before = await calls();
    const path = join(folder, 'new', `${parameters[0]}.html`);
    expect(await run(...parameters, '--html', path)).toEqual(plain);
    expect(await calls()).toEqual([...before, ...before].sort());
    const html = await readFile(path, 'utf8');
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).not.toContain(emulator.token);
    expect(await readdir(join(folder, 'new'))).not.toContain(`${parameters[0]}.html.new`);
  });

  it('writes the page beside JSON too, and replaces an earlier one', async () => {
    const path = join(folder, 'earlier.html');
    await writeFile(path, 'earlier');
    const { stdout } = await run(...parameters, '--html', path, '--json');
    expect(JSON.parse(stdout)).toBeInstanceOf(Object);
    expect(await readFile(path, 'utf8')).not.toContain('earlier');
  });

  it('fails with 2 and one line before any call where the page cannot be written', async () => {
    const directory = join(folder, 'directory');
    await mkdir(directory, { recursive: true });
    await writeFile(join(folder, 'file'), '');
    for (const [path, reason] of [
      ['-', 'name a file'],
      [directory, 'it is a folder. Name a file.'],
      [join(folder, 'file', 'page.html'), 'cannot be written'],
    ] as const) {
      const { status, stdout, stderr } = await run(...parameters, '--html', path);
      expect([status, stdout, stderr.trimEnd().split('\n').length]).toEqual([2, '', 1]);
      expect(stderr).toContain(`edge-platform: --html: `);
      expect(stderr).toContain(reason);
    }
    expect(await calls()).toEqual([]);
  });
});

describe('edge-platform waf report --html of other zones', () => {
  const report = async (zone: string) => {
    const path = join(folder, `${zone}.html`);
    const { status, stderr } = await run('waf', 'report', '--zone', zone, '--html', path);
    return { status, stderr, page: textOf(await readFile(path, 'utf8')) };
  };

  it('shows what is deployed in a migrated zone, and fails as without the page', async () => {
    const { status, stderr, page } = await report(ids.complete);
    expect(status).toBe(2);
    expect(stderr).toContain('it is too late');
    expect(page).toContain('What is deployed now');
    expect(page).not.toContain('What is lost');
  });

  it('shows both what is deployed and what the migration keeps in validation mode', async () => {
    const { page } = await report(ids.validation);
    expect(page).toContain('is in validation mode');
    expect(page).toContain('Rules in validation mode, which the migration keeps, in order');
    expect(page).toContain('What is deployed now');
  });

  it('says that there is nothing to migrate in a zone that never had the previous rules', async () => {
    const { page } = await report(ids.newcomer);
    expect(page).toContain('there is nothing to migrate');
  });
});
