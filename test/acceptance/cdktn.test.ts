import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmulator, type Emulator } from '../../lib/emulator';
import { describeWithTerraform, TerraformDir } from '../support/terraform';
import { makeFolderInPackage } from '../support/after-test';

const root = join(__dirname, '../..');
const run = promisify(execFile);

const hosts = {
  cdktf: 'cdktf-edge-platform',
  cdktn: 'cdktf-edge-platform/cdktn',
} as const;
type Host = keyof typeof hosts;

/** An app with every kind of construct that needs no fixture, and an output. */
const app = (host: Host) => `
const { App, TerraformOutput, TerraformStack } = require('${host}');
const { CustomFieldsRuleset, EdgeProvider, LogField, LogpushJob, SecretVariable } = require('${hosts[host]}');
const { LogFilter } = require('cdktf-edge-platform/logs');
const zoneId = 'e'.repeat(32);
const app = new App();
const stack = new TerraformStack(app, 'logs');
new EdgeProvider(stack, 'edge');
const key = new SecretVariable(stack, 'key');
const fields = new CustomFieldsRuleset(stack, 'fields', { zoneId, cookies: ['sessionId'] });
const job = new LogpushJob(stack, 'job', {
  zoneId,
  name: 'failures',
  destinationConf: 's3://my-logs/http/{DATE}?region=eu-central-1&endpoint=s3.example.com',
  destinationCredentials: { 'access-key-id': 'id', 'secret-access-key': key.stringValue },
  fields: [LogField.RayID, LogField.Cookies],
  where: LogFilter.field('EdgeResponseStatus').atLeast(500),
  dependsOn: [fields],
});
new TerraformOutput(stack, 'job_id', { value: job.id });
app.synth();
`;

describeWithTerraform('an app of either host', () => {
  let emulator: Emulator;
  let folder: string;
  beforeEach(async () => {
    emulator = await startEmulator({ port: 0 });
    folder = makeFolderInPackage();
  });
  afterEach(async () => {
    await emulator.close();
  });

  async function synthesize(host: Host): Promise<TerraformDir> {
    await run(process.execPath, ['-e', app(host)], {
      cwd: folder,
      env: { ...process.env, CDKTF_OUTDIR: join(folder, 'out') },
    });
    return new TerraformDir(join(folder, 'out/stacks/logs'), {
      EDGE_BASE_URL: emulator.url,
      EDGE_API_TOKEN: emulator.token,
      TF_VAR_key: 'a-secret',
    });
  }

  it('deploys with one, has an empty plan with the other, and destroys', async () => {
    const first = await synthesize('cdktf');
    await first.init();
    expect((await first.applyJson()).changes).toEqual([
      'create edge_custom_fields_ruleset.fields',
      'create edge_logpush_job.job',
    ]);
    const second = await synthesize('cdktn');
    await second.init();
    expect(await second.plan()).toMatchObject({ code: 0 });
    await second.destroy();

    await second.apply();
    expect(await second.plan()).toMatchObject({ code: 0 });
    expect(await (await synthesize('cdktf')).plan()).toMatchObject({ code: 0 });
  });

  it('has the same exports', async () => {
    const names = (module: string) => `Object.keys(require('${module}')).sort()`;
    const code = `console.log(JSON.stringify([${names(hosts.cdktf)}, ${names(hosts.cdktn)}]))`;
    const { stdout } = await run(process.execPath, ['-e', code], { cwd: folder });
    const [ofCdktf, ofCdktn] = JSON.parse(stdout) as unknown[];
    expect(ofCdktn).toEqual(ofCdktf);
    expect(ofCdktn).toContain('WafMigration');
  });

  it.each(Object.keys(hosts) as Host[])(
    'loads null_resource for a stack of the provisioner driver alone, on %s and no other host',
    async (host) => {
      const code = `
        const { App, TerraformStack } = require('${host}');
        const { EdgeDriver, EdgeProvider } = require('${hosts[host]}');
        const loaded = Object.values(EdgeDriver).map((driver) => {
          new EdgeProvider(new TerraformStack(new App(), driver), 'edge', { driver });
          return [driver, Object.keys(require.cache)];
        });
        console.log(JSON.stringify(Object.fromEntries(loaded)));
      `;
      const { stdout } = await run(process.execPath, ['-e', code], { cwd: folder });
      const loaded = JSON.parse(stdout) as { plugin: string[]; provisioner: string[] };
      const ofNull = (file: string) => file.includes('provider-null');
      const folderOfHost = { cdktf: 'dist', cdktn: 'dist/cdktn' }[host];
      expect(loaded.plugin.filter(ofNull)).toEqual([]);
      expect(loaded.provisioner.filter(ofNull)).toEqual([
        join(root, folderOfHost, 'third-party/@cdktf-provider-null.js'),
      ]);
      const packages = loaded.provisioner.flatMap((file) => /node_modules\/([^/]+)/.exec(file)?.[1] ?? []);
      expect([...new Set(packages)].sort()).toEqual([host, 'constructs']);
    },
  );
});
