import { TerraformVariable } from 'cdktf';
import { join } from 'node:path';
import { LogpushJob } from '../../../lib';
import { pick, textAt } from '../../emulator/support';
import {
  filesWith,
  jobsPath,
  listOf,
  startEdgeStack,
  zoneId,
  type EdgeStack,
} from '../../support/edge-stack';
import { describeWithTerraform } from '../../support/terraform';

describeWithTerraform('credentials of a destination', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack();
  });
  afterEach(() => edge.close());

  it('reach the service, are rotated by a new version, and are kept nowhere', async () => {
    const { dir, emulator } = edge;
    const declare = (version: number) => {
      edge.declare((stack) => {
        const [id, key] = ['id', 'key'].map((name) => {
          const variable = new TerraformVariable(stack, name, { type: 'string', sensitive: true });
          variable.addOverride('ephemeral', true);
          return variable.stringValue;
        });
        new LogpushJob(stack, 'logs', {
          zoneId,
          name: 'logs',
          destinationConf: 'r2://bucket/logs?account-id=1',
          destinationCredentials: { 'access-key-id': id ?? '', 'secret-access-key': key ?? '' },
          destinationCredentialsVersion: version,
          fields: ['RayID'],
        });
      });
    };
    const run = async (secret: string, ...args: string[]) => {
      const env = {
        TF_VAR_id: 'an-id',
        TF_VAR_key: secret,
        TF_LOG: 'trace',
        TF_LOG_PATH: join(dir.path, 'trace.log'),
      };
      const { code, stdout, stderr } = await dir.start(args, env).finished;
      expect(stdout).not.toContain('canary');
      return { code, stderr };
    };
    const apply = ['apply', '-auto-approve', '-input=false'];
    const plan = ['plan', '-detailed-exitcode', '-input=false'];

    declare(1);
    await dir.init();
    expect(await run('canary-one', ...apply)).toEqual({ code: 0, stderr: '' });
    const [job] = listOf(await emulator.result('GET', jobsPath));
    expect(new URL(textAt(job, 'destination_conf')).searchParams.get('secret-access-key')).toBe('canary-one');
    // Credentials alone are no change that a plan could see.
    expect(await run('canary-two', ...plan)).toEqual({ code: 0, stderr: '' });

    declare(2);
    expect(await run('canary-two', ...plan)).toEqual({ code: 2, stderr: '' });
    expect(await run('canary-two', ...apply)).toEqual({ code: 0, stderr: '' });
    const [rotated] = listOf(await emulator.result('GET', jobsPath));
    expect(pick(rotated, 'id')).toBe(pick(job, 'id'));
    expect(textAt(rotated, 'destination_conf')).toContain('canary-two');
    expect(filesWith(dir.path, 'canary-')).toEqual([]);
  });
});
