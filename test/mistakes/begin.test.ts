import { Testing, TerraformStack } from 'cdktf';
import { CustomFieldsRuleset, EdgeProvider, LogpushJob, SecretVariable, WafMigration } from '../../lib';
import { makeStack, zoneId } from '../constructs/support';
import { props, synthesized, tellMistakes, warned } from './table';

const provider = (given: unknown) => () => {
  const stack = new TerraformStack(Testing.app(), 'edge');
  warned(new EdgeProvider(stack, 'edge', given as never));
};
const synth = (add: (stack: TerraformStack) => unknown) =>
  synthesized(() => new TerraformStack(Testing.app(), 'edge'), add);
const job = { zoneId, destinationConf: 's3://logs?region=eu' };

describe('the stack and its constructs', () => {
  tellMistakes({
    'a construct without a provider': [
      synth((stack) => new LogpushJob(stack, 'logs', job)),
      '[edge/logs] LogpushJob … the stack edge has no provider … before its constructs … Add new EdgeProvider',
    ],
    'two providers without an alias': [
      synth((stack) => [new EdgeProvider(stack, 'one'), new EdgeProvider(stack, 'two')]),
      '[edge/one] EdgeProvider … edge/two … without an alias … Give one of them an alias',
    ],
    'a construct without its name': [
      () => new LogpushJob(makeStack('edge'), props(job), undefined as never),
      "LogpushJob: id … id is an object … It must be a text … new LogpushJob(this, 'name', {",
    ],
    'a construct with an empty name': [
      () => new LogpushJob(makeStack('edge'), '', job),
      "LogpushJob: id … id is empty … It must be a text … new LogpushJob(this, 'name', {",
    ],
    'a construct without its stack': [
      () => new WafMigration(props({ zoneId }), 'waf', props({})),
      'WafMigration: scope … scope is an object … It must be a construct … Pass it first: new WafMigration(this',
    ],
    'a construct without props': [
      () => new LogpushJob(makeStack('edge'), 'logs', undefined as never),
      '[edge/logs] LogpushJob … props is undefined … It must be an object … Pass at least { destinationConf }',
    ],
    'the name of a provider in place of the construct': [
      () => new LogpushJob(makeStack('edge'), 'logs', props({ ...job, provider: 'edge' })),
      'provider: Wrong type … the string "edge" … It must be a provider … Pass the construct itself',
    ],
    'an import ID without its zone': [
      () => {
        new LogpushJob(makeStack('edge'), 'logs', job).importFrom('12');
      },
      '[edge/logs] LogpushJob.importFrom … "12" … the part after the zone is missing … Use <zone>/<job id>',
    ],
    'a time limit in words': [
      () => new LogpushJob(makeStack('edge'), 'logs', { ...job, timeouts: { create: '10 minutes' } }),
      'timeouts.create … "10 minutes" … more than 0 and at most 24h … for example "10m"',
    ],
  });

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
  tellMistakes({
    'a prop that does not exist': [
      provider({ token: 'x' }),
      '[edge/edge] EdgeProvider … token … there is no prop token … Did you mean apiToken?',
    ],
    'a text in place of the props': [
      provider('abc'),
      '[edge/edge] EdgeProvider … props is a string … It must be an object … leave it out',
    ],
    'a token in the code': [
      provider({ apiToken: 'abc' }),
      'apiToken … is a literal … anyone who can read the synthesized configuration … set EDGE_API_TOKEN',
    ],
    'a token with the scheme of its header': [
      provider({ apiToken: 'Bearer abc' }),
      'apiToken … begins with "Bearer " … which each call adds itself … Leave that word out',
    ],
    'an address without the version of the API': [
      provider({ baseUrl: 'https://api.cloudflare.com' }),
      'baseUrl … "https://api.cloudflare.com" … ends in /client/v4 … Use an http or https URL',
    ],
    'a number in quotes': [
      provider({ requestsPer5Minutes: '1200' }),
      'requestsPer5Minutes … the string "1200" … It must be a number … Write it without quotes: 1200',
    ],
    'a misspelled driver': [
      provider({ driver: 'provisoner' }),
      'driver … "provisoner" … It must be EdgeDriver.PLUGIN … EdgeDriver.PROVISIONER ("provisioner")',
    ],
    'a secret as its default': [
      () => {
        warned(new SecretVariable(makeStack('edge'), 'token', { default: 'abc' }));
      },
      'default … is a literal … Use it for no secret … set TF_VAR_token where Terraform runs',
    ],
  });
});
