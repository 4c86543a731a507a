import { LogpushJob, type LogpushJobProps } from '../../../lib';
import { datasetNames, findDataset } from '../../../lib/logs';
import {
  logpushJobContract as contract,
  type LogpushJobAttributes,
} from '../../../lib/resources/logpush-job/contract';
import { logpushJobHandler as handler } from '../../../lib/resources/logpush-job/handler';
import { findReplacements, planState } from '../../../lib/drivers/state/planned-state';
import { checkConfig, unknown, type ObjectValue, type Planned, type State } from '../../../lib/schema';
import { makeStack, resourceOf, synth, warningsOf } from '../../constructs/support';
import {
  accountId,
  contextOf,
  describeAll,
  failureOf,
  worlds,
  zoneId,
  type World,
} from '../../support/handler-harness';
import { plan as planJob, wantedJob, type Wanted } from './support';

const destination = 's3://bucket/audit?endpoint=storage.example';
const where = (...leaves: object[]) => JSON.stringify({ where: { and: leaves } });
const ofScope = { zone: { zone_id: zoneId }, account: { account_id: accountId } } as const;
const other = { zone: 'account', account: 'zone' } as const;
const scopes = ['zone', 'account'] as const;

/** A field of a dataset, whatever scope has it. */
const fieldOf = (dataset: string, scope: 'zone' | 'account') =>
  [...((findDataset(dataset, scope) ?? findDataset(dataset))?.fields.keys() ?? [])][0] ?? '';

describe('the scope of a job', () => {
  const problems = (config: ObjectValue) =>
    describeAll(
      checkConfig(contract, { name: 'job', destination_conf: destination, fields: ['ID'], ...config }),
    );

  describe.each(datasetNames)('for %s', (dataset) => {
    it.each(scopes)('is the %s, or the attribute of the other one is suggested', (scope) => {
      const found = problems({ ...ofScope[scope], dataset, fields: [fieldOf(dataset, scope)] });
      if (findDataset(dataset, scope) !== undefined) expect(found).toEqual([]);
      else
        expect(found).toEqual([
          expect.stringContaining(
            `Not ${scope === 'zone' ? 'a zone' : 'an account'} dataset: dataset is "${dataset}", which is available for ${other[scope]}s only. Set ${other[scope]}_id (${other[scope]}Id) in place of ${scope}_id (${scope}Id)`,
          ),
        ]);
    });
  });

  it.each(
    Object.entries<[ObjectValue, string]>({
      'neither, for the default dataset': [
        { fields: ['RayID'] },
        'error at zone_id: Zone or account missing: zone_id (zoneId) and account_id (accountId) are null or not set. A job belongs to a zone or to an account: set zone_id (zoneId), because the dataset "http_requests" belongs to zones.',
      ],
      'neither, for a dataset of accounts': [
        { dataset: 'audit_logs' },
        'error at account_id: Zone or account missing: zone_id (zoneId) and account_id (accountId) are null or not set. A job belongs to a zone or to an account: set account_id (accountId), because the dataset "audit_logs" belongs to accounts.',
      ],
      'neither, for a dataset of both': [
        { dataset: 'firewall_events' },
        'error at zone_id: Zone or account missing: zone_id (zoneId) and account_id (accountId) are null or not set. A job belongs to a zone or to an account: set one of them.',
      ],
      both: [
        { zone_id: zoneId, account_id: accountId, dataset: 'audit_logs' },
        `error at account_id: Zone and account: zone_id (zoneId) is "${zoneId}", and account_id (accountId) is "${accountId}". A job belongs to a zone or to an account. Remove one of them.`,
      ],
      'an account that is a name': [
        { account_id: 'example', dataset: 'audit_logs' },
        'error at account_id: Invalid identifier: "example" is not an ID: IDs are 32 hexadecimal digits in lower case. Copy it from the overview page of the account.',
      ],
    }),
  )('fails for %s', (_, [config, message]) => {
    expect(problems(config)).toEqual([message]);
  });

  it('fails for the default dataset of an account job, which says that none is set', () => {
    expect(problems({ account_id: accountId })).toEqual([
      expect.stringMatching(
        /^error at dataset: Not an account dataset: dataset is not set, and its default "http_requests" is available for zones only\. .*Account datasets are access_requests, audit_logs, /,
      ),
    ]);
  });

  it.each<[string, ObjectValue]>([
    ['an id that is not known yet', { account_id: unknown, dataset: 'audit_logs' }],
    ['ids of which one will be null', { account_id: unknown, zone_id: unknown, dataset: 'audit_logs' }],
    ['a dataset that is not known yet', { account_id: accountId, dataset: unknown }],
  ])('accepts %s', (_, config) => {
    expect(problems(config)).toEqual([]);
  });

  it('decides which fields a dataset of both has, in fields and filters', () => {
    const config = { dataset: 'firewall_events', fields: ['ZoneName'] };
    const filter = where({ key: 'ZoneName', operator: 'eq', value: 'a.example' });
    expect(problems({ ...ofScope.account, ...config, filter })).toEqual([]);
    expect(problems({ ...ofScope.zone, ...config, filter })).toEqual([
      expect.stringMatching(
        /^warning at fields: Log fields unknown to this version: "ZoneName" is not among the fields of firewall_events/,
      ),
      expect.stringMatching(/^warning at filter: Log filter unknown to this version: "ZoneName"/),
    ]);
  });

  it.each<[string, ObjectValue, readonly string[]]>([
    ['another account', { account_id: 'b'.repeat(32) }, ['account_id']],
    ['a zone', { account_id: null, zone_id: zoneId, dataset: 'firewall_events' }, ['zone_id', 'account_id']],
    ['a filter', { filter: where({ key: 'ZoneName', operator: 'eq', value: 'a' }) }, []],
  ])('replaces the job for %s only if the scope changes', (_, change, replaced) => {
    const config = { account_id: accountId, name: 'job', destination_conf: destination, fields: ['RayID'] };
    const given = { ...config, dataset: 'firewall_events' };
    const prior = planState(contract.attributes, { prior: null, config: given });
    const planned = planState(contract.attributes, { prior, config: { ...given, ...change } });
    const changed = findReplacements(contract.attributes, prior, planned).map(([name]) => name);
    expect(changed).toEqual(replaced);
  });
});

describe('a LogpushJob of an account', () => {
  const props: LogpushJobProps = {
    accountId,
    name: 'audit',
    dataset: 'audit_logs',
    destinationConf: destination,
    fields: ['When', 'ActionType', 'ActionResult'],
  };
  const make = (more: object = {}, stack = makeStack()) =>
    new LogpushJob(stack, 'job', { ...props, ...more });

  it('has the account in place of a zone', () => {
    const stack = makeStack();
    const job = make({}, stack);
    expect([job.accountId, job.zoneId]).toEqual([accountId, undefined]);
    expect(resourceOf(stack, 'edge_logpush_job', 'job')).toMatchObject({ account_id: accountId });
    expect(resourceOf(stack, 'edge_logpush_job', 'job')).not.toHaveProperty('zone_id');
  });

  it.each<[string, object, string]>([
    [
      'neither',
      { accountId: undefined },
      'accountId: Zone or account missing: zoneId and accountId are null or not set. A job belongs to a zone or to an account: set accountId, because the dataset "audit_logs" belongs to accounts.',
    ],
  ])('fails with %s', (_, more, message) => {
    expect(() => make(more)).toThrow(message);
  });

  it('does not miss custom fields, which only zones have', () => {
    const job = make({ dataset: 'gateway_http', fields: ['RequestID'] });
    synth(job.node.root.node.children[0] as ReturnType<typeof makeStack>);
    expect(warningsOf(job)).toEqual([]);
  });

  it('is warned of beyond four jobs for its dataset, which others in the account do not count for', () => {
    const stack = makeStack();
    const jobs = Array.from(
      { length: 5 },
      (_, at) => new LogpushJob(stack, `audit-${at}`, { ...props, name: `audit-${at}` }),
    );
    const dns = new LogpushJob(stack, 'dns', { ...props, dataset: 'gateway_dns', fields: ['Datetime'] });
    synth(stack);
    expect(jobs.map((job) => warningsOf(job).length)).toEqual([0, 0, 0, 0, 1]);
    expect(warningsOf(jobs[4] ?? dns)[0]).toContain('declares 5 jobs for the account and the dataset');
    expect(warningsOf(dns)).toEqual([]);
  });

  it.each([`zones/${zoneId}/7`, `zone/example.com/errors`, `${zoneId}/7`, 'bücher.example/7'])(
    'fails for the import id %s, of a job of a zone',
    (id) => {
      expect(() => {
        make().importFrom(id);
      }).toThrow(
        /id: Import from another zone: the id begins with the zone ".*", and the construct belongs to an account\./,
      );
    },
  );

  it('fails for the import id of a job of another account', () => {
    expect(() => {
      make().importFrom(`accounts/${'b'.repeat(32)}/7`);
    }).toThrow('Import from another account');
  });
});

describe('the handler, for a job of an account', () => {
  type Held = State<LogpushJobAttributes>;
  const start = worlds();
  const jobs = `/accounts/${accountId}/logpush/jobs`;
  const ofZone = `/zones/${zoneId}/logpush/jobs`;
  const audit = {
    zone_id: null,
    account_id: accountId,
    name: 'errors',
    dataset: 'firewall_events',
    destination_conf: destination,
    fields: ['RayID'],
  };
  const wanted = (given: Partial<Wanted> = {}) => wantedJob({ ...audit, ...given });
  const context = (world: World, kept?: unknown) => contextOf<LogpushJobAttributes>(world, kept);
  const plan = (world: World, to: Partial<Planned<LogpushJobAttributes>> = {}, prior: Held | null = null) =>
    planJob(prior, { ...wanted(), ...to }, context(world));

  it('creates, reads, updates in place and deletes it', async () => {
    const world = await start();
    const state = await handler.create(wanted(), context(world));
    expect(state).toMatchObject({ account_id: accountId, zone_id: null });
    expect(await world.api('GET', ofZone)).toEqual([]);
    expect(await handler.read(state, context(world))).toEqual(state);
    const filter = where({ key: 'ZoneName', operator: 'eq', value: 'a.example' });
    const changed = await handler.update({ prior: state, desired: wanted({ filter }) }, context(world));
    expect(changed).toEqual({ ...state, filter });
    expect(await world.api('GET', jobs)).toMatchObject([{ id: Number(state.id), filter }]);
    await handler.delete(changed, context(world));
    expect(await world.api('GET', jobs)).toEqual([]);
    expect(await handler.read(changed, context(world))).toBeUndefined();
  });

  it('keeps apart a job of a zone with the same name, dataset and destination', async () => {
    const world = await start();
    const zoneJob = { ...audit, ...ofScope.zone, account_id: null };
    const first = await handler.create(wanted(zoneJob), context(world));
    expect(await plan(world)).toEqual([]);
    const by = context(world);
    const second = await handler.create(wanted(), by);
    expect(by.warnings).toEqual([]);
    expect(second.id).not.toBe(first.id);
    const found = (key: object) => handler.find?.({ ...audit, ...key } as never, context(world));
    expect(await found({})).toEqual([{ zone_id: null, account_id: accountId, id: second.id }]);
    expect(await found(zoneJob)).toEqual([{ zone_id: zoneId, account_id: null, id: first.id }]);
    await handler.delete(second, context(world));
    expect(await handler.read(first, context(world))).toEqual(first);
  });

  it('fails the plan for a twin in the account, with its import id', async () => {
    const world = await start();
    const state = await handler.create(wanted(), context(world));
    expect(await plan(world)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^error at name: Job already exists: Account ${accountId} has job ${state.id ?? ''} [^]*id = "accounts/${accountId}/${state.id ?? ''}"`,
        ),
      ),
    ]);
    expect(await world.api('GET', jobs)).toHaveLength(1);
  });

  it('warns of four jobs for the dataset, and explains the refusal of a fifth one', async () => {
    const world = await start();
    for (const name of ['a', 'b', 'c', 'd']) await handler.create(wanted({ name }), context(world));
    const says = `Job limit of the account reached: `;
    expect(await plan(world)).toEqual([
      expect.stringContaining(
        `warning at account_id: ${says}Account ${accountId} has 4 jobs for firewall_events (`,
      ),
    ]);
    expect(await plan(world, { dataset: 'audit_logs', fields: ['ID'] })).toEqual([]);
    expect(describeAll(await failureOf(handler.create(wanted(), context(world))))).toEqual([
      expect.stringContaining(
        `error at account_id: ${says}The job "errors" was not created: account ${accountId} has reached its limit.`,
      ),
    ]);
  });

  it('names the call for a challenge of the account', async () => {
    const world = await start();
    const challenged = { destination_conf: 's3://bucket/audit?region=eu-central-1' };
    const call = 'POST /accounts/<account id>/logpush/ownership';
    expect(await plan(world, challenged)).toEqual([expect.stringContaining(call)]);
    const ofZoneOnly = await world.challenge(challenged.destination_conf);
    const given = { ...challenged, ownership_challenge: ofZoneOnly };
    const mismatch = `The token is for zone ${zoneId}, and the job belongs to account ${accountId}.`;
    for (const said of [
      await plan(world, given),
      describeAll(await failureOf(handler.create(wanted(given), context(world)))),
    ]) {
      expect(said).toEqual([expect.stringMatching(`^error at ownership_challenge: .*${mismatch}.*${call}`)]);
      expect(said.join()).not.toContain(ofZoneOnly);
    }
  });

  it.each(['id', 'name'])('imports it by its %s, and the next plan is empty', async (way) => {
    const world = await start();
    const state = await handler.create(wanted(), context(world));
    const nothing = Object.fromEntries(Object.keys(contract.attributes).map((name) => [name, null]));
    const which = way === 'id' ? (state.id ?? '') : 'errors';
    const found = await handler.import(`accounts/${accountId}/${which}`, context(world));
    expect(await handler.read({ ...nothing, ...found } as Held, context(world))).toEqual(state);
    expect(describeAll(await failureOf(handler.import(`${zoneId}/${which}`, context(world))))).toEqual([
      expect.stringContaining(`The zone ${zoneId} has no job with the ID or name "${which}".`),
    ]);
  });
});
