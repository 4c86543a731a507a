import { customFieldRule, customFieldsPhase, pick, rulesets, start, type Running } from './support';

const entrypoint = `${rulesets}/phases/${customFieldsPhase}/entrypoint`;
const named = (count: number, prefix: string) =>
  Array.from({ length: count }, (_item, at) => ({ name: `${prefix}-${at}` }));

describe('rules of custom log fields', () => {
  let emulator: Running;
  beforeAll(async () => {
    emulator = await start();
  });
  afterAll(() => emulator.close());

  const put = (...rules: object[]) => emulator.call('PUT', entrypoint, { rules });

  it.each<[string, object[]]>([
    ['one array', [customFieldRule({ request_fields: [{ name: 'x-id' }] })]],
    [
      'cookies in any case',
      [customFieldRule({ cookie_fields: [{ name: 'SessionID' }, { name: 'sessionid' }] })],
    ],
    [
      'all three arrays',
      [
        customFieldRule({
          request_fields: [{ name: 'a' }],
          response_fields: [{ name: 'a' }],
          cookie_fields: [{ name: 'a' }],
        }),
      ],
    ],
    [
      'forty names over several arrays and rules',
      [
        customFieldRule({ request_fields: named(15, 'r'), response_fields: named(15, 's') }),
        customFieldRule({ cookie_fields: named(10, 'c') }),
      ],
    ],
  ])('accepts %s', async (_name, rules) => {
    expect((await put(...rules)).status).toBe(200);
  });

  const at = '/rules/0/action_parameters';
  it.each<[string, object, string, RegExp]>([
    ['no array', customFieldRule({}), at, /because at least one of/],
    ['no parameters', customFieldRule({}, { action_parameters: undefined }), at, /because at least one of/],
    ['an empty array', customFieldRule({ cookie_fields: [] }), `${at}/cookie_fields`, /because/],
    [
      'a request header in upper case',
      customFieldRule({ request_fields: [...named(3, 'x'), { name: 'X-Id' }] }),
      `${at}/request_fields/3/name`,
      /^'X-Id' is not a valid value for name because/,
    ],
    [
      'a response header in upper case',
      customFieldRule({ response_fields: [{ name: 'Server' }] }),
      `${at}/response_fields/0/name`,
      /^'Server' is not a valid value for name because/,
    ],
    [
      'an empty name',
      customFieldRule({ cookie_fields: [{ name: '' }] }),
      `${at}/cookie_fields/0/name`,
      /^'' is not/,
    ],
    ['no name', customFieldRule({ cookie_fields: [{}] }), `${at}/cookie_fields/0/name`, /^'' is not/],
    [
      'a name that is a number',
      customFieldRule({ cookie_fields: [{ name: 1 }] }),
      `${at}/cookie_fields/0/name`,
      /must be a string/,
    ],
    [
      'a name no header can have',
      customFieldRule({ request_fields: [{ name: 'x id' }] }),
      `${at}/request_fields/0/name`,
      /^'x id' is not a valid value for name because no header/,
    ],
    [
      'a name no cookie can have',
      customFieldRule({ cookie_fields: [{ name: 'a=b' }] }),
      `${at}/cookie_fields/0/name`,
      /^'a=b' is not a valid value for name because no cookie/,
    ],
    [
      'another expression',
      customFieldRule({ cookie_fields: [{ name: 'a' }] }, { expression: 'not ssl' }),
      '/rules/0/expression',
      /^'not ssl' is not a valid value for expression because/,
    ],
  ])('fails for %s', async (_name, rule, pointer, message) => {
    const reply = await put(rule);
    expect(reply.status).toBe(400);
    expect(pick(reply.body, 'errors')).toEqual([
      {
        code: expect.any(Number) as number,
        message: expect.stringMatching(message) as string,
        source: { pointer },
      },
    ]);
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
