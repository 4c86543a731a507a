import { resolveConfiguration } from '../../lib/drivers/configuration';
import { describeAll } from '../support/handler-harness';
import { tellMistakes } from './table';

const environment = (env: NodeJS.ProcessEnv) => () => {
  const resolved = resolveConfiguration({}, env);
  throw new Error('problems' in resolved ? describeAll(resolved.problems).join('\n') : 'no problem');
};
const given = { EDGE_API_TOKEN: 'abc' };

describe('the environment', () => {
  tellMistakes({
    'no credentials': [
      environment({}),
      'api_token … No credentials … EDGE_API_EMAIL with EDGE_API_KEY … Set EDGE_API_TOKEN',
    ],
    'a variable without the word API': [
      environment({ EDGE_TOKEN: 'abc' }),
      'api_token … EDGE_TOKEN … Nothing reads EDGE_TOKEN … Set EDGE_API_TOKEN',
    ],
    'a misspelled variable, and one in lower case': [
      environment({ EDGE_APITOKEN: 'abc', edge_api_token: 'abc' }),
      'api_token … EDGE_APITOKEN and edge_api_token … Nothing reads … correct the names',
    ],
    "the variables of the service's own provider": [
      environment({ CLOUDFLARE_API_TOKEN: 'abc' }),
      'api_token … CLOUDFLARE_API_TOKEN is set … to use it … set EDGE_USE_CLOUDFLARE_ENV=true',
    ],
    'a token with the scheme of its header': [
      environment({ EDGE_API_TOKEN: 'Bearer abc' }),
      'EDGE_API_TOKEN … begins with "Bearer " … which each call adds itself … Leave that word out',
    ],
    'a line of a file of variables as the token': [
      environment({ EDGE_API_TOKEN: 'EDGE_API_TOKEN=abc' }),
      'EDGE_API_TOKEN … begins with the name of a variable … sign = … Leave out all up to',
    ],
    'a token in quotes': [
      environment({ EDGE_API_TOKEN: '"abc"' }),
      'EDGE_API_TOKEN … has quotes around it … quotes … Leave them out',
    ],
    'a token with a line break': [
      environment({ EDGE_API_TOKEN: 'abc\n' }),
      'EDGE_API_TOKEN … has a blank, a line break … that no credential has … Copy it again',
    ],
    'the placeholder of a page of docs': [
      environment({ EDGE_API_TOKEN: '<your-token>' }),
      'EDGE_API_TOKEN … is a placeholder … such as <token> … Set the value itself',
    ],
    'an e-mail without a key': [
      environment({ EDGE_API_EMAIL: 'a@example.com' }),
      'api_key … api_email (EDGE_API_EMAIL) … is set without api_key … Set EDGE_API_KEY too',
    ],
    'a key without an e-mail': [
      environment({ EDGE_API_KEY: 'abc' }),
      'api_email … api_key (EDGE_API_KEY) … is set without api_email … Set EDGE_API_EMAIL too',
    ],
    'a pair without its second half, of the variables of another provider': [
      environment({ EDGE_USE_CLOUDFLARE_ENV: 'true', CLOUDFLARE_EMAIL: 'a@example.com' }),
      'api_key … api_email (CLOUDFLARE_EMAIL) … is set without api_key … Set CLOUDFLARE_API_KEY too',
    ],
    'a switch that is neither true nor false': [
      environment({ EDGE_USE_CLOUDFLARE_ENV: 'yes' }),
      'EDGE_USE_CLOUDFLARE_ENV … "yes" … It must be "true" or "false" … "true"',
    ],
    'a password in the address': [
      environment({ ...given, EDGE_BASE_URL: 'http://a:b@localhost/client/v4' }),
      'EDGE_BASE_URL … contains a user or a password … without user, query and fragment … Use an http',
    ],
    'a proxy of another protocol': [
      environment({ ...given, HTTPS_PROXY: 'socks5://proxy:1080' }),
      'HTTPS_PROXY … "socks5://proxy:1080" … http://<host>:<port> or https://<host>:<port> … Use http://',
    ],
  });
});
