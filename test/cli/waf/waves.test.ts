import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { assignWaves } from '../../../lib/cli/waf/waves/assign';
import { formatDocument } from '../../../lib/cli/document';
import { readDocument } from '../../../lib/schema/document';
import type { Gate } from '../../../lib/waves/gates';
import { wavesForm, type Wave } from '../../../lib/waves/waves-file';
import { surveyOf } from '../../../lib/cli/waf/survey/survey';
import type { SurveyedFinding, SurveyedZone, WafSurvey } from '../../../lib/cli/waf/survey/file';
import { pick, type Running } from '../../emulator/support';
import { executeRule, managedPhase, managedRuleset } from '../../emulator/waf-world';
import { listOf } from '../../support/edge-stack';
import { managedRule, previousRule } from '../../support/waf-stack';
import { serve } from '../serve';
import { runInProcess } from '../support';
import { accountId, fleetZoneId, fleetZones, isIneligible, surveyedZone } from './fleet';
import { makeFolder } from '../../support/folder';

const warning: SurveyedFinding = { code: 'waf.action_changed', severity: 'warning', text: 'changed' };

const surveyed = (...zones: readonly SurveyedZone[]): WafSurvey =>
  surveyOf(zones, { calls: 1, elapsedMs: 1, now: new Date(0) });
const sizes = { canary: 2, size: 3, validation: false };
const namesIn = ({ zones }: Pick<Wave, 'zones'>) => zones.map(({ name }) => name);
const assigned = (waves: readonly Wave[]) =>
  Object.fromEntries(waves.map((wave) => [wave.name, namesIn(wave).map((each) => each.split('.')[0])]));

describe('the waves of a survey', () => {
  it('begin with the zones with the fewest findings, of each plan in turn, in the canary', () => {
    const survey = surveyed(
      surveyedZone(1, { findings: [warning, warning] }),
      surveyedZone(2),
      surveyedZone(3),
      surveyedZone(4, { plan: 'enterprise', findings: [warning] }),
      surveyedZone(5, { plan: 'enterprise' }),
      surveyedZone(6, { plan: 'business', findings: [warning] }),
    );
    expect(assigned(assignWaves(survey, sizes).file.waves)).toEqual({
      canary: ['zone-2', 'zone-5'],
      'wave-1': ['zone-3', 'zone-6', 'zone-4'],
      'wave-2': ['zone-1'],
    });
  });

  it('have zones in validation mode too, and no other zone that is not eligible', () => {
    const survey = surveyed(
      surveyedZone(1, { verdict: 'in validation mode', migration_state: 'validation' }),
      surveyedZone(2, { verdict: 'ineligible' }),
      surveyedZone(3, { verdict: 'needs a decision' }),
      surveyedZone(4, { verdict: 'not protected', migration_state: 'complete' }),
      surveyedZone(5, { verdict: 'migrated', migration_state: 'complete' }),
      surveyedZone(6, { verdict: 'never had it', migration_state: 'default' }),
    );
    const { file, added } = assignWaves(survey, sizes);
    expect([added, assigned(file.waves)]).toEqual([1, { canary: ['zone-1'] }]);
    expect(file.waves[0]?.zones[0]?.import).toBe(true);
    expect(namesIn({ zones: file.left_out })).toEqual(['zone-2.example', 'zone-3.example', 'zone-4.example']);
  });

  it('confirm nothing, and go through validation mode where they have Enterprise zones and it is asked for', () => {
    const survey = surveyed(
      surveyedZone(1, { plan: 'enterprise' }),
      surveyedZone(2, { plan: 'enterprise' }),
      surveyedZone(3),
    );
    const { waves } = assignWaves(survey, { canary: 0, size: 2, validation: true }).file;
    expect(waves.map(({ acknowledged, validates, target }) => [acknowledged, validates, target])).toEqual([
      [false, true, 'validation'],
      [false, true, 'validation'],
    ]);
    expect(assignWaves(survey, sizes).file.waves.map(({ target }) => target)).toEqual([
      'complete',
      'complete',
    ]);
  });

  it('import a zone that is migrated before anybody confirms its wave', () => {
    const [one, two] = [surveyedZone(1), surveyedZone(2)];
    const { file } = assignWaves(surveyed(one, two), { ...sizes, canary: 1 });
    const migrated = { verdict: 'migrated', migration_state: 'complete' } as const;
    const later = surveyed(surveyedZone(1, migrated), surveyedZone(2, migrated));
    const [canary, ...waves] = file.waves;
    if (canary === undefined) throw new Error('There is no canary');
    const confirmed = { ...file, waves: [{ ...canary, acknowledged: true }, ...waves] };
    const imports = assignWaves(later, sizes, confirmed).file.waves.flatMap(({ zones }) => zones);
    expect(imports.map((each) => each.import)).toEqual([undefined, true]);
  });

  it('never lose a zone, move it or have it twice, whatever later surveys say', () => {
    const verdict = fc.constantFrom(
      'eligible',
      'ineligible',
      'migrated',
      'in validation mode',
    ) as fc.Arbitrary<SurveyedZone['verdict']>;
    const survey = fc
      .uniqueArray(fc.nat(20), { maxLength: 20 })
      .chain((ats) =>
        fc
          .tuple(...ats.map((at) => verdict.map((each) => surveyedZone(at, { verdict: each }))))
          .map((zones) => surveyed(...zones)),
      );
    fc.assert(
      fc.property(fc.array(survey, { minLength: 1, maxLength: 4 }), (surveys) => {
        let before = assignWaves(surveyed(), sizes).file;
        for (const each of surveys) {
          const { file } = assignWaves(each, sizes, before);
          expect(file.waves.slice(0, before.waves.length)).toEqual(before.waves);
          const ids = [...file.waves.flatMap((wave) => wave.zones), ...file.left_out].map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(new Set(file.waves.map(({ name }) => name)).size).toBe(file.waves.length);
          expect(readDocument(wavesForm, formatDocument(file, 2), 'waves.json')).toEqual(file);
          before = file;
        }
      }),
    );
  });
});

describe('edge-platform waf waves', () => {
  let folder: string;
  let emulator: Running;
  let survey: string;
  const fixture = { accounts: [{ id: accountId, name: 'Example' }], zones: fleetZones(12) };
  beforeAll(async () => {
    await serve(fixture);
    survey = (await waf('survey', '--all', '--json')).stdout;
  });
  beforeEach(async () => {
    emulator = await serve(fixture, { wafCutoverMs: 0 });
    folder = makeFolder();
    await writeFile(join(folder, 'survey.json'), survey);
  });

  const waf = (...parameters: string[]) => runInProcess(undefined, 'waf', ...parameters);
  const project = () => join(folder, 'project');
  const writeProject = (...more: string[]) => {
    const sizesOf = ['--canary', '2', '--size', '4'];
    return waf('waves', '--from', join(folder, 'survey.json'), '--out', project(), ...sizesOf, ...more);
  };
  const review = (wave: string, ...more: string[]) =>
    waf('review', '--wave', wave, '--dir', project(), ...more);
  const textOf = (name: string) => readFile(join(project(), name), 'utf8');
  const edit = async (name: string, change: (text: string) => string) => {
    await writeFile(join(project(), name), change(await textOf(name)));
  };
  const status = async () => {
    const { stdout } = await waf('waves', 'status', '--dir', project(), '--json');
    return JSON.parse(stdout) as unknown;
  };
  const migrate = async (name: string, mode: 'pending' | 'validation' = 'pending') => {
    const { waves } = readDocument(wavesForm, await textOf('waves.json'), 'waves.json');
    const zones = waves.find((wave) => wave.name === name)?.zones ?? [];
    for (const { id } of zones.filter(({ plan }) => mode === 'pending' || plan === 'enterprise')) {
      const config = await emulator.result('GET', `/zones/${id}/waf_migration/config?phase_two=1`);
      await emulator.result(
        'PUT',
        `/zones/${id}/rulesets/phases/${managedPhase}/entrypoint?waf_migration=${mode}&phase_two=1`,
        {
          name: 'default',
          rules: listOf(pick(config, 'rules')).map((rule) => ({
            ...(rule as object),
            id: undefined,
            ref: undefined,
            version: undefined,
            last_updated: undefined,
          })),
        },
      );
    }
  };

  it('writes a project with a wave for each group of zones, and no zone that is left out in its code', async () => {
    const { status: exit, stdout, stderr } = await writeProject();
    expect([exit, stderr]).toEqual([0, '']);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(stdout).toContain('8 zones in 3 waves.');
    expect(stdout).toContain('4 zones left out: STATUS.md lists them with their fix.');
    expect((await readdir(project())).sort()).toEqual([
      '.gitignore',
      'README.md',
      'STATUS.md',
      'cdktf.json',
      'gates.json',
      'main.ts',
      'package.json',
      'settings.ts',
      'tsconfig.json',
      'waves.json',
    ]);
    const { waves, left_out: leftOut } = readDocument(wavesForm, await textOf('waves.json'), 'waves.json');
    const ineligible = Array.from({ length: 12 }, (_, at) => at)
      .filter(isIneligible)
      .map(fleetZoneId);
    expect(leftOut.map(({ id }) => id).sort()).toEqual(ineligible.sort());
    for (const { zones } of waves) for (const { id } of zones) expect(ineligible).not.toContain(id);
    const page = await textOf('STATUS.md');
    expect(page).toContain('| zone-5.example | business | ineligible | The migration takes at most 200');
    expect(page).toContain('Merge or delete such rules');
  });

  it('writes a project for CDK Terrain, or with --host for CDKTF', async () => {
    await writeProject();
    expect(await textOf('main.ts')).toContain(" from 'cdktf-edge-platform/cdktn';\n");
    expect((await writeProject('--host', 'cdktf')).stderr).toContain('depends on cdktn');
    await rm(project(), { recursive: true });
    await writeProject('--host', 'cdktf');
    expect(await textOf('main.ts')).toContain(" from 'cdktf';\n");
    expect(await textOf('settings.ts')).toContain(" from 'cdktf-edge-platform';\n");
    expect(JSON.parse(await textOf('package.json'))).toMatchObject({ scripts: { deploy: 'cdktf deploy' } });
  });

  it('adds the zones that are eligible since then as new waves, and keeps every edit', async () => {
    await writeProject();
    await edit('main.ts', (text) => `// ours\n${text}`);
    await edit('waves.json', (text) => text.replace('"acknowledged": false', '"acknowledged": true'));
    const before = readDocument(wavesForm, await textOf('waves.json'), 'waves.json');
    const fixed = fleetZoneId(2);
    for (const each of listOf(await emulator.result('GET', `/zones/${fixed}/firewall/waf/overrides`)))
      await emulator.result('DELETE', `/zones/${fixed}/firewall/waf/overrides/${String(pick(each, 'id'))}`);
    await waf('waves', 'status', '--dir', project());
    expect(await textOf('STATUS.md')).toMatch(
      /^\| zone-2\.example \| \w+ \| eligible \| It can be migrated now\. \| Survey the zones again\. \|$/m,
    );
    await waf('survey', '--all', '--out', join(folder, 'survey.json'));
    expect((await writeProject()).stdout).toContain('1 zone added as new waves');
    const after = readDocument(wavesForm, await textOf('waves.json'), 'waves.json');
    expect(after.waves.slice(0, -1)).toEqual(before.waves);
    expect(after.waves.at(-1)).toMatchObject({ name: 'wave-3', acknowledged: false, zones: [{ id: fixed }] });
    expect(after.left_out.map(({ id }) => id)).not.toContain(fixed);
    expect(await textOf('main.ts')).toMatch(/^\/\/ ours\n/);
  });

  it('fails instead of overwriting a file of somebody else', async () => {
    await mkdir(project());
    await writeFile(join(project(), 'package.json'), '{"name": "ours"}');
    expect(await writeProject()).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('package.json') as string,
    });
    expect(await readdir(project())).toEqual(['package.json']);
    await rm(join(project(), 'package.json'));
    await writeFile(join(project(), 'STATUS.md'), '# Ours\n');
    expect((await writeProject()).stderr).toContain('was not written by this command');
    expect(await textOf('STATUS.md')).toBe('# Ours\n');
  });

  it('takes a wave from its confirmation over its deployment and review to the next one', async () => {
    await writeProject();
    expect(pick(await status(), 'next', 'text')).toContain('set "acknowledged" of canary to true');
    await edit('waves.json', (text) => text.replaceAll('"acknowledged": false', '"acknowledged": true'));
    expect(pick(await status(), 'next', 'command')).toBe('npm run deploy -- canary');

    const early = await review('canary');
    expect(early.status).toBe(1);
    expect(early.stdout).toMatch(/^Review of canary for "complete": failed\.\n/);
    expect(early.stdout).toContain('incomplete is 2: zone-0.example,\n  zone-3.example.');

    await migrate('canary');
    expect(pick(await status(), 'next', 'command')).toBe('npx edge-platform waf review --wave canary');
    const reviewed = await review('0');
    expect([reviewed.status, reviewed.stdout]).toEqual([
      0,
      expect.stringContaining('Recorded in gates.json'),
    ]);
    expect(JSON.parse(await textOf('gates.json'))).toMatchObject({
      gates: [
        {
          wave: 'canary',
          target: 'complete',
          passed: true,
          assertions: ['incomplete<=0', 'notProtected<=0'],
        },
      ],
    });
    const next = await status();
    expect(pick(next, 'next', 'command')).toBe('npm run deploy -- wave-1');
    expect(pick(next, 'zones')).toMatchObject({ total: 8, migrated: 2, eligible: 6 });
    expect(await textOf('STATUS.md')).toContain(
      '| canary | 2 | 2 | 0 | 0 | 0 | complete | yes | complete passed',
    );
  });

  it('shows a zone that has become ineligible, or is not protected, first', async () => {
    await writeProject();
    await edit('waves.json', (text) => text.replaceAll('"acknowledged": false', '"acknowledged": true'));
    await migrate('canary');
    const [unprotected, blocked] = [fleetZoneId(0), fleetZoneId(1)];
    await emulator.result('PUT', `/zones/${unprotected}/rulesets/phases/${managedPhase}/entrypoint`, {
      rules: [{ ...executeRule, enabled: false }],
    });
    await emulator.result('POST', `/zones/${blocked}/firewall/waf/overrides`, {
      urls: ['zone-1.example/*'],
      rules: { '100015': 'disable' },
    });
    const { status: exit, stdout } = await waf('waves', 'status', '--dir', project());
    expect(exit).toBe(1);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/^8 zones: 1 not protected, 1 ineligible, 5 eligible, 1 migrated\./);
    const page = await textOf('STATUS.md');
    expect(page.indexOf('zone-0.example | canary | not protected')).toBeLessThan(
      page.indexOf('zone-1.example | wave-1 | ineligible'),
    );
    const reviewed = await review('canary');
    expect(reviewed.stdout).toMatch(/notProtected is 1:\s+zone-0\.example/);
    const accepted = await review('canary', '--assert', 'notProtected<=50%');
    expect(accepted.status).toBe(0);
  });

  it('compares the events of a wave by the zones of their hosts, and fails without a sample', async () => {
    await writeProject('--validation', '--size', '10', '--canary', '0');
    const event = (host: string, source: string) =>
      JSON.stringify({
        source,
        rule_id: 'a'.repeat(32),
        ruleset_id: 'b'.repeat(32),
        action: 'block',
        ray_id: `${host}${source}`,
        request: { method: 'GET', host, path: '/' },
      });
    const events = join(folder, 'events.ndjson');
    await edit('waves.json', (text) => text.replaceAll('"acknowledged": false', '"acknowledged": true'));
    const compared = (...more: string[]) => review('1', '--assert', 'newlyBlocked<=0', ...more);
    expect((await compared()).stdout).toMatch(/there are no events of managed\s+rules/);
    // A zone of another wave, a name that only ends alike, and a line that was cut off.
    const hosts = ['WWW.Zone-6.Example.:8443', 'zone-2.example', 'other.example', 'notzone-6.example'];
    await writeFile(events, [...hosts.map((host) => event(host, 'new')), '{"source":"new"'].join('\n'));
    const { status: exit, stdout } = await compared('--events', events, '--json');
    expect(exit).toBe(1);
    const { gate } = JSON.parse(stdout) as { gate: Gate };
    // Only the Enterprise zones have validation mode.
    expect(gate.zones).toEqual([fleetZoneId(6), fleetZoneId(7)]);
    expect(gate.figures).toMatchObject({
      zones: 2,
      incomplete: 2,
      events: 1,
      newlyBlocked: 1,
      newlyAllowed: 0,
      withoutEvents: 1,
      unattributedEvents: 2,
      unreadableEvents: 1,
      otherZones: 1,
    });
    expect(gate.failures).toContain(
      'the assertion newlyBlocked<=0 does not hold: newlyBlocked is 1: zone-6.example.',
    );
    const text = (await compared('--events', events)).stdout.replace(/\s+/g, ' ');
    expect(text).toContain(
      '1 event of managed rules compared. Not compared: 2 of unknown hosts: other.example (1), notzone-6.example (1); 1 line that could not be read; 1 of other zones of the project.',
    );
    await status();
    expect(await textOf('STATUS.md')).toContain(
      'not compared: 2 unattributed, 1 unreadable; 1 zone without events',
    );
  });

  it('takes Enterprise zones through validation mode, and back to a review of what the new rules block', async () => {
    await writeProject('--validation', '--size', '10', '--canary', '0');
    await edit('waves.json', (text) => text.replaceAll('"acknowledged": false', '"acknowledged": true'));
    await migrate('wave-1', 'validation');
    expect(await review('1', '--without-events', '--assert', 'newlyBlocked<=0')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--without-events: there are') as string,
    });
    expect(pick(await status(), 'next', 'command')).toBe(
      `npx edge-platform waf review --wave wave-1 --assert 'newlyBlocked<=0' --events <file>`,
    );
    const request = (stopped: object) =>
      emulator.control(
        'POST',
        `/zones/${fleetZoneId(6)}/requests`,
        JSON.stringify({
          fields: { ClientRequestHost: 'zone-6.example', ClientRequestPath: '/', ClientRequestMethod: 'GET' },
          waf: {
            new: [{ rule_id: managedRule(1), ruleset_id: managedRuleset, action: 'block' }],
            ...stopped,
          },
        }),
      );
    await request({});
    const failed = await review('1');
    expect([failed.status, failed.stdout]).toEqual([1, expect.stringMatching(/newlyBlocked is 1:\s+zone-6/)]);

    await emulator.control('DELETE', `/zones/${fleetZoneId(6)}/security-events`);
    await request({ previous: [{ rule_id: previousRule, action: 'block' }] });
    const silent = await review('1');
    expect([silent.status, silent.stdout]).toEqual([
      1,
      expect.stringMatching(/withoutEvents is 1:\s+zone-7/),
    ]);
    expect((await review('1', '--assert', 'withoutEvents<=1')).status).toBe(0);
    expect(pick(await status(), 'next', 'text')).toContain('Set "target" of wave-1 to "complete"');
    await edit('waves.json', (text) => text.replace('"target": "validation"', '"target": "complete"'));
    const next = await status();
    expect(pick(next, 'next', 'command')).toBe('npm run deploy -- wave-1');
    expect(pick(next, 'zones')).toMatchObject({ eligible: 6, 'in validation mode': 2 });
  });

  it('says where to remove a zone that no longer exists, and goes on without it', async () => {
    await writeProject();
    await edit('waves.json', (text) => text.replaceAll('"acknowledged": false', '"acknowledged": true'));
    await migrate('canary');
    const { waves } = readDocument(wavesForm, await textOf('waves.json'), 'waves.json');
    const [gone] = waves[0]?.zones ?? [];
    const world = await emulator.control('GET', '/fixture');
    const left = listOf(pick(world.body, 'zones')).filter((each) => pick(each, 'id') !== gone?.id);
    const fixture = { ...(world.body as object), zones: left };
    await emulator.control('POST', '/reset', { keepCredentials: true, fixture });
    const reviewed = await review('canary');
    const sentence = `Not found: ${gone?.name} (${gone?.id}). Each no longer exists, or these credentials cannot see it. Remove it from canary in waves.json, or use credentials that can see it.`;
    expect(reviewed.status).toBe(2);
    expect(reviewed.stdout.replaceAll(/\s+/g, ' ')).toContain(sentence);
    expect(reviewed.stdout).toContain('Nothing was recorded: correct waves.json, then run the review again.');
    expect(JSON.parse(await textOf('gates.json'))).toEqual({ version: 1, gates: [] });
    expect(await status()).toMatchObject({
      zones: { 'not found': 1 },
      attention: [{ zone_id: gone?.id, verdict: 'not found' }],
      next: { command: null, text: sentence },
    });
    await edit('waves.json', (text) => {
      const { waves: all, ...file } = JSON.parse(text) as { waves: { zones: { id: string }[] }[] };
      const without = all.map((wave) => ({ ...wave, zones: wave.zones.filter(({ id }) => id !== gone?.id) }));
      return JSON.stringify({ ...file, waves: without });
    });
    expect((await review('canary')).status).toBe(0);
  });

  it('neither opens nor closes a gate by zones that could not be read', async () => {
    await writeProject();
    await emulator.control('POST', '/faults', {
      kind: 'status',
      status: 403,
      match: { path: `/zones/${fleetZoneId(0)}/**` },
    });
    const { status: exit, stdout } = await review('canary');
    expect([exit, stdout]).toEqual([2, expect.stringContaining('Nothing was recorded')]);
    expect(JSON.parse(await textOf('gates.json'))).toEqual({ version: 1, gates: [] });
  });
});

describe('edge-platform waf waves and review', () => {
  it.each([
    [['waves', '--from', 'survey.json'], /Name the survey with --from, and the project with --out/],
    [['waves', '--from', 'x', '--out', 'x', '--size', '0'], /It must be a number from 1 to 10000/],
    [['review'], /Name a zone with --zone, or a wave with --wave/],
    [
      ['review', '--wave', 'canary', '--assert', 'newly<=0'],
      /Write one of incomplete, notProtected, newlyBlocked/,
    ],
    [['review', '--wave', 'canary', '--zone', 'x'], /cannot be used with option/],
  ])('fails with 2: %j', async (parameters, message) => {
    expect(await runInProcess(undefined, 'waf', ...parameters)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(message) as string,
    });
  });
});
