import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pick, textAt } from '../../emulator/support';
import { startAltering } from '../../support/altered-replies';
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
import { entryPointPath, migrationPath, packages } from '../../support/waf-stack';
import { makeFolder } from '../../support/folder';

const [x, y, z] = ['x@example.com', 'y@example.com', 'z@example.com'];
const phase = 'http_log_custom_fields';

/** Terraform plans in one process, applies in another one, on another machine, and through several configurations of the provider. */
describeWithTerraform('whether something is made, deleted, cleared or overwritten', () => {
  let edge: EdgeStack;
  let folder: string;
  const begin = async (zone: object = {}, account: object = {}) => {
    edge = await startEdgeStack(zone, account, { wafCutoverMs: 100 });
    url = undefined;
    folder = makeFolder();
    edge.declare(() => undefined);
  };

  let url: string | undefined;
  const variables = () => ({
    EDGE_BASE_URL: url ?? edge.emulator.url,
    EDGE_API_TOKEN: edge.emulator.token,
    EDGE_RETRY_TIMEOUT_SECONDS: '0',
  });
  const write = (...blocks: string[]) => {
    edge.dir.write('resources.tf', blocks.join('\n'));
  };
  const second = 'provider "edge" {\n  alias = "second"\n}';
  const bySecond = 'provider = edge.second';
  /** The resources of a module that has a provider block of its own. */
  const writeModule = (...blocks: string[]) => {
    mkdirSync(join(edge.dir.path, 'other'), { recursive: true });
    edge.dir.write('other/main.tf', [ofModule, ...blocks].join('\n'));
    return 'module "other" {\n  source = "./other"\n}';
  };
  const start = async (...blocks: string[]) => {
    write(...blocks);
    await edge.dir.init();
    await edge.dir.apply();
  };
  const run = (dir: TerraformDir, command: string, ...args: readonly string[]) =>
    dir.run([command, '-input=false', '-no-color', ...args], { expectCode: [0, 1] });
  const plan = async (...args: string[]) => run(edge.dir, 'plan', '-out=saved', ...args);
  const isElsewhere: Readonly<Record<string, boolean>> = { here: false, elsewhere: true };
  /** Applies the plan in its folder, or in a copy of that without Terraform's data, with another folder for temporary files. */
  const applySaved = async (place: string): Promise<Finished> => {
    if (isElsewhere[place] !== true) return run(edge.dir, 'apply', 'saved');
    const path = mkdtempSync(join(folder, 'machine-'));
    const temporary = mkdtempSync(join(folder, 'tmp-'));
    cpSync(edge.dir.path, path, {
      recursive: true,
      filter: (source) => !source.startsWith(join(edge.dir.path, '.terraform/')),
    });
    const dir = new TerraformDir(path, { ...variables(), TMPDIR: temporary });
    await dir.init();
    const applied = await run(dir, 'apply', 'saved');
    if (existsSync(join(path, 'terraform.tfstate')))
      cpSync(join(path, 'terraform.tfstate'), join(edge.dir.path, 'terraform.tfstate'));
    return applied;
  };
  const emails = () => emailsOf(edge.emulator);
  const policies = async () => listOf(await edge.emulator.result('GET', policiesPath));
  const setEmail = (index: number, email: string) =>
    edge.emulator.result('PATCH', `${poolsPath}/${poolId(index)}`, { notification_email: email });
  const jobIds = async () =>
    listOf(await edge.emulator.result('GET', jobsPath)).map((each) => String(pick(each, 'id')));
  const fault = (method: string, path: string) =>
    edge.emulator.control('POST', '/faults', { kind: 'status', status: 403, match: { method, path } });
  const places = ['here', 'elsewhere'];

  it('leaves no file beside the plan', async () => {
    await begin({}, { pools: makePools(1, () => x) });
    write(policy('a', [0], [x]), job('a'), fields('a'));
    await edge.dir.init();
    const before = readdirSync(join(edge.dir.path, '.terraform'), { recursive: true });
    const temporary = mkdtempSync(join(folder, 'tmp-'));
    const { code } = await edge.dir.start(['plan', '-input=false', '-out=saved'], { TMPDIR: temporary })
      .finished;
    expect(code).toBe(0);
    expect(readdirSync(join(edge.dir.path, '.terraform'), { recursive: true })).toEqual(before);
    expect(readdirSync(temporary)).toEqual([]);
  });

  describe.each([
    ['two configurations', (block: string) => [second, block]],
    ['a module with its own provider block', (block: string) => [writeModule(block.replace(bySecond, ''))]],
  ])('with %s', (_what, other) => {
    it.each([
      ['loses its recipient', `email_addresses = ["${z}"]`, ''],
      ['is disabled', `email_addresses = ["${x}"]`, 'enabled = false'],
      ['is deleted', undefined, ''],
    ])('an e-mail that only another policy replaces stays where that one %s', async (_change, to, more) => {
      await begin({}, { pools: makePools(1, () => x) });
      const keeps = 'clear_legacy_email = "none"';
      await start(...other(policy('a', [0], [x], keeps, bySecond)));
      const changed = policy('a', [0], [x], keeps, bySecond, more);
      const blocks = to === undefined ? other('') : other(changed.replace(`email_addresses = ["${x}"]`, to));
      write(...blocks, policy('b', [0], [y]));
      expect(saidIn(await run(edge.dir, 'apply', '-auto-approve'))).toMatch(/not cleared.*x@example\.com/);
      expect(await emails()).toEqual([x]);
    });

    it('a policy that exists is refused, as often as the apply is repeated', async () => {
      await begin({}, { pools: makePools(1, () => '') });
      const kept = policy('a', [0], [x], 'carry_over_recipients = true');
      await start(kept);
      const [stored] = await policies();
      write(kept, ...other(policy('b', [0], [y], bySecond).replace('"b"\n  pool', '"a"\n  pool')));
      await edge.dir.init();
      for (let tries = 0; tries < 2; tries += 1) {
        const refused = await run(edge.dir, 'apply', '-auto-approve');
        expect(refused.code).toBe(1);
        expect(saidIn(refused)).toContain(`id = "${accountId}/${textAt(stored, 'id')}"`);
      }
      expect(await policies()).toEqual([stored]);
    });

    it('a zone is migrated once, where the second migration comes after the first', async () => {
      await begin({ waf: { packages } });
      write(migration('a'), ...other(migration('b', bySecond)));
      await edge.dir.init();
      // Two processes that look at the same moment both find a zone that was not migrated: no rule tells one from the other.
      await edge.dir.apply(['-target=edge_waf_migration.a']);
      const refused = await run(edge.dir, 'apply', '-auto-approve');
      expect(refused.code).toBe(1);
      expect(saidIn(refused)).toContain('already migrated');
      const calls = await edge.emulator.calls();
      const sent = calls.filter(({ query }) => query.includes('waf_migration=pending'));
      expect(sent).toHaveLength(1);
    });

    it('a job is made once, where the second create comes after the first', async () => {
      await begin();
      write(job('a'), ...other(job('b', bySecond)));
      await edge.dir.init();
      await edge.dir.apply(['-target=edge_logpush_job.a']);
      const refused = await run(edge.dir, 'apply', '-auto-approve');
      expect(refused.code).toBe(1);
      expect(saidIn(refused)).toContain('Job already exists');
      expect(await jobIds()).toHaveLength(1);
    });
  });

  it('two `import` blocks of one object are refused', async () => {
    await begin();
    const { id } = (await edge.emulator.result('POST', jobsPath, stored)) as { id: number };
    const importOf = (name: string) =>
      `import {\n  to = edge_logpush_job.${name}\n  id = "zones/${zoneId}/${id}"\n}`;
    write(job('a'), job('b'), importOf('a'), importOf('b'));
    await edge.dir.init();
    const refused = await run(edge.dir, 'plan');
    expect(refused.code).toBe(1);
    expect(saidIn(refused)).toContain('Object imported twice');
  });

  describe.each(places)('applied %s', (place) => {
    it('a job and a policy stay that get another address without a `moved` block, and are not made anew', async () => {
      await begin({}, { pools: makePools(1, () => x) });
      await start(job('a'), policy('a', [0], [x]));
      const before = [await jobIds(), await policies()];
      write(job('b'), policy('b', [0], [x]).replace('name = "b"', 'name = "a"'));
      const refused = await plan();
      expect(refused.code).toBe(1);
      expect(saidIn(refused)).toMatch(/Job already exists.*`moved` block/);
      expect([await jobIds(), await policies()]).toEqual(before);
      write(
        job('b'),
        policy('b', [0], [x]).replace('name = "b"', 'name = "a"'),
        moved('edge_logpush_job'),
        moved('edge_pool_notification_policy'),
      );
      expect((await plan()).code).toBe(0);
      expect((await applySaved(place)).code).toBe(0);
      expect([await jobIds(), await policies()]).toEqual(before);
    });

    it('a pool whose new policy is refused is named by the plan, and by the next one', async () => {
      await begin({}, { pools: makePools(2, (index) => (index === 0 ? x : '')) });
      await start(policy('a', [0, 1], [x]));
      expect(await emails()).toEqual(['', '']);
      write(policy('a', [1], [x]), policy('b', [0], [x]));
      expect(saidIn(await plan())).toMatch(/pool-001.*depends_on/);
      await fault('POST', '/accounts/*/alerting/v3/policies');
      expect((await applySaved(place)).code).toBe(1);
      expect(saidIn(await run(edge.dir, 'plan'))).toMatch(/obody is notified.*pool-001/);
      await edge.dir.apply();
      expect((await edge.dir.plan()).changes).toBe(0);
    });

    it('the rule of another team stays when the fields are destroyed, and when they are to get another name', async () => {
      await begin();
      await start(fields('a', 'name = "one"'));
      const [ruleset] = await edge.entryPoints();
      const path = `${rulesetsPath}/${textAt(ruleset, 'id')}`;
      await edge.emulator.result('POST', `${path}/rules`, otherRule);
      write(fields('a', 'name = "two"'));
      const renamed = await plan();
      expect(renamed.code).toBe(1);
      expect(saidIn(renamed)).toMatch(/x-other/);
      write(fields('a', 'name = "one"', 'cookies = ["c"]'));
      expect((await plan()).code).toBe(0);
      expect((await applySaved(place)).code).toBe(0);
      expect(listOf(pick(await edge.emulator.result('GET', path), 'rules'))).toHaveLength(2);
      write();
      await plan();
      expect((await applySaved(place)).code).toBe(0);
      expect(listOf(pick(await edge.emulator.result('GET', path), 'rules'))).toMatchObject([otherRule]);
    });

    it('a rule that another team adds after the plan of a new name keeps the ruleset', async () => {
      await begin();
      await start(fields('a', 'name = "one"'));
      const [ruleset] = await edge.entryPoints();
      const path = `${rulesetsPath}/${textAt(ruleset, 'id')}`;
      write(fields('a', 'name = "two"'));
      expect((await plan()).code).toBe(0);
      await edge.emulator.result('POST', `${path}/rules`, otherRule);
      expect((await applySaved(place)).code).toBe(1);
      expect(listOf(pick(await edge.emulator.result('GET', path), 'rules'))).toHaveLength(2);
    });

    it('what the dashboard changes in the new managed rules after the plan of an ordinary update stays', async () => {
      await begin({ waf: { packages } });
      await start(migration('a'));
      while (
        pick(await edge.emulator.result('GET', `${migrationPath}/status`), 'migration_state') !== 'complete'
      )
        await edge.dir.apply();
      await edge.dir.apply();
      write(migration('a', skips));
      expect((await plan()).code).toBe(0);
      const rules = listOf(pick(await edge.emulator.result('GET', entryPointPath), 'rules')).map(toInput);
      const [first, ...more] = rules;
      const strict = {
        ...first,
        action_parameters: { ...first?.action_parameters, overrides: { action: 'block' } },
      };
      await edge.emulator.result('PUT', entryPointPath, { rules: [strict, ...more] });
      const refused = await applySaved(place);
      expect(refused.code).toBe(1);
      expect(saidIn(refused)).toMatch(/changed since the plan.*Plan again/);
      expect(JSON.stringify(await edge.emulator.result('GET', entryPointPath))).toContain('"action":"block"');
    });

    it('an e-mail that was set after the plan stays, nothing is done, and the text says to plan again', async () => {
      await begin({}, { pools: makePools(2, (index) => (index === 0 ? x : '')) });
      write(policy('a', [0, 1], [x]));
      await edge.dir.init();
      expect((await plan()).code).toBe(0);
      await setEmail(1, x);
      const refused = await applySaved(place);
      expect(refused.code).toBe(1);
      expect(saidIn(refused)).toMatch(
        /inconsistent final plan.*service has changed since the plan and nothing was done: plan again/,
      );
      expect([await emails(), await policies()]).toEqual([[x, x], []]);
      await edge.dir.apply();
      expect(await emails()).toEqual(['', '']);
    });

    it('a list that does not show a write for seconds is read again', async () => {
      await begin({}, { pools: makePools(1, () => x) });
      const altering = await startAltering(edge.emulator.url);
      url = altering.baseUrl;
      const list = `GET ${new URL(edge.emulator.url).pathname}${policiesPath}`;
      let stale: unknown;
      let left = 0;
      altering.alter = (envelope, call) => {
        if (!call.startsWith(list)) {
          left = call.includes('/alerting/v3/policies') ? 4 : left;
          return envelope;
        }
        left -= 1;
        if (left < 0) stale = envelope;
        return stale;
      };
      const dir = new TerraformDir(edge.dir.path, variables());
      edge = { ...edge, dir };
      write(policy('a', [0], [x]));
      await dir.init();
      expect((await plan()).code).toBe(0);
      const applied = await applySaved(place);
      expect(saidIn(applied)).not.toMatch(/bug|cannot be read back/);
      expect(applied.code).toBe(0);
      expect(await emails()).toEqual(['']);
      write(policy('a', [0], [x, y]));
      expect((await plan()).code).toBe(0);
      expect((await applySaved(place)).code).toBe(0);
    });

    it('custom fields of another workspace with the same rule are refused, and no destroy takes them', async () => {
      await begin();
      await start(fields('a'));
      const before = await edge.entryPoints();
      await edge.dir.run(['workspace', 'new', '-no-color', 'second']);
      const refused = await plan();
      expect(refused.code).toBe(1);
      expect(saidIn(refused)).toContain(`id = "${zoneId}/${phase}"`);
      await edge.dir.destroy();
      expect(await edge.entryPoints()).toEqual(before);
    });
  });

  it('with `-target` a create takes nothing of another resource', async () => {
    await begin();
    await start(job('a'));
    const before = await jobIds();
    write(job('a'), job('b'));
    const refused = await run(edge.dir, 'apply', '-auto-approve', '-target=edge_logpush_job.b');
    expect(refused.code).toBe(1);
    await run(edge.dir, 'destroy', '-auto-approve', '-target=edge_logpush_job.b');
    expect(await jobIds()).toEqual(before);
  });
});

const stored = {
  name: 'logs',
  dataset: 'http_requests',
  destination_conf: 'https://logs.example.com/in',
  logpull_options: 'fields=RayID',
  enabled: true,
};

const otherRule = {
  action: 'log_custom_field',
  expression: 'true',
  description: 'of another team',
  action_parameters: { request_fields: [{ name: 'x-other' }] },
};

const skips = `skip_rules = [{ expression = "ip.src eq 192.0.2.1", description = "scanner", rule_ids = ["${'1'.repeat(32)}"] }]`;

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

function policy(
  name: string,
  pools: readonly number[],
  to: readonly string[],
  ...more: readonly string[]
): string {
  return block('edge_pool_notification_policy', name, [
    `account_id = "${accountId}"`,
    `name = "${name}"`,
    `pool_ids = ${JSON.stringify(pools.map(poolId))}`,
    `email_addresses = ${JSON.stringify(to)}`,
    ...more,
  ]);
}

function fields(name: string, ...more: readonly string[]): string {
  return block('edge_custom_fields_ruleset', name, [
    `zone_id = "${zoneId}"`,
    'request_headers = ["x-a"]',
    ...more,
  ]);
}

function migration(name: string, ...more: readonly string[]): string {
  return block('edge_waf_migration', name, [
    `zone_id = "${zoneId}"`,
    'target = "complete"',
    'acknowledge_irreversible = true',
    ...more,
  ]);
}

function moved(type: string): string {
  return `moved {\n  from = ${type}.a\n  to = ${type}.b\n}`;
}

function toInput(rule: unknown) {
  const { action, action_parameters, expression, description, enabled } = rule as Readonly<
    Record<'action' | 'expression' | 'description' | 'enabled', unknown>
  > & { readonly action_parameters: object };
  return { action, action_parameters, expression, description, enabled };
}
