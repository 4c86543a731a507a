import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pick, textAt } from '../../emulator/support';
import {
  accountId,
  jobsPath,
  listOf,
  rulesetsPath,
  startEdgeStack,
  zoneId,
  type EdgeStack,
} from '../../support/edge-stack';
import { emailsOf, makePools, policiesPath, poolId, poolsPath } from '../../support/pool-stack';
import { saidIn } from '../../support/provisioner-stack';
import { describeWithTerraform, TerraformDir, type Finished } from '../../support/terraform';
import { makeFolder } from '../../support/folder';

const x = 'x@example.com';

/** Terraform plans in one process, applies in another one, on another machine, and through several configurations of the provider. */
describeWithTerraform('whether something is made, deleted, cleared or overwritten', () => {
  let edge: EdgeStack;
  let folder: string;
  const begin = async (emails: readonly string[] = []) => {
    edge = await startEdgeStack({}, { pools: makePools(emails.length, (index) => emails[index]) });
    folder = makeFolder();
    edge.declare(() => undefined);
  };

  const write = (...blocks: string[]) => {
    edge.dir.write('resources.tf', blocks.join('\n'));
  };
  const start = async (...blocks: string[]) => {
    write(...blocks);
    await edge.dir.init();
    await edge.dir.apply();
  };
  const run = (dir: TerraformDir, command: string, ...args: readonly string[]) =>
    dir.run([command, '-input=false', '-no-color', ...args], { expectCode: [0, 1] });
  const plan = () => run(edge.dir, 'plan', '-out=saved');
  /** Applies the plan in its folder, or in a copy of that without Terraform's data, with another folder for temporary files. */
  const applySaved = async (place: string): Promise<Finished> => {
    if (place === 'here') return run(edge.dir, 'apply', 'saved');
    const path = mkdtempSync(join(folder, 'machine-'));
    cpSync(edge.dir.path, path, {
      recursive: true,
      filter: (source) => !source.startsWith(join(edge.dir.path, '.terraform/')),
    });
    const dir = new TerraformDir(path, {
      EDGE_BASE_URL: edge.emulator.url,
      EDGE_API_TOKEN: edge.emulator.token,
      EDGE_RETRY_TIMEOUT_SECONDS: '0',
      TMPDIR: mkdtempSync(join(folder, 'tmp-')),
    });
    await dir.init();
    const applied = await run(dir, 'apply', 'saved');
    if (existsSync(join(path, 'terraform.tfstate')))
      cpSync(join(path, 'terraform.tfstate'), join(edge.dir.path, 'terraform.tfstate'));
    return applied;
  };
  const emails = () => emailsOf(edge.emulator);
  const policies = async () => listOf(await edge.emulator.result('GET', policiesPath));
  const jobIds = async () =>
    listOf(await edge.emulator.result('GET', jobsPath)).map((each) => String(pick(each, 'id')));

  it('leaves no file beside the plan', async () => {
    await begin([x]);
    write(policy('a', [0]), job('a'), fields('one'));
    await edge.dir.init();
    const before = readdirSync(join(edge.dir.path, '.terraform'), { recursive: true });
    const temporary = mkdtempSync(join(folder, 'tmp-'));
    const { code } = await edge.dir.start(['plan', '-input=false', '-out=saved'], { TMPDIR: temporary })
      .finished;
    expect(code).toBe(0);
    expect(readdirSync(join(edge.dir.path, '.terraform'), { recursive: true })).toEqual(before);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it.each([
    [
      'two configurations',
      () => ['provider "edge" {\n  alias = "second"\n}', job('b', 'provider = edge.second')],
    ],
    [
      'a module with its own provider block',
      () => {
        mkdirSync(join(edge.dir.path, 'other'));
        edge.dir.write('other/main.tf', [ofModule, job('b')].join('\n'));
        return ['module "other" {\n  source = "./other"\n}'];
      },
    ],
  ])('a job is made once with %s, where the second create comes after the first', async (_what, other) => {
    await begin();
    write(job('a'), ...other());
    await edge.dir.init();
    await edge.dir.apply(['-target=edge_logpush_job.a']);
    const refused = await run(edge.dir, 'apply', '-auto-approve');
    expect(refused.code).toBe(1);
    expect(saidIn(refused)).toContain('Job already exists');
    expect(await jobIds()).toHaveLength(1);
  });

  it('two `import` blocks of one object are refused', async () => {
    await begin();
    const stored = {
      name: 'logs',
      dataset: 'http_requests',
      destination_conf: 'https://logs.example.com/in',
    };
    const { id } = (await edge.emulator.result('POST', jobsPath, stored)) as { id: number };
    const importOf = (name: string) =>
      `import {\n  to = edge_logpush_job.${name}\n  id = "zones/${zoneId}/${id}"\n}`;
    write(job('a'), job('b'), importOf('a'), importOf('b'));
    await edge.dir.init();
    const refused = await run(edge.dir, 'plan');
    expect(refused.code).toBe(1);
    expect(saidIn(refused)).toContain('Object imported twice');
  });

  it('nothing is cleared by an apply whose plan did not know the account, and the next one lists it', async () => {
    await begin([x]);
    write(
      `resource "terraform_data" "account" {\n  input = "${accountId}"\n}`,
      policy('a', [0]).replace(`"${accountId}"`, 'terraform_data.account.output'),
    );
    await edge.dir.init();
    const first = await run(edge.dir, 'apply', '-auto-approve');
    expect(first.code).toBe(1);
    expect(saidIn(first)).toMatch(/Irreversible changes are not listed.*account_id/);
    expect(saidIn(first)).toMatch(/inconsistent final plan.*plan again.*Not listed by the plan/);
    expect([await emails(), await policies()]).toEqual([[x], []]);
    expect(saidIn(await edge.dir.apply())).toContain('irreversible: clears 1 legacy e-mail');
    expect(await emails()).toEqual(['']);
  });

  describe.each(['here', 'elsewhere'])('applied %s', (place) => {
    it('a job and a policy stay that get another address without a `moved` block, and are not made anew', async () => {
      await begin([x]);
      await start(job('a'), policy('a', [0]));
      const before = [await jobIds(), await policies()];
      const others = [job('b'), policy('b', [0]).replace('name = "b"', 'name = "a"')];
      write(...others);
      const refused = await plan();
      expect(refused.code).toBe(1);
      expect(saidIn(refused)).toMatch(/Job already exists.*`moved` block/);
      expect([await jobIds(), await policies()]).toEqual(before);
      write(...others, moved('edge_logpush_job'), moved('edge_pool_notification_policy'));
      expect((await plan()).code).toBe(0);
      expect((await applySaved(place)).code).toBe(0);
      expect([await jobIds(), await policies()]).toEqual(before);
    });

    it('the rule of another team stays when the fields are destroyed, and when they are to get another name', async () => {
      await begin();
      await start(fields('one'));
      const [ruleset] = await edge.entryPoints();
      const path = `${rulesetsPath}/${textAt(ruleset, 'id')}`;
      await edge.emulator.result('POST', `${path}/rules`, otherRule);
      write(fields('two'));
      const renamed = await plan();
      expect(renamed.code).toBe(1);
      expect(saidIn(renamed)).toMatch(/x-other/);
      write(fields('one', 'cookies = ["c"]'));
      expect((await plan()).code).toBe(0);
      expect((await applySaved(place)).code).toBe(0);
      expect(listOf(pick(await edge.emulator.result('GET', path), 'rules'))).toHaveLength(2);
      write();
      await plan();
      expect((await applySaved(place)).code).toBe(0);
      expect(listOf(pick(await edge.emulator.result('GET', path), 'rules'))).toMatchObject([otherRule]);
    });

    it('an e-mail that was set after the plan stays, nothing is done, and the text says to plan again', async () => {
      await begin([x, '']);
      write(policy('a', [0, 1]));
      await edge.dir.init();
      expect((await plan()).code).toBe(0);
      await edge.emulator.result('PATCH', `${poolsPath}/${poolId(1)}`, { notification_email: x });
      const refused = await applySaved(place);
      expect(refused.code).toBe(1);
      expect(saidIn(refused)).toMatch(
        /inconsistent final plan.*service has changed since the plan and nothing was done: plan again/,
      );
      expect([await emails(), await policies()]).toEqual([[x, x], []]);
      await edge.dir.apply();
      expect(await emails()).toEqual(['', '']);
    });
  });
});

const otherRule = {
  action: 'log_custom_field',
  expression: 'true',
  description: 'of another team',
  action_parameters: { request_fields: [{ name: 'x-other' }] },
};

const ofModule = `terraform {
  required_providers {
    edge = { source = "terraform.local/edge-platform/edge" }
  }
}
provider "edge" {}`;

function block(type: string, name: string, lines: readonly string[]): string {
  return `resource "${type}" "${name}" {\n${lines.map((line) => `  ${line}\n`).join('')}}`;
}

function job(name: string, ...more: readonly string[]): string {
  return block('edge_logpush_job', name, [
    `zone_id = "${zoneId}"`,
    'name = "logs"',
    'destination_conf = "https://logs.example.com/in"',
    'fields = ["RayID"]',
    ...more,
  ]);
}

function policy(name: string, pools: readonly number[]): string {
  return block('edge_pool_notification_policy', name, [
    `account_id = "${accountId}"`,
    `name = "${name}"`,
    `pool_ids = ${JSON.stringify(pools.map(poolId))}`,
    `email_addresses = ["${x}"]`,
  ]);
}

function fields(name: string, ...more: readonly string[]): string {
  return block('edge_custom_fields_ruleset', 'a', [
    `zone_id = "${zoneId}"`,
    'request_headers = ["x-a"]',
    `name = "${name}"`,
    ...more,
  ]);
}

function moved(type: string): string {
  return `moved {\n  from = ${type}.a\n  to = ${type}.b\n}`;
}
