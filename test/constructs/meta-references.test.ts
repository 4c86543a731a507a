import {
  DataTerraformRemoteStateLocal,
  TerraformCount,
  TerraformIterator,
  TerraformOutput,
  TerraformVariable,
  Testing,
  type TerraformStack,
} from 'cdktf';
import { CustomFieldsRuleset, EdgeProvider, LogpushJob } from '../../lib';
import { job, makeStack, objectAt, resourceOf, synth, zoneId } from './support';

let stack: TerraformStack;
beforeEach(() => {
  stack = makeStack();
});

const fieldsAddress = 'edge_custom_fields_ruleset.fields';

function makeFields(stack: TerraformStack) {
  return new CustomFieldsRuleset(stack, 'fields', { zoneId, cookies: ['a'] });
}

/** As a program in JavaScript gives it, which no type stops. */
function makeJob(stack: TerraformStack, props: object): LogpushJob {
  return new LogpushJob(stack, 'logs', { ...job, ...props });
}

describe('what dependsOn and replaceTriggeredBy refer to', () => {
  const forms: [string, (fields: CustomFieldsRuleset) => unknown][] = [
    ['a construct', (fields) => fields],
    ['its resource', ({ resource }) => resource],
    ['its address', ({ fqn }) => fqn],
    ['its address as a text', () => fieldsAddress],
    ['its address in an expression', () => `\${${fieldsAddress}}`],
  ];

  it.each(forms)('is written as a bare address where it is %s', (_, form) => {
    const item = form(makeFields(stack));
    makeJob(stack, { dependsOn: [item], lifecycle: { replaceTriggeredBy: [item] } });
    expect(resourceOf(stack, 'edge_logpush_job', 'logs')).toMatchObject({
      depends_on: [fieldsAddress],
      lifecycle: { replace_triggered_by: [fieldsAddress] },
    });
  });

  it.each([
    ['an output', ({ id }: CustomFieldsRuleset) => id, 'id'],
    ['an attribute as a text', () => `${fieldsAddress}.version`, 'version'],
  ])(
    'is the resource of %s in dependsOn, and the attribute itself in replaceTriggeredBy',
    (_, form, name) => {
      const item = form(makeFields(stack));
      makeJob(stack, { dependsOn: [item], lifecycle: { replaceTriggeredBy: [item] } });
      expect(resourceOf(stack, 'edge_logpush_job', 'logs')).toMatchObject({
        depends_on: [fieldsAddress],
        lifecycle: { replace_triggered_by: [`${fieldsAddress}.${name}`] },
      });
    },
  );

  it('has the name that the resource has at synth', () => {
    const fields = makeFields(stack);
    makeJob(stack, { dependsOn: [fields], lifecycle: { replaceTriggeredBy: [fields] } });
    fields.resource.overrideLogicalId('renamed');
    expect(resourceOf(stack, 'edge_logpush_job', 'logs')).toMatchObject({
      depends_on: ['edge_custom_fields_ruleset.renamed'],
      lifecycle: { replace_triggered_by: ['edge_custom_fields_ruleset.renamed'] },
    });
  });

  it('is written beside what the host adds to the dependencies', () => {
    const fields = makeFields(stack);
    const variable = new TerraformVariable(stack, 'v', {});
    makeJob(stack, { dependsOn: [variable] }).node.addDependency(fields);
    expect(resourceOf(stack, 'edge_logpush_job', 'logs').depends_on).toContain('var.v');
  });

  it.each([
    ['dependsOn', 'the fields. of the zone'],
    ['dependsOn', 'a.b-${var.c}'],
    ['replaceTriggeredBy', 'data.edge_zone.a'],
    ['replaceTriggeredBy', 'var.version'],
    ['replaceTriggeredBy', 'each.value'],
  ])('is refused in %s where it is %s', (prop, text) => {
    const props =
      prop === 'dependsOn' ? { dependsOn: [text] } : { lifecycle: { replaceTriggeredBy: [text] } };
    expect(() => makeJob(makeStack(), props)).toThrow(`${prop}[0]: No address: `);
  });
});

describe('a meta-argument with something of another stack', () => {
  const given: [string, (other: TerraformStack) => object][] = [
    ['dependsOn[0]', (other) => ({ dependsOn: [makeFields(other)] })],
    ['dependsOn[0]', (other) => ({ dependsOn: [makeFields(other).id] })],
    [
      'lifecycle.replaceTriggeredBy[0]',
      (other) => ({ lifecycle: { replaceTriggeredBy: [makeFields(other)] } }),
    ],
    [
      'lifecycle.replaceTriggeredBy[0]',
      (other) => ({ lifecycle: { replaceTriggeredBy: [makeFields(other).fqn] } }),
    ],
    ['provider', (other) => ({ provider: new EdgeProvider(other, 'second', { alias: 'second' }) })],
  ];

  it.each(given)('is refused, at %s', (place, make) => {
    const app = Testing.app();
    const other = makeStack('other', app);
    const props = make(other);
    expect(() => makeJob(makeStack('logs', app), props)).toThrow(`${place}: Another stack: `);
    expect(Testing.synth(other, true)).not.toContain('"output"');
  });

  it('is taken where it is read from the state of the other stack', () => {
    const state = new DataTerraformRemoteStateLocal(stack, 'other', { path: 'other.tfstate' });
    makeJob(stack, { dependsOn: [state] });
    expect(resourceOf(stack, 'edge_logpush_job', 'logs').depends_on).toEqual([
      'data.terraform_remote_state.other',
    ]);
  });
});

describe('lifecycle.ignoreChanges', () => {
  it.each(['destination_conf', 'destination_credentials["key"]', 'output_options.sample_rate', 'timeouts'])(
    'takes %s',
    (name) => {
      makeJob(stack, { lifecycle: { ignoreChanges: [name] } });
      expect(resourceOf(stack, 'edge_logpush_job', 'logs').lifecycle).toEqual({ ignore_changes: [name] });
    },
  );

  it.each([
    ['destinationConf', 'Write destination_conf'],
    ['destination_cof', 'Did you mean destination_conf?'],
    ['nope', 'Remove it'],
    ['id', 'Remove it'],
  ])('refuses %s', (name, fix) => {
    const make = () => makeJob(makeStack(), { lifecycle: { ignoreChanges: ['name', name] } });
    expect(make).toThrow(/lifecycle\.ignoreChanges\[1\]: Unknown attribute: /);
    expect(make).toThrow(fix);
  });
});

describe('an instance of a construct with forEach or count', () => {
  const each = () => TerraformIterator.fromMap({ a: 'failures', b: 'errors' });

  it.each([
    ['forEach', () => ({ forEach: each() }), 'a', '["a"]'],
    ['forEach with signs in the key', () => ({ forEach: each() }), 'a"$${b}', String.raw`["a\"\u0024{b}"]`],
    ['count', () => ({ count: 2 }), 1, '[1]'],
    ['a counted variable', () => ({ count: TerraformCount.of(3) }), 0, '[0]'],
  ])('has outputs of its key with %s', (_, make, key, index) => {
    const logs = makeJob(stack, make());
    new TerraformOutput(stack, 'id', { value: logs.at(key).id });
    new TerraformOutput(stack, 'address', { value: logs.at(key).fqn });
    expect(objectAt(synth(stack), 'output')).toMatchObject({
      id: { value: `\${edge_logpush_job.logs${index}.id}` },
      address: { value: `\${edge_logpush_job.logs${index}}` },
    });
  });

  it('has outputs of the key of another iterator, and of a variable', () => {
    const iterator = each();
    const logs = makeJob(stack, { forEach: iterator });
    const variable = new TerraformVariable(stack, 'key', { type: 'string' });
    new CustomFieldsRuleset(stack, 'fields', {
      zoneId,
      cookies: ['a'],
      forEach: iterator,
      description: logs.at(iterator.key).name,
    });
    new TerraformOutput(stack, 'id', { value: logs.at(variable.stringValue).id });
    expect(resourceOf(stack, 'edge_custom_fields_ruleset', 'fields').description).toBe(
      '${edge_logpush_job.logs[each.key].name}',
    );
    expect(objectAt(synth(stack), 'output', 'id').value).toBe('${edge_logpush_job.logs[var.key].id}');
  });

  it('can be depended on, replace others, and be imported', () => {
    const logs = makeJob(stack, { forEach: each() });
    logs.at('a').importFrom(`${zoneId}/failures`);
    logs.at('b').importFrom(`${zoneId}/errors`);
    const fields = new CustomFieldsRuleset(stack, 'fields', {
      zoneId,
      cookies: ['a'],
      dependsOn: [logs.at('a')],
      lifecycle: { replaceTriggeredBy: [logs.at('b'), logs.at('b').name] },
    });
    expect(synth(stack)).toMatchObject({
      import: [
        { to: 'edge_logpush_job.logs["a"]', id: `${zoneId}/failures` },
        { to: 'edge_logpush_job.logs["b"]', id: `${zoneId}/errors` },
      ],
    });
    expect(resourceOf(stack, 'edge_custom_fields_ruleset', fields.node.id)).toMatchObject({
      depends_on: ['edge_logpush_job.logs["a"]'],
      lifecycle: { replace_triggered_by: ['edge_logpush_job.logs["b"]', 'edge_logpush_job.logs["b"].name'] },
    });
  });

  it('is needed for outputs and imports, which all instances together do not have', () => {
    const logs = makeJob(makeStack(), { forEach: each() });
    const fix = 'it has forEach. Say which instance first: at(key)';
    expect(() => logs.id).toThrow(fix);
    expect(() => logs.importFrom(`${zoneId}/failures`)).toThrow(fix);
  });

  it.each([
    [{}, 'a', 'it has neither forEach nor count'],
    [
      { count: 2 },
      'a',
      'key: Wrong type: key is the string "a". It must be a whole number from 0, the index',
    ],
    [{ count: 2 }, -1, 'key: Wrong type: key is the number -1.'],
    [{ forEach: each() }, 0, 'key: Wrong type: key is the number 0. It must be a string, the key'],
    [{ forEach: each() }, undefined, 'key: Wrong type: key is undefined.'],
    [{ forEach: each(), retired: true }, 'a', 'it is retired'],
  ])('is refused with %j and the key %j', (props, key, message) => {
    expect(() => makeJob(makeStack(), props).at(key as string).id).toThrow(message);
  });
});
