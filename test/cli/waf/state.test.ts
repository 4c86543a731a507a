import { readFile } from 'node:fs/promises';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingsOfState } from '../../../lib/cli/waf/previous-settings';
import type { Fixture } from '../../../lib/emulator';
import { start, type Running } from '../../emulator/support';
import { runInProcess, setEnvironment } from '../support';

/** What provider 3.35 wrote, and the emulator that it wrote to, before. */
const fixtures = join(__dirname, '../../fixtures/convert');
const state = join(fixtures, '3.35/state.json');
const zones = {
  shop: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
  blog: 'b2c3d4e5f60718293a4b5c6d7e8f90a1',
  docs: 'c3d4e5f60718293a4b5c6d7e8f90a1b2',
  migrated: 'd4e5f60718293a4b5c6d7e8f90a1b2c3',
};

let folder: string;
let emulator: Running;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'edge-waf-state-'));
  const fixture = JSON.parse(await readFile(join(fixtures, 'world.json'), 'utf8')) as Fixture;
  emulator = await start({ fixture });
  setEnvironment({ EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token });
});
afterAll(async () => {
  setEnvironment({});
  await emulator.close();
  await rm(folder, { recursive: true });
});

const check = (...parameters: string[]) => runInProcess(undefined, 'waf', 'check', ...parameters);

/** A state with one group of a zone. */
async function stateOf(name: string, zone: string, mode: string): Promise<string> {
  const attributes = { zone_id: zone, group_id: 'de677e5818985db1285d0e80225f0604', mode };
  const path = join(folder, name);
  const resource = { mode: 'managed', type: 'vendor_waf_group', name: 'a', instances: [{ attributes }] };
  await writeFile(path, JSON.stringify({ version: 4, resources: [resource] }));
  return path;
}

describe('edge-platform waf check --state', () => {
  it('compares each zone of the state, and ends with 1 where the previous WAF differs', async () => {
    const { status, stdout } = await check('--state', state);
    expect(status).toBe(1);
    expect(stdout).toContain('3 zones: 3 differs from state.');
    expect(stdout).toMatch(/shop\.example +differs from state +waf\.previous_changed\n/);
  });

  it('shows each setting of one zone with the fix, within 80 columns', async () => {
    const { status, stdout } = await check('--state', state, '--zone', 'blog.example');
    expect(status).toBe(1);
    expect(stdout).toContain(
      `Zone ${zones.blog} can be migrated, but its previous WAF is\nnot set as the state says.`,
    );
    expect(stdout).toContain('Settings in the state      5 of 5 differ');
    expect(stdout).toMatch(/\(waf\.previous_changed\):\n(- .*\n( {2}.*\n)*)+\nThe migration would translate/);
    expect(stdout).toMatch(/Restore them\s+first/);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('ends with 0 where the zone is as the states say, and has the number of settings', async () => {
    const same = await stateOf('same.json', zones.shop, 'on');
    const other = await stateOf('other.json', zones.blog, 'on');
    const { status, stdout } = await check('-s', same, '-s', other, '--zone', zones.shop, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      previous_settings: {
        expected: { groups: { de677e5818985db1285d0e80225f0604: 'on' }, rules: {} },
        compared: 1,
        finding: null,
      },
    });
    expect((await check('-s', same, '-z', zones.shop)).stdout).toContain('1, all as in the zone');
  });

  it('compares nothing of a migrated zone', async () => {
    const path = await stateOf('migrated.json', zones.migrated, 'off');
    const { stdout } = await check('--state', path);
    expect(stdout).toContain('not compared: the zone is migrated');
  });

  it('fails with 2 without a zone or a state, and for a state without the previous WAF', async () => {
    expect(await check()).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Name a zone') as unknown,
    });
    const empty = join(folder, 'empty.json');
    await writeFile(empty, '{"version": 4, "resources": []}');
    expect(await check('--state', empty)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /--state: no waf_package, waf_group or waf_rule .*terraform\.tfstate\.backup/s,
      ) as unknown,
    });
    const elsewhere = await stateOf('elsewhere.json', zones.shop, 'off');
    expect(await check('--state', elsewhere, '--zone', zones.docs)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`waf_rule of ${zones.docs} in`) as unknown,
    });
  });
});

describe('the settings in a state', () => {
  const object = (
    type: string,
    attributes: Readonly<Record<string, unknown>>,
    mode: 'managed' | 'data' = 'managed',
  ) => ({
    ...{ mode, type, name: 'a', address: `${type}.a`, moduleAddress: '' },
    attributes,
  });

  it('are those of packages, groups and rules of any prefix, without what a package does not have', () => {
    const settings = settingsOfState([
      object('cloudflare_waf_package', {
        zone_id: 'z',
        package_id: 'p',
        sensitivity: 'low',
        action_mode: '',
      }),
      object('my_vendor_waf_group', { zone_id: 'z', group_id: 'g', mode: 'off' }),
      object('vendor_waf_rule', { zone_id: 'z', rule_id: 'r', mode: 'disable' }),
      object('cloudflare_waf_rule', { zone_id: 'other', rule_id: 'r', mode: 'block' }),
    ]);
    expect(Object.fromEntries(settings)).toEqual({
      z: {
        package_sensitivities: { p: 'low' },
        package_action_modes: {},
        groups: { g: 'off' },
        rules: { r: 'disable' },
      },
      other: { package_sensitivities: {}, package_action_modes: {}, groups: {}, rules: { r: 'block' } },
    });
  });

  it('are none of data sources and of other services', () => {
    expect(
      settingsOfState([
        object('cloudflare_waf_group', { zone_id: 'z', group_id: 'g', mode: 'off' }, 'data'),
        object('aws_waf_rule', { id: 'r', metric_name: 'm' }),
        object('cloudflare_waf_groups', { zone_id: 'z' }),
      ]).size,
    ).toBe(0);
  });
});
