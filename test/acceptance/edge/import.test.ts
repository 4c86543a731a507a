import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installHere } from '../../../lib/cli/provider/install';
import { history, z } from '../../cli/import/world';
import { serve } from '../../cli/serve';
import { runInProcess } from '../../cli/support';
import { accountId, type Running } from '../../emulator/support';
import { GeneratedProject } from '../../support/generated-project';
import { readFixture } from '../../support/golden-import';
import { describeWithTerraform } from '../../support/terraform';

const job = `/zones/${z(1)}/logpush/jobs/11`;

describeWithTerraform('the account of test/import', () => {
  it.each(['hcl', 'typescript'] as const)(
    'is planned with no warning but those of what it has, in %s',
    async (language) => {
      const emulator = await serve(readFixture('account'));
      const project = new GeneratedProject({ EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: 'a-token' });
      const given = ['--all', '--out', project.path, '--language', language];
      const { stderr } = await runInProcess(undefined, 'import', ...given);
      expect(stderr).not.toContain('edge-platform:');
      let dir = project.terraform();
      let warnings: readonly string[] = [];
      if (language === 'typescript') {
        project.install();
        await project.compile();
        warnings = await project.synthesize();
        dir = project.stack('edge');
      } else installHere(project.path);
      await dir.init();
      const { diagnostics } = await dir.applyJson();
      const retired = 'Log fields retired by the service';
      const inCode = ['Log fields unknown to this version', retired, 'Log filter unknown to this version'];
      expect(warnings.map((each) => each.split(': ')[1])).toEqual(language === 'hcl' ? [] : inCode);
      const ofPlan = [retired, retired, `Rules of others in ruleset ${'7'.repeat(32)}`];
      expect(diagnostics.map(({ summary }) => summary).sort()).toEqual(ofPlan);
    },
  );
});

describeWithTerraform('edge-platform import', () => {
  let emulator: Running;
  let project: GeneratedProject;
  beforeEach(async () => {
    emulator = await serve(history);
    project = new GeneratedProject({ EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token });
  });

  const run = (...parameters: string[]) =>
    runInProcess(undefined, 'import', '--out', project.path, ...parameters);
  const importAll = (...more: string[]) => run('--account', accountId, ...more);
  const edit = (name: string, change: (text: string) => string) => {
    const path = join(project.path, name);
    const before = readFileSync(path, 'utf8');
    const after = change(before);
    expect(after).not.toBe(before);
    writeFileSync(path, after);
  };
  const withoutWraps = (text: string) => text.replace(/\s+/g, ' ').trim();

  it('proves that a project in TypeScript compiles and only imports', async () => {
    await importAll();
    expect(await run('--verify')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(
        '--verify: cdktf-edge-platform is not installed. Run `npm install` in',
      ) as string,
    });
    project.install();
    edit('zones/zone-1.example.ts', (text) => `${text}const strict = (value) => value;\n`);
    const broken = await run('--verify');
    expect([broken.status, broken.stdout]).toEqual([
      1,
      expect.stringContaining("implicitly has an 'any' type"),
    ]);

    edit('zones/zone-1.example.ts', (text) => text.replace(/const strict.*\n/, ''));
    const verified = await run('--verify');
    expect([verified.stderr, withoutWraps(verified.stdout), verified.status]).toEqual([
      '',
      'Verified: the project compiles under strict, synthesizes, and its plan imports 8 objects and changes nothing.',
      0,
    ]);
  });

  it('proves the same for HCL, with objects that were added', async () => {
    await importAll('--language', 'hcl');
    await emulator.result('PUT', job, { enabled: false });
    const changed = await run('--verify');
    expect(changed.status).toBe(1);
    expect(changed.stdout).toMatch(/Not verified: 1 fault.*edge_logpush_job\.\S+\n {2}would be changed:\n/s);
    expect(changed.stdout).toContain('enabled: false → true');
    await emulator.result('PUT', job, { enabled: true });
    expect(readdirSync(project.path)).not.toContain('.terraform');

    const added = {
      name: 'added',
      destination_conf: 'r2://logs/x?account-id=1&access-key-id=2&secret-access-key=3',
    };
    await emulator.result('POST', `/zones/${z(1)}/logpush/jobs`, {
      ...added,
      dataset: 'http_requests',
      logpull_options: 'fields=RayID',
    });
    expect((await importAll('--write-new')).status).toBe(1);
    const verified = await run('--verify');
    expect([withoutWraps(verified.stdout), verified.status]).toEqual([
      'Verified: the plan imports 9 objects and changes nothing.',
      0,
    ]);
  });
});
