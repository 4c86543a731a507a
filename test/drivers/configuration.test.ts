import {
  configurationAttributes,
  defaultBaseUrl,
  resolveConfiguration,
  settingsOf,
} from '../../lib/drivers/configuration';
import { checkAttributes, unknown, type ObjectValue } from '../../lib/schema';
import { describeAll } from '../support/handler-harness';

const token = { EDGE_API_TOKEN: 'env-token' };
const pair = { EDGE_API_EMAIL: 'env@example.com', EDGE_API_KEY: 'env-key' };
const address = 'http://127.0.0.1:8787/client/v4';

const problemsOf = (config: ObjectValue, env: NodeJS.ProcessEnv) => {
  const resolved = resolveConfiguration(config, env);
  if ('configuration' in resolved) throw new Error('it is configured');
  return { said: describeAll(resolved.problems), isLater: resolved.isLater };
};

describe('the configuration of the provider', () => {
  it.each<[string, ObjectValue, NodeJS.ProcessEnv, object]>([
    ['the token of the environment', {}, token, { apiToken: 'env-token' }],
    ['a token before that of the environment', { api_token: 'own' }, token, { apiToken: 'own' }],
    ['a token over a pair', { api_token: 'own', api_email: 'a@b.c', api_key: 'k' }, {}, { apiToken: 'own' }],
    ['the token of the environment before its pair', {}, { ...token, ...pair }, { apiToken: 'env-token' }],
    ['the pair of the environment', {}, pair, { email: 'env@example.com', apiKey: 'env-key' }],
    ['a pair over a token', { api_email: 'a@b.c', api_key: 'k' }, token, { email: 'a@b.c', apiKey: 'k' }],
    [
      'a pair put together from both',
      { api_email: 'a@b.c' },
      { ...token, EDGE_API_KEY: 'env-key' },
      { email: 'a@b.c', apiKey: 'env-key' },
    ],
    ['a key of its own', { api_key: 'own' }, pair, { email: 'env@example.com', apiKey: 'own' }],
    ['what attributes leave empty', { api_token: '', api_email: null }, token, { apiToken: 'env-token' }],
  ])('reads %s', (_, config, env, credentials) => {
    expect(resolveConfiguration(config, env)).toEqual({
      configuration: { baseUrl: defaultBaseUrl, credentials },
      settings: { customFieldLimits: 'specification' },
    });
  });

  it.each<[string, ObjectValue, NodeJS.ProcessEnv, string]>([
    ['an attribute', { base_url: address }, { EDGE_BASE_URL: 'https://other.example/client/v4' }, address],
    ['the environment', {}, { EDGE_BASE_URL: address }, address],
    ['the service itself', { base_url: '' }, { EDGE_BASE_URL: '' }, defaultBaseUrl],
  ])('uses the address of %s', (_, config, env, baseUrl) => {
    expect(resolveConfiguration(config, { ...token, ...env })).toMatchObject({ configuration: { baseUrl } });
  });

  it.each<[string, ObjectValue, NodeJS.ProcessEnv, string | undefined]>([
    ['the proxy for the base URL', {}, { HTTPS_PROXY: 'proxy:3128' }, 'http://proxy:3128'],
    [
      'the proxy for the base URL of the attribute',
      { base_url: 'http://api.example.test/client/v4' },
      { HTTP_PROXY: 'http://a:1', HTTPS_PROXY: 'http://b:2' },
      'http://a:1',
    ],
    ['no proxy for the emulator', { base_url: address }, { HTTP_PROXY: 'http://proxy:3128' }, undefined],
    ['no proxy that is invalid and not used', {}, { HTTPS_PROXY: 'socks5://a', NO_PROXY: '*' }, undefined],
  ])('finds %s', (_, config, env, proxyUrl) => {
    const resolved = resolveConfiguration(config, { ...token, ...env });
    if (!('configuration' in resolved)) throw new Error('it is not configured');
    expect(resolved.configuration.proxyUrl).toBe(proxyUrl);
  });

  it.each([
    ['HTTPS_PROXY', 'socks5://CANARY:CANARY@proxy:1080', 'socks5://[redacted]@proxy:1080'],
    ['https_proxy', 'http://CANARY:CAN/ARY@proxy:3128', 'http://[redacted]@proxy:3128'],
  ])('fails for an invalid proxy in %s', (variable, value, shown) => {
    const { said } = problemsOf({}, { ...token, [variable]: value });
    expect(said).toEqual([
      `error at : Invalid environment variable: ${variable} is "${shown}". Use http://<host>:<port> or https://<host>:<port>. ` +
        'Percent-encode special characters of a user and a password.',
    ]);
  });

  it.each<[string, ObjectValue, NodeJS.ProcessEnv, string]>([
    ['empty credentials', { api_token: '' }, { EDGE_API_TOKEN: '' }, 'error at api_token: No credentials'],
    ['half a pair, and a token', { api_key: 'canary' }, token, 'error at api_email: Incomplete credentials'],
  ])('fails for %s', (_, config, env, message) => {
    const { said, isLater } = problemsOf(config, env);
    expect(said).toEqual([expect.stringContaining(message)]);
    expect(said.join('')).not.toContain('canary');
    expect(isLater).toBe(false);
  });

  it('reports every value that is not known yet, as known later', () => {
    const { said, isLater } = problemsOf({ base_url: unknown, api_token: unknown, api_key: 'canary' }, {});
    expect(said).toEqual([
      expect.stringMatching(/^error at base_url: .*EDGE_BASE_URL/),
      expect.stringMatching(/^error at api_token: .*EDGE_API_TOKEN/),
    ]);
    expect(isLater).toBe(true);
  });

  it.each([
    ['localhost:8787/client/v4', '"localhost:8787/client/v4"'],
    ['https://api.example', '"https://api.example"'],
    ['https://api.example/client/v4/zones', '"https://api.example/client/v4/zones"'],
    ['ftp://api.example/client/v4', '"ftp://api.example/client/v4"'],
    ['https://api.example/client/v4?key=canary', '"https://api.example/client/v4"'],
    ['https://user:canary@api.example/client/v4', 'contains a user or a password'],
    ['user:canary@ api.example', 'contains a user or a password'],
  ])('fails for the address %s, given either way, without showing a secret', (baseUrl, words) => {
    const attribute = describeAll(checkAttributes(configurationAttributes, { base_url: baseUrl }, []));
    const variable = problemsOf({}, { ...token, EDGE_BASE_URL: baseUrl });
    expect(attribute).toEqual([expect.stringContaining(`error at base_url: Invalid base URL: base_url`)]);
    expect(variable.said).toEqual([
      expect.stringContaining('error at base_url: Invalid base URL: EDGE_BASE_URL'),
    ]);
    for (const said of [...attribute, ...variable.said]) {
      expect(said).toContain(words);
      expect(said).toContain('ends in /client/v4');
      expect(said).not.toContain('canary');
    }
  });

  it('accepts an address with a slash at its end', () => {
    expect(checkAttributes(configurationAttributes, { base_url: `${address}/` }, [])).toEqual([]);
  });

  it('marks token and key as sensitive', () => {
    const hidden = Object.entries(configurationAttributes).filter(([, { sensitive }]) => sensitive === true);
    expect(hidden.map(([name]) => name)).toEqual(['api_token', 'api_key']);
  });

  it('reads the limits of the client from the environment', () => {
    const limits = { EDGE_REQUESTS_PER_5_MINUTES: '300', EDGE_RETRY_TIMEOUT_SECONDS: '0' };
    expect(resolveConfiguration({}, { EDGE_API_TOKEN: 'a-token', ...limits })).toMatchObject({
      configuration: { requestsPer5Minutes: 300, retryTimeoutMs: 0 },
    });
  });

  it('prefers the limits of its attributes to those of the environment', () => {
    const limits = { EDGE_REQUESTS_PER_5_MINUTES: '300', EDGE_RETRY_TIMEOUT_SECONDS: 'forever' };
    const config = { requests_per_5_minutes: 600, retry_timeout_seconds: 0 };
    expect(resolveConfiguration(config, { EDGE_API_TOKEN: 'a-token', ...limits })).toMatchObject({
      configuration: { requestsPer5Minutes: 600, retryTimeoutMs: 0 },
    });
  });

  it.each<[string, ObjectValue, NodeJS.ProcessEnv]>([
    ['its attribute', { custom_field_limits: 'current' }, { EDGE_CUSTOM_FIELD_LIMITS: 'specification' }],
    ['the environment', {}, { EDGE_CUSTOM_FIELD_LIMITS: 'current' }],
  ])('takes the limits of custom fields from %s', (_, config, env) => {
    expect(resolveConfiguration(config, { ...token, ...env })).toMatchObject({
      settings: { customFieldLimits: 'current' },
    });
  });

  it('knows the limits of custom fields before the rest, unless they are unknown', () => {
    expect(settingsOf({}, {})).toEqual({ customFieldLimits: 'specification' });
    expect(settingsOf({ base_url: unknown, custom_field_limits: 'current' }, {})).toEqual({
      customFieldLimits: 'current',
    });
    expect(
      settingsOf({ custom_field_limits: unknown }, { EDGE_CUSTOM_FIELD_LIMITS: 'current' }),
    ).toBeUndefined();
  });

  it('fails for limits of custom fields that do not exist', () => {
    const config = { custom_field_limits: 'all' };
    expect(describeAll(checkAttributes(configurationAttributes, config, []))).toEqual([
      'error at custom_field_limits: Invalid value: custom_field_limits is "all". It must be "specification" or "current".',
    ]);
  });

  it.each([
    ['requests_per_5_minutes', 0, 'Use a whole number from 1 to 1000000.'],
    ['requests_per_5_minutes', 1.5, 'Use a whole number from 1 to 1000000.'],
    ['retry_timeout_seconds', -1, 'Use a whole number from 0 to 86400.'],
  ])('fails for %s = %d', (name, value, fix) => {
    expect(describeAll(checkAttributes(configurationAttributes, { [name]: value }, []))).toEqual([
      `error at ${name}: Invalid limit: ${name} is ${value}. ${fix}`,
    ]);
  });

  it.each([
    ['EDGE_REQUESTS_PER_5_MINUTES', '0', 'Use a whole number from 1 to 1000000.'],
    ['EDGE_RETRY_TIMEOUT_SECONDS', '-1', 'Use a whole number from 0 to 86400.'],
    ['EDGE_RETRY_TIMEOUT_SECONDS', '1.5', 'Use a whole number from 0 to 86400.'],
  ])('fails for %s=%s', (variable, value, fix) => {
    expect(resolveConfiguration({}, { EDGE_API_TOKEN: 'a-token', [variable]: value })).toEqual({
      problems: [
        {
          severity: 'error',
          path: [],
          summary: 'Invalid environment variable',
          detail: `${variable} is "${value}". ${fix}`,
        },
      ],
      isLater: false,
    });
  });
});
