import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installHere } from '../../../lib/cli/provider/install';
import { serve } from '../../cli/serve';
import { runInProcess, type Result } from '../../cli/support';
import { filesWith } from '../../support/edge-stack';
import { isExhaustive, seed } from '../../support/exhaustive';
import { generateAccount } from '../../support/generated-account';
import { GeneratedProject } from '../../support/generated-project';
import { countEach } from '../../support/pool-stack';
import { describeWithTerraform, type TerraformDir } from '../../support/terraform';

const size = isExhaustive ? { zones: 50, jobs: 200, policies: 30 } : { zones: 7, jobs: 36, policies: 15 };

interface RoundTrip {
  readonly project: GeneratedProject;
  readonly run: (...more: readonly string[]) => Promise<Result>;
}

/** An account with a history and an empty folder for its code. At the end no call has written and no file has a secret. */
async function withAccount(story: (trip: RoundTrip) => Promise<void>): Promise<void> {
  const generated = generateAccount({ ...size, seed });
  const emulator = await serve({ ...generated.fixture, tokens: ['a-token'] });
  const project = new GeneratedProject({ EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: 'a-token' });
  const run = (...more: readonly string[]) =>
    runInProcess(undefined, 'import', '--account', generated.account.id, '--out', project.path, ...more);
  await story({ project, run });
  expect(await emulator.writes()).toEqual([]);
  project.uninstall();
  expect(filesWith(project.path, 'SECRET')).toEqual([]);
}

const countIn = ({ stdout }: Result) =>
  Number(/^Imported ([\d,]+) objects/.exec(stdout)?.[1]?.replaceAll(',', ''));

/** Imports by an apply, and what the plan after it would change: nothing. Returns the number of imported objects. */
async function importAll(dir: TerraformDir): Promise<number> {
  await dir.init();
  const { changes } = await dir.applyJson();
  const counts = countEach(changes.map((change) => change.split(' ')[0] ?? ''));
  expect(Object.keys(counts)).toEqual(['import']);
  const plan = await dir.plan();
  expect([plan.code, plan.stdout]).toEqual([0, expect.stringContaining('No changes.')]);
  return counts.import ?? 0;
}

describeWithTerraform('an account with a history, imported as code', () => {
  it('compiles under strict, adopts every object without a change of it, and then has an empty plan', async () => {
    await withAccount(async ({ project, run }) => {
      const result = await run();
      expect(result).toMatchObject({ status: 0, stderr: expect.stringContaining('Read ') as string });
      const count = countIn(result);
      expect(count).toBeGreaterThan(size.zones);
      project.install();
      await project.compile();
      await project.synthesize();
      const stacks = readdirSync(join(project.path, 'cdktf.out', 'stacks'));
      let imported = 0;
      for (const name of stacks) imported += await importAll(project.stack(name));
      expect(imported).toBe(count);
    });
  });

  it('is the same in HCL', async () => {
    await withAccount(async ({ project, run }) => {
      const result = await run('--language', 'hcl');
      expect(result.status).toBe(0);
      installHere(project.path);
      expect(await importAll(project.terraform())).toBe(countIn(result));
    });
  });
});
