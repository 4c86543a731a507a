import { proxyOf } from '../../lib/drivers/proxy-environment';

const api = 'https://api.example.com/client/v4';
const proxy = 'http://proxy.example.com:3128';
const direct = undefined;

describe('the proxy of an endpoint', () => {
  it.each<[NodeJS.ProcessEnv, string, [variable: string, url: string] | undefined]>([
    [{}, api, direct],
    [{ HTTPS_PROXY: '' }, api, direct],
    [{ HTTPS_PROXY: proxy }, api, ['HTTPS_PROXY', proxy]],
    [{ https_proxy: proxy }, api, ['https_proxy', proxy]],
    [{ HTTPS_PROXY: proxy, https_proxy: 'http://other:1' }, api, ['HTTPS_PROXY', proxy]],
    [{ HTTPS_PROXY: '', https_proxy: proxy }, api, ['https_proxy', proxy]],
    [{ HTTPS_PROXY: ` ${proxy}\n` }, api, ['HTTPS_PROXY', proxy]],
    [{ HTTPS_PROXY: 'proxy.example.com:3128' }, api, ['HTTPS_PROXY', proxy]],
    [{ HTTPS_PROXY: 'user:key@proxy:3128' }, api, ['HTTPS_PROXY', 'http://user:key@proxy:3128']],
    [{ HTTPS_PROXY: 'https://proxy' }, api, ['HTTPS_PROXY', 'https://proxy']],
    [{ HTTP_PROXY: proxy }, api, direct],
    [{ ALL_PROXY: proxy, all_proxy: proxy }, api, direct],
    [{ HTTPS_PROXY: proxy }, 'http://api.example.com/client/v4', direct],
    [{ HTTP_PROXY: proxy }, 'http://api.example.com/client/v4', ['HTTP_PROXY', proxy]],
    [{ http_proxy: proxy }, 'http://api.example.com/client/v4', ['http_proxy', proxy]],
    [{ HTTPS_PROXY: proxy, NO_PROXY: 'example.com' }, api, direct],
    [{ HTTPS_PROXY: proxy, no_proxy: 'example.com' }, api, direct],
    [{ HTTPS_PROXY: proxy, NO_PROXY: 'other.com', no_proxy: 'example.com' }, api, ['HTTPS_PROXY', proxy]],
  ])('in %j of %s is %j', (env, url, found) => {
    expect(proxyOf(url, env)).toEqual(found && { variable: found[0], url: found[1] });
  });

  it.each([
    'localhost',
    'localhost:8787',
    '127.0.0.1:8787',
    '127.255.255.254',
    '127.1',
    '[::1]',
    '[::1]:8787',
    '[::ffff:127.0.0.1]:8787',
  ])('is never used for this machine, %s', (host) => {
    for (const scheme of ['http', 'https']) {
      expect(
        proxyOf(`${scheme}://${host}/client/v4`, { HTTP_PROXY: proxy, HTTPS_PROXY: proxy }),
      ).toBeUndefined();
    }
  });

  it.each(['localhost.example.com', 'my-localhost', '128.0.0.1', '0.0.0.0', '[::2]'])(
    'is used for %s, which is another machine',
    (host) => {
      expect(proxyOf(`https://${host}/client/v4`, { HTTPS_PROXY: proxy })).toBeDefined();
    },
  );

  it.each<[noProxy: string, host: string, isDirect: boolean]>([
    ['*', 'api.example.com', true],
    ['other.com, * ', 'api.example.com', true],
    ['api.example.com', 'api.example.com', true],
    ['API.Example.COM', 'api.example.com', true],
    ['example.com', 'api.example.com', true],
    ['example.com', 'example.com', true],
    ['example.com', 'notexample.com', false],
    ['.example.com', 'api.example.com', true],
    ['.example.com', 'a.b.example.com', true],
    ['.example.com', 'example.com', false],
    ['*.example.com', 'api.example.com', true],
    ['*.example.com', 'example.com', false],
    ['*example.com', 'api.example.com', false],
    ['api.*.com', 'api.example.com', false],
    ['com', 'api.example.com', true],
    ['other.com,, example.com ', 'api.example.com', true],
    ['other.com example.com', 'api.example.com', false],
    ['bücher.example', 'api.xn--bcher-kva.example', true],
    ['.bücher.example', 'api.xn--bcher-kva.example', true],
    ['xn--bcher-kva.example', 'bücher.example', true],
    ['example.com:443', 'api.example.com', true],
    ['example.com:443', 'api.example.com:8443', false],
    ['example.com:8443', 'api.example.com:8443', true],
    ['.example.com:8443', 'api.example.com:8443', true],
    ['.example.com:8443', 'api.example.com', false],
    ['example.com:', 'api.example.com', true],
    [':443', 'api.example.com', false],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.70', false],
    ['192.0.2.7:443', '192.0.2.7', true],
    ['192.0.2.7:8443', '192.0.2.7', false],
    ['2.7', '192.0.2.7', false],
    ['.0.2.7', '192.0.2.7', false],
    ['192.0.2.0/24', '192.0.2.7', true],
    ['192.0.2.9/24', '192.0.2.7', true],
    ['192.0.2.0/24', '192.0.3.7', false],
    ['192.0.2.0/33', '192.0.2.7', false],
    ['192.0.2.0/24:443', '192.0.2.7', false],
    ['0.0.0.0/0', '192.0.2.7', true],
    ['0.0.0.0/0', 'api.example.com', false],
    ['2001:db8::7', '[2001:db8::7]', true],
    ['2001:db8:0:0::7', '[2001:db8::7]', true],
    ['[2001:db8::7]:443', '[2001:db8::7]', true],
    ['[2001:db8::7]:8443', '[2001:db8::7]', false],
    ['2001:db8::/32', '[2001:db8::7]', true],
    ['2001:db8::/32', '[2001:db9::7]', false],
    ['2001:db8::/129', '[2001:db8::7]', false],
    ['::ffff:192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '[::ffff:192.0.2.7]', true],
    ['192.0.2.0/24', '[::ffff:192.0.2.7]', true],
    ['http://api.example.com', 'api.example.com', false],
    ['', 'api.example.com', false],
  ])('with NO_PROXY=%j of %s: direct is %j', (noProxy, host, isDirect) => {
    const found = proxyOf(`https://${host}/client/v4`, { HTTPS_PROXY: proxy, NO_PROXY: noProxy });
    expect(found === undefined).toBe(isDirect);
  });

  it('takes brackets without a port, which Go does not', () => {
    const env = { HTTPS_PROXY: proxy, NO_PROXY: '[2001:db8::7]' };
    expect(proxyOf('https://[2001:db8::7]/client/v4', env)).toBeUndefined();
  });
});
