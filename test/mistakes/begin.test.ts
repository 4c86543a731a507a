import { Testing, TerraformStack } from 'cdktf';
import { CustomFieldsRuleset, EdgeProvider, LogpushJob, SecretVariable, WafMigration } from '../../lib';
import { makeStack, zoneId } from '../constructs/support';
import { props, tellMistakes, warned } from './table';

const provider = (given: unknown) => () => {
  const stack = new TerraformStack(Testing.app(), 'edge');
  warned(new EdgeProvider(stack, 'edge', given as never));
};
const synth = (add: (stack: TerraformStack) => unknown) => () => {
  const stack = new TerraformStack(Testing.app(), 'edge');
  add(stack);
  Testing.synth(stack, true);
};
const job = { zoneId, destinationConf: 's3://logs?region=eu' };

describe('the stack and its constructs', () => {
  tellMistakes([
    {
      mistake: 'a construct without a provider',
      make: synth((stack) => new LogpushJob(stack, 'logs', job)),
      says: [
        '[edge/logs] LogpushJob',
        'the stack edge has no provider',
        'before its constructs',
        'Add new EdgeProvider',
      ],
    },
    {
      mistake: 'two providers without an alias',
      make: synth((stack) => [new EdgeProvider(stack, 'one'), new EdgeProvider(stack, 'two')]),
      says: ['[edge/one] EdgeProvider', 'edge/two', 'without an alias', 'Give one of them an alias'],
    },
    {
      mistake: 'a construct without its name',
      make: () => new LogpushJob(makeStack('edge'), props(job), undefined as never),
      says: ['LogpushJob: id', 'id is an object', 'It must be a text', "new LogpushJob(this, 'name', { … })"],
    },
    {
      mistake: 'a construct with an empty name',
      make: () => new LogpushJob(makeStack('edge'), '', job),
      says: ['LogpushJob: id', 'id is empty', 'It must be a text', "new LogpushJob(this, 'name', { … })"],
    },
    {
      mistake: 'a construct without its stack',
      make: () => new WafMigration(props({ zoneId }), 'waf', props({})),
      says: [
        'WafMigration: scope',
        'scope is an object',
        'It must be a construct',
        'Pass it first: new WafMigration(this',
      ],
    },
    {
      mistake: 'a provider without its stack',
      make: () => new EdgeProvider('edge' as never, 'edge'),
      says: [
        'EdgeProvider: scope',
        'scope is a string',
        'It must be a construct',
        'Pass it first: new EdgeProvider(this',
      ],
    },
    {
      mistake: 'a construct without props',
      make: () => new LogpushJob(makeStack('edge'), 'logs', undefined as never),
      says: [
        '[edge/logs] LogpushJob',
        'props is undefined',
        'It must be an object',
        'Pass at least { destinationConf }',
      ],
    },
    {
      mistake: 'the name of a provider in place of the construct',
      make: () => new LogpushJob(makeStack('edge'), 'logs', props({ ...job, provider: 'edge' })),
      says: [
        'provider: Wrong type',
        'the string "edge"',
        'It must be a provider',
        'Pass the construct itself',
      ],
    },
    {
      mistake: 'an import ID without its zone',
      make: () => {
        new LogpushJob(makeStack('edge'), 'logs', job).importFrom('12');
      },
      says: [
        '[edge/logs] LogpushJob.importFrom',
        '"12"',
        'the part after the zone is missing',
        'Use <zone>/<job id>',
      ],
    },
    {
      mistake: 'a time limit in words',
      make: () => new LogpushJob(makeStack('edge'), 'logs', { ...job, timeouts: { create: '10 minutes' } }),
      says: ['timeouts.create', '"10 minutes"', 'more than 0 and at most 24h', 'for example "10m"'],
    },
  ]);

  it('a construct of an app of several stacks says which of them has no provider', () => {
    const app = Testing.app();
    makeStack('one', app);
    const stack = new TerraformStack(app, 'two');
    new CustomFieldsRuleset(stack, 'fields', { zoneId, requestHeaders: ['x-id'] });
    expect(() => Testing.synth(stack, true)).toThrow(
      '[two/fields] CustomFieldsRuleset: the stack two has no provider.',
    );
  });
});

describe('the provider', () => {
  tellMistakes([
    {
      mistake: 'a prop that does not exist',
      make: provider({ token: 'x' }),
      says: ['[edge/edge] EdgeProvider', 'token', 'there is no prop token', 'Did you mean apiToken?'],
    },
    {
      mistake: 'the name of an attribute in HCL',
      make: provider({ base_url: 'x' }),
      says: ['[edge/edge] EdgeProvider', 'base_url', 'there is no prop base_url', 'Did you mean baseUrl?'],
    },
    {
      mistake: 'a text in place of the props',
      make: provider('abc'),
      says: ['[edge/edge] EdgeProvider', 'props is a string', 'It must be an object', 'leave it out'],
    },
    {
      mistake: 'null in place of no token',
      make: provider({ apiToken: null }),
      says: ['apiToken', 'apiToken is null', 'It must be a string', 'leave it out'],
    },
    {
      mistake: 'a token in the code',
      make: provider({ apiToken: 'abc' }),
      says: [
        'apiToken',
        'is a literal',
        'anyone who can read the synthesized configuration',
        'set EDGE_API_TOKEN',
      ],
    },
    {
      mistake: 'a token with the scheme of its header',
      make: provider({ apiToken: 'Bearer abc' }),
      says: ['apiToken', 'begins with "Bearer "', 'which each call adds itself', 'Leave that word out'],
    },
    {
      mistake: 'an address without the version of the API',
      make: provider({ baseUrl: 'https://api.cloudflare.com' }),
      says: ['baseUrl', '"https://api.cloudflare.com"', 'ends in /client/v4', 'Use an http or https URL'],
    },
    {
      mistake: 'an address without its scheme',
      make: provider({ baseUrl: 'api.cloudflare.com/client/v4' }),
      says: ['baseUrl', '"api.cloudflare.com/client/v4"', 'ends in /client/v4', 'Use an http or https URL'],
    },
    {
      mistake: 'a number in quotes',
      make: provider({ requestsPer5Minutes: '1200' }),
      says: [
        'requestsPer5Minutes',
        'the string "1200"',
        'It must be a number',
        'Write it without quotes: 1200',
      ],
    },
    {
      mistake: 'NaN, as of a text that is no number',
      make: provider({ requestsPer5Minutes: Number('many') }),
      says: ['requestsPer5Minutes', 'the number NaN', 'It must be a number', 'leave it out'],
    },
    {
      mistake: 'milliseconds in place of seconds',
      make: provider({ retryTimeoutSeconds: 120_000 }),
      says: ['retryTimeoutSeconds', '120000', 'from 0 to 86400', 'Use a whole number'],
    },
    {
      mistake: 'a misspelled driver',
      make: provider({ driver: 'provisoner' }),
      says: [
        'driver',
        '"provisoner"',
        'It must be EdgeDriver.PLUGIN',
        'EdgeDriver.PROVISIONER ("provisioner")',
      ],
    },
    {
      mistake: 'misspelled limits',
      make: provider({ customFieldLimits: 'curent' }),
      says: ['customFieldLimits', '"curent"', 'It must be "specification" or "current"', '"current"'],
    },
    {
      mistake: 'a misspelled prop of a secret',
      make: () => new SecretVariable(makeStack('edge'), 'token', props({ defalt: '' })),
      says: ['[edge/token] SecretVariable', 'defalt', 'there is no prop defalt', 'Did you mean default?'],
    },
    {
      mistake: 'a secret as its default',
      make: () => {
        warned(new SecretVariable(makeStack('edge'), 'token', { default: 'abc' }));
      },
      says: ['default', 'is a literal', 'Use it for no secret', 'set TF_VAR_token where Terraform runs'],
    },
  ]);
});
