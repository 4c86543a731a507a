import { fail, rejection, serveEachTest, succeed } from './support/serve';

const server = serveEachTest();

const phase = 'http_log_custom_fields';

describe('listing', () => {
  const pages: Record<string, { result: unknown; result_info: unknown }> = {
    '': { result: [{ id: '1', kind: 'managed', phase }], result_info: { cursor: 'b&=' } },
    'b&=': { result: [{ id: '2', kind: 'zone', phase }], result_info: { cursors: { after: 'c' } } },
    c: { result: [{ id: '3', kind: 'zone', phase: 'other' }], result_info: { cursor: '' } },
  };

  beforeEach(() => {
    server.respond = ({ url }, response) => {
      const { result, ...extra } = pages[new URL(url, server.origin).searchParams.get('cursor') ?? ''] ?? {};
      succeed(response, result, extra);
    };
  });

  test('follows the cursor, and asks for the first page without parameters', async () => {
    const rulesets = await server.client().rulesets.list('z');
    expect(rulesets.map((ruleset) => ruleset.id)).toEqual(['1', '2', '3']);
    expect(server.received.map((request) => request.url.slice('/client/v4/zones/z/rulesets'.length))).toEqual(
      ['', '?cursor=b%26%3D', '?cursor=c'],
    );
  });

  test('stops at the requested ruleset', async () => {
    expect(await server.client().rulesets.findZoneRuleset('z', phase)).toMatchObject({ id: '2' });
    expect(server.received).toHaveLength(2);
  });

  test('finds nothing when there is no such ruleset', async () => {
    expect(await server.client().rulesets.findZoneRuleset('z', 'http_ratelimit')).toBeUndefined();
    expect(server.received).toHaveLength(3);
  });

  test('treats null and a missing result_info as the end', async () => {
    for (const result_info of [null, {}, { cursors: null }, 'x']) {
      server.answer(null, { result_info });
      expect(await server.client().rulesets.list('z')).toEqual([]);
    }
  });

  test('fails when a cursor repeats', async () => {
    server.answer([], { result_info: { cursor: 'again' } });
    const error = await rejection(server.client().rulesets.list('z'));
    expect(String(error)).toContain('leads back to an earlier page');
    expect(server.received).toHaveLength(2);
  });
});

describe('the entry point', () => {
  test('is undefined when it was never created', async () => {
    server.respond = (_, response) => {
      fail(response, 404, {
        code: 10003,
        message: `could not find entrypoint ruleset in the ${phase} phase`,
      });
    };
    expect(await server.client().rulesets.entryPoint('z', phase)).toBeUndefined();
  });

  test('fails for any other 404', async () => {
    server.refuse(404, { message: 'no such zone' });
    expect(await rejection(server.client().rulesets.entryPoint('z', phase))).toMatchObject({
      name: 'NotFoundError',
    });
  });
});
