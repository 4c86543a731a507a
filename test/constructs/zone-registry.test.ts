import * as cdktf from 'cdktf';
import { Aspects, TerraformStack, Testing, type App } from 'cdktf';
import * as constructs from 'constructs';
import { Construct, type IConstruct } from 'constructs';
import type * as Package from '../../lib';
import { CustomFieldsRuleset, LogpushJob } from '../../lib';
import { makeStack, synth, warningsOf, zoneId } from './support';

let stack: TerraformStack;
beforeEach(() => {
  stack = makeStack();
});

const addJob = (scope: Construct, id = 'job') =>
  new LogpushJob(scope, id, {
    zoneId,
    name: id,
    destinationConf: 's3://logs?region=eu-central-1',
    fields: ['RayID', 'Cookies'],
  });

const addRuleset = (scope: Construct, id = 'fields') =>
  new CustomFieldsRuleset(scope, id, { zoneId, cookies: ['a'] });

/** Another copy of this package beside the same cdktf, as two modules of an app can bring. */
function loadCopy(): typeof Package {
  let copy: typeof Package | undefined;
  jest.isolateModules(() => {
    jest.doMock('cdktf', () => cdktf);
    jest.doMock('constructs', () => constructs);
    copy = jest.requireActual<typeof Package>('../../lib');
  });
  if (copy === undefined) throw new Error('the copy was not loaded');
  return copy;
}

describe('Constructs of one zone are found', () => {
  it('when an aspect adds one', () => {
    const job = addJob(stack);
    Aspects.of(stack).add({
      visit: (node: IConstruct) => {
        if (node instanceof TerraformStack) addRuleset(node);
      },
    });
    synth(stack);
    expect(warningsOf(job)).toEqual([]);
  });

  it('in nested scopes', () => {
    const job = addJob(new Construct(new Construct(stack, 'outer'), 'inner'));
    addRuleset(new Construct(stack, 'module'));
    synth(stack);
    expect(warningsOf(job)).toEqual([]);
  });

  it('that another copy of this package created', () => {
    const copy = loadCopy();
    expect(copy.CustomFieldsRuleset).not.toBe(CustomFieldsRuleset);
    const job = addJob(stack);
    const ruleset = new copy.CustomFieldsRuleset(stack, 'fields', { zoneId, cookies: ['a'] });
    synth(stack);
    expect(warningsOf(job)).toEqual([]);
    addRuleset(stack, 'duplicate');
    expect(() => synth(stack)).toThrow(`the zone has another CustomFieldsRuleset, ${ruleset.node.path}.`);
  });

  it('by a second synth, after the first has built the index', () => {
    addRuleset(stack);
    synth(stack);
    addRuleset(stack, 'later');
    expect(() => synth(stack)).toThrow(
      /another CustomFieldsRuleset, logs\/later.*\n.*another CustomFieldsRuleset, logs\/fields/s,
    );
  });
});

describe('Constructs of one zone are not found', () => {
  it('in another app of the process', () => {
    const inOtherApp = makeStack();
    addRuleset(inOtherApp);
    const job = addJob(stack);
    synth(stack);
    expect(warningsOf(job)).toHaveLength(1);
  });

  it('after they are removed, nor after a scope of theirs is', () => {
    const job = addJob(stack);
    addRuleset(stack);
    addRuleset(new Construct(new Construct(stack, 'outer'), 'inner'));
    stack.node.tryRemoveChild('fields');
    stack.node.tryRemoveChild('outer');
    synth(stack);
    expect(warningsOf(job)).toEqual([expect.stringContaining('Cookies is listed in fields')]);
  });

  it('in the limit of a zone when they are in another stack', () => {
    const app: App = Testing.app();
    const stacks = ['one', 'two'].map((id) => makeStack(id, app));
    const jobs = stacks.flatMap((stack) => {
      addRuleset(stack, `fields-${stack.node.id}`);
      return ['a', 'b', 'c'].map((id) => addJob(stack, id));
    });
    for (const stack of stacks) Testing.synth(stack);
    expect(jobs.flatMap(warningsOf)).toEqual([]);
  });
});
