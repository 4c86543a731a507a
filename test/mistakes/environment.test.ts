import { resolveConfiguration } from '../../lib/drivers/configuration';
import { describeAll } from '../support/handler-harness';
import { tellMistakes } from './table';

const environment = (env: NodeJS.ProcessEnv) => () => {
  const resolved = resolveConfiguration({}, env);
  throw new Error('problems' in resolved ? describeAll(resolved.problems).join('\n') : 'no problem');
};
const given = { EDGE_API_TOKEN: 'abc' };

describe('the environment', () => {
  tellMistakes([
    {
      mistake: 'no credentials',
      make: environment({}),
      says: ['api_token', 'No credentials', 'EDGE_API_EMAIL with EDGE_API_KEY', 'Set EDGE_API_TOKEN'],
    },
    {
      mistake: 'a variable without the word API',
      make: environment({ EDGE_TOKEN: 'abc' }),
      says: ['api_token', 'EDGE_TOKEN', 'Nothing reads EDGE_TOKEN', 'Set EDGE_API_TOKEN'],
    },
    {
      mistake: 'a misspelled variable, and one in lower case',
      make: environment({ EDGE_APITOKEN: 'abc', edge_api_token: 'abc' }),
      says: ['api_token', 'EDGE_APITOKEN and edge_api_token', 'Nothing reads', 'correct the names'],
    },
    {
      mistake: "the variables of the service's own provider",
      make: environment({ CLOUDFLARE_API_TOKEN: 'abc' }),
      says: ['api_token', 'CLOUDFLARE_API_TOKEN is set', 'to use it', 'set EDGE_USE_CLOUDFLARE_ENV=true'],
    },
    {
      mistake: 'a token with the scheme of its header',
      make: environment({ EDGE_API_TOKEN: 'Bearer abc' }),
      says: ['EDGE_API_TOKEN', 'begins with "Bearer "', 'which each call adds itself', 'Leave that word out'],
    },
    {
      mistake: 'a line of a file of variables as the token',
      make: environment({ EDGE_API_TOKEN: 'EDGE_API_TOKEN=abc' }),
      says: ['EDGE_API_TOKEN', 'begins with the name of a variable', 'sign =', 'Leave out all up to'],
    },
    {
      mistake: 'a token in quotes',
      make: environment({ EDGE_API_TOKEN: '"abc"' }),
      says: ['EDGE_API_TOKEN', 'has quotes around it', 'quotes', 'Leave them out'],
    },
    {
      mistake: 'a token with a line break',
      make: environment({ EDGE_API_TOKEN: 'abc\n' }),
      says: ['EDGE_API_TOKEN', 'has a blank, a line break', 'that no credential has', 'Copy it again'],
    },
    {
      mistake: 'the placeholder of a page of docs',
      make: environment({ EDGE_API_TOKEN: '<your-token>' }),
      says: ['EDGE_API_TOKEN', 'is a placeholder', 'such as <token>', 'Set the value itself'],
    },
    {
      mistake: 'a variable in single quotes, which the shell does not replace',
      make: environment({ EDGE_API_TOKEN: '$TOKEN' }),
      says: ['EDGE_API_TOKEN', 'is a placeholder', '$TOKEN', 'Set the value itself'],
    },
    {
      mistake: 'an e-mail without a key',
      make: environment({ EDGE_API_EMAIL: 'a@example.com' }),
      says: ['api_key', 'api_email (EDGE_API_EMAIL)', 'is set without api_key', 'Set EDGE_API_KEY too'],
    },
    {
      mistake: 'a key without an e-mail',
      make: environment({ EDGE_API_KEY: 'abc' }),
      says: ['api_email', 'api_key (EDGE_API_KEY)', 'is set without api_email', 'Set EDGE_API_EMAIL too'],
    },
    {
      mistake: 'a pair without its second half, of the variables of another provider',
      make: environment({ EDGE_USE_CLOUDFLARE_ENV: 'true', CLOUDFLARE_EMAIL: 'a@example.com' }),
      says: [
        'api_key',
        'api_email (CLOUDFLARE_EMAIL)',
        'is set without api_key',
        'Set CLOUDFLARE_API_KEY too',
      ],
    },
    {
      mistake: 'a switch that is neither true nor false',
      make: environment({ EDGE_USE_CLOUDFLARE_ENV: 'yes' }),
      says: ['EDGE_USE_CLOUDFLARE_ENV', '"yes"', 'It must be "true" or "false"', '"true"'],
    },
    {
      mistake: 'a host and a port in place of an address',
      make: environment({ ...given, EDGE_BASE_URL: 'localhost:8080' }),
      says: ['EDGE_BASE_URL', '"localhost:8080"', 'ends in /client/v4', 'Use an http or https URL'],
    },
    {
      mistake: 'a password in the address',
      make: environment({ ...given, EDGE_BASE_URL: 'http://a:b@localhost/client/v4' }),
      says: [
        'EDGE_BASE_URL',
        'contains a user or a password',
        'without user, query and fragment',
        'Use an http',
      ],
    },
    {
      mistake: 'a number with a comma',
      make: environment({ ...given, EDGE_REQUESTS_PER_5_MINUTES: '1,200' }),
      says: ['EDGE_REQUESTS_PER_5_MINUTES', '"1,200"', 'from 1 to 1000000', 'Use a whole number'],
    },
    {
      mistake: 'a time with a unit',
      make: environment({ ...given, EDGE_RETRY_TIMEOUT_SECONDS: '2m' }),
      says: ['EDGE_RETRY_TIMEOUT_SECONDS', '"2m"', 'from 0 to 86400', 'Use a whole number'],
    },
    {
      mistake: 'limits in another case',
      make: environment({ ...given, EDGE_CUSTOM_FIELD_LIMITS: 'Current' }),
      says: ['EDGE_CUSTOM_FIELD_LIMITS', '"Current"', 'It must be "specification" or "current"', '"current"'],
    },
    {
      mistake: 'a proxy of another protocol',
      make: environment({ ...given, HTTPS_PROXY: 'socks5://proxy:1080' }),
      says: [
        'HTTPS_PROXY',
        '"socks5://proxy:1080"',
        'http://<host>:<port> or https://<host>:<port>',
        'Use http://',
      ],
    },
  ]);
});
