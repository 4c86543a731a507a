import { join } from 'node:path';
import type { Fixture } from '../../lib/emulator';
import { memberOf, objectsOf } from '../../lib/ground/json';
import { runProgram } from '../../lib/ground/program';
import { readErrors } from '../../lib/terraform/messages';
import { readPlan, shownChanges } from '../../lib/terraform/plan';
import { job, z } from '../cli/import/world';
import { accountId, start } from '../emulator/support';
import { afterTest, makeFolderInPackage } from '../support/after-test';
import { describeWithTerraform, TerraformDir } from '../support/terraform';

const entries = { cdktf: 'cdktf-edge-platform', cdktn: 'cdktf-edge-platform/cdktn' } as const;
type Host = keyof typeof entries;
const hosts = Object.keys(entries) as Host[];
const zoneId = z(1);

const world: Fixture = {
  accounts: [{ id: accountId, name: 'Example account' }],
  zones: [
    {
      id: zoneId,
      account_id: accountId,
      name: 'zone-1.example',
      plan: 'enterprise',
      jobs: [job(11, 'two')],
    },
  ],
};

/** The object of the zone that `at('b')` imports, by its ID. */
const importId = `${zoneId}/11`;

/** The code of an app of either host: `lib` has the constructs for it, `others` those for the other host. */
function appFor(host: Host): string {
  const [other] = hosts.filter((each) => each !== host);
  return `
const { App, TerraformCount, TerraformIterator, TerraformOutput, TerraformStack } = require('${host}');
const { CustomFieldsRuleset, EdgeProvider, LogpushJob } = require('${entries[host]}');
const others = require('${entries[other ?? host]}');
const app = new App();
const stack = new TerraformStack(app, 'meta');
const second = new TerraformStack(app, 'second');
new EdgeProvider(stack, 'edge');
new EdgeProvider(second, 'edge');
const zoneId = '${zoneId}';
const job = (id, props, of = stack) =>
  new LogpushJob(of, id, { zoneId, name: id, destinationConf: 'https://logs.example.com/' + id, fields: ['RayID'], ...props });
const fields = new CustomFieldsRuleset(stack, 'fields', { zoneId, cookies: ['a'] });
const items = {
  construct: fields,
  resource: fields.resource,
  attribute: fields.id,
  address: fields.fqn,
  text: 'edge_custom_fields_ruleset.fields',
};
for (const [id, item] of Object.entries(items))
  job(id, { dependsOn: [item], lifecycle: { replaceTriggeredBy: [item], ignoreChanges: ['destination_conf'] } });
const each = job('each', { forEach: TerraformIterator.fromMap({ a: 'one', b: 'two' }), name: '\${each.value}' });
const counted = job('counted', { count: TerraformCount.of(2), name: 'counted-\${count.index}' });
each.at('b').importFrom('${importId}');
new TerraformOutput(stack, 'by_key', { value: each.at('b').id });
new TerraformOutput(stack, 'by_index', { value: counted.at(1).name });
job('after', { dependsOn: [each.at('a'), counted.at(0)] });
const messageOf = (make) => {
  try {
    make();
    return 'nothing';
  } catch ({ message }) {
    return message;
  }
};
const ofSecond = job('second', {}, second);
const refused = {
  'dependsOn of another stack': () => job('r1', { dependsOn: [ofSecond] }),
  'replaceTriggeredBy of another stack': () => job('r2', { lifecycle: { replaceTriggeredBy: [ofSecond.id] } }),
  'the provider of another stack': () => job('r3', { provider: second.node.findChild('edge') }),
  'an output without a key': () => each.id,
  'an import without a key': () => each.importFrom('${importId}'),
  'a prop in ignoreChanges': () => job('r4', { lifecycle: { ignoreChanges: ['destinationConf'] } }),
  'an unknown name in ignoreChanges': () => job('r5', { lifecycle: { ignoreChanges: ['nope'] } }),
  'a construct of the other host': () => new others.CustomFieldsRuleset(stack, 'r6', { zoneId, cookies: ['a'] }),
  'a provider of the other host': () => new others.EdgeProvider(second, 'r7'),
};
const messages = Object.entries(refused).map(([what, make]) => [what, messageOf(make)]);
for (const child of [...stack.node.children]) if (/^r\\d$/.test(child.node.id)) stack.node.tryRemoveChild(child.node.id);
app.synth();
console.log(JSON.stringify(Object.fromEntries(messages)));
`;
}

const refusals = {
  'dependsOn of another stack': 'dependsOn[0]: Another stack: ',
  'replaceTriggeredBy of another stack': 'lifecycle.replaceTriggeredBy[0]: Another stack: ',
  'the provider of another stack': 'provider: Another stack: ',
  'an output without a key': 'Say which instance first: at(key)',
  'an import without a key': 'Say which instance first: at(key)',
  'a prop in ignoreChanges': 'Write destination_conf',
  'an unknown name in ignoreChanges': 'Unknown attribute: no prop sets "nope"',
  'a construct of the other host': 'the stack is of another package',
  'a provider of the other host': 'the stack is of another package',
};

describeWithTerraform('meta-arguments', () => {
  it.each(hosts)('are planned as they are meant, or refused at synth, with %s', async (host) => {
    const emulator = await start({ fixture: world });
    afterTest(() => emulator.close());
    const folder = makeFolderInPackage();
    const { code, stdout, stderr } = await runProgram(process.execPath, ['-e', appFor(host)], {
      cwd: folder,
      env: { ...process.env, CDKTF_OUTDIR: join(folder, 'out') },
    });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('Error')]);
    const messages = JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1)) as Record<string, string>;
    expect(messages).toEqual(
      Object.fromEntries(
        Object.entries(refusals).map(([what, text]) => [what, expect.stringContaining(text)]),
      ),
    );

    const dir = new TerraformDir(join(folder, 'out/stacks/meta'), {
      EDGE_BASE_URL: emulator.url,
      EDGE_API_TOKEN: emulator.token,
    });
    await dir.init();
    expect(readErrors(await dir.savePlan('plan'))).toEqual([]);
    const plan = await dir.show('plan');
    const { changes } = readPlan(plan, []);
    const imported = shownChanges(plan).filter(({ change }) => memberOf(change, 'importing') !== undefined);
    expect(imported.map(({ address, change }) => [address, memberOf(change, 'importing')])).toEqual([
      ['edge_logpush_job.each["b"]', expect.objectContaining({ id: importId })],
    ]);
    expect(changes.map(({ action, address }) => `${action} ${address}`).sort()).toEqual(
      [
        'create edge_custom_fields_ruleset.fields',
        ...['address', 'after', 'attribute', 'construct', 'resource', 'text'],
        'counted[0]',
        'counted[1]',
        'each["a"]',
        'update edge_logpush_job.each["b"]',
      ]
        .map((each) => (each.includes(' ') ? each : `create edge_logpush_job.${each}`))
        .sort(),
    );
    expect(dependenciesIn(plan)).toMatchObject({
      ...Object.fromEntries(
        ['address', 'attribute', 'construct', 'resource', 'text'].map((name) => [
          name,
          ['edge_custom_fields_ruleset.fields'],
        ]),
      ),
      after: ['edge_logpush_job.each["a"]', 'edge_logpush_job.counted[0]'],
    });
  });
});

function dependenciesIn(plan: unknown): Readonly<Record<string, unknown>> {
  const resources = objectsOf(
    memberOf(memberOf(memberOf(plan, 'configuration'), 'root_module'), 'resources'),
  );
  return Object.fromEntries(resources.map((each): [string, unknown] => [String(each.name), each.depends_on]));
}
