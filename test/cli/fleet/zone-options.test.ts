import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { EdgeClient } from '../../../lib/client';
import { addZoneOptions, selectZones, type ZoneOptions } from '../../../lib/cli/fleet/zone-options';
import { start, type Running as Emulator } from '../../emulator/support';
import { makeFolder } from '../../support/folder';

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
const zoneIds = Array.from({ length: 120 }, (_, at) => (at + 1).toString(16).padStart(32, '0'));
const [zeroId = '', oneId = ''] = zoneIds;

describe('the zones of a command', () => {
  let emulator: Emulator;
  let client: EdgeClient;
  let folder: string;
  beforeAll(async () => {
    folder = makeFolder();
    emulator = await start({
      fixture: {
        accounts: [
          { id: first, name: 'First & Co' },
          { id: second, name: 'Second' },
        ],
        zones: [
          ...zoneIds.map((id, at) => ({
            id,
            name: `zone-${at}.example`,
            account_id: at % 2 === 0 ? first : second,
            plan: 'pro' as const,
          })),
          { id: 'f'.repeat(32), name: 'zone-0.example', account_id: second, plan: 'enterprise' as const },
        ],
      },
    });
  });
  beforeEach(() => {
    client = new EdgeClient({ baseUrl: emulator.url, credentials: { apiToken: emulator.token } });
  });
  afterEach(() => client.close());

  const namesOf = async (options: ZoneOptions) =>
    (await selectZones(client, options)).map(({ name }) => name);
  const fileWith = async (text: string) => {
    const path = join(folder, 'zones');
    await writeFile(path, text);
    return path;
  };

  it('have their account and plan', async () => {
    expect(await selectZones(client, { zone: [oneId] })).toEqual([
      { id: oneId, name: 'zone-1.example', account: { id: second, name: 'Second' }, plan: 'pro' },
    ]);
  });

  it('are all of an account, by id or name, or all there are', async () => {
    expect(await namesOf({ account: 'First & Co' })).toHaveLength(60);
    expect(await namesOf({ account: first })).toHaveLength(60);
    expect(await namesOf({ all: true })).toHaveLength(121);
  });

  it('keep their order, without duplicates, whether named by id or name', async () => {
    const zone = ['zone-5.example', oneId, 'ZONE-1.example', 'zone-3.example', 'zone-7.example'];
    expect(await namesOf({ zone })).toEqual([
      'zone-5.example',
      'zone-1.example',
      'zone-3.example',
      'zone-7.example',
    ]);
  });

  it('take one call for each of a few names, and one for every 50 zones otherwise', async () => {
    await namesOf({ zone: ['zone-5.example', oneId] });
    expect(client.calls).toBe(2);
    await namesOf({ zone: zoneIds.slice(1, 100) });
    expect(client.calls).toBe(2 + 3);
  });

  it('come from a file with a line or an item for each', async () => {
    const expected = ['zone-0.example', 'zone-1.example'];
    const lines = await fileWith(`\u{feff}# production\r\n${zeroId}\r\n\n  zone-1.example # web\n`);
    expect(await namesOf({ zones: lines })).toEqual(expected);
    const list = await fileWith(JSON.stringify([zeroId, { name: 'zone-1.example' }]));
    expect(await namesOf({ zones: list })).toEqual(expected);
    const rows = await fileWith(JSON.stringify([{ id: zeroId, name: 'zone-0.example' }, { id: oneId }]));
    expect(await namesOf({ zones: rows })).toEqual(expected);
  });

  it('fails with all names that no zone or several zones have', async () => {
    const zone = ['zone-0.example', 'zone-1.example', 'zone-7.exampel', 'c'.repeat(32)];
    await expect(namesOf({ zone })).rejects.toThrow(
      new RegExp(
        `2 zones .*zone-0.example.*${zeroId} .*First & Co.*${'f'.repeat(32)} .*Second.*` +
          `mean "zone-7.example".*Zone ${'c'.repeat(32)}: `,
        's',
      ),
    );
  });

  it.each([
    ['an empty file', '# nothing\n', /names no zone/],
    ['broken JSON', '[1', /is not JSON/],
    ['an item without a name', '[{"zone": "x"}]', /item 0 .* neither/],
  ])('fails for %s', async (_what, text, message) => {
    const zones = await fileWith(text);
    await expect(namesOf({ zones })).rejects.toThrow(message);
  });

  it('fails where a command line has none, or two kinds', async () => {
    await expect(namesOf({})).rejects.toThrow('no zone is named');
    const command = addZoneOptions(new Command())
      .exitOverride()
      .configureOutput({ writeErr: () => undefined });
    expect(() => command.parse(['--all', '-z', oneId], { from: 'user' })).toThrow(/cannot be used with/);
    const several = addZoneOptions(new Command()).parse(['-z', oneId, '-z', 'a', '-z', oneId], {
      from: 'user',
    });
    expect(several.opts()).toEqual({ zone: [oneId, 'a'] });
  });
});
