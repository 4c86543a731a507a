import { TerraformVariable, type TerraformStack } from 'cdktf';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LogpushJob, type LogpushJobProps } from '../../../lib';
import { pick, textAt } from '../../emulator/support';
import { filesWith, jobsPath, listOf, zoneId } from '../../support/edge-stack';
import { describeWithNullProvider } from '../../support/null-provider/mirror';
import { saidIn, startProvisionerStack, type ProvisionerStack } from '../../support/provisioner-stack';

const proven = 's3://proven/logs?region=eu-central-1';

describeWithNullProvider('secrets on their way to the runner', () => {
  let edge: ProvisionerStack;
  beforeEach(async () => {
    edge = await startProvisionerStack();
  });
  afterEach(() => edge.close());

  const variable = (stack: TerraformStack, name: string, isEphemeral: boolean) => {
    const made = new TerraformVariable(stack, name, { type: 'string', sensitive: true });
    if (isEphemeral) made.addOverride('ephemeral', true);
    return made.stringValue;
  };
  const declare = (more: Partial<LogpushJobProps> = {}, isEphemeral = false) => {
    edge.declare((stack) => {
      new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'logs',
        destinationConf: 'r2://bucket/logs?account-id=1',
        destinationCredentials: {
          'access-key-id': variable(stack, 'id', isEphemeral),
          'secret-access-key': variable(stack, 'key', isEphemeral),
        },
        fields: ['RayID'],
        ...more,
      });
    });
  };
  const start = (secret: string, args: readonly string[]) => {
    const env = {
      TF_VAR_id: 'an-id',
      TF_VAR_key: secret,
      TF_VAR_challenge: secret,
      TF_LOG: 'trace',
      TF_LOG_PATH: join(edge.dir.path, 'trace.log'),
    };
    return edge.dir.start(args, env).finished;
  };
  const run = async (secret: string, ...args: string[]) => {
    const outcome = await start(secret, [...args, '-no-color']);
    expect(`${outcome.stdout}${outcome.stderr}`).not.toContain('canary');
    return { code: outcome.code, said: saidIn(outcome) };
  };
  const plan = (secret: string) => run(secret, 'plan', '-detailed-exitcode', '-input=false', '-out=plan.bin');
  const apply = (secret: string) => run(secret, 'apply', '-auto-approve', '-input=false');
  const job = async () => {
    const [found, ...others] = listOf(await edge.emulator.result('GET', jobsPath));
    expect(others).toEqual([]);
    return found;
  };
  const keyOf = async () =>
    new URL(textAt(await job(), 'destination_conf')).searchParams.get('secret-access-key');

  it('reach the service, are sent again when they change, and are kept nowhere', async () => {
    const { dir } = edge;
    declare();
    await dir.init();
    expect(await plan('canary-one')).toMatchObject({ code: 2 });
    const shown = JSON.parse((await start('canary-one', ['show', '-json', 'plan.bin'])).stdout) as object;
    // Terraform itself puts variables into a plan that are not ephemeral.
    expect(JSON.stringify({ ...shown, variables: {} })).not.toContain('canary');
    expect(pick(shown, 'variables', 'key', 'value')).toBe('canary-one');
    expect(await apply('canary-one')).toMatchObject({ code: 0 });
    expect(await keyOf()).toBe('canary-one');
    const id = textAt(await job(), 'id');
    expect(await plan('canary-one')).toMatchObject({ code: 0 });

    await edge.writes();
    const rotated = await apply('canary-two');
    expect(rotated).toMatchObject({
      code: 0,
      said: expect.stringContaining('Updated edge_logpush_job') as string,
    });
    expect(await edge.writes()).toEqual(['PUT logpush/jobs/:id']);
    expect(await keyOf()).toBe('canary-two');
    expect(textAt(await job(), 'id')).toBe(id);

    // An apply that fails has not sent them: the next one does.
    await edge.order({ kind: 'status', status: 400, code: 1000, match: { method: 'PUT' } });
    expect(await apply('canary-three')).toMatchObject({ code: 1 });
    expect(edge.memories()).toHaveLength(1);
    expect(filesWith(dir.path, 'canary-')).toEqual([]);
    expect(await apply('canary-three')).toMatchObject({ code: 0 });
    expect(await keyOf()).toBe('canary-three');
    expect(edge.memories()).toEqual([]);

    expect(await run('canary-three', 'show', '-json')).toMatchObject({ code: 0 });
    expect(await run('canary-three', 'destroy', '-auto-approve', '-input=false')).toMatchObject({ code: 0 });
    expect(filesWith(dir.path, 'canary-')).toEqual([]);
  });

  it('are sent when they change between a create and an apply that fails', async () => {
    declare();
    await edge.dir.init();
    // Looked for, listed before the write, made; then the second step looks for it.
    await edge.order({ kind: 'status', status: 403, skip: 3, match: { method: 'GET', path: jobsPath } });
    const failed = await apply('canary-one');
    expect([failed.code, await keyOf()]).toEqual([1, 'canary-one']);
    expect(await apply('canary-two')).toMatchObject({ code: 0 });
    expect(await keyOf()).toBe('canary-two');
  });

  it('may come from ephemeral variables, and are sent again by a new version then', async () => {
    declare({ destinationCredentialsVersion: 1 }, true);
    await edge.dir.init();
    expect(await apply('canary-one')).toMatchObject({ code: 0 });
    expect(await keyOf()).toBe('canary-one');
    expect(await plan('canary-two')).toMatchObject({ code: 0 });
    declare({ destinationCredentialsVersion: 2 }, true);
    expect(await apply('canary-two')).toMatchObject({ code: 0 });
    expect(await keyOf()).toBe('canary-two');
    expect(filesWith(edge.dir.path, 'canary-')).toEqual([]);
  });

  it.each([['sensitive', false] as const, ['ephemeral', true] as const])(
    'prove a destination by a %s variable',
    async (_, isEphemeral) => {
      const challenge = await edge.proveOwnership(proven);
      edge.declare((stack) => {
        new LogpushJob(stack, 'logs', {
          zoneId,
          name: 'logs',
          destinationConf: proven,
          ownershipChallenge: variable(stack, 'challenge', isEphemeral),
          fields: ['RayID'],
        });
      });
      await edge.dir.init();
      const wrong = await apply('not-the-one');
      expect(wrong.code).toBe(1);
      expect(wrong.said).toMatch(
        /Error: Ownership challenge refused by the API ownership_challenge: The one given belongs to another .* request a new one/,
      );
      const right = await apply(challenge);
      expect({ code: right.code, said: right.said.includes(challenge) }).toEqual({ code: 0, said: false });
      expect(await job()).toMatchObject({ destination_conf: proven });
      expect(filesWith(edge.dir.path, challenge.slice(-40))).toEqual([]);
    },
  );

  it('are blotted out where the service quotes them', async () => {
    declare();
    await edge.dir.init();
    await edge.order({
      kind: 'status',
      status: 400,
      code: 1000,
      message: 'cannot write with key "canary/one?" or with canary%2Fone%3F',
      match: { method: 'POST', path: '/zones/*/logpush/jobs' },
    });
    const { code, said } = await apply('canary/one?');
    expect(code).toBe(1);
    expect(said).toContain('cannot write with key "[redacted]" or with [redacted]');
  });

  it('are no arguments of a process', async () => {
    declare();
    await edge.dir.init();
    await edge.order({ kind: 'delay', ms: 2000, match: { method: 'POST', path: '/zones/*/logpush/jobs' } });
    const applying = apply('canary-one');
    const seen: string[] = [];
    while (!seen.some((line) => line.includes('runner.js create'))) {
      seen.push(...execFileSync('ps', ['-axww', '-o', 'args'], { encoding: 'utf8' }).split('\n'));
      await wait(100);
    }
    expect(await applying).toMatchObject({ code: 0 });
    expect(seen.filter((line) => line.includes('canary-one'))).toEqual([]);
  });

  it('fail at synth as literals', () => {
    expect(() => {
      declare({ destinationCredentials: { 'access-key-id': 'literal', 'secret-access-key': 'canary' } });
    }).toThrow(/destinationCredentials\.secret-access-key is a literal.*sensitive TerraformVariable/);
  });
});
