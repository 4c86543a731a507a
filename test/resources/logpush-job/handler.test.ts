import { deliveryFailureOf } from '../../../lib/resources/logpush-job/advice';
import { planCustomFields } from '../../../lib/resources/custom-log-fields';
import { logpushJobContract, type LogpushJobAttributes } from '../../../lib/resources/logpush-job/contract';
import { withCredentials } from '../../../lib/resources/logpush-job/destination';
import { logpushJobHandler as handler } from '../../../lib/resources/logpush-job/handler';
import { unknown, type State } from '../../../lib/schema';
import { nestedFilter } from '../../logs/filter/strict-count';
import {
  at,
  contextOf,
  errorOf,
  failureOf,
  describeAll,
  worlds,
  zoneId,
  type World,
} from '../../support/handler-harness';
import { outputOptions as output, plan, wantedJob as wanted, type Wanted } from './support';

type Held = State<LogpushJobAttributes>;

const start = worlds();

let world: World;
beforeEach(async () => {
  world = await start();
});

const context = (kept?: unknown) => contextOf<LogpushJobAttributes>(world, kept);

const jobs = `/zones/${zoneId}/logpush/jobs`;
const free = wanted().destination_conf;
const challenged = 's3://bucket/logs/{DATE}?region=eu-central-1';
const keys = { 'access-key-id': 'AKIA+/=1', 'secret-access-key': 'canary & secret' };
const filter = JSON.stringify({ where: { and: [{ key: 'ClientCountry', operator: 'eq', value: 'de' }] } });

const create = (given: Partial<Wanted> = {}, service = world.connect()) =>
  handler.create(wanted(given), contextOf<LogpushJobAttributes>(world, undefined, service));
const read = (state: Held) => handler.read(state, context());
const update = (prior: Held, given: Partial<Wanted>) =>
  handler.update({ prior, desired: wanted(given) }, context());

const stored = (state: Held) => world.api('GET', `${jobs}/${state.id ?? ''}`);
const storedAll = async () => {
  const list = await world.api('GET', jobs);
  return Array.isArray(list) ? list.map((each): unknown => each) : [];
};

async function made(body: object): Promise<Held> {
  const job = await world.api('POST', jobs, { name: 'errors', destination_conf: free, ...body });
  return imported(`${zoneId}/${String(at(job, 'id'))}`);
}

/** What an import leaves to the first read: everything else is null, whatever the types say. */
async function imported(id: string, by = context()): Promise<Held> {
  const nothing = Object.fromEntries(Object.keys(logpushJobContract.attributes).map((name) => [name, null]));
  const found = await handler.import(id, by);
  const state = await handler.read({ ...nothing, ...found } as Held, by);
  if (state === undefined) throw new Error('there is no such job');
  return state;
}

describe('create', () => {
  it('creates a job and returns its ID', async () => {
    const by = context();
    const state = await handler.create(wanted({ filter, sample_rate: 0.1 }), by);

    expect(by.kept).toEqual([{ id: state.id }]);
    expect(await stored(state)).toMatchObject({
      name: 'errors',
      dataset: 'http_requests',
      destination_conf: free,
      logpull_options: 'fields=EdgeStartTimestamp,RayID&timestamps=rfc3339&sample=0.1',
      output_options: null,
      filter,
      enabled: true,
    });
    expect(await read(state)).toEqual(state);
  });

  it('proves ownership of a destination with the challenge, which is not in the state', async () => {
    const token = await world.challenge(challenged);
    const state = await create({ destination_conf: challenged, ownership_challenge: token });
    expect(state).toMatchObject({ destination_conf: challenged, ownership_challenge: null });
  });

  it('fails for a wrong challenge and shows the fix', async () => {
    const token = await world.challenge('s3://another?region=eu-central-1');
    const attempt = create({ destination_conf: challenged, ownership_challenge: token });
    const [message, ...more] = describeAll(await failureOf(attempt));

    expect(message).toMatch(/^error at ownership_challenge: .*The token is for another destination_conf/);
    expect(message).not.toContain(token);
    expect(more).toEqual([]);
    expect(await storedAll()).toEqual([]);
  });

  it('fails for the fifth job of a zone and lists the other four', async () => {
    const four = ['one', 'two', 'three', 'four'].map((name, index) => ({
      id: index + 11,
      name,
      destination_conf: free,
    }));
    world = await start({ jobs: four });
    const [message] = describeAll(await failureOf(create()));
    expect(message).toMatch(
      /^error at zone_id: Job limit of the zone reached: The job "errors" was not created/,
    );
    expect(message).toContain('It has 4 jobs now: 11 "one", 12 "two", 13 "three", 14 "four". Delete one');
    expect(message).toMatch(/The API says: creating a new job is not allowed: exceeded max jobs allowed$/);
  });

  it('counts the jobs that the same apply has created before the one that is refused', async () => {
    const names = ['one', 'two', 'three', 'four'];
    for (const name of names) await create({ name });
    const [message = ''] = describeAll(await failureOf(create({ name: 'five' })));
    expect(message).toMatch(/It has 4 jobs now: \d+ "one", \d+ "two", \d+ "three", \d+ "four"\./);
    expect(message).not.toContain('EDGE_API_TOKEN');
  });

  it('finds the job it created when the reply is lost', async () => {
    const service = world.connect();
    const other = await create({ name: 'other' }, service);
    await world.fail({ kind: 'lost_reply', match: { method: 'POST' } });
    const state = await create({ destination_credentials: keys }, service);

    expect(state.id).not.toBe(other.id);
    expect(await storedAll()).toHaveLength(2);
    expect(await read(state)).toEqual(state);
  });

  it.each([
    ['fields', 403, 1004, 'creating a new job is not allowed: Bot Management fields are not allowed'],
    ['destination_conf', 400, 1002, 'error validating destination: error writing object: error uploading'],
    ['filter', 400, 1004, 'creating a new job is not allowed: bad predicate: Nonsense'],
  ])('fails at %s for what the service refuses', async (attribute, status, code, message) => {
    await world.fail({ kind: 'status', status, code, message, match: { method: 'POST' } });
    const [refusal, ...more] = describeAll(await failureOf(create()));
    expect(refusal?.startsWith(`error at ${attribute}: `)).toBe(true);
    expect(refusal).toContain(message);
    expect(more).toEqual([]);
  });
});

describe('update', () => {
  it('sends only changed attributes, so that other settings keep', async () => {
    const before = await made({
      name: 'errors',
      enabled: true,
      max_upload_bytes: 5_000_000,
      logpull_options: 'fields=EdgeStartTimestamp,RayID&timestamps=rfc3339&CVE-2021-44228=true',
    });
    await world.api('PUT', `${jobs}/${before.id ?? ''}`, { frequency: 'low' });
    const renamed = await update(before, { name: 'renamed' });
    const after = await update(renamed, { name: 'renamed', fields: ['ClientIP'] });

    expect(await stored(after)).toMatchObject({
      name: 'renamed',
      frequency: 'low',
      max_upload_bytes: 5_000_000,
      logpull_options: 'fields=ClientIP&timestamps=rfc3339&CVE-2021-44228=true',
    });
    expect(await read(after)).toEqual({ ...after, max_upload_bytes: 5_000_000, frequency: 'low' });
  });

  it('fails when an update would remove output options that were not in the plan', async () => {
    const before = await create();
    const theirs = { field_names: ['RayID'], output_type: 'csv' };
    await world.api('PUT', `${jobs}/${before.id ?? ''}`, { output_options: theirs });
    expect(describeAll(await failureOf(update(before, { sample_rate: 0.5 })))).toEqual([
      expect.stringMatching(
        /^error at : Job \d+ of zone \w+ changed since the plan: .*`output_options`.* Plan again\.$/,
      ),
    ]);
    expect(await stored(before)).toMatchObject({ output_options: theirs });
    await update(before, { name: 'renamed' });
    expect(await stored(before)).toMatchObject({ name: 'renamed', output_options: theirs });
  });

  const theirOptions = 'fields=RayID&timestamps=unix';
  const theirFilter = nestedFilter(2);
  const prefixed = (prefix: string) => ({ output_options: output({ batch_prefix: prefix }) });
  it.each<[theirs: object, ours: Partial<Wanted>, told: string[], before?: Partial<Wanted>]>([
    [{ logpull_options: theirOptions }, { sample_rate: 0.5 }, [`\`logpull_options\` is "${theirOptions}"`]],
    [{ filter: theirFilter }, { filter }, [`\`filter\` is ${JSON.stringify(theirFilter)}`]],
    [
      { destination_conf: `${free}2` },
      { destination_conf: `${free}3` },
      ['`destination_conf` is another one'],
    ],
    [
      { output_options: { field_names: ['RayID'], batch_prefix: 'Z' } },
      prefixed('B'),
      ['`batch_prefix` is "Z"'],
      prefixed('A'),
    ],
    [
      { output_options: null, logpull_options: theirOptions },
      prefixed('B'),
      [`\`batch_prefix\` is null; \`logpull_options\` is "${theirOptions}"`],
      prefixed('A'),
    ],
    [{ filter }, { sample_rate: 0.5 }, []],
    [{ filter }, { filter }, []],
  ])('overwrites %j since the plan by %j, and warns of %j', async (theirs, ours, told, given = {}) => {
    const before = await create(given);
    const by = context();
    await world.api('PUT', `${jobs}/${before.id ?? ''}`, theirs);
    await handler.update({ prior: before, desired: wanted(ours) }, by);
    const [changed, what] = ['changed since the plan', 'Since the plan, another client has changed it'];
    expect(describeAll(by.warnings)).toEqual(
      told.map(
        (each) =>
          `warning at : Job ${before.id ?? ''} of zone ${zoneId} ${changed}: ${what}: ${each}. This apply overwrites that with the configuration.`,
      ),
    );
  });

  it('changes the destination in place, with a challenge where the new one requires it', async () => {
    const before = await create();
    const moved = await update(before, { destination_conf: 'https://logs.example.com/other' });
    const token = await world.challenge(challenged);
    const proven = await update(moved, { destination_conf: challenged, ownership_challenge: token });

    expect(proven).toMatchObject({ id: before.id, destination_conf: challenged });
    expect(await update(proven, { destination_conf: challenged, name: 'renamed' })).toMatchObject({
      name: 'renamed',
      destination_conf: challenged,
    });
  });

  it('fails for a new destination without proof of ownership, and keeps the job unchanged', async () => {
    const before = await create();
    expect(describeAll(await failureOf(update(before, { destination_conf: challenged })))).toEqual([
      expect.stringMatching(/^error at ownership_challenge: .*None is set/),
    ]);
    expect(await read(before)).toEqual(before);
  });

  it('finds its own change when the reply is lost', async () => {
    const before = await create({ filter });
    await world.fail({ kind: 'lost_reply', match: { method: 'PUT' } });
    const change = {
      filter: null,
      fields: ['ClientIP'],
      destination_conf: 'r2://other?account-id=1',
      destination_credentials: keys,
    };
    const after = await update(before, change);
    expect(after).toMatchObject({
      filter: null,
      fields: ['ClientIP'],
      destination_conf: 'r2://other?account-id=1',
    });
    expect(await read(after)).toEqual(after);
  });

  it('fails when the request with new credentials never arrives', async () => {
    const before = await create({ destination_credentials: keys });
    await world.fail({ kind: 'lost_request', match: { method: 'PUT' }, times: 9 });
    const change = {
      destination_credentials: { ...keys, 'access-key-id': 'new' },
      destination_credentials_version: 2,
    };
    expect(await errorOf(update(before, change))).toMatchObject({ mayHaveBeenApplied: true });
  });
});

describe('destination credentials', () => {
  it('are sent, and are neither in the state nor in the private state', async () => {
    const by = context();
    const state = await handler.create(
      wanted({ destination_conf: 'r2://bucket?account-id=1', destination_credentials: keys }),
      by,
    );

    expect(await stored(state)).toMatchObject({
      destination_conf:
        'r2://bucket?account-id=1&access-key-id=AKIA%2B%2F%3D1&secret-access-key=canary%20%26%20secret',
    });
    const again = await handler.read(state, by);
    expect(again).toEqual(state);
    expect(state).toMatchObject({
      destination_conf: 'r2://bucket?account-id=1',
      destination_credentials: null,
    });
    const text = JSON.stringify([state, again, by.privateState.get(), by.kept]);
    expect(text).not.toMatch(/canary|AKIA/);
  });

  it('are removed from the destination of an existing job', async () => {
    const conf = 'https://user:canary@host/path?header_Authorization=Basic%20canary&a=1&sig=canary';
    const state = await made({ destination_conf: conf });
    expect(state.destination_conf).toBe('https://host/path?a=1');
    expect(JSON.stringify(state)).not.toContain('canary');
  });

  it('are kept when another attribute changes', async () => {
    const state = await create({ destination_credentials: keys });
    await update(state, { name: 'renamed', destination_credentials: null });
    expect(await stored(state)).toMatchObject({ destination_conf: withCredentials(free, keys) });
  });

  it('are sent again with a new destination or a new version', async () => {
    const state = await create({ destination_credentials: keys });
    const moved = await update(state, {
      destination_conf: 's3://b?endpoint=h',
      destination_credentials: keys,
    });
    expect(await stored(moved)).toMatchObject({
      destination_conf: withCredentials('s3://b?endpoint=h', keys),
    });

    const rotated = { ...keys, 'secret-access-key': 'rotated' };
    const change = {
      destination_conf: 's3://b?endpoint=h',
      destination_credentials: rotated,
      destination_credentials_version: 1,
    };
    const after = await update(moved, change);
    expect(after).toMatchObject({ destination_credentials_version: 1, destination_credentials: null });
    expect(await stored(after)).toMatchObject({
      destination_conf: withCredentials('s3://b?endpoint=h', rotated),
    });
    expect(await read(after)).toEqual(after);
  });

  it('fail at plan and at apply when they are missing for a new destination or version', async () => {
    const by = context();
    const state = await handler.create(wanted({ destination_credentials: keys }), by);
    const move = { destination_conf: 's3://b?endpoint=h' };
    const version = { destination_credentials_version: 1 };
    const complaint: unknown = expect.stringMatching(
      /^error at destination_credentials: .*Set destination_credentials/,
    );

    expect(await plan(state, move, by)).toEqual([complaint]);
    expect(await plan(state, version, by)).toEqual([complaint]);
    for (const change of [move, version]) {
      const attempt = handler.update({ prior: state, desired: wanted(change) }, by);
      expect(describeAll(await failureOf(attempt))).toEqual([complaint]);
    }
    expect(await plan(state, { ...move, destination_credentials: keys }, by)).toEqual([]);
    expect(await plan(state, { ...move, destination_credentials: unknown }, by)).toEqual([]);
    expect(await plan(state, { name: 'renamed' }, by)).toEqual([]);
    expect(await stored(state)).toMatchObject({ destination_conf: withCredentials(free, keys) });
  });

  it('are not shown in errors', async () => {
    const message = `no: ${withCredentials(free, keys)} canary & secret`;
    await world.fail({ kind: 'status', status: 400, code: 1001, message, match: { method: 'POST' } });
    const error = await errorOf(create({ destination_credentials: keys }));
    expect(String(error)).not.toMatch(/canary|AKIA/);
  });
});

describe('a job that is disabled after failed deliveries', () => {
  const at = '2026-11-02T03:04:05Z';
  const failed = (state: Held, changes: Partial<Held> = {}): Held => ({
    ...state,
    enabled: false,
    last_error: at,
    error_message: 'AccessDenied: no such bucket',
    ...changes,
  });

  it('is enabled again with a warning that has the reason, its time and what to check', async () => {
    const state = failed(await create());
    expect(await plan(state, {}, context())).toEqual([
      expect.stringMatching(
        /^warning at enabled: Job 1001 is disabled after a failed delivery: The last failed delivery was at 2026-11-02T03:04:05Z: "AccessDenied: no such bucket"\. .*Check first that the destination exists/,
      ),
    ]);
  });

  it.each<[string, Partial<Held>, Partial<Wanted>]>([
    ['the configuration disables it too', {}, { enabled: false }],
    ['it is enabled', { enabled: true }, {}],
    ['no delivery failed', { last_error: null, error_message: null }, {}],
  ])('has no warning where %s', async (_, changes, to) => {
    expect(await plan(failed(await create(), changes), to, context())).toEqual([]);
  });

  it.each([
    { last_error: null, error_message: 'denied' },
    { last_error: at, error_message: null },
  ])('has a warning for %j', async (changes) => {
    const said = await plan(failed(await create(), changes), {}, context());
    expect(said).toEqual([expect.stringContaining('is disabled after a failed delivery')]);
    expect(said.join()).not.toMatch(/null|undefined/);
  });

  it('shows no secret of its destination, in the warning and in the state', async () => {
    const conf = withCredentials(free, keys);
    const message = `PUT ${conf} failed: canary & secret; Bearer abcdef123456`;
    const job = { destination_conf: conf, error_message: message };
    expect(deliveryFailureOf(job)).toMatch(/^PUT s3:\/\/bucket\/logs.*failed: /);
    const said = await plan(failed(await create(), { error_message: message }), {}, context());
    for (const text of [deliveryFailureOf(job), deliveryFailureOf({ ...job, destination_conf: free })])
      expect(text).not.toMatch(/AKIA|abcdef/);
    expect(deliveryFailureOf(job)).not.toContain('canary');
    expect(said.join()).not.toMatch(/AKIA|abcdef/);
  });
});

describe('a job without a name', () => {
  it.each([null, ''])('is created, read, named, and unnamed again as %j', async (name) => {
    const state = await create({ name });
    expect(await stored(state)).toMatchObject({ name: null });
    expect(state).toMatchObject({ name });
    expect(await read(state)).toEqual(state);
    expect(await plan(state, { name }, context())).toEqual([]);
    const named = await update(state, { name: 'named' });
    expect(await stored(state)).toMatchObject({ name: 'named' });
    expect(await update(named, { name })).toEqual(state);
    expect(await read(state)).toEqual(state);
  });

  it.each([null, ''])(
    'of the service, with the name %j, is imported and compared as a twin',
    async (name) => {
      world = await start({ jobs: [{ id: 7, name, destination_conf: free }] });
      const state = await imported(`${zoneId}/7`);
      expect(state.name).toBe('');
      for (const given of [null, ''])
        expect((await plan(null, { name: given }, context())).join()).toContain('Job already exists');
      expect((await plan(null, { name: 'other' }, context())).join()).not.toContain('Job already exists');
    },
  );
});

describe('delete', () => {
  it('deletes the job, and succeeds when it no longer exists', async () => {
    const state = await create();
    await handler.delete(state, context());
    expect(await storedAll()).toEqual([]);
    await expect(handler.delete(state, context())).resolves.toBeUndefined();
  });

  it('succeeds when the reply is lost but the job is deleted', async () => {
    const state = await create();
    await world.fail({ kind: 'lost_reply', match: { method: 'DELETE' } });
    await expect(handler.delete(state, context())).resolves.toBeUndefined();
  });
});

describe('import', () => {
  it.each(['id', 'name'])('finds a job by its %s, and the next plan is empty', async (way) => {
    const state = await create({ filter });
    const found = await imported(`${zoneId}/${way === 'id' ? (state.id ?? '') : 'errors'}`);
    expect(found).toEqual({ ...state, fields: ['EdgeStartTimestamp', 'RayID'] });
  });

  it('prefers an ID to a name', async () => {
    const job = (id: number, name: string) => ({ id, name, destination_conf: free });
    world = await start({ jobs: [job(21, '22'), job(22, 'other')] });
    expect(await imported(`${zoneId}/22`)).toMatchObject({ id: '22', name: 'other' });
  });

  it('fails for an ambiguous name and lists the jobs', async () => {
    const job = (id: number) => ({ id, name: 'twin', destination_conf: free });
    world = await start({ jobs: [job(21), job(22)] });
    const [message] = describeAll(await failureOf(handler.import(`${zoneId}/twin`, context())));
    expect(message).toContain(
      'has 2 jobs named "twin". Its jobs are 21 "twin", 22 "twin". Use the ID of one of them.',
    );
  });

  it.each([
    [`${zoneId}/missing`, 'has no job with the ID or name "missing". It has no jobs.'],
    [`${zoneId}/99`, 'has no job with the ID or name "99"'],
  ])('fails for "%s"', async (id, reason) => {
    expect(describeAll(await failureOf(handler.import(id, context())))).toEqual([
      expect.stringContaining(reason),
    ]);
  });
});

describe('plan', () => {
  it('fails without a challenge for a destination that requires proof of ownership', async () => {
    const complaint: unknown = expect.stringMatching(
      /^error at ownership_challenge: Ownership challenge missing/,
    );
    expect(await plan(null, { destination_conf: challenged }, context())).toEqual([complaint]);
    const unset = { destination_conf: challenged, ownership_challenge: '' };
    expect(await plan(null, unset, context())).toEqual([complaint]);
    const state = await create();
    expect(await plan(state, { destination_conf: challenged }, context())).toEqual([complaint]);
  });

  it('sends no challenge if it is empty, as an unset variable is', async () => {
    const state = await create({ ownership_challenge: '' });
    expect(state.ownership_challenge).toBeNull();
  });

  it('succeeds with a challenge, also an unknown one, and with a destination that requires none', async () => {
    const move = { destination_conf: challenged };
    expect(await plan(null, { ...move, ownership_challenge: 'token' }, context())).toEqual([]);
    expect(await plan(null, { ...move, ownership_challenge: unknown }, context())).toEqual([]);
    expect(await plan(null, { ...move, destination_credentials: keys }, context())).toEqual([]);
    expect(await plan(null, { destination_conf: unknown }, context())).toEqual([]);
    const token = await world.challenge(challenged);
    const state = await create({ ...move, ownership_challenge: token });
    expect(await plan(state, move, context())).toEqual([]);
  });

  it('fails for too many operators in a new job and in a changed filter, and leaves an unchanged one', async () => {
    const [large, small] = [nestedFilter(31), nestedFilter(29)];
    const complaint: unknown = expect.stringMatching(
      /^error at filter: Log filter: The filter has 31 operators \(16 conditions and 15 groups/,
    );
    expect(await plan(null, { filter: large }, context())).toEqual([complaint]);
    expect(await plan(null, { filter: small }, context())).toEqual([]);
    expect(await plan(null, { filter: unknown }, context())).toEqual([]);
    expect(await plan(null, { filter: large, dataset: unknown }, context())).toEqual([]);
    const state = await create({ filter: small });
    expect(await plan(state, { filter: large }, context())).toEqual([complaint]);
    // As of a version that counted only conditions, or of another tool.
    const deployed = { ...state, filter: large };
    expect(await plan(deployed, { filter: large }, context())).toEqual([]);
    expect(await plan(deployed, { filter: large, enabled: false }, context())).toEqual([]);
    expect(await plan(deployed, { filter: small }, context())).toEqual([]);
  });

  it('warns about a destination with a secret in its path', async () => {
    const sumo = { destination_conf: 'sumo://host/receiver/v1/http/canary', ownership_challenge: 'token' };
    const said = await plan(null, sumo, context());
    expect(said).toEqual([expect.stringMatching(/^warning at destination_conf: Secret in the destination/)]);
    expect(said.join('')).not.toContain('canary');
  });

  it('warns when the zone may have its maximum of jobs, and does not count a replaced job', async () => {
    const four = [11, 12, 13, 14].map((id) => ({ id, name: `job-${id}`, destination_conf: free }));
    world = await start({ jobs: four });
    expect(await plan(null, {}, context())).toEqual([
      expect.stringMatching(/^warning at zone_id: Job limit of the zone reached: .*11 "job-11".*14 "job-14"/),
    ]);
    expect(await plan(null, {}, context({ id: 12, credentials: [] }))).toEqual([]);
    expect(await plan(null, { zone_id: unknown }, context())).toEqual([]);
  });

  it('counts the jobs of the plan too, once it has made some of them', async () => {
    const one = contextOf<LogpushJobAttributes>(world);
    for (const name of ['one', 'two', 'three', 'four']) expect(await plan(null, { name }, one)).toEqual([]);
    const limit = /^warning at zone_id: Job limit .* has no jobs, the plan makes 5 new ones with this one/;
    expect(await plan(null, { name: 'five' }, one)).toEqual([expect.stringMatching(limit)]);
    expect(await plan(null, { name: 'six', zone_id: '2'.repeat(32) }, one)).toEqual([]);
    // Terraform plans each change again during the apply, when some are made.
    const apply = contextOf<LogpushJobAttributes>(world);
    for (const name of ['one', 'two', 'three', 'four']) {
      expect(await plan(null, { name }, apply)).toEqual([]);
      await create({ name }, apply.service);
    }
  });

  it('warns of custom fields that the job begins to list and its zone lacks', async () => {
    const rule = {
      action: 'log_custom_field',
      expression: 'true',
      action_parameters: { cookie_fields: [{ name: 'session' }] },
    };
    world = await start({
      rulesets: [{ name: 'Fields', phase: 'http_log_custom_fields', rules: [rule] }],
    });
    const fields = ['Cookies', 'RayID', 'RequestHeaders'];
    const missing = [
      expect.stringMatching(/^warning at fields: Custom fields missing: RequestHeaders: zone 1+ has/),
    ];
    expect(await plan(null, { fields }, context())).toEqual(missing);
    expect(await plan(null, { fields: unknown }, context())).toEqual([]);
    const state = await create({ fields });
    expect(await plan(state, { fields, enabled: false }, context())).toEqual([]);
    expect(await plan({ ...state, fields: ['RayID'] }, { fields }, context())).toEqual(missing);
    // The ruleset that the job depends on is planned before.
    const by = context();
    planCustomFields(zoneId, ['RequestHeaders'], by);
    expect(await plan(state, { fields }, by)).toEqual([]);
    const shared = context();
    await world.calls();
    for (const name of ['one', 'two']) expect(await plan(null, { name, fields }, shared)).toEqual(missing);
    expect((await world.calls()).filter((call) => call.includes('rulesets'))).toHaveLength(1);
    await world.fail({ kind: 'status', status: 403, match: { path: '**/rulesets/**' } });
    expect(await plan(null, { fields, name: 'other' }, context())).toEqual([]);
  });

  it('warns about options without an attribute that a change between the two kinds loses', async () => {
    const by = context();
    const pulled = await made({ logpull_options: 'fields=RayID&CVE-2021-44228=true' });
    await handler.read(pulled, by);
    expect(await plan(pulled, { output_options: output() }, by)).toEqual([
      expect.stringMatching(
        /^warning at output_options: Job options are lost: CVE-2021-44228: .*logpull_options.* moves to output_options\..*Set `cve_2021_44228`/,
      ),
    ]);
    expect(await plan(pulled, { output_options: output({ cve_2021_44228: true }) }, by)).toEqual([]);
    expect(await plan(pulled, { output_options: unknown }, by)).toEqual([]);
    expect(await plan(pulled, { sample_rate: 0.5 }, by)).toEqual([]);

    await world.setQuirks({ unknownFields: true });
    const pushed = await made({ output_options: { field_names: ['RayID'] } });
    await handler.read(pushed, by);
    expect(await plan(pushed, {}, by)).toEqual([
      expect.stringMatching(/added_tomorrow: .* in output_options, .* moves to logpull_options/),
    ]);
    expect(await plan(pushed, { output_options: output({ output_type: 'csv' }) }, by)).toEqual([]);
  });

  it('has no diagnostics for a destroy', async () => {
    const prior = await create();
    expect(await handler.plan?.({ prior, planned: null, config: null }, context())).toEqual({});
  });
});

describe('the number of calls', () => {
  it('is minimal for each operation', async () => {
    const state = await create();
    expect(await world.calls()).toEqual(['GET logpush/jobs', 'POST logpush/jobs']);
    await read(state);
    expect(await world.calls()).toEqual(['GET logpush/jobs']);
    await update(state, { enabled: false, name: 'renamed' });
    expect(await world.calls()).toEqual(['GET logpush/jobs', 'PUT logpush/jobs/:id']);
    await update(state, { fields: ['ClientIP'] });
    expect(await world.calls()).toEqual(['GET logpush/jobs', 'PUT logpush/jobs/:id']);
    await handler.import(`${zoneId}/errors`, context()).catch(() => undefined);
    expect(await world.calls()).toEqual(['GET logpush/jobs']);
    await plan(null, {}, context());
    expect(await world.calls()).toEqual(['GET logpush/jobs']);
    await plan(state, { enabled: false }, context());
    expect(await world.calls()).toEqual([]);
    await handler.delete(state, context());
    expect(await world.calls()).toEqual(['DELETE logpush/jobs/:id']);
  });
});
