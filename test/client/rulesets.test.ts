import { fail, rejection, serveEachTest, succeed } from './support/serve';

const server = serveEachTest();

const phase = 'http_log_custom_fields';
const full = {
  last_updated: '2026-01-02T03:04:05.678901Z',
  rules: [
    {
      id: 'rule-1',
      version: '1',
      action: 'log_custom_field',
      action_parameters: {
        cookie_fields: [{ name: 'Session' }],
        response_fields: [{ name: 'x-cache', preserve_duplicates: true }],
      },
      expression: 'true',
      description: 'Cookies',
      ref: 'rule-1',
      enabled: false,
      last_updated: '2026-01-02T03:04:05.678901Z',
      categories: ['new'],
    },
  ],
  version: '2',
  phase,
  kind: 'zone',
  description: 'Fields',
  name: 'Log fields',
  id: 'ruleset-1',
  source: 'firewall_managed',
};

const { answer } = server;

describe('reading a ruleset', () => {
  test('keeps every field, unknown ones too', async () => {
    answer(full);
    expect(await server.client().rulesets.get('z', 'ruleset-1')).toEqual(full);
    expect(server.received[0]).toMatchObject({ method: 'GET', url: '/client/v4/zones/z/rulesets/ruleset-1' });
  });

  test('sets defaults for missing and null fields', async () => {
    const filled = {
      id: 'r',
      name: '',
      description: '',
      kind: '',
      phase: '',
      version: '',
      last_updated: '',
      rules: [],
    };
    answer({ id: 'r' });
    expect(await server.client().rulesets.get('z', 'r')).toEqual(filled);
    answer({ id: 'r', name: null, description: null, rules: null });
    expect(await server.client().rulesets.get('z', 'r')).toEqual(filled);
  });

  test('sets defaults for missing fields of a rule, with an empty id', async () => {
    const parameters = { request_fields: null, cookie_fields: [{ name: 'a' }] };
    answer({
      id: 'r',
      rules: [{ id: '', action: 'log', action_parameters: null }, { action_parameters: parameters }],
    });
    const { rules } = await server.client().rulesets.get('z', 'r');
    const filled = {
      id: '',
      version: '',
      expression: '',
      description: '',
      ref: '',
      enabled: true,
      last_updated: '',
    };
    expect(rules).toEqual([
      { ...filled, action: 'log' },
      { ...filled, action: '', action_parameters: { cookie_fields: [{ name: 'a' }] } },
    ]);
  });

  test('keeps the parameters of other actions as they are', async () => {
    const parameters = { id: 'managed', overrides: { rules: [{ id: 'x', action: 'log', enabled: true }] } };
    answer({ id: 'r', rules: [{ id: 'x', action: 'execute', action_parameters: parameters }] });
    const { rules } = await server.client().rulesets.get('z', 'r');
    expect(rules[0]?.action_parameters).toEqual(parameters);
  });

  test.each([
    ['no id', { name: 'x' }, 'a ruleset without an id'],
    ['an empty id', { id: '' }, 'a ruleset without an id'],
    ['an id that is a number', { id: 7 }, 'a ruleset whose id is not a string'],
    ['rules that are no list', { id: 'r', rules: {} }, 'a ruleset whose rules is not an array'],
    ['a rule that is no object', { id: 'r', rules: ['x'] }, 'an envelope without a rule'],
    ['enabled in words', { id: 'r', rules: [{ enabled: 'yes' }] }, 'a rule whose enabled is not a boolean'],
    [
      'a field without a name',
      { id: 'r', rules: [{ action_parameters: { cookie_fields: [{}] } }] },
      'a custom field without a name',
    ],
  ])('fails for %s', async (_, result, words) => {
    answer(result);
    const error = await rejection(server.client().rulesets.get('z', 'r'));
    expect(error).toMatchObject({ name: 'UnreadableReplyError', status: 200 });
    expect(String(error)).toContain(`and the reply is ${words}. The API may have changed`);
  });
});

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
      server.respond = (_, response) => {
        succeed(response, null, { result_info });
      };
      expect(await server.client().rulesets.list('z')).toEqual([]);
    }
  });

  test('fails when a cursor repeats', async () => {
    server.respond = (_, response) => {
      succeed(response, [], { result_info: { cursor: 'again' } });
    };
    const error = await rejection(server.client().rulesets.list('z'));
    expect(String(error)).toContain('leads back to an earlier page');
    expect(server.received).toHaveLength(2);
  });

  test('fails when the result is no list', async () => {
    answer({ id: 'r' });
    const error = await rejection(server.client().rulesets.list('z'));
    expect(String(error)).toContain('an envelope without a list of rulesets');
  });
});

describe('changing', () => {
  test('creates with exactly the given values', async () => {
    answer(full);
    const input = { name: 'Log fields', kind: 'zone', description: '', phase } as const;
    expect(await server.client().rulesets.create('z', input)).toMatchObject({ id: 'ruleset-1' });
    expect(server.received[0]).toMatchObject({ method: 'POST', url: '/client/v4/zones/z/rulesets' });
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual(input);
  });

  test('replaces the rules', async () => {
    answer(full);
    const rules = [
      { action: 'log_custom_field', expression: 'true', action_parameters: { cookie_fields: [] } },
    ];
    const replaced = await server.client().rulesets.replaceRules('z', 'ruleset-1', { rules });
    expect(replaced.rules).toHaveLength(1);
    expect(server.received[0]).toMatchObject({ method: 'PUT', url: '/client/v4/zones/z/rulesets/ruleset-1' });
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({ rules });
  });

  test('deletes one rule, and answers with the others', async () => {
    answer({ ...full, rules: [] });
    expect(await server.client().rulesets.deleteRule('z', 'ruleset-1', 'r')).toMatchObject({ rules: [] });
    expect(server.received[0]).toMatchObject({
      method: 'DELETE',
      url: '/client/v4/zones/z/rulesets/ruleset-1/rules/r',
    });
  });

  test('deletes: a reply of 204 has no body', async () => {
    server.respond = (_, response) => {
      response.writeHead(204).end();
    };
    await expect(server.client().rulesets.delete('z', 'r')).resolves.toBeUndefined();
    expect(server.received[0]).toMatchObject({ method: 'DELETE', url: '/client/v4/zones/z/rulesets/r' });
  });
});

describe('the entry point', () => {
  test('is the ruleset of the phase', async () => {
    answer(full);
    expect(await server.client().rulesets.entryPoint('z', phase)).toEqual(full);
    expect(server.received[0]?.url).toBe(`/client/v4/zones/z/rulesets/phases/${phase}/entrypoint`);
  });

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
    server.respond = (_, response) => {
      fail(response, 404, { message: 'no such zone' });
    };
    expect(await rejection(server.client().rulesets.entryPoint('z', phase))).toMatchObject({
      name: 'NotFoundError',
    });
  });
});
