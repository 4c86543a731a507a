import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installPlugin } from '../../../lib/cli/provider/install';
import { packageVersion } from '../../../lib/client/package-version';
import { runInProcess, setEnvironment } from '../../cli/support';
import { pick, start, type Running } from '../../emulator/support';
import { filesWith, listOf } from '../../support/edge-stack';
import { isExhaustive, seed } from '../../support/exhaustive';
import { generateAccount, type GeneratedAccount } from '../../support/generated-account';
import { GeneratedProject } from '../../support/generated-project';
import { countEach } from '../../support/pool-stack';
import { describeWithTerraform, type TerraformDir } from '../../support/terraform';

const size = isExhaustive ? { zones: 50, jobs: 200, policies: 30 } : { zones: 7, jobs: 36, policies: 15 };

interface RoundTrip {
  readonly emulator: Running;
  readonly project: GeneratedProject;
  readonly generated: GeneratedAccount;
}

/** An account with a history and an empty folder for its code. At the end no call has written and no file has a secret. */
async function withAccount(story: (trip: RoundTrip) => Promise<void>): Promise<void> {
  const generated = generateAccount({ ...size, seed });
  const emulator = await start({ fixture: { ...generated.fixture, tokens: ['a-token'] } });
  const environment = { EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: 'a-token' };
  const project = new GeneratedProject(environment);
  setEnvironment(environment);
  try {
    await story({ emulator, project, generated });
    expect(await writesOf(emulator)).toEqual([]);
    project.uninstall();
    expect(filesWith(project.path, 'SECRET')).toEqual([]);
  } finally {
    setEnvironment({});
    project.remove();
  }
}

async function writesOf(emulator: Running): Promise<string[]> {
  const { body } = await emulator.control('GET', '/calls');
  return listOf(body)
    .filter((call) => pick(call, 'method') !== 'GET')
    .map((call) => `${String(pick(call, 'method'))} ${String(pick(call, 'path'))}`);
}

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
    await withAccount(async ({ project, generated }) => {
      const { status, stdout, stderr } = await runInProcess(
        undefined,
        'import',
        '--account',
        generated.account.id,
        '--out',
        project.path,
      );
      expect([status, stderr]).toEqual([0, expect.stringContaining('Read ')]);
      const count = Number(/^Imported ([\d,]+) objects/.exec(stdout)?.[1]?.replaceAll(',', ''));
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
    await withAccount(async ({ project, generated }) => {
      const { status, stdout } = await runInProcess(
        undefined,
        'import',
        '--account',
        generated.account.id,
        '--out',
        project.path,
        '--language',
        'hcl',
      );
      expect(status).toBe(0);
      const count = Number(/^Imported ([\d,]+) objects/.exec(stdout)?.[1]?.replaceAll(',', ''));
      installPlugin({
        folder: project.path,
        home: project.path,
        platforms: [],
        version: packageVersion(),
        env: process.env,
      });
      expect(await importAll(project.terraform())).toBe(count);
    });
  });
});
