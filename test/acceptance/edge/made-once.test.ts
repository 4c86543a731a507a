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
import { makePools, policiesPath } from '../../support/pool-stack';
import { describeWithTerraform, isOpenTofu } from '../../support/terraform';

/** Only the real Terraform plans again during an apply, in processes of its own, and keeps deposed objects. */
describeWithTerraform('nothing is made twice', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack({}, { pools: makePools(1, () => 'ops@example.com') });
    edge.declare(() => undefined);
  });
  afterEach(() => edge.close());

  const write = (...blocks: string[]) => {
    edge.dir.write('resources.tf', blocks.join('\n'));
  };
  const begin = async (...blocks: string[]) => {
    write(...blocks);
    await edge.dir.init();
    await edge.dir.apply();
  };
  const jobs = async () =>
    listOf(await edge.emulator.result('GET', jobsPath)).map(
      (each) => `${String(pick(each, 'id'))} ${textAt(each, 'name')}`,
    );
  const run = async (...args: string[]) => {
    const { stdout, stderr, code } = await edge.dir.run([...args, '-input=false', '-no-color'], {
      expectCode: [0, 1],
    });
    return { code, said: `${stdout}\n${stderr}`.replaceAll(/[│╷╵\s]+/g, ' ') };
  };
  const expectEmptyPlan = async () => {
    expect(await edge.dir.plan()).toMatchObject({ changes: 0 });
  };
  const expectRefused = async (reasons: readonly string[], ...args: string[]) => {
    const { code, said } = await run('plan', ...args);
    expect(code).toBe(1);
    for (const reason of reasons) expect(said).toContain(reason);
  };
  const ofRulesets = async () =>
    listOf(await edge.emulator.result('GET', rulesetsPath)).flatMap((each) =>
      pick(each, 'phase') === 'http_log_custom_fields' ? [textAt(each, 'name')] : [],
    );

  it('fails in the plan for two resources that would make the same object, also with `count` and without a refresh', async () => {
    write(job('a', 'logs'), job('b', 'logs'), policy('a'), policy('b'), fields('a'), fields('b'));
    await edge.dir.init();
    const reasons = ['Job in two resources', 'Policy in two resources', 'in two resources'];
    await expectRefused(reasons);
    write(job('a', 'logs', 'count = 2'));
    await expectRefused(['Job in two resources'], '-refresh=false');
    // Whatever is not targeted does not exist for a plan.
    write(job('a', 'logs'), job('b', 'logs'));
    await edge.dir.apply(['-target=edge_logpush_job.a']);
    await expectRefused(['edge_logpush_job.b']);
    await expectRefused(['edge_logpush_job.b'], '-target=edge_logpush_job.b');
    await expectRefused(['edge_logpush_job.b'], '-refresh=false');
    expect(await jobs()).toHaveLength(1);
  });

  it('fails in the plan for an `import` block of an object that another resource has', async () => {
    await begin(job('a', 'logs'), policy('a'), fields('a'));
    const imports = [
      ['edge_logpush_job', `zones/${zoneId}`, jobsPath],
      ['edge_pool_notification_policy', accountId, policiesPath],
    ] as const;
    const blocks = imports.map(async ([type, owner, path]) => {
      const [object] = listOf(await edge.emulator.result('GET', path));
      return `import {\n to = ${type}.b\n id = "${owner}/${String(pick(object, 'id'))}"\n}`;
    });
    const ofFields = `import {\n to = edge_custom_fields_ruleset.b\n id = "${zoneId}/http_log_custom_fields"\n}`;
    const both = [job('a', 'logs'), policy('a'), fields('a'), job('b', 'logs'), policy('b'), fields('b')];
    write(...both, ofFields, ...(await Promise.all(blocks)));
    const { code, said } = await run('plan');
    expect(code).toBe(1);
    // Whichever of both is planned second says it, and the first one too where both are read by then.
    const refused = said.matchAll(
      /Error: Imported object managed by another resource .*? has (edge_\w+) \S+ of/g,
    );
    expect(new Set([...refused].map(([, type]) => type)).size).toBe(3);
  });

  it('warns in the plan of two resources that have one object through two configurations of the provider', async () => {
    await begin(job('a', 'logs'));
    const [first = ''] = await jobs();
    const [id = ''] = first.split(' ');
    edge.dir.write('second.tf', 'provider "edge" {\n alias = "second"\n}');
    const other = job('b', 'logs', 'provider = edge.second');
    write(job('a', 'logs'), other, `import {\n to = edge_logpush_job.b\n id = "zones/${zoneId}/${id}"\n}`);
    expect((await run('apply', '-auto-approve')).said).toContain('Object managed by two resources');
    expect((await run('plan')).said).toContain('Object managed by two resources');
  });

  it('swaps the names of two jobs, and gives a job that is renamed without a `moved` block to its successor', async () => {
    await begin(job('a', 'one'), job('b', 'two'));
    const before = (await jobs()).map((each) =>
      each.replace(/one|two/, (name) => (name === 'one' ? 'two' : 'one')),
    );
    write(job('a', 'two'), job('b', 'one'));
    await edge.dir.apply();
    expect(await jobs()).toEqual(before);
    await expectEmptyPlan();
    write(job('a', 'two'), job('c', 'one', 'on_existing = "adopt"'));
    const { code, said } = await run('apply', '-auto-approve');
    // A plan that reads the old resource later cannot know what becomes of it.
    if (code !== 0) expect(said).toContain('moved');
    else await expectEmptyPlan();
    expect(await jobs()).toHaveLength(2);
  });

  it('replaces a job before it is deleted, by a saved plan too: on request, tainted, with other settings and another dataset', async () => {
    const first = 'applied_at = timestamp()\nlifecycle {\n create_before_destroy = true\n}';
    await begin(job('a', 'logs', first));
    const applySaved = async (...args: string[]) => {
      await edge.dir.plan(['-out=saved', ...args]);
      await edge.dir.run(['apply', '-input=false', '-no-color', 'saved']);
      expect(await jobs()).toHaveLength(1);
      expect(JSON.stringify(await edge.dir.show())).not.toContain('deposed_key');
      await expectEmptyPlan();
    };
    await applySaved('-replace=edge_logpush_job.a');
    write(job('a', 'logs', `${first}\nenabled = false`));
    await edge.dir.run(['taint', '-no-color', 'edge_logpush_job.a']);
    await applySaved();
    write(job('a', 'logs', `${first}\nenabled = false`).replace('http_requests', 'firewall_events'));
    await applySaved();
  });

  it('gives a ruleset another name, also with `create_before_destroy`, and a deposed one has a way out', async () => {
    const first = 'lifecycle {\n create_before_destroy = true\n}';
    await begin(fields('a', first));
    write(fields('a', `name = "other"\n${first}`));
    const { said } = await run('apply', '-auto-approve');
    expect(said).toContain('is deleted and created again');
    expect(await ofRulesets()).toEqual(['other']);
    await expectEmptyPlan();

    // As an apply that has failed leaves it.
    const { stdout } = await edge.dir.run(['state', 'pull']);
    const state = JSON.parse(stdout) as {
      serial: number;
      resources: { type: string; instances: { deposed?: string }[] }[];
    };
    state.serial += 1;
    const instance = state.resources.find(({ type }) => type === 'edge_custom_fields_ruleset')?.instances[0];
    if (instance !== undefined) instance.deposed = 'abcd1234';
    edge.dir.write('edited.tfstate', JSON.stringify(state));
    await edge.dir.run(['state', 'push', 'edited.tfstate']);
    await edge.dir.apply(['-destroy', '-target=edge_custom_fields_ruleset.a']);
    expect(await ofRulesets()).toEqual([]);
    await edge.dir.apply();
    expect(await ofRulesets()).toEqual(['other']);
    await expectEmptyPlan();
  });

  it('warns of a `removed` block that leaves a job beside the one that takes its name', async () => {
    await begin(job('a', 'logs'));
    // OpenTofu has another spelling of the block.
    const leaves = isOpenTofu() ? '' : 'lifecycle {\n destroy = false\n}';
    write(job('b', 'logs'), `removed {\n from = edge_logpush_job.a\n ${leaves}\n}`);
    const { code, said } = await run('plan');
    if (code === 0) expect(said).toContain('do not apply');
    else expect(said).toContain('Job already exists');
    expect(said).toContain('moved');
  });
});

function job(address: string, name: string, more = ''): string {
  return `
resource "edge_logpush_job" "${address}" {
  zone_id          = "${zoneId}"
  name             = "${name}"
  dataset          = "http_requests"
  destination_conf = "https://logs.example.com/in"
  fields           = ["RayID"]
  ${more}
}`;
}

function policy(address: string): string {
  return `
resource "edge_pool_notification_policy" "${address}" {
  account_id            = "${accountId}"
  name                  = "Health"
  all_pools             = true
  email_addresses       = ["ops@example.com"]
  carry_over_recipients = true
}`;
}

function fields(address: string, more = ''): string {
  return `
resource "edge_custom_fields_ruleset" "${address}" {
  zone_id         = "${zoneId}"
  request_headers = ["x-a"]
  ${more}
}`;
}
