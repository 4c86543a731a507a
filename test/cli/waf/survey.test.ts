import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Rule } from '../../../lib/client';
import { Checkpoint } from '../../../lib/cli/fleet/checkpoint';
import { decide, isBlocked, isIrreversible } from '../../../lib/resources/waf-migration/decide';
import { bareIntent } from '../../../lib/resources/waf-migration/intent';
import { migrationMemory } from '../../../lib/resources/waf-migration/memory';
import type { Observation } from '../../../lib/resources/waf-migration/observe';
import { toMigrationConfiguration, type PreviousWaf } from '../../../lib/waf';
import { wafSurveyFile, type SurveyedZone } from '../../../lib/cli/waf/survey/file';
import { surveyOf } from '../../../lib/cli/waf/survey/survey';
import { formatDocument } from '../../../lib/cli/document';
import { renderText } from '../../../lib/cli/report/text';
import { reportSurvey, tableOfSurvey } from '../../../lib/cli/waf/survey/report';
import { surveyZone } from '../../../lib/cli/waf/survey/zone';
import { accountId, pick, world, type Running } from '../../emulator/support';
import { hour } from '../../emulator/waf-world';
import { listOf } from '../../support/edge-stack';
import { runs } from '../../support/exhaustive';
import { previousWaf } from '../../waf/generated';
import { managedPackage, wafRule, zone } from '../../waf/zones';
import { serve } from '../serve';
import { runInProcess } from '../support';
import { surveyedZone } from './fleet';
import { ids, zones } from './zones';
import { makeFolder } from '../../support/folder';

describe('edge-platform waf survey', () => {
  let folder: string;
  let emulator: Running;
  beforeEach(async () => {
    folder = makeFolder();
    emulator = await serve({ ...world, zones }, { wafCutoverMs: hour });
  });

  const survey = (...parameters: string[]) => runInProcess(undefined, 'waf', 'survey', ...parameters);

  it('says how many calls it takes, and shows what to do in 80 columns', async () => {
    const { status, stdout, stderr } = await survey('--account', accountId);
    expect(status).toBe(1);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(stderr).toMatch(
      /^Reading 5 zones: 16 to about 76 calls, .*\nRead 5 zones with \d+ calls in .*\n$/,
    );
  });

  it('prints a row for each zone as JSON, with every reason and its fix, and makes only reading calls', async () => {
    const { stdout } = await survey('--all', '--json');
    const document = JSON.parse(stdout) as object;
    expect(document).toMatchObject({
      version: 1,
      summary: {
        zones: 5,
        failed: 0,
        verdicts: {
          'not protected': 0,
          ineligible: 1,
          'needs a decision': 0,
          eligible: 1,
          'in validation mode': 1,
          migrated: 1,
          'never had it': 1,
        },
        findings: { error: 0, warning: 9, info: 0 },
        calls: (await emulator.calls()).length,
      },
    });
    const row = (id: string) => listOf(pick(document, 'zones')).find((zone) => pick(zone, 'zone_id') === id);
    expect(row(ids.messy)).toMatchObject({
      zone_name: 'messy.example',
      plan: 'enterprise',
      migration_state: 'start',
      verdict: 'ineligible',
      reasons: [
        {
          code: 'waf.ineligible',
          kind: 'uri-override',
          reason: expect.stringContaining('cannot migrate') as string,
          fix: expect.stringContaining('Delete them all') as string,
        },
      ],
    });
    expect(row(ids.complete)).toMatchObject({ verdict: 'migrated', reasons: [], calls: 3 });
    expect(new Set((await emulator.calls()).map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  it('shows every zone on demand', async () => {
    expect((await survey('--all', '--details')).stdout).toMatch(
      /^newcomer\.example +free +never had it +-$/m,
    );
  });

  const readTimes = async (out: string) =>
    listOf(pick(JSON.parse(await readFile(out, 'utf8')), 'zones')).map((each) =>
      String(pick(each, 'read_at')),
    );

  it('continues an interrupted survey, and says when it has read each zone', async () => {
    const out = join(folder, 'survey.json');
    const last = ids.pristine;
    await survey('--all', '--out', out);
    const row = listOf(pick(JSON.parse(await readFile(out, 'utf8')), 'zones')).find(
      (each) => pick(each, 'zone_id') === ids.complete,
    ) as SurveyedZone;
    const fingerprint = `waf survey 1 ${emulator.url}`;
    const at = new Date(Date.now() - 60 * 60_000).toISOString();
    const interrupted = new Checkpoint(`${out}.checkpoint`, fingerprint);
    await interrupted.add(ids.complete, { ...row, read_at: undefined }, new Date(at));
    await emulator.takeCalls();
    const { stdout, stderr } = await survey('--all', '--out', out);
    expect(stderr).toContain(`Reading 5 zones, of which 1 was read before, since ${at}: `);
    expect(stdout.replaceAll('\n', ' ')).toContain(`Read from ${at} to 20`);
    const times = await readTimes(out);
    expect(times.filter((time) => time === at)).toHaveLength(1);
    const paths = (await emulator.calls()).map(({ path }) => path);
    expect(paths.filter((path) => path.includes(ids.complete))).toEqual([]);
    expect(paths.filter((path) => path.includes(last))).not.toEqual([]);
    expect(times).toHaveLength(5);
    await expect(readFile(`${out}.checkpoint`)).rejects.toThrow('ENOENT');
  });

  it('fails with 2 without a zone: nothing was seen', async () => {
    await serve({ accounts: world.accounts, zones: [] });
    const { status, stderr } = await survey('--all');
    expect([status, stderr]).toEqual([
      2,
      'edge-platform: cannot survey the zones: there is no zone that the credentials can read.\n',
    ]);
  });

  it('does not overwrite a file that is no survey', async () => {
    const out = join(folder, 'notes.json');
    await writeFile(out, '{"notes": []}');
    const { status, stderr } = await survey('--all', '--out', out);
    expect([status, stderr]).toEqual([2, expect.stringContaining('is no survey, so it is not overwritten')]);
    expect(await emulator.calls()).toEqual([]);
  });
});

describe('the file of a survey', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
  });

  it.each<[string, (text: string) => string, string]>([
    [
      'a verdict',
      (text) => text.replace('"verdict":"eligible"', '"verdict":"elligible"'),
      'zones[0].verdict is the string "elligible".',
    ],
    ['an id', (text) => text.replace(ids.messy, 'messy'), 'zones[0].zone_id is the string "messy".'],
    [
      'a zone twice',
      (text) => text.replace(ids.complete, ids.messy),
      `zones[1].zone_id is "${ids.messy}", and so is zones[0].zone_id. Keep one of them.`,
    ],
  ])('fails with a fault that somebody has edited into it: %s', async (_, edit, fault) => {
    const path = join(folder, 'survey.json');
    const text = formatDocument(
      surveyOf(
        [
          { ...surveyedZone(1), zone_id: ids.messy },
          { ...surveyedZone(2), zone_id: ids.complete },
        ],
        { calls: 4, elapsedMs: 1, now: new Date(0) },
      ),
      wafSurveyFile.depth,
    );
    await writeFile(path, text);
    expect((await wafSurveyFile.read(path)).zones).toHaveLength(2);
    await writeFile(path, edit(text));
    await expect(wafSurveyFile.read(path)).rejects.toThrow(`${path}: ${fault}`);
  });
});

describe('the verdict of a survey', () => {
  const rulesFor = (waf: PreviousWaf): Rule[] =>
    toMigrationConfiguration(waf).rules.map((rule) => ({ ...rule, last_updated: '' }));
  const seeing = (waf: PreviousWaf, proposed = rulesFor(waf)): Observation => ({
    zoneId: ids.messy,
    zone: { name: 'example.com', plan: 'pro' },
    status: { migration_state: 'start', old_waf_status: 'enabled', new_waf_status: 'disabled' },
    entryPoint: undefined,
    previous: {
      waf,
      isCompatible: waf.overrides.length === 0,
      equivalent: waf.overrides.length === 0 ? { name: 'default', rules: proposed } : undefined,
    },
  });
  const survey = (seen: Observation) =>
    surveyZone(seen, { id: seen.zoneId, name: 'example.com', plan: 'pro' });
  const alterations: readonly ((rules: Rule[]) => Rule[])[] = [
    (rules) => rules,
    () => [],
    (rules) => rules.filter(({ action }) => action !== 'skip'),
    (rules) => rules.map((rule) => ({ ...rule, enabled: false })),
  ];

  it('is that of the plan, whatever the previous WAF and the proposal of the service', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(previousWaf, fc.constantFrom(...alterations), (waf, alter) => {
        const observation = seeing(waf, alter(rulesFor(waf)));
        const intent = { ...bareIntent('complete'), skipsIneligible: true };
        const plan = decide(observation, intent, migrationMemory.empty);
        const { verdict, reasons } = survey(observation);
        seen.add(verdict);
        expect(verdict === 'ineligible').toBe(plan.skipped.length > 0);
        expect(verdict === 'needs a decision').toBe(isBlocked(plan));
        expect(verdict === 'eligible').toBe(isIrreversible(plan));
        expect(reasons.length > 0).toBe(verdict !== 'eligible');
      }),
      { numRuns: runs(200) },
    );
    expect([...seen].sort()).toEqual(['eligible', 'ineligible', 'needs a decision']);
  });

  it('names what to accept where the service proposes something else', () => {
    const waf = zone({ packages: [managedPackage({ rules: [wafRule('100015', { mode: 'simulate' })] })] });
    const bare = rulesFor(waf).map((rule) => ({
      ...rule,
      action_parameters: { id: pick(rule, 'action_parameters', 'id') },
    }));
    expect(survey(seeing(waf, bare))).toMatchObject({
      verdict: 'needs a decision',
      reasons: [
        {
          code: 'waf.override_missing',
          reason: expect.stringContaining('100015 (log)') as string,
          fix: expect.stringContaining("acceptDifferences: ['waf.override_missing']") as string,
        },
      ],
    });
  });

  it('says that the API gives no reason where it gives none', () => {
    const { previous, ...seen } = seeing(zone());
    const refused = {
      ...seen,
      previous: previous && { ...previous, isCompatible: false, equivalent: undefined },
    };
    expect(survey(refused).reasons).toMatchObject([
      {
        kind: 'unknown-reason',
        reason: expect.stringContaining('for a reason that this check does not know') as string,
      },
    ]);
  });
});

/** With a name that takes more than its share of a line. */
const zoneOf = (at: number, more: Partial<SurveyedZone> = {}) =>
  surveyedZone(at, { zone_name: `a-zone-with-a-long-name-${at}.department.example.com`, ...more });

describe('the report of a survey', () => {
  const reason = {
    code: 'waf.ineligible',
    kind: 'too-many-rules',
    ids: ['a'],
    reason: 'Too many.',
    fix: 'Merge them.',
  };
  const survey = surveyOf(
    Array.from({ length: 300 }, (_, at) =>
      zoneOf(at, at % 3 === 0 ? { verdict: 'ineligible', reasons: [reason] } : {}),
    ),
    { calls: 3600, elapsedMs: 600_000, now: new Date(0) },
  );

  it('of 300 zones is read in a minute: counts, kinds of reasons, at most 30 zones', () => {
    const text = renderText(reportSurvey(survey));
    expect(text.split('\n').length).toBeLessThan(90);
    expect(text).toContain('- too-many-rules, 100 zones. Merge them.');
    expect(text.match(/^a-zone/gm)).toHaveLength(30);
    expect(text).toContain('70 more: see --details or --csv.');
    expect(renderText(reportSurvey(survey, true), { all: true }).match(/^a-zone/gm)).toHaveLength(300);
    expect(tableOfSurvey(survey).rows).toHaveLength(300);
  });
});
