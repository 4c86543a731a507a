import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { history, z } from '../../cli/import/world';
import { runInProcess, setEnvironment } from '../../cli/support';
import { accountId, start, textAt, type Running } from '../../emulator/support';
import { GeneratedProject } from '../../support/generated-project';
import { describeWithTerraform } from '../../support/terraform';

const job = `/zones/${z(1)}/logpush/jobs/11`;

describeWithTerraform('edge-platform import', () => {
  let emulator: Running;
  let project: GeneratedProject;
  beforeEach(async () => {
    emulator = await start({ fixture: history });
    project = new GeneratedProject({ EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token });
    setEnvironment({ EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token });
  });
  afterEach(async () => {
    setEnvironment({});
    project.remove();
    await emulator.close();
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

  it('proves that a project in TypeScript compiles and only imports, and then compares what the code says', async () => {
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

    await emulator.result('PUT', job, { enabled: false });
    // The code follows the account, and says something else that the account does not have.
    edit('zones/zone-1.example.ts', (text) =>
      text.replace(/(name: 'errors',)/, '$1\n    enabled: false,').replace("'x-request-id'", "'x-other'"),
    );
    edit('main.ts', (text) =>
      text.replace(/^importExisting.*$/m, '').replace(/^import \{ importExisting.*$/m, ''),
    );
    const drift = await importAll();
    expect(drift.stdout).not.toContain('cannot be evaluated');
    expect(drift.stdout.slice(drift.stdout.indexOf('~'))).toBe(
      [
        '~ edge/zone-1-example-custom-fields',
        '    request_headers:',
        '      - x-other',
        '      + x-request-id',
        '',
      ].join('\n'),
    );
    expect(drift.status).toBe(1);
  });

  it('proves the same for HCL, and evaluates it without a call', async () => {
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

    // After the first apply, people delete the import blocks and go on.
    for (const name of ['imports.tf', 'imports-added-1.tf']) rmSync(join(project.path, name));
    edit('zone-zone-1.example.tf', (text) =>
      text.replace(/(name +)= "errors"/, '$1= "errors"\n  enabled = false'),
    );
    await emulator.control('DELETE', '/calls');
    const drift = await importAll();
    expect(drift.stdout).not.toContain('cannot be evaluated');
    expect(drift.stdout.slice(drift.stdout.indexOf('~'))).toBe(
      '~ edge_logpush_job.zone_1_example_errors\n    enabled: false → true\n',
    );
    expect(drift.status).toBe(1);
    const { body } = await emulator.control('GET', '/calls');
    expect((body as unknown[]).map((call) => textAt(call, 'method'))).not.toContain('POST');
  });
});
