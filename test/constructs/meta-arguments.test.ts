import {
  Lazy,
  TerraformCount,
  TerraformOutput,
  TerraformVariable,
  Testing,
  type TerraformStack,
} from 'cdktf';
import { Construct } from 'constructs';
import { CustomFieldsRuleset, EdgeProvider, LogpushJob, PoolNotificationPolicy, LogField } from '../../lib';
import { job, makeStack, objectAt, resourceOf, synth, zoneId } from './support';

let stack: TerraformStack;
beforeEach(() => {
  stack = makeStack();
});

const policy = { accountId: 'a'.repeat(32), allPools: true, emailAddresses: ['ops@example.com'] };

const inAttributes = {
  zone_id: zoneId,
  name: 'failures',
  destination_conf: 's3://logs?region=eu-central-1',
  fields: [LogField.RayID],
};

describe('every construct', () => {
  it('has its own id as the Terraform address at the top of a stack', () => {
    const fields = new CustomFieldsRuleset(stack, 'fields', { zoneId, cookies: ['a'] });
    const logs = new LogpushJob(stack, 'logs', job);
    expect(Object.keys(objectAt(synth(stack), 'resource', 'edge_logpush_job'))).toEqual(['logs']);
    expect(Object.keys(objectAt(synth(stack), 'resource', 'edge_custom_fields_ruleset'))).toEqual(['fields']);
    new TerraformOutput(stack, 'addresses', { value: `${fields.fqn} ${logs.fqn}` });
    expect(objectAt(synth(stack), 'output', 'addresses')).toEqual({
      value: '${edge_custom_fields_ruleset.fields} ${edge_logpush_job.logs}',
    });
  });

  it('has an address of its own inside another construct', () => {
    for (const id of ['one', 'two']) new LogpushJob(new Construct(stack, id), 'logs', { ...job, name: id });
    const addresses = Object.keys(objectAt(synth(stack), 'resource', 'edge_logpush_job'));
    expect(addresses).toEqual([
      expect.stringMatching(/^one_logs_[0-9A-F]{8}$/),
      expect.stringMatching(/^two_logs_[0-9A-F]{8}$/),
    ]);
  });

  it('resolves a number token at any position of a string', () => {
    const two = new TerraformVariable(stack, 'two', { type: 'number' });
    const count = TerraformCount.of(two.numberValue);
    const { index } = count;
    for (const [id, name] of Object.entries({
      hyphen: `job-${index}`,
      dot: `${index}.job`,
      bare: `job${index}`,
    }))
      new LogpushJob(stack, id, { ...job, count, name });
    new CustomFieldsRuleset(stack, 'fields', { zoneId, requestHeaders: [`X-Shard-${two.numberValue}`] });
    const nameOf = (id: string) => resourceOf(stack, 'edge_logpush_job', id).name;
    expect(nameOf('hyphen')).toBe('job-${count.index}');
    expect(nameOf('dot')).toBe('${count.index}.job');
    expect(nameOf('bare')).toBe('job${count.index}');
    expect(resourceOf(stack, 'edge_custom_fields_ruleset', 'fields').request_headers).toEqual([
      'x-shard-${var.two}',
    ]);
  });

  it('resolves a token behind a dollar sign or an escaped expression, which stay text', () => {
    const [amount, count] = ['amount', 'count_of'].map((id) => new TerraformVariable(stack, id, {}));
    const description = (id: string, text: string) => {
      new PoolNotificationPolicy(stack, id, { ...policy, name: id, description: text });
      return () => resourceOf(stack, 'edge_pool_notification_policy', id).description;
    };
    const dollar = description('dollar', `costs $${amount?.stringValue} or $$${count?.numberValue}`);
    const open = description('open', `an open $\${ and %%{ beside ${amount?.stringValue}`);
    const closed = description('closed', `$\${a} beside ${amount?.stringValue}`);
    expect(dollar()).toBe('costs ${"$"}${var.amount} or ${"$$"}${var.count_of}');
    expect(open()).toBe('an open $${ and %%{ beside ${var.amount}');
    expect(closed()).toBe('$${a} beside ${var.amount}');
  });

  it('checks a string with a number that only looks like a token', () => {
    const name = 'job--8.1e+298!';
    expect(() => new LogpushJob(makeStack(), 'logs', { ...job, name })).toThrow('Invalid job name');
  });

  it('passes lifecycle, count, forEach and provider on', () => {
    const other = new EdgeProvider(stack, 'other', { alias: 'other' });
    new LogpushJob(stack, 'logs', { ...job, lifecycle: { preventDestroy: true }, count: 2, provider: other });
    expect(resourceOf(stack, 'edge_logpush_job', 'logs')).toMatchObject({
      lifecycle: { prevent_destroy: true },
      count: 2,
      provider: 'edge.other',
    });
  });

  it('imports an existing object with a provider', () => {
    const other = new EdgeProvider(stack, 'other', { alias: 'other' });
    new LogpushJob(stack, 'logs', job).importFrom(`${zoneId}/failures`, other);
    expect(synth(stack)).toMatchObject({
      import: [{ to: 'edge_logpush_job.logs', id: `${zoneId}/failures`, provider: 'edge.other' }],
    });
  });

  it('can be overridden', () => {
    const logs = new LogpushJob(stack, 'logs', job);
    logs.resource.addOverride('name', 'overridden');
    logs.resource.addOverride('lifecycle.ignore_changes', ['filter']);
    expect(resourceOf(stack, 'edge_logpush_job', 'logs')).toMatchObject({
      name: 'overridden',
      lifecycle: { ignore_changes: ['filter'] },
    });
  });

  it('can be overridden from the stack', () => {
    new LogpushJob(stack, 'logs', job);
    stack.addOverride('resource.edge_logpush_job.logs.name', 'overridden');
    expect(resourceOf(stack, 'edge_logpush_job', 'logs')).toMatchObject({
      ...inAttributes,
      name: 'overridden',
    });
  });

  it('has its attributes in the JSON of the stack before that is serialized', () => {
    const { resource } = new LogpushJob(stack, 'logs', job);
    for (const json of [resource.toTerraform(), stack.toTerraform()])
      expect(objectAt(json, 'resource', 'edge_logpush_job', 'logs')).toMatchObject(inAttributes);
  });

  it.each<[string, (variable: TerraformVariable) => unknown, unknown]>([
    ['a text', ({ stringValue }) => stringValue, '${var.v}'],
    ['a list', ({ listValue }) => listValue, '${var.v}'],
    ['a number', ({ numberValue }) => numberValue, '${var.v}'],
    ['a number in a text', ({ numberValue }) => `v${numberValue}`, 'v${var.v}'],
    ['a lazy value', () => Lazy.anyValue({ produce: () => false }), false],
    ['the key of a map', ({ stringValue }) => ({ [stringValue]: 1 }), { '${var.v}': 1 }],
    [
      'in a nested list',
      ({ stringValue }) => [{ items: ['a', stringValue] }],
      [{ items: ['a', '${var.v}'] }],
    ],
  ])('resolves a token in an override that is %s', (_, valueOf, expected) => {
    const { resource } = new LogpushJob(stack, 'logs', job);
    resource.addOverride('added', valueOf(new TerraformVariable(stack, 'v', {})));
    expect(resourceOf(stack, 'edge_logpush_job', 'logs').added).toEqual(expected);
  });

  it('refers to a value of another stack', () => {
    const app = Testing.app();
    const other = makeStack('other', app);
    const { name } = new LogpushJob(makeStack('logs', app), 'logs', job);
    new LogpushJob(other, 'logs', { ...job, name });
    app.synth();
    expect(resourceOf(other, 'edge_logpush_job', 'logs').name).toMatch(
      /^\$\{data\.terraform_remote_state\..+\}$/,
    );
  });

  it('has a zone of its own in each instance of a forEach', () => {
    for (const id of ['one', 'two']) {
      const zones = new TerraformVariable(stack, `zones_${id}`, { type: 'map(string)' });
      const fields = new CustomFieldsRuleset(stack, id, { zoneId: '${each.value}', cookies: ['a'] });
      fields.resource.addOverride('for_each', zones.fqn);
    }
    expect(() => synth(stack)).not.toThrow();
  });
});
