import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EdgeProvider, LogpushJob, PoolNotificationPolicy, SecretVariable, LogField } from '../../../lib';
import { pick, textAt } from '../../emulator/support';
import { startCallWatch } from '../../support/call-watch';
import {
  accountId,
  filesWith,
  jobsPath,
  listOf,
  makeWorld,
  startEdgeStack,
  zoneId,
  type EdgeStack,
} from '../../support/edge-stack';
import { describeWithNullProvider } from '../../support/null-provider/mirror';
import { policiesPath, makePools, poolIds } from '../../support/pool-stack';
import { observeDescendants, type ObservedProcess } from '../../support/processes';
import { startProvisionerStack } from '../../support/provisioner-stack';
import { describeWithTerraform, type TerraformDir } from '../../support/terraform';
import { unzip } from '../../support/zip';

const proven = 's3://proven/logs?region=eu-central-1';
const jobWith = (key: string) => ({
  zoneId,
  name: 'with-credentials',
  destinationConf: 'r2://bucket/logs?account-id=1',
  destinationCredentials: { 'access-key-id': 'an-${"id"}', 'secret-access-key': key },
  destinationCredentialsVersion: 1,
  fields: [LogField.RayID],
});

/** Runs terraform, and observes all of its processes at each call of the service. */
async function observed(
  { emulator, dir }: Pick<EdgeStack, 'emulator' | 'dir'>,
  ...runs: readonly string[][]
) {
  const processes: ObservedProcess[] = [];
  const watch = await startCallWatch(emulator, {
    nameOf: (method, url) => `${method} ${url}`,
    check: () => Promise.resolve([]),
    before: () => {
      processes.push(...observeDescendants(process.pid));
    },
  });
  for (const args of runs) expect(await runWithSecret(dir, args, watch.url)).toMatchObject({ code: 0 });
  return processes;
}

const token = 'canary-token';
const withToken = (account: object = {}) => ({ fixture: { ...makeWorld({}, account), tokens: [token] } });

/** Runs terraform with a trace in the folder. The token is a variable too, so that a stack can use that instead. */
async function runWithSecret(
  dir: TerraformDir,
  args: readonly string[],
  url: string,
  environment: Readonly<Record<string, string>> = {},
) {
  const outcome = await dir.start(args, {
    EDGE_BASE_URL: url,
    EDGE_API_TOKEN: token,
    TF_VAR_token: token,
    TF_VAR_key: 'canary-one',
    TF_LOG: 'trace',
    TF_LOG_PATH: join(dir.path, 'trace.log'),
    ...environment,
  }).finished;
  expect(outcome.stdout + outcome.stderr).not.toContain('canary');
  return outcome;
}

/** The names of the variables that hold a secret in the environment of any process. */
const secretsIn = (processes: readonly ObservedProcess[]) =>
  [
    ...new Set(
      processes.flatMap(({ environment }) =>
        Object.entries(environment).flatMap(([name, value]) => (value.includes('canary') ? [name] : [])),
      ),
    ),
  ].sort();
const commandLines = (processes: readonly ObservedProcess[]) =>
  processes.map(({ commandLine }) => commandLine).join('\n');
const plannedAndApplied = [
  ['plan', '-input=false', '-no-color', '-out=plan.bin'],
  ['apply', '-input=false', '-no-color', 'plan.bin'],
];
const itOnLinux = process.platform === 'linux' ? it : it.skip;

describeWithTerraform('an ownership challenge and the credentials of a destination', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack();
  });

  const declare = (version: number) => {
    edge.declare((stack) => {
      new LogpushJob(stack, 'challenged', {
        zoneId,
        name: 'challenged',
        destinationConf: proven,
        ownershipChallenge: new SecretVariable(stack, 'challenge').stringValue,
        fields: ['RayID'],
      });
      new LogpushJob(stack, 'with-credentials', {
        zoneId,
        name: 'with-credentials',
        destinationConf: 'r2://bucket/logs?account-id=1',
        destinationCredentials: {
          'access-key-id': new SecretVariable(stack, 'id').stringValue,
          'secret-access-key': new SecretVariable(stack, 'key').stringValue,
        },
        destinationCredentialsVersion: version,
        fields: ['RayID'],
      });
    });
  };
  const job = async () =>
    listOf(await edge.emulator.result('GET', jobsPath)).find(
      (each) => pick(each, 'name') === 'with-credentials',
    );

  it('reach the service from secret variables, and are in no file, plan file, output or log', async () => {
    const { dir } = edge;
    const logFile = join(dir.path, 'edge.jsonl');
    const challenge = await edge.proveOwnership(proven);
    const signature = challenge.slice(-40);
    const run = async (key: string, ...args: string[]) => {
      const outcome = await dir.start(args, {
        TF_VAR_challenge: challenge,
        TF_VAR_id: 'an-id',
        TF_VAR_key: key,
        TF_LOG: 'trace',
        TF_LOG_PATH: join(dir.path, 'trace.log'),
        EDGE_LOG_FILE: logFile,
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
    expect([...unzip(readFileSync(join(dir.path, 'plan.bin'))).keys()]).toContain('tfplan');
    expect(readFileSync(logFile, 'utf8')).toContain('API call');
    expect(statSync(logFile).mode & 0o777).toBe(0o600);
    expect(filesWith(dir.path, signature)).toEqual([]);
    expect(filesWith(dir.path, 'canary-')).toEqual([]);
  });
});

describeWithTerraform('the processes of a deploy', () => {
  itOnLinux('have no secret on their command lines, and only the environment of Terraform', async () => {
    const edge = await startEdgeStack({}, {}, withToken());
    edge.declare((stack) => {
      new LogpushJob(stack, 'logs', jobWith(new SecretVariable(stack, 'key').stringValue));
    });
    await edge.dir.init();
    const processes = await observed(edge, ...plannedAndApplied);
    expect(commandLines(processes)).toMatch(/terraform-provider-edge/);
    expect(commandLines(processes)).not.toContain('canary');
    expect(secretsIn(processes)).toEqual(['EDGE_API_TOKEN', 'TF_VAR_key', 'TF_VAR_token']);
    expect(filesWith(edge.dir.path, 'canary')).toEqual([]);
  });
});

describeWithNullProvider('the processes of a deploy with the provisioner driver', () => {
  itOnLinux('have secrets in their environment only, in one variable of the runner', async () => {
    const edge = await startProvisionerStack({}, {}, withToken());
    edge.declare((stack) => {
      new LogpushJob(stack, 'logs', jobWith(new SecretVariable(stack, 'key').stringValue));
    });
    await edge.dir.init();
    const processes = await observed(edge, ...plannedAndApplied);
    expect(commandLines(processes)).toMatch(/node .*runner/);
    expect(commandLines(processes)).not.toContain('canary');
    expect(secretsIn(processes)).toEqual([
      'EDGE_API_TOKEN',
      'EDGE_RESOURCE_SECRETS',
      'TF_VAR_key',
      'TF_VAR_token',
    ]);
    expect(filesWith(edge.dir.path, 'canary')).toEqual([]);
  });
});

describeWithTerraform('a token from a secret variable', () => {
  it('is sent to the service, and is in no file, plan file, output or log', async () => {
    const edge = await startEdgeStack({}, {}, withToken());
    edge.declare((stack) => {
      const apiToken = new SecretVariable(stack, 'token').stringValue;
      const provider = new EdgeProvider(stack, 'own', { alias: 'own', apiToken });
      new LogpushJob(stack, 'logs', {
        ...jobWith(new SecretVariable(stack, 'key').stringValue),
        provider,
      });
    });
    await edge.dir.init();
    for (const args of plannedAndApplied) {
      const environment = { EDGE_API_TOKEN: 'another' };
      expect(await runWithSecret(edge.dir, args, edge.emulator.url, environment)).toMatchObject({ code: 0 });
    }
    expect(filesWith(edge.dir.path, 'canary')).toEqual([]);
  });
});

describeWithTerraform('the secrets of notification destinations', () => {
  it('are in no file, output or log of a policy that uses them', async () => {
    const webhook = {
      id: 'd'.repeat(32),
      name: 'chat',
      url: 'https://hooks.slack.com/services/T0/B0/canary-path',
      secret: 'canary-secret',
    };
    const service = { id: 'e'.repeat(32), name: 'on call' };
    const pools = makePools(1, () => 'ops@example.com');
    const account = { webhooks: [webhook], pagerduty: [service], pools };
    const edge = await startEdgeStack({}, {}, withToken(account));
    const { dir } = edge;
    const declare = (webhookIds: string[]) => {
      edge.declare((stack) => {
        new PoolNotificationPolicy(stack, 'health', {
          accountId,
          name: 'Health',
          poolIds: poolIds(1),
          acceptLostRecipients: true,
          webhookIds,
          pagerdutyIds: [service.id],
        });
      });
    };
    const run = (...args: string[]) => runWithSecret(dir, args, edge.emulator.url);

    declare([webhook.id]);
    await dir.init();
    for (const args of plannedAndApplied) expect(await run(...args)).toMatchObject({ code: 0 });
    const [policy] = listOf(await edge.emulator.result('GET', policiesPath));
    expect(pick(policy, 'mechanisms', 'webhooks', 0, 'id')).toBe(webhook.id);
    expect(JSON.stringify(await edge.emulator.result('GET', webhooksPath))).toContain('canary-path');
    declare([webhook.id, 'f'.repeat(32)]);
    const refused = await run('plan', '-input=false', '-no-color');
    expect(refused.stdout + refused.stderr).toContain('f'.repeat(32));
    expect(readFileSync(join(dir.path, 'trace.log'), 'utf8')).toMatch(/terraform-provider-edge/);
    expect(filesWith(dir.path, 'canary')).toEqual([]);
  });
});

const webhooksPath = policiesPath.replace('policies', 'destinations/webhooks');
