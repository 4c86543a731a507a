import { TerraformVariable, type TerraformStack } from 'cdktf';
import { readFileSync } from 'node:fs';
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

const proven = 's3://proven/logs?region=eu-central-1';

describeWithTerraform('an ownership challenge and the credentials of a destination', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack();
  });
  afterEach(() => edge.close());

  const ephemeral = (stack: TerraformStack, name: string) => {
    const variable = new TerraformVariable(stack, name, { type: 'string', sensitive: true });
    variable.addOverride('ephemeral', true);
    return variable.stringValue;
  };
  const declare = (version: number) => {
    edge.declare((stack) => {
      new LogpushJob(stack, 'challenged', {
        zoneId,
        name: 'challenged',
        destinationConf: proven,
        ownershipChallenge: ephemeral(stack, 'challenge'),
        fields: ['RayID'],
      });
      new LogpushJob(stack, 'with-credentials', {
        zoneId,
        name: 'with-credentials',
        destinationConf: 'r2://bucket/logs?account-id=1',
        destinationCredentials: {
          'access-key-id': ephemeral(stack, 'id'),
          'secret-access-key': ephemeral(stack, 'key'),
        },
        destinationCredentialsVersion: version,
        fields: ['RayID'],
      });
    });
  };
  /** The job with credentials, as the service has it. */
  const job = async () =>
    listOf(await edge.emulator.result('GET', jobsPath)).find(
      (each) => pick(each, 'name') === 'with-credentials',
    );

  it('reach the service from ephemeral variables, and are in no file, no output and no log', async () => {
    const { dir } = edge;
    const challenge = await edge.proveOwnership(proven);
    const signature = challenge.slice(-40);
    const run = async (key: string, ...args: string[]) => {
      const outcome = await dir.start(args, {
        TF_VAR_challenge: challenge,
        TF_VAR_id: 'an-id',
        TF_VAR_key: key,
        TF_LOG: 'trace',
        TF_LOG_PATH: join(dir.path, 'trace.log'),
      }).finished;
      expect(outcome).toMatchObject({ code: 0, stderr: '' });
      expect(outcome.stdout).not.toContain('canary');
      expect(outcome.stdout).not.toContain(signature);
    };

    declare(1);
    await dir.init();
    await run('canary-one', 'plan', '-input=false', '-out=plan.bin');
    await run('canary-one', 'show', '-json', 'plan.bin');
    await run('canary-one', 'apply', '-input=false', 'plan.bin');
    const made = await job();
    expect(new URL(textAt(made, 'destination_conf')).searchParams.get('secret-access-key')).toBe(
      'canary-one',
    );

    declare(2);
    await run('canary-two', 'apply', '-auto-approve', '-input=false');
    const rotated = await job();
    expect(pick(rotated, 'id')).toBe(pick(made, 'id'));
    expect(textAt(rotated, 'destination_conf')).toContain('canary-two');
    await run('canary-two', 'show', '-json');

    expect(readFileSync(join(dir.path, 'trace.log'), 'utf8')).toMatch(/terraform-provider-edge/);
    expect(readFileSync(join(dir.path, 'terraform.tfstate'), 'utf8')).toContain(proven);
    expect(filesWith(dir.path, signature)).toEqual([]);
    expect(filesWith(dir.path, 'canary-')).toEqual([]);
  });

  it('are not a change to a plan without a new version', async () => {
    const { terraform } = edge;
    const challenge = await edge.proveOwnership(proven);
    const variablesWith = (key: string) => ({ challenge, id: 'an-id', key });
    declare(1);
    terraform.variables = variablesWith('canary-one');
    await terraform.apply();
    terraform.variables = variablesWith('canary-two');
    await terraform.expectNoChanges();

    declare(2);
    const plan = await terraform.plan();
    expect(plan.change('edge_logpush_job.with-credentials').action).toBe('update');
    expect(plan.change('edge_logpush_job.challenged').action).toBe('no-op');
    await terraform.apply(plan);
    expect(textAt(await job(), 'destination_conf')).toContain('canary-two');
    await terraform.expectNoChanges();
    const everything = JSON.stringify([[...terraform.state], plan.changes, plan.diagnostics]);
    expect(everything).not.toMatch(/canary|an-id/);
    expect(everything).not.toContain(challenge.slice(-40));
  });

  it('fail the plan when a challenge is missing, with the way to get one', async () => {
    edge.declare((stack) => {
      new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'logs',
        destinationConf: proven,
        fields: ['RayID'],
      });
    });
    expect(await edge.terraform.failedPlan()).toMatchObject([
      {
        summary: 'Ownership challenge missing',
        detail: expect.stringMatching(
          /POST \/zones\/<zone id>\/logpush\/ownership.*set `ownership_challenge`/,
        ) as string,
      },
    ]);
  });
});
