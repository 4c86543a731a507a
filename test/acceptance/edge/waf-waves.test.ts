import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Wave } from '../../../lib/waves/waves-file';
import { accountId, pick, type Running } from '../../emulator/support';
import { serve } from '../../cli/serve';
import { runInProcess } from '../../cli/support';
import { fleetZoneId, fleetZones } from '../../cli/waf/fleet';
import { GeneratedProject } from '../../support/generated-project';
import { describeWithTerraform } from '../../support/terraform';

/** Of which three are ineligible, and one is an Enterprise zone. */
const zoneCount = 9;

describeWithTerraform('a project of waves, by the real terraform', () => {
  let emulator: Running;
  let project: GeneratedProject;
  beforeEach(async () => {
    const accounts = [{ id: accountId, name: 'Example' }];
    emulator = await serve({ accounts, zones: fleetZones(zoneCount) }, { wafCutoverMs: 1 });
    project = new GeneratedProject({ EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token });
  });

  const waf = async (...parameters: string[]) => {
    const { status, stdout, stderr } = await runInProcess(undefined, 'waf', ...parameters);
    if (status === 2) throw new Error(stderr);
    return { status, stdout };
  };
  const read = async () => {
    const path = join(project.path, 'waves.json');
    return { path, file: JSON.parse(await readFile(path, 'utf8')) as { readonly waves: readonly Wave[] } };
  };
  const edit = async (change: (wave: Wave) => Wave) => {
    const { path, file } = await read();
    await writeFile(path, JSON.stringify({ ...file, waves: file.waves.map(change) }));
  };
  const migrateElsewhere = async (name: string) => {
    const { file } = await read();
    const id = file.waves.find((wave) => wave.name === name)?.zones[0]?.id ?? '';
    const config = await emulator.result('GET', `/zones/${id}/waf_migration/config?phase_two=1`);
    const entryPoint = `/zones/${id}/rulesets/phases/http_request_firewall_managed/entrypoint`;
    await emulator.result('PUT', `${entryPoint}?waf_migration=pending&phase_two=1`, config);
    return id;
  };
  const initialized = new Set<string>();
  const stack = async (name: string) => {
    const folder = project.stack(name);
    if (!initialized.has(name)) await folder.init();
    initialized.add(name);
    return folder;
  };
  const refusal = async (name: string, ...parameters: string[]) => {
    const plan = await (
      await stack(name)
    ).run(['plan', '-input=false', '-no-color', ...parameters], { expectCode: 1 });
    return plan.stderr.replace(/\s+/g, ' ');
  };
  const migrationsOf = async (name: string) => {
    const path = join(project.path, 'cdktf.out', 'stacks', name, 'cdk.tf.json');
    const { resource } = JSON.parse(await readFile(path, 'utf8')) as {
      readonly resource: Readonly<Record<string, object>>;
    };
    return Object.keys(resource.edge_waf_migration ?? {}).map((key) => `edge_waf_migration.${key}`);
  };
  const stateOf = async (at: number) =>
    pick(await emulator.result('GET', `/zones/${fleetZoneId(at)}/waf_migration/status`), 'migration_state');
  const review = (name: string, ...more: string[]) =>
    waf('review', '--wave', name, '--dir', project.path, ...more);

  it('migrates wave by wave, and stops at each that is not confirmed or whose predecessor has not passed', async () => {
    const survey = join(dirname(project.path), 'survey.json');
    await waf('survey', '--all', '--out', survey);
    const sizes = ['--canary', '2', '--size', '2', '--validation'];
    await waf('waves', '--from', survey, '--out', project.path, ...sizes);
    project.install();
    await project.compile();
    expect(await project.synthesize()).toEqual([]);

    await edit((wave) => ({ ...wave, acknowledged: true, target: 'completed' as Wave['target'] }));
    await expect(project.synthesize()).rejects.toThrow(
      'waves.json: waves[0].target is the string "completed". It must be "validation" or "complete".',
    );
    await edit((wave) => ({
      ...wave,
      acknowledged: false,
      target: wave.validates ? 'validation' : 'complete',
    }));
    await project.synthesize();

    expect(await refusal('canary')).toContain('The migration of canary cannot be undone.');
    expect(await refusal('wave-1')).toContain('The review of canary for "complete" has not passed.');
    await edit((wave) => ({ ...wave, acknowledged: true }));
    await project.synthesize();
    // Nor can a single zone of it be migrated.
    const [address = ''] = await migrationsOf('wave-1');
    expect(await refusal('wave-1', `-target=${address}`)).toContain('The review of canary');

    const canary = await stack('canary');
    const { changes, diagnostics } = await canary.applyJson();
    expect([changes.length, new Set(diagnostics.map(({ summary }) => summary))]).toEqual([
      3,
      new Set(['WAF migration is irreversible']),
    ]);
    expect([await stateOf(0), await stateOf(3)]).toEqual(['complete', 'complete']);
    expect((await canary.plan()).code).toBe(0);
    expect((await review('canary')).status).toBe(0);

    // The code reads the records when it is synthesized.
    await project.synthesize();
    const migrated = await migrateElsewhere('wave-1');
    expect(await refusal('wave-1')).toContain('already migrated');
    await edit((wave) => ({
      ...wave,
      zones: wave.zones.map((zone) => (zone.id === migrated ? { ...zone, import: true } : zone)),
    }));
    await project.synthesize();
    await (await stack('wave-1')).apply();
    expect((await review('wave-1')).status).toBe(0);

    // An Enterprise zone goes through validation mode.
    await project.synthesize();
    await (await stack('wave-2')).apply();
    expect(await stateOf(6)).toBe('validation');
    await edit((wave) => ({ ...wave, target: 'complete' }));
    await project.synthesize();
    expect(await refusal('wave-2')).toContain('The review of wave-2 for "validation" has not passed.');
    await edit((wave) => (wave.validates ? { ...wave, target: 'validation' } : wave));
    expect((await review('wave-2')).status).toBe(1);
    expect((await review('wave-2', '--without-events')).status).toBe(0);
    await edit((wave) => ({ ...wave, target: 'complete' }));
    await project.synthesize();
    await (await stack('wave-2')).apply();
    expect(await stateOf(6)).toBe('complete');
    expect((await review('wave-2')).status).toBe(0);

    const { stdout } = await waf('waves', 'status', '--dir', project.path);
    expect(stdout).toMatch(/^6 zones: 6 migrated\. 3 zones without a wave\./);
    expect(stdout).toContain('Next: Every wave is complete and has passed its review.');
    for (const at of [2, 5, 8]) expect([at, await stateOf(at)]).toEqual([at, 'start']);
  });
});
