import { TerraformVariable } from 'cdktf';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LogpushJob } from '../../../lib';
import { filesWith, jobsPath, startEdgeStack, zoneId, type EdgeStack } from '../../support/edge-stack';
import { describeWithTerraform } from '../../support/terraform';

const destination = 's3://proven/logs?region=eu-central-1';

describeWithTerraform('an ownership challenge', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack();
  });
  afterEach(() => edge.close());

  it('is read from the bucket, given by an ephemeral variable, and kept nowhere', async () => {
    const { dir, emulator } = edge;
    const challenge = await edge.proveOwnership(destination);
    edge.declare((stack) => {
      const variable = new TerraformVariable(stack, 'challenge', { type: 'string', sensitive: true });
      variable.addOverride('ephemeral', true);
      new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'logs',
        destinationConf: destination,
        ownershipChallenge: variable.stringValue,
        fields: ['RayID'],
      });
    });
    await dir.init();
    const secrets = {
      TF_VAR_challenge: challenge,
      TF_LOG: 'trace',
      TF_LOG_PATH: join(dir.path, 'trace.log'),
    };
    const runs = [
      ['plan', '-input=false', '-out=plan.bin'],
      ['show', '-json', 'plan.bin'],
      ['apply', '-input=false', 'plan.bin'],
      ['show', '-json'],
      ['plan', '-input=false', '-detailed-exitcode'],
    ];
    const said: string[] = [];
    for (const args of runs) {
      const { code, stdout, stderr } = await dir.start(args, secrets).finished;
      expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
      said.push(stdout);
    }
    expect(await emulator.result('GET', jobsPath)).toMatchObject([{ destination_conf: destination }]);

    const signature = challenge.slice(-40);
    expect(readFileSync(join(dir.path, 'trace.log'), 'utf8')).toMatch(/terraform-provider-edge/);
    expect(readFileSync(join(dir.path, 'terraform.tfstate'), 'utf8')).toContain(destination);
    expect(said.join()).not.toContain(signature);
    expect(filesWith(dir.path, signature)).toEqual([]);
  });

  it('fails at plan when it is missing, with the way to get one', async () => {
    const { dir } = edge;
    edge.declare((stack) => {
      new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'logs',
        destinationConf: destination,
        fields: ['RayID'],
      });
    });
    await dir.init();
    const { stderr } = await dir.run(['plan', '-input=false', '-no-color'], { expectCode: 1 });
    expect(stderr.replace(/\s+│?\s*/g, ' ')).toMatch(
      /Ownership challenge missing.*POST \/zones\/<zone id>\/logpush\/ownership.*set ownership_challenge/,
    );
  });
});
