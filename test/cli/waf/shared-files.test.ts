import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wafSurveyFile, type WafSurvey } from '../../../lib/cli/waf/survey/file';
import { readSurvey } from '../../../lib/cli/waf/survey/read';
import { readProject, saveGate, writeWaves } from '../../../lib/cli/waf/waves/project';
import { findGate, type Gate } from '../../../lib/waves/gates';
import { startAltering, type Altering } from '../../support/altered-replies';
import { runInProcess, setEnvironment } from '../support';
import { fleetZoneId, SurveyedFleet } from './fleet';
import { makeFolder } from '../../support/folder';

const sizes = { canary: 1, size: 2, validation: false };

describe('two commands on one project of waves', () => {
  let fleet: SurveyedFleet;
  let service: Altering;
  let survey: WafSurvey;
  let folder: string;
  let project: string;
  beforeAll(async () => {
    fleet = await SurveyedFleet.start(6, 100_000);
    service = await startAltering(fleet.emulator.url);
    survey = await fleet.survey();
  });
  beforeEach(async () => {
    folder = makeFolder();
    project = join(folder, 'project');
    setEnvironment({ EDGE_BASE_URL: service.baseUrl, EDGE_API_TOKEN: fleet.emulator.token });
    await writeWaves(project, survey, sizes, 'cdktn');
  });
  afterEach(() => {
    service.alter = undefined;
  });

  /** Another command does something while the next one reads its zones. */
  const meanwhile = (work: () => Promise<void>) => {
    let begun: Promise<void> | undefined;
    service.alter = async (envelope) => {
      await (begun ??= work());
      return envelope;
    };
  };
  const review = (wave: string, ...more: string[]) =>
    runInProcess(undefined, 'waf', 'review', '--wave', wave, '--dir', project, ...more);
  const passing = ['--assert', 'incomplete<=100%', '--assert', 'notProtected<=100%'];
  /** Another review, which has begun and ended while this one runs. */
  const record = async (wave: string, passed: boolean): Promise<void> => {
    const { file, gates } = await readProject(project);
    const gate: Gate = {
      wave,
      target: 'complete',
      passed,
      reviewed_at: new Date().toISOString(),
      assertions: ['incomplete<=0'],
      figures: {},
      events_from: null,
      events_to: null,
      failures: passed ? [] : ['incomplete is 1'],
      zones: file.waves.find(({ name }) => name === wave)?.zones.map(({ id }) => id) ?? [],
    };
    await saveGate(project, gate, gates);
  };
  const gateOf = async (name: string): Promise<Gate | undefined> => {
    const { file, gates } = await readProject(project);
    const wave = file.waves.find((each) => each.name === name);
    return wave && findGate(gates.gates, wave, 'complete');
  };

  it('keep the gate of another wave closed that a review closes while one of this wave runs', async () => {
    expect((await review('canary', ...passing)).status).toBe(0);
    meanwhile(() => record('canary', false));
    expect((await review('wave-1', ...passing)).status).toBe(0);
    expect((await gateOf('canary'))?.passed).toBe(false);
    expect((await gateOf('wave-1'))?.passed).toBe(true);
  });

  it('refuse to open a gate that another review of the same wave has closed meanwhile', async () => {
    meanwhile(() => record('canary', false));
    const { status, stdout, stderr } = await review('canary', ...passing);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /another review of canary for "complete", which failed, was recorded in .*gates\.json at 20\S+Z, while this one ran\. This one passed and was not recorded\. Run the review again\.\n$/,
    );
    expect((await gateOf('canary'))?.passed).toBe(false);
    service.alter = undefined;
    expect((await review('canary', ...passing)).status).toBe(0);
    expect((await gateOf('canary'))?.passed).toBe(true);
  });

  it('close a gate that another review has opened meanwhile', async () => {
    meanwhile(() => record('canary', true));
    expect((await review('canary')).status).toBe(1);
    expect((await gateOf('canary'))?.passed).toBe(false);
  });

  it('name the file that somebody has removed meanwhile', async () => {
    meanwhile(() => rm(join(project, 'gates.json')));
    expect(await review('canary')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/gates\.json cannot be read: there is no such file/) as string,
    });
  });

  it('show in STATUS.md the review that has ended while the zones were read', async () => {
    meanwhile(() => record('canary', true));
    await runInProcess(undefined, 'waf', 'waves', 'status', '--dir', project);
    expect(await readFile(join(project, 'STATUS.md'), 'utf8')).toMatch(/^\| canary \|.* complete passed/m);
  });

  it('have the zones of both surveys, each once, and what somebody has confirmed', async () => {
    const waves = join(project, 'waves.json');
    const { zones } = survey;
    const part = (from: number, to: number): WafSurvey => ({ ...survey, zones: zones.slice(from, to) });
    await rm(project, { recursive: true });
    await writeWaves(project, part(0, 1), sizes, 'cdktn');
    const text = await readFile(waves, 'utf8');
    await writeFile(waves, text.replace('"acknowledged": false', '"acknowledged": true'));
    await Promise.all(
      [part(1, 4), part(3, 6), part(2, 5)].map((each) => writeWaves(project, each, sizes, 'cdktn')),
    );
    const { file } = await readProject(project);
    expect(file.waves[0]).toMatchObject({ name: 'canary', acknowledged: true });
    const ids = [...file.waves.flatMap((wave) => wave.zones), ...file.left_out].map(({ id }) => id);
    expect(ids.sort()).toEqual([0, 1, 2, 3, 4, 5].map(fleetZoneId));
  });

  it('write the same new project side by side', async () => {
    const out = join(folder, 'new');
    await Promise.all([1, 2, 3].map(() => writeWaves(out, survey, sizes, 'cdktn')));
    expect((await readdir(out)).sort()).toEqual((await readdir(project)).sort());
  });

  it('save surveys in one file side by side', async () => {
    const out = join(folder, 'survey.json');
    const write = async (): Promise<WafSurvey> => {
      const connection = fleet.connect();
      const zones = survey.zones.map(({ zone_id: id, zone_name: name }) => ({ id, name, plan: '' }));
      try {
        return await wafSurveyFile.write(out, connection.baseUrl, (checkpoint) =>
          readSurvey(connection, zones, { notify: () => undefined, ...(checkpoint && { checkpoint }) }),
        );
      } finally {
        await connection.close();
      }
    };
    const both = await Promise.all([write(), write()]);
    for (const { summary } of both) expect(summary).toMatchObject({ zones: 6, failed: 0 });
    expect((await wafSurveyFile.read(out)).summary).toMatchObject({ zones: 6, failed: 0 });
    expect((await readdir(folder)).sort()).toEqual(['project', 'survey.json']);
  });
});
