import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settingsOfState } from '../../../lib/cli/waf/previous-settings';
import type { Fixture } from '../../../lib/emulator';
import { readWaves } from '../../../lib/waves';
import { serve } from '../serve';
import { runInProcess } from '../support';
import { makeFolder } from '../../support/folder';

/** What provider 3.35 wrote, and the emulator that it wrote to, before. */
const fixtures = join(__dirname, '../../convert');
const state = join(fixtures, '3.35/state.json');
const zones = {
  shop: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
  blog: 'b2c3d4e5f60718293a4b5c6d7e8f90a1',
  docs: 'c3d4e5f60718293a4b5c6d7e8f90a1b2',
  migrated: 'd4e5f60718293a4b5c6d7e8f90a1b2c3',
};

const folder = makeFolder();
beforeAll(async () => serve(JSON.parse(await readFile(join(fixtures, 'world.json'), 'utf8')) as Fixture));

const check = (...parameters: string[]) => runInProcess(undefined, 'waf', 'check', ...parameters);

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
    expect(stdout).toContain('3 zones: 3 needs a decision.');
    expect(stdout).toMatch(/shop\.example +needs a decision +waf\.previous_changed\n/);
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

describe('edge-platform waf survey --state', () => {
  const run = (...parameters: string[]) => runInProcess(undefined, 'waf', ...parameters);
  interface Zone {
    readonly zone_id: string;
    readonly verdict: string;
    readonly reasons: readonly { readonly code: string; readonly reason: string }[];
    readonly expected_previous?: object;
  }
  const surveyed = (text: string): readonly Zone[] => (JSON.parse(text) as { zones: readonly Zone[] }).zones;

  it('surveys the zones of the state, and compares their previous WAF with it as a check does', async () => {
    const { status, stdout } = await run('survey', '--state', state, '--json');
    expect(status).toBe(1);
    const found = surveyed(stdout);
    expect(found.map((zone) => zone.zone_id).sort()).toEqual([zones.shop, zones.blog, zones.docs].sort());
    for (const zone of found) {
      expect(zone.reasons.map(({ code }) => code)).toContain('waf.previous_changed');
      expect(['ineligible', 'needs a decision']).toContain(zone.verdict);
      const checked = await check('--state', state, '-z', zone.zone_id, '--json');
      expect(zone.expected_previous).toEqual(
        (JSON.parse(checked.stdout) as { previous_settings: { expected: object } }).previous_settings
          .expected,
      );
    }
  });

  it('finds nothing where a zone is as the state says, and the waves get its settings', async () => {
    const same = await stateOf('same-survey.json', zones.shop, 'on');
    const [survey, out] = [join(folder, 'survey.json'), join(folder, 'waves')];
    await run('survey', '--zone', zones.shop, '--state', same, '--out', survey);
    const [zone] = surveyed(await readFile(survey, 'utf8'));
    expect(zone?.reasons.filter(({ code }) => code.startsWith('waf.previous'))).toEqual([]);
    const { status, stderr } = await run('waves', '--from', survey, '--out', out);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const file = JSON.parse(await readFile(join(out, 'waves.json'), 'utf8')) as {
      readonly waves: readonly { readonly zones: readonly Zone[] }[];
      readonly left_out: readonly Zone[];
    };
    const [placed] = [...file.waves.flatMap((wave) => wave.zones), ...file.left_out];
    expect(placed?.expected_previous).toEqual({
      package_sensitivities: {},
      package_action_modes: {},
      groups: { de677e5818985db1285d0e80225f0604: 'on' },
      rules: {},
    });
    expect((await run('waves', 'status', '--dir', out)).stderr).not.toContain('edge-platform:');
  });

  it('fails with 2 for states without a zone of the survey', async () => {
    const other = await stateOf('none.json', 'f'.repeat(32), 'on');
    const { status, stderr } = await run('survey', '--zone', zones.shop, '--state', other);
    expect(status).toBe(2);
    expect(stderr).toContain('--state: no waf_package, waf_group or waf_rule of these zones in');
  });
});

describe('edge-platform waf waves --state', () => {
  it('gives the settings of the states to the migrations', async () => {
    const [survey, out] = [join(folder, 'plain.json'), join(folder, 'stated')];
    await runInProcess(undefined, 'waf', 'survey', '--all', '--out', survey);
    await runInProcess(undefined, 'waf', 'waves', '--from', survey, '--out', out, '--state', state);
    const text = await readFile(join(out, 'waves.json'), 'utf8');
    expect(text.match(/"expected_previous":\{/g)).toHaveLength(3);
    await writeFile(
      join(out, 'waves.json'),
      text.replaceAll('"acknowledged": false', '"acknowledged": true'),
    );
    const stacks = readWaves<{ readonly expectedPrevious?: object }>(out);
    const migrated = stacks.flatMap((stack) => stack.zones);
    for (const zone of migrated)
      if (Object.values(zones).slice(0, 3).includes(zone.id))
        expect(Object.keys(zone.settings?.expectedPrevious ?? {})).toEqual([
          'packageSensitivities',
          'packageActionModes',
          'groups',
          'rules',
        ]);
  });
});
