import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fixture } from '../../../lib/emulator';
import { accountId, callsRecorded, textAt, type Running } from '../../emulator/support';
import { makeFolder, readFiles } from '../../support/folder';
import { serve } from '../serve';
import { runInProcess } from '../support';
import { runProject } from './run-project';
import { history, job, policyId, z } from './world';

const newJob = {
  name: 'errors',
  destination_conf: 'r2://bucket/logs?account-id=1&access-key-id=2&secret-access-key=3',
  dataset: 'http_requests',
  logpull_options: 'fields=RayID',
};
const withoutWraps = (text: string) => text.replace(/\s+/g, ' ').trim();

describe('edge-platform import', () => {
  let folder: string;
  let out: string;
  beforeEach(() => {
    folder = makeFolder();
    out = join(folder, 'edge');
  });

  const run = (...parameters: string[]) => runInProcess(undefined, 'import', '--out', out, ...parameters);
  const importAll = (...more: string[]) => run('--account', accountId, ...more);

  it('writes a project, and prints the summary first, then what the code lacks, and what to do next', async () => {
    await serve(history);
    const { status, stdout } = await importAll();
    const withoutFolder = stdout.replaceAll(folder, '').replace(/\d+ files/, 'N files');
    // Where the first paragraph wraps depends on the folder.
    expect(
      withoutFolder.replace(/^[^]*?\.\n/, (summary) => summary.replaceAll(/\n(?=.)/g, ' ')),
    ).toMatchSnapshot();
    expect(status).toBe(0);
    for (const line of stdout.replaceAll(folder, '').split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(await readdir(join(out, '.edge-import'))).toEqual(['.gitignore', 'manifest.json']);
  });

  it('finds nothing new right afterwards, and writes nothing', async () => {
    await serve(history);
    await importAll();
    const before = readFiles(out);
    const { status, stdout } = await importAll();
    expect([status, withoutWraps(stdout)]).toEqual([
      0,
      `Nothing is new: ${out} or a state has each of 8 objects in the account. For changes of the other objects, run \`npm run diff\` there.`,
    ]);
    expect(readFiles(out)).toEqual(before);
  });

  it('shows what is new by its id, whatever the code says by now, and leaves changes to the plan', async () => {
    const running = await serve(history);
    await importAll('--language', 'hcl');
    await appendFile(join(out, 'imports.tf'), 'this is no HCL');
    const before = readFiles(out);
    const jobs = `/zones/${z(1)}/logpush/jobs`;
    await running.result('PUT', `${jobs}/11`, { enabled: false, name: 'other' });
    await running.call('DELETE', `/zones/${z(2)}/logpush/jobs/21`);
    const id = textAt(await running.result('POST', jobs, newJob), 'id');
    expect((await importAll()).stdout).toContain(`+ zone-1.example: log job "errors" (${id})\n`);
    await running.result('PUT', `${jobs}/${id}`, { name: '' });
    const { status, stdout } = await importAll();
    expect([status, stdout.split('\n\n')]).toEqual([
      1,
      [
        expect.stringMatching(/^1\s+object\s+of\s+8\s+objects\s.*\sis\s+new:\s.*\shas\s+it\.$/s),
        `+ zone-1.example: log job (${id})`,
        'Nothing was changed. To write the new objects into new files, add --write-new.\nFor objects of a state that is not in the folder, add --managed-by.',
        'For changes of the other objects, run `terraform plan` there.\n',
      ],
    ]);
    const json = await importAll('--json');
    expect([json.status, JSON.parse(json.stdout)]).toEqual([
      1,
      {
        version: 1,
        objects: 8,
        new: [
          {
            type: 'edge_logpush_job',
            import_id: `${z(1)}/${id}`,
            zone: 'zone-1.example',
            account: 'Example account',
            label: `zone-1.example: log job (${id})`,
          },
        ],
        files: [],
        lines: [],
      },
    ]);
    expect((await run('--zone', z(2))).status).toBe(0);
    expect(readFiles(out)).toEqual(before);
  });

  it('takes no object for new that an apply of the project has replaced', async () => {
    const running = await serve(history);
    await importAll('--language', 'hcl');
    const jobs = `/zones/${z(1)}/logpush/jobs`;
    await running.call('DELETE', `${jobs}/11`);
    const id = textAt(await running.result('POST', jobs, newJob), 'id');
    const instances = [{ attributes: { id, zone_id: z(1) } }];
    const job = { mode: 'managed', type: 'edge_logpush_job', name: 'errors', instances };
    const state = join(out, 'terraform.tfstate');
    await writeFile(state, JSON.stringify({ version: 4, resources: [job] }));
    expect((await importAll()).stdout).toContain('Nothing is new');
    // As OpenTofu encrypts it.
    await writeFile(state, JSON.stringify({ encrypted_data: 'x' }));
    const { status, stderr } = await importAll();
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${state} is no Terraform state.`)]);
  });

  const refuseJobs = (running: Running, more: object) => {
    const match = { path: `/zones/${z(2)}/logpush/jobs` };
    return running.control('POST', '/faults', { kind: 'status', status: 403, match, ...more });
  };

  describe('with --write-new', () => {
    const addJobs = async (running: Running) => {
      const ids = [];
      for (const zone of [z(1), z(3)]) {
        const created = await running.result('POST', `/zones/${zone}/logpush/jobs`, newJob);
        ids.push(`${zone}/${textAt(created, 'id')}`);
      }
      return ids;
    };
    const history3: Fixture = {
      ...history,
      zones: (history.zones ?? []).map((zone) => ({ ...zone, plan: 'enterprise' })),
    };

    it('writes new objects into new files, with ids of their own, and prints the line to add', async () => {
      const running = await serve(history3);
      await importAll();
      const before = readFiles(out);
      const ids = await addJobs(running);
      const { status, stdout } = await importAll('--write-new');
      expect(status).toBe(1);
      expect(stdout.slice(stdout.indexOf('Written'), stdout.indexOf('For changes'))).toBe(
        [
          'Written, and nothing else was changed:',
          '  zones/zone-1.example-added-1.ts',
          '  zones/zone-3.example-added-1.ts',
          '  added-1.ts',
          '',
          'Add to main.ts, before `importExisting` or `app.synth()`:',
          "  import { added1 } from './added-1';",
          '  added1(stack);',
          '',
          '',
        ].join('\n'),
      );
      const after = readFiles(out);
      const kept = [...before.keys()].filter((name) => name !== '.edge-import/manifest.json');
      for (const name of kept) expect(after.get(name)).toBe(before.get(name));

      const code = new Map(after);
      const main = (code.get('main.ts') ?? '').replace('app.synth();', 'added1(stack);\napp.synth();');
      code.set('main.ts', `import { added1 } from './added-1';\n${main}`);
      const { imports, resources } = runProject(code);
      expect([...imports.values()]).toEqual(expect.arrayContaining(ids));
      expect(imports.size).toBe(10);
      expect(resources.size).toBe(10);
    });

    it('writes code for the host of the project', async () => {
      const running = await serve(history3);
      await writeFile(join(folder, 'package.json'), JSON.stringify({ dependencies: { cdktf: '^0.21.0' } }));
      await importAll();
      await addJobs(running);
      await importAll('--write-new');
      for (const file of ['zones/zone-1.example.ts', 'zones/zone-1.example-added-1.ts', 'added-1.ts'])
        expect(await readFile(join(out, file), 'utf8')).toContain(" from 'cdktf-edge-platform';\n");
    });

    it('needs no line in HCL, and finds nothing new afterwards', async () => {
      const running = await serve(history3);
      await importAll('--language', 'hcl');
      const ids = await addJobs(running);
      const { stdout } = await importAll('--write-new');
      expect(stdout).toContain('The next apply imports the objects.');
      const imports = await readFile(join(out, 'imports-added-1.tf'), 'utf8');
      for (const id of ids) expect(imports).toContain(`"${id}"`);
      expect((await importAll()).status).toBe(0);
    });
  });

  it('does not write before everything is read', async () => {
    const running = await serve(history);
    await refuseJobs(running, { times: 1 });
    const first = await importAll();
    expect(first.status).toBe(2);
    expect(first.stderr).toContain(
      `1 of 4 zones and accounts could not be read:\n  zone-2.example (${z(2)}): `,
    );
    expect(first.stderr).toContain('Nothing was written. Run the same command again: it reads only these.');
    expect(await readdir(out)).toEqual(['.edge-import']);
    expect((await importAll()).status).toBe(0);
  });

  it('ends at Ctrl-C with what to do, and reads nothing twice in the next run', async () => {
    const zones = Array.from({ length: 40 }, (_, at) => ({
      id: z(at + 1),
      account_id: accountId,
      name: `zone-${at}.example`,
      plan: 'enterprise' as const,
      jobs: [job(at + 100, 'errors')],
    }));
    const running = await serve({ ...history, zones });
    // So the run does not end before the signal.
    const path = `/zones/${z(40)}/logpush/jobs`;
    await running.control('POST', '/faults', { kind: 'hang', match: { path }, times: 1 });
    const first = run('--all');
    await callsRecorded(running, 60);
    process.emit('SIGINT');
    const { status, stderr } = await first;
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /interrupted after \d+ of 41 zones and accounts\. Run the same command again to continue\./,
    );
    const rows = await readCheckpoint(out);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(41);
    await running.control('DELETE', '/faults');
    await running.takeCalls();
    expect((await run('--all')).status).toBe(0);
    const paths = (await running.calls()).map((call) => call.path);
    expect(paths.filter((path) => rows.some((id) => path.includes(`/${id}/`)))).toEqual([]);
    expect(await readdir(join(out, '.edge-import'))).not.toContain('checkpoint.ndjson');
  });

  it.each([1000, 10000])(
    'imports what can be read with --skip-unreadable: 403 with code %i',
    async (code) => {
      const running = await serve(history);
      await refuseJobs(running, { code, times: 9 });
      const { status, stdout } = await importAll('--skip-unreadable');
      expect(status).toBe(0);
      expect(stdout).toContain('    1  not read ');
      expect(stdout).toContain('Imported 7 objects');
      const readme = await readFile(join(out, 'README.md'), 'utf8');
      expect(readme).toContain('zone-2.example: log jobs: ');
      // The other kinds of the zone were read.
      expect(readme).toContain('The zones still have the previous WAF');
      await running.control('DELETE', '/faults');
      expect((await importAll()).stdout).toContain('+ zone-2.example: log job "errors" (21)');
    },
  );

  it('leaves out what the state of another project has', async () => {
    await serve(history);
    const state = join(folder, 'state.json');
    const jobInState = (more: object, attributes: object) => ({
      mode: 'managed',
      type: 'cloudflare_logpush_job',
      name: 'errors',
      ...more,
      instances: [{ index_key: 'eu', attributes }],
    });
    const resources = [
      jobInState({ module: 'module.logs' }, { id: 11, zone_id: z(1), account_id: null }),
      jobInState({ type: 'aws_logpush_job' }, { id: '21' }),
      jobInState({ mode: 'data' }, { id: '21' }),
    ];
    await writeFile(state, JSON.stringify({ version: 4, resources }));
    const shown = join(folder, 'shown.json');
    const policy = {
      mode: 'managed',
      type: 'cloudflare_notification_policy',
      address: 'cloudflare_notification_policy.health',
      values: { id: policyId(1), account_id: accountId },
    };
    const values = { root_module: { child_modules: [{ resources: [policy] }] } };
    await writeFile(shown, JSON.stringify({ format_version: '1.0', values }));
    const { status, stdout } = await importAll('--managed-by', state, '--managed-by', shown);
    expect(status).toBe(0);
    expect(stdout).toContain('Imported 6 objects');
    expect(stdout).toContain('objects that other code manages');
    const readme = (await readFile(join(out, 'README.md'), 'utf8')).replaceAll('\\', '');
    expect(readme).toContain('module.logs.cloudflare_logpush_job.errors["eu"]');
    expect((await importAll('--managed-by', state, '--managed-by', shown)).status).toBe(0);
  });

  it('says what --verify needs', async () => {
    await serve(history);
    await importAll();
    const { TERRAFORM_BINARY_NAME: name = '' } = process.env;
    process.env.TERRAFORM_BINARY_NAME = join(folder, 'no-terraform');
    const { status, stderr } = await run('--verify');
    process.env.TERRAFORM_BINARY_NAME = name;
    expect([status, stderr]).toEqual([
      2,
      'edge-platform: --verify: terraform or tofu is not on the PATH. Install version 1.11 or later.\n',
    ]);
  });

  describe('is called wrongly', () => {
    const failure = async (...parameters: string[]) => {
      const { status, stdout, stderr } = await run(...parameters);
      expect([status, stdout]).toEqual([2, '']);
      return stderr;
    };

    it('refuses a folder with files of others before the first call, and names them', async () => {
      const running = await serve(history);
      await mkdir(out);
      await writeFile(join(out, 'notes.txt'), 'mine');
      expect(await failure('--account', accountId)).toContain(
        `--out: ${out} has files that no import has written: notes.txt. Nothing was changed. Name a new folder.`,
      );
      expect(await running.calls()).toEqual([]);
      expect(await readdir(out)).toEqual(['notes.txt']);
    });

    it('reports a token that sees nothing', async () => {
      await serve({ accounts: [], zones: [] });
      expect(await failure('--all')).toContain('the credentials see no zone and no account.');
    });

    it('refuses another language for a project, and --write-new without one', async () => {
      await serve(history);
      expect(await failure('--all', '--write-new')).toContain('has no project of an import yet');
      await importAll();
      expect(await failure('--all', '--json', '--verify')).toContain('--json: it prints what');
      expect(await failure('--all', '--language', 'hcl')).toContain(`the project in ${out} is typescript`);
    });

    it('refuses another host for a project, and any in HCL', async () => {
      await serve(history);
      expect(await failure('--all', '--language', 'hcl', '--host', 'cdktn')).toContain(
        '--host: only a project in TypeScript has a host.',
      );
      expect((await importAll('--host', 'cdktf')).status).toBe(0);
      expect(await readFile(join(out, 'README.md'), 'utf8')).toContain(' --host cdktf\n');
      expect(await failure('--all', '--host', 'cdktn')).toContain(`the project in ${out} depends on cdktf`);
      expect((await importAll('--host', 'cdktf')).status).toBe(0);
    });

    it.each(['not JSON', '{"version": 3}'])('refuses %s as a state', async (text) => {
      await serve(history);
      await writeFile(join(folder, 'state.json'), text);
      expect(await failure('--all', '--managed-by', join(folder, 'state.json'))).toContain(
        'Write one with `terraform state pull > state.json`',
      );
    });
  });

  it('imports an account without zones, and all accounts', async () => {
    await serve({ ...history, zones: [] });
    expect((await run('--account', 'Example account')).stdout).toContain('Imported 2 objects of 1 account');
    await rm(out, { recursive: true });
    expect((await run('--all')).stdout).toContain('Imported 2 objects of 1 account');
  });

  it('reads a zone by its name, without its account', async () => {
    await serve({
      ...history,
      zones: [{ id: z(1), account_id: accountId, name: 'zone-1.example', plan: 'pro', jobs: [] }],
    });
    const { status, stdout } = await run('--zone', 'zone-1.example');
    expect([status, stdout.split('\n')[0]]).toEqual([
      0,
      expect.stringContaining('Imported 0 objects of 1 zone into'),
    ]);
    expect(stdout).toContain('name the account with --account');
  });
});

/** The zones and accounts that an interrupted run has read. */
async function readCheckpoint(out: string): Promise<readonly string[]> {
  const text = await readFile(join(out, '.edge-import/checkpoint.ndjson'), 'utf8');
  const lines = text.trim().split('\n');
  return lines.flatMap((line) => (JSON.parse(line) as { id?: string }).id ?? []);
}
