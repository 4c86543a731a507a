import { isNotFound, mayHaveBeenApplied, UnexpectedObjectError } from '../../lib/client';
import { policies } from '../../lib/client/alerting';
import { jobs } from '../../lib/client/logpush';
import { pools } from '../../lib/client/pools';
import { rulesets, rule } from '../../lib/client/rulesets';
import { migrationCheck, migrationStatus } from '../../lib/client/waf-migration';
import { zones } from '../../lib/client/zones';
import { deletions, lists, reads, writes, type ClientCall } from './support/calls';
import { rejection, serveEachTest } from './support/serve';

const server = serveEachTest();

const { answer } = server;

const run = (call: ClientCall): Promise<unknown> =>
  call.run(server.client({ requestsPer5Minutes: 100_000 }), 'x');

describe('a call', () => {
  it.each([...reads, ...writes])('$name sends its request, and reads all of the answer', async (call) => {
    answer(call.result, { result_info: { total_pages: 1 } });
    expect(await run(call)).toEqual(call.reads ?? call.result);
    expect(server.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      call.request.replace('/', '/client/v4/').replace(':owner', 'x'),
    ]);
    expect(server.received[0]?.body).toBe(call.body === undefined ? '' : JSON.stringify(call.body));
  });

  it.each(deletions)('$name sends its request, and resolves to nothing', async (call) => {
    for (const result of [call.result, {}, null, undefined]) {
      answer(result);
      expect(await run(call)).toBeUndefined();
    }
    server.respond = (_, response) => {
      response.writeHead(204).end();
    };
    expect(await run(call)).toBeUndefined();
    expect(server.received.map(({ method, url, body }) => `${method} ${url}${body}`)).toEqual(
      Array(5).fill(call.request.replace('/', '/client/v4/').replace(':owner', 'x')),
    );
  });
});

describe('an answer about another object is refused', () => {
  const ofOther = ({ result, about = {} }: ClientCall): unknown => {
    const [[name, value] = ['id', '']] = Object.entries(about);
    const other = { [name]: typeof value === 'number' ? value + 1 : 'other' };
    if (Array.isArray(result)) return [result[0], { ...(result.at(-1) as object), ...other }];
    return { ...(result as object), ...other };
  };
  const isAbout = ({ about }: ClientCall) => about !== undefined;

  it.each(reads.filter(isAbout))('$name', async (call) => {
    answer(ofOther(call), { result_info: { total_pages: 1 } });
    const error = await rejection(run(call));
    expect(error).toBeInstanceOf(UnexpectedObjectError);
    expect(error).toMatchObject({ code: 'EDGE_UNEXPECTED_OBJECT', mayHaveBeenApplied: false });
    expect(server.received).toHaveLength(1);
  });

  it.each([...writes, ...deletions].filter(isAbout))('$name, as possibly applied', async (call) => {
    answer(ofOther(call));
    const error = await rejection(run(call));
    expect(error).toBeInstanceOf(UnexpectedObjectError);
    expect(mayHaveBeenApplied(error)).toBe(true);
    expect(String(error)).toContain('The write may have been applied');
    expect(server.received).toHaveLength(1);
  });
});

describe.each(lists)('$name', (call) => {
  it('has each object once, the last of those with the same id', async () => {
    const [item] = call.result as object[];
    answer([
      { ...item, version: 'first' },
      { ...item, version: 'last' },
    ]);
    expect(await run(call)).toEqual([{ ...item, version: 'last' }]);
  });

  it('takes null for an empty list, and refuses what is none', async () => {
    answer(null);
    expect(await run(call)).toEqual([]);
    for (const result of [{}, undefined]) {
      answer(result);
      const error = await rejection(run(call));
      expect(error).toMatchObject({ code: 'EDGE_UNREADABLE_REPLY' });
      expect(String(error)).toMatch(/an envelope without a list of|no result/);
    }
  });

  it.each([{ total_count: 3 }, { count: 3 }, { total_pages: 2 }])(
    'that has less than %j says is refused',
    async (info) => {
      const [item] = call.result as object[];
      answer([item], { result_info: info });
      expect(await rejection(run(call))).toMatchObject({ code: 'EDGE_INCOMPLETE_LIST' });
    },
  );
});

/** Of each object what an answer may lack, and what stands for it. */
const rulesetOfNothing = {
  ...{ name: '', description: '', kind: '', phase: '', version: '', last_updated: '' },
  rules: [],
};
it.each([
  [
    jobs.object,
    { id: 1 },
    {
      ...{ dataset: '', enabled: false, name: null, destination_conf: '', logpull_options: null },
      ...{ output_options: null, filter: null, filter_attack_traffic: false, frequency: null, kind: '' },
      ...{ max_upload_bytes: 0, max_upload_interval_seconds: 0, max_upload_records: 0 },
      ...{ last_complete: null, last_error: null, error_message: null },
    },
  ],
  [
    policies.object,
    { id: 'x' },
    {
      ...{ name: '', description: '', enabled: true, alert_type: '', filters: {}, created: '', modified: '' },
      mechanisms: { email: [], webhooks: [], pagerduty: [] },
    },
  ],
  [
    pools.object,
    { id: 'x' },
    {
      ...{ name: '', notification_email: '', notification_filter: null, description: '', enabled: true },
      ...{ minimum_origins: 1, origins: [] },
    },
  ],
  [rulesets.object, { id: 'x' }, rulesetOfNothing],
  [
    rule,
    {},
    {
      ...{ id: '', version: '', action: '', expression: '', description: '', ref: '', enabled: true },
      last_updated: '',
    },
  ],
  // What the service does not report counts as impossible.
  [migrationCheck, {}, { compatible: false, migration_state: '' }],
  [migrationStatus, {}, { old_waf_status: '', new_waf_status: '', migration_state: '' }],
] as const)('$what lacks nothing that is read', (object, least, absent) => {
  const unreadable = (what: string) => new Error(what);
  const nulls = Object.fromEntries(Object.keys(absent).map((name) => [name, null]));
  expect(object.read(least, unreadable)).toEqual({ ...least, ...absent });
  expect(object.read({ ...nulls, ...least }, unreadable)).toEqual({ ...least, ...absent });
});

describe('what is read of a part', () => {
  const unreadable = (what: string) => new Error(what);

  it('has defaults too: origins, filters of a policy, parameters of a rule', () => {
    expect(pools.object.read({ id: 'p', origins: [{ port: 0 }] }, unreadable)).toMatchObject({
      origins: [{ name: '', address: '', enabled: true, weight: 1, port: 0 }],
    });
    const withNulls = { id: 'x', mechanisms: { email: null }, filters: { pool_id: null } };
    expect(policies.object.read(withNulls, unreadable)).toMatchObject({
      mechanisms: { email: [], webhooks: [], pagerduty: [] },
      filters: { pool_id: [] },
    });
    const parameters = { request_fields: null, cookie_fields: [{ name: 'a' }] };
    expect(rule.read({ action_parameters: parameters }, unreadable)).toHaveProperty('action_parameters', {
      cookie_fields: [{ name: 'a' }],
    });
    expect(rule.read({ action_parameters: null }, unreadable)).not.toHaveProperty('action_parameters');
  });

  it.each([
    [jobs.object, { id: '42x' }, 'a job without an id'],
    [policies.object, { mechanisms: { email: ['a'] } }, 'an envelope without a mechanism'],
    [policies.object, { mechanisms: { email: [{}] } }, 'a mechanism without an id'],
    [policies.object, { filters: { pool_id: [1] } }, 'pool_id has an item that is not a string'],
    [pools.object, { origins: ['x'] }, 'an envelope without an origin'],
    [rulesets.object, { rules: ['x'] }, 'an envelope without a rule'],
    [
      rulesets.object,
      { rules: [{ action_parameters: { cookie_fields: [{}] } }] },
      'a custom field without a name',
    ],
    [zones.object, { plan: { legacy_id: 1 } }, 'a plan whose legacy_id is not a string'],
  ])('is refused where it is of another type: %#', (object, fields, words) => {
    expect(() => object.read({ id: 'x', ...fields }, unreadable)).toThrow(words);
  });

  it.each([undefined, null, 0, -1, 1.5, '', 'x', '0x10', {}, '99999999999999999999'])(
    'is refused as the id %p of a job, which may be a text of digits',
    (id) => {
      expect(() => jobs.object.read({ id }, unreadable)).toThrow('a job without an id');
      expect(jobs.object.read({ id: '42' }, unreadable)).toHaveProperty('id', 42);
    },
  );
});

describe('a missing object', () => {
  const at = (name: string) => [...reads, ...writes, ...deletions].filter((call) => call.name.endsWith(name));
  const onPolicy = at('Policy').filter(({ name }) => !name.includes('create'));
  const onWebhook = at('Webhook').filter(({ name }) => !name.includes('create'));
  const creates = [...at('createPolicy'), ...at('createWebhook')];
  const errorsOf = (calls: readonly ClientCall[]) => Promise.all(calls.map((call) => rejection(run(call))));

  it.each([404, 400, 200, 403, 500])('is recognized by its message with HTTP %i', async (status) => {
    for (const [calls, message] of [
      [onPolicy, 'error: Policy not found.'],
      [onWebhook, 'webhook not found'],
    ] as const) {
      server.refuse(status, { code: 0, message });
      for (const error of await errorsOf(calls)) {
        expect(isNotFound(error)).toBe(true);
        expect(error).toMatchObject({ name: 'NotFoundError', status, errors: [{ code: 0 }] });
      }
    }
  });

  it('is recognized by HTTP 404 with any message', async () => {
    server.refuse(404, { message: 'no' });
    const calls = [...onPolicy, ...onWebhook, ...at('deleteOverride')];
    for (const error of await errorsOf(calls)) expect(isNotFound(error)).toBe(true);
  });

  it.each([
    [400, { code: 0, message: 'Webhook not found' }],
    [400, { code: 17102, message: 'Policy not found' }],
    [400, { message: 'Policy not found' }],
    [404, { code: 7003, message: 'Could not route' }],
    [429, { code: 0, message: 'Policy not found' }],
  ])('is no policy where the error is HTTP %i with %j', async (status, entry) => {
    server.refuse(status, entry);
    for (const error of await errorsOf(onPolicy)) expect(isNotFound(error)).toBe(false);
  });

  it('is not recognized in the reply to a create', async () => {
    server.refuse(400, { code: 0, message: 'Webhook not found' });
    for (const error of await errorsOf(creates)) expect(isNotFound(error)).toBe(false);
  });
});

it.each([null, {}, { id: '' }, 'x'])(
  'a create whose reply is %j has no id, and may be applied',
  async (result) => {
    answer(result);
    for (const call of writes.filter(({ name }) => name.startsWith('alerting.create')))
      expect(await rejection(run(call))).toMatchObject({
        name: 'UnreadableReplyError',
        mayHaveBeenApplied: true,
      });
  },
);

it('the setting of the previous WAF is on or off', async () => {
  answer({ id: 'waf', value: 'off' });
  expect(await server.client().waf.setting('z')).toBe('off');
  answer({ id: 'waf', value: 'maybe' });
  expect(String(await rejection(server.client().waf.setting('z')))).toContain('neither on nor off');
});
