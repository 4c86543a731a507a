import { Fn, TerraformLocal, TerraformVariable, type TerraformStack } from 'cdktf';
import { EdgeDriver, EdgeProvider, LogpushJob, SecretVariable, type LogpushJobProps } from '../lib';
import {
  makeStack,
  objectAt,
  resourceOf,
  synth,
  warningsOf,
  withoutNotes,
  zoneId,
} from './constructs/support';
import { pick } from './emulator/support';

let stack: TerraformStack;
beforeEach(() => {
  stack = makeStack();
});

const addJob = (stack: TerraformStack, id: string, props: Partial<LogpushJobProps>) =>
  new LogpushJob(stack, id, {
    zoneId,
    name: id,
    destinationConf: 's3://b?region=r',
    fields: ['RayID'],
    ...props,
  });
const plain = (stack: TerraformStack, id: string) =>
  new TerraformVariable(stack, id, { type: 'string', sensitive: true });
const variableOf = (stack: TerraformStack, id: string) =>
  withoutNotes(objectAt(synth(stack), 'variable', id));
const warningsIn = (stack: TerraformStack) => stack.node.findAll().flatMap(warningsOf);

describe('SecretVariable', () => {
  it('is a sensitive and ephemeral string', () => {
    new SecretVariable(stack, 'challenge');
    expect(variableOf(stack, 'challenge')).toEqual({ type: 'string', sensitive: true, ephemeral: true });
  });

  it('has a description, a type, a default and rules', () => {
    const validation = [{ condition: '${length(var.key) > 9}', errorMessage: 'The key is too short.' }];
    const given = { description: 'The key.', type: 'any', default: '' };
    const key = new SecretVariable(stack, 'key', { ...given, validation });
    expect(variableOf(stack, 'key')).toEqual({
      ...given,
      validation: [{ condition: '${length(var.key) > 9}', error_message: 'The key is too short.' }],
      sensitive: true,
      ephemeral: true,
    });
    expect(warningsOf(key)).toEqual([]);
  });

  it('can be used as a string in props and in the configuration of the provider', () => {
    const secret = new SecretVariable(stack, 'secret');
    new EdgeProvider(stack, 'other', { alias: 'other', apiToken: secret.stringValue });
    const credentials = {
      'access-key-id': secret.stringValue,
      header_Authorization: `Bearer ${secret.toString()}`,
    };
    addJob(stack, 'job', { ownershipChallenge: secret.toString(), destinationCredentials: credentials });
    expect(resourceOf(stack, 'edge_logpush_job', 'job')).toMatchObject({
      ownership_challenge: '${var.secret}',
      destination_credentials: {
        'access-key-id': '${var.secret}',
        header_Authorization: 'Bearer ${var.secret}',
      },
    });
    expect(pick(synth(stack), 'provider', 'edge', 1)).toMatchObject({ api_token: '${var.secret}' });
    expect(warningsIn(stack)).toEqual([]);
  });

  it('warns about a default that could be a secret without showing it', () => {
    const variable = new SecretVariable(makeStack(), 'key', { default: 'canary' });
    expect(warningsOf(variable)).toEqual([expect.stringMatching(/^default is a literal: .* TF_VAR_key /)]);
    expect(warningsOf(variable).join()).not.toContain('canary');
  });
});

describe('a variable that is not ephemeral', () => {
  it.each(Object.values(EdgeDriver))('has one warning for all secrets that use it: %s', (driver) => {
    stack = makeStack('logs', undefined, { driver });
    const key = plain(stack, 'key');
    for (const id of ['one', 'two'])
      addJob(stack, id, {
        destinationCredentials: { 'access-key-id': key.stringValue },
        ownershipChallenge: key.stringValue,
      });
    synth(stack);
    expect(warningsIn(stack)).toEqual(warningsOf(key));
    expect(warningsOf(key)).toEqual([
      expect.stringMatching(
        /^The variable is not ephemeral .* destinationCredentials of logs\/one: a saved plan .* SecretVariable\.$/,
      ),
    ]);
  });

  it.each(
    Object.entries<(stack: TerraformStack, value: string) => void>({
      'the token of a provider': (stack, apiToken) => new EdgeProvider(stack, 'b', { alias: 'b', apiToken }),
      'the key of a provider': (stack, apiKey) => new EdgeProvider(stack, 'b', { alias: 'b', apiKey }),
      'a part of a secret': (stack, value) =>
        addJob(stack, 'job', { ownershipChallenge: `x-${Fn.trimspace(value)}` }),
      'credentials in a map': (stack, value) => {
        const destinationCredentials = Fn.merge([{ a: value }]) as never;
        addJob(stack, 'job', { destinationCredentials });
      },
      'a secret through locals': (stack, value) => {
        const trimmed = new TerraformLocal(stack, 'trimmed', Fn.trimspace(value));
        const again = new TerraformLocal(stack, 'again', { key: trimmed.asString });
        const key = Fn.lookup(again.expression, 'key', '') as string;
        addJob(stack, 'job', { destinationCredentials: { 'access-key-id': key } });
      },
    }),
  )('has a warning as %s', (_what, use) => {
    const key = plain(stack, 'key');
    use(stack, key.stringValue);
    synth(stack);
    expect(warningsIn(stack)).toEqual(warningsOf(key));
    expect(warningsOf(key)).toHaveLength(1);
  });

  it('has no warning when its user was removed', () => {
    const key = plain(stack, 'key');
    addJob(stack, 'job', { ownershipChallenge: key.stringValue });
    stack.node.tryRemoveChild('job');
    synth(stack);
    expect(warningsIn(stack)).toEqual([]);
  });

  it('causes one search of the stack for all references that are no construct', () => {
    const visits = (count: number) => {
      const stack = makeStack();
      for (let at = 0; at < count; at += 1)
        addJob(stack, `job${at}`, { ownershipChallenge: `\${var.key${at}}` });
      const visited = jest.spyOn(stack.node, 'findAll');
      synth(stack);
      return visited.mock.calls.length;
    };
    expect(visits(9)).toBe(visits(3));
  });

  it('has no warning without a secret, or with an override to ephemeral', () => {
    const name = plain(stack, 'name');
    const key = plain(stack, 'key');
    key.addOverride('ephemeral', true);
    addJob(stack, 'job', { name: name.stringValue, ownershipChallenge: key.stringValue });
    synth(stack);
    expect(warningsIn(stack)).toEqual([]);
  });
});
