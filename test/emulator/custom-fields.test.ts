import {
  customFieldRule,
  customFieldsPhase,
  pick,
  rulesets,
  start,
  startBeforeAll,
  world,
  type Reply,
  type Running,
} from './support';

const entrypoint = `${rulesets}/phases/${customFieldsPhase}/entrypoint`;
const named = (count: number, prefix: string) =>
  Array.from({ length: count }, (_item, at) => ({ name: `${prefix}-${at}` }));

function expectFault({ status, body }: Reply, pointer: string, message: RegExp): void {
  expect(status).toBe(400);
  expect(pick(body, 'errors')).toEqual([
    {
      code: expect.any(Number) as number,
      message: expect.stringMatching(message) as string,
      source: { pointer },
    },
  ]);
}

describe('rules of custom log fields', () => {
  const emulator = startBeforeAll();

  const put = (...rules: object[]) => emulator.call('PUT', entrypoint, { rules });

  it.each(
    Object.entries<object[]>({
      'one array': [customFieldRule({ request_fields: [{ name: 'x-id' }] })],
      'any cookie case': [customFieldRule({ cookie_fields: [{ name: 'SessionID' }, { name: 'sessionid' }] })],
      'all three arrays': [
        customFieldRule({
          request_fields: [{ name: 'a' }],
          response_fields: [{ name: 'a' }],
          cookie_fields: [{ name: 'a' }],
        }),
      ],
      'forty names over several arrays and rules': [
        customFieldRule({ request_fields: named(15, 'r'), response_fields: named(15, 's') }),
        customFieldRule({ cookie_fields: named(10, 'c') }),
      ],
    }),
  )('accepts %s', async (_name, rules) => {
    expect((await put(...rules)).status).toBe(200);
  });

  it.each(
    Object.entries<[parameters: object, place: string, message: RegExp, more?: object]>({
      'no array': [{}, '', /because at least one of/],
      'no parameters': [{}, '', /because at least one of/, { action_parameters: undefined }],
      'an empty array': [{ cookie_fields: [] }, '/cookie_fields', /because/],
      'a request header in upper case': [
        { request_fields: [...named(3, 'x'), { name: 'X-Id' }] },
        '/request_fields/3/name',
        /^'X-Id' is not a valid value for name because/,
      ],
      'a response header in upper case': [
        { response_fields: [{ name: 'Server' }] },
        '/response_fields/0/name',
        /^'Server' is not a valid value for name because/,
      ],
      'an empty name': [{ cookie_fields: [{ name: '' }] }, '/cookie_fields/0/name', /^'' is not/],
      'no name': [{ cookie_fields: [{}] }, '/cookie_fields/0/name', /^'' is not/],
      'a numeric name': [{ cookie_fields: [{ name: 1 }] }, '/cookie_fields/0/name', /must be a string/],
      'a name no header can have': [
        { request_fields: [{ name: 'x id' }] },
        '/request_fields/0/name',
        /^'x id' is not a valid value for name because no header/,
      ],
      'a name no cookie can have': [
        { cookie_fields: [{ name: 'a=b' }] },
        '/cookie_fields/0/name',
        /^'a=b' is not a valid value for name because no cookie/,
      ],
    }),
  )('fails for %s', async (_name, [parameters, place, message, more]) => {
    expectFault(await put(customFieldRule(parameters, more)), `/rules/0/action_parameters${place}`, message);
  });

  it('fails for another expression', async () => {
    const rule = customFieldRule({ cookie_fields: [{ name: 'a' }] }, { expression: 'not ssl' });
    const message = /^'not ssl' is not a valid value for expression because/;
    expectFault(await put(rule), '/rules/0/expression', message);
  });

  it.each(['transformed_request_fields', 'raw_response_fields'])(
    'fails for the unknown array %s',
    async (array) => {
      const reply = await put(customFieldRule({ [array]: [{ name: 'a' }] }));
      expect(reply.status).toBe(400);
      expect(pick(reply.body, 'errors', 0, 'message')).toBe(`invalid JSON: unknown field "${array}"`);
    },
  );

  it('fails for 41 names in one rule or in several', async () => {
    const one = await put(customFieldRule({ request_fields: named(41, 'r') }));
    const several = await put(
      customFieldRule({ request_fields: named(20, 'r'), response_fields: named(20, 's') }),
      customFieldRule({ cookie_fields: named(1, 'c') }),
    );
    for (const reply of [one, several]) {
      expect(reply.status).toBe(400);
      expect(pick(reply.body, 'errors', 0, 'message')).toMatch(
        /^'41 custom fields' is not a valid value for rules/,
      );
    }
  });

  it('fails when an added rule makes it 41 names', async () => {
    await put(customFieldRule({ request_fields: named(40, 'r') }));
    const id = pick(await emulator.result('GET', entrypoint), 'id');
    const reply = await emulator.call(
      'POST',
      `${rulesets}/${String(id)}/rules`,
      customFieldRule({ cookie_fields: named(1, 'c') }),
    );
    expect(reply.status).toBe(400);
  });

  it('reports every invalid value, not only the first', async () => {
    const reply = await put(
      customFieldRule({ request_fields: [{ name: 'A' }, { name: 'b' }, { name: 'C' }] }),
      customFieldRule({ cookie_fields: [{ name: '' }] }, { expression: 'false' }),
    );
    const errors = pick(reply.body, 'errors');
    expect(Array.isArray(errors) && errors.map((error) => pick(error, 'source', 'pointer'))).toEqual([
      '/rules/0/action_parameters/request_fields/0/name',
      '/rules/0/action_parameters/request_fields/2/name',
      '/rules/1/expression',
      '/rules/1/action_parameters/cookie_fields/0/name',
    ]);
  });
});

describe('rules of custom log fields with the limits of the specification', () => {
  const emulator = startBeforeAll();

  const put = (parameters: object) =>
    emulator.call('PUT', entrypoint, { rules: [customFieldRule(parameters)] });

  it('accept that duplicates are not preserved, which the provider of the service always sends', async () => {
    const parameters = { response_fields: [{ name: 'etag', preserve_duplicates: false }, { name: 'vary' }] };
    const { status, body } = await put(parameters);
    expect([status, pick(body, 'result', 'rules', 0, 'action_parameters')]).toEqual([200, parameters]);
  });

  it('fail to preserve duplicates', async () => {
    const { status, body } = await put({ response_fields: [{ name: 'vary', preserve_duplicates: true }] });
    expect([status, pick(body, 'errors', 0)]).toEqual([
      400,
      {
        code: 20100,
        message:
          "'true' is not a valid value for preserve_duplicates because only the first instance of a repeated header is logged",
        source: { pointer: `/rules/0/action_parameters/response_fields/0/preserve_duplicates` },
      },
    ]);
  });

  it('fail for duplicates of a request header or cookie', async () => {
    for (const array of ['request_fields', 'cookie_fields']) {
      const { body } = await put({ [array]: [{ name: 'a', preserve_duplicates: false }] });
      expect(pick(body, 'errors', 0, 'message')).toBe('invalid JSON: unknown field "preserve_duplicates"');
    }
  });
});

describe('rules of custom log fields with the current limits', () => {
  let emulator: Running;
  beforeAll(async () => {
    const zones = (world.zones ?? []).map((zone) => ({ ...zone, custom_field_limits: 'current' as const }));
    emulator = await start({ fixture: { ...world, zones } });
  });

  const put = (...rules: object[]) => emulator.call('PUT', entrypoint, { rules });

  it('have five arrays, and preserve_duplicates in every entry of response headers', async () => {
    const kept = { name: 'set-cookie', preserve_duplicates: true };
    const parameters = {
      request_fields: [{ name: 'content-type' }],
      transformed_request_fields: [{ name: 'host' }],
      response_fields: [{ name: 'connection' }, kept],
      raw_response_fields: [{ name: 'allow' }, { name: 'vary', preserve_duplicates: false }],
    };
    const { body } = await put(customFieldRule(parameters));
    expect(pick(body, 'result', 'rules', 0, 'action_parameters')).toEqual({
      ...parameters,
      response_fields: [{ name: 'connection', preserve_duplicates: false }, kept],
      raw_response_fields: ['allow', 'vary'].map((name) => ({ name, preserve_duplicates: false })),
    });
  });

  it('stay in their version when they are sent with and without the default', async () => {
    const rule = (item: object) => customFieldRule({ response_fields: [item] }, { ref: 'stable' });
    await put(rule({ name: 'vary' }));
    const { body } = await put(rule({ name: 'vary', preserve_duplicates: false }));
    expect(pick(body, 'result', 'rules', 0, 'version')).toBe('1');
  });

  it('have 100 names of each kind', async () => {
    const parameters = {
      request_fields: named(100, 'r'),
      transformed_request_fields: named(100, 't'),
      response_fields: named(100, 'r'),
      raw_response_fields: named(100, 't'),
      cookie_fields: named(100, 'c'),
    };
    expect((await put(customFieldRule(parameters))).status).toBe(200);
    const { status, body } = await put(
      customFieldRule(parameters),
      customFieldRule({ cookie_fields: named(1, 'd') }),
    );
    expect([status, pick(body, 'errors')]).toEqual([
      400,
      [
        {
          code: 20100,
          message:
            "'101 names' is not a valid value for cookie_fields because a zone has at most 100 of them",
          source: { pointer: '/rules' },
        },
      ],
    ]);
  });

  it.each(
    Object.entries<[object, string, RegExp]>({
      'a request header that is raw and transformed': [
        { request_fields: [{ name: 'host' }], transformed_request_fields: [{ name: 'host' }] },
        '/rules',
        /^'host' is not a valid value for transformed_request_fields because the header is one of request_fields too/,
      ],
      'a response header that is raw and transformed': [
        { response_fields: [{ name: 'vary' }], raw_response_fields: [{ name: 'vary' }] },
        '/rules',
        /^'vary' is not a valid value for response_fields because/,
      ],
      'the request header Range': [
        { request_fields: [{ name: 'range' }] },
        '/rules/0/action_parameters/request_fields/0/name',
        /because the request header Range is not supported$/,
      ],
      'no array': [{}, '/rules/0/action_parameters', /transformed_request_fields, response_fields, raw_resp/],
    }),
  )('fail for %s', async (_name, [parameters, pointer, message]) => {
    expectFault(await put(customFieldRule(parameters)), pointer, message);
  });

  it('fail to start with limits that do not exist', async () => {
    const zones = (world.zones ?? []).map((zone) => ({ ...zone, custom_field_limits: 'none' }));
    await expect(start({ fixture: { ...world, zones } as object })).rejects.toThrow(
      'zones[0].custom_field_limits: none is not one of specification, current',
    );
  });
});
