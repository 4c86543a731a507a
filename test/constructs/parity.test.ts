import { CustomFieldLimits, EdgeProvider } from '../../lib';
import { configurationAttributes } from '../../lib/drivers/configuration';
import { propName } from '../../lib/resources/edge-resource';
import { optionNames, outputProps } from '../resources/logpush-job/profile';
import { makeStack, objectAt, synth } from './support';

describe('LogOutput', () => {
  it('has an option for every attribute except the order of fields, which the job adds', () => {
    expect(Object.keys(outputProps)).toEqual(optionNames.map(propName));
  });
});

describe('EdgeProvider', () => {
  it('synthesizes every attribute of the configuration from its prop', () => {
    const props = {
      baseUrl: 'https://api.example.com/client/v4',
      apiToken: '${var.token}',
      apiEmail: 'ops@example.com',
      apiKey: '${var.key}',
      requestsPer5Minutes: 300,
      retryTimeoutSeconds: 60,
      customFieldLimits: CustomFieldLimits.CURRENT,
      useCloudflareEnv: true,
    };
    const stack = makeStack();
    new EdgeProvider(stack, 'second', { ...props, alias: 'second' });
    const { provider } = objectAt(synth(stack));
    const expected = Object.keys(configurationAttributes).map((name) => [
      name,
      Reflect.get(props, propName(name)) as unknown,
    ]);
    expect(provider).toEqual({ edge: [{}, { ...Object.fromEntries(expected), alias: 'second' }] });
    expect(Object.keys(configurationAttributes).map(propName).sort()).toEqual(Object.keys(props).sort());
  });
});
