import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoStore } from '../../../lib/drivers/provisioner/memo-store';
import { Report } from '../../../lib/drivers/provisioner/report';
import { secretTexts } from '../../../lib/drivers/provisioner/secrets';
import { p, somePools } from '../../resources/pool-notification-policy/support';
import {
  accountId,
  at,
  failureOf,
  otherZoneId,
  describeAll,
  worlds,
  zoneId,
  type World,
} from '../../support/handler-harness';
import { deployments } from './simulated-deploy';
import { jobDeployments, jobs, jobsOf, labelOf, makeJob, plainJob } from './zone-jobs';

const start = worlds();
const begin = deployments();

const job = { ...plainJob, fields: ['RayID', 'ClientIP'] };
const { deployed, beginJob } = jobDeployments(start, begin, job);
const keys = { destination_credentials: { 'access-key-id': 'AKIA', 'secret-access-key': 'canary "secret"' } };
const label = labelOf(job.name);

const make = (world: World, changes: object = {}) =>
  makeJob(world, { logpull_options: 'fields=ClientIP,RayID&timestamps=unixnano', ...changes });

describe('the first deploy', () => {
  it('creates the object, with defaults for absent attributes', async () => {
    const world = await start();
    const { said, writes } = await begin(world, 'edge_logpush_job').deploy(job);
    expect(writes).toEqual(['POST logpush/jobs']);
    expect(said).toBe(`Created ${label}.\n${label} is unchanged.\n`);
    expect(await jobsOf(world)).toEqual([
      expect.objectContaining({ name: 'errors', dataset: 'http_requests', enabled: true }),
    ]);
  });

  it.each<[what: string, existing: readonly object[]]>([
    ['an object', [{ enabled: false }]],
    ['an object that matches the configuration', [{}]],
    ['several objects', [{}, { enabled: false }]],
  ])('fails, and changes nothing, where its name is that of %s', async (_, existing) => {
    const world = await start();
    for (const changes of existing) await make(world, changes);
    const before = await jobsOf(world);
    const ids = before.map(({ id }) => String(id)).join(', ');
    expect(describeAll(await failureOf(begin(world, 'edge_logpush_job').deploy(job)))).toEqual([
      `error at name: Object already exists: ${label} (${ids}) already exists, and this construct has no record of having made ` +
        'it. The provisioner driver makes new objects only. Nothing was changed. Fix: delete it, or choose another name, or use ' +
        'the plugin driver (EdgeDriver.PLUGIN), which imports it. If this stack deletes or renames it in the same deploy, ' +
        'deploy again.',
    ]);
    expect(await jobsOf(world)).toEqual(before);
  });

  it('creates one object when the reply is lost', async () => {
    const world = await start();
    await world.fail({ kind: 'lost_reply', match: { method: 'POST' } });
    await begin(world, 'edge_logpush_job').deploy(job);
    expect(await jobsOf(world)).toHaveLength(1);
  });

  it('fails with all faults of the attributes, before any call', async () => {
    const { world, deployment } = await beginJob();
    const ill = { ...job, fields: 'RayID', sample_rate: 'half', destination_conf: null };
    expect(describeAll(await failureOf(deployment.call('create', ill)))).toEqual([
      'error at fields: Wrong type: The value is "RayID". It must be a list: correct the expression that it comes from.',
      'error at sample_rate: Wrong type: The value is "half". It must be a number: correct the expression that it comes from.',
      'error at destination_conf: Missing value: destination_conf is required, and it is null or not set. Set it to a string.',
    ]);
    expect(
      describeAll(await failureOf(deployment.call('create', { ...job, sample_rate: 2, name: 'a b' }))),
    ).toEqual([
      expect.stringMatching(/^error at name: Invalid job name: name is "a b"\./),
      expect.stringMatching(/^error at sample_rate: Sample rate out of range: sample_rate is 2\./),
    ]);
    expect(await world.calls()).toEqual([]);
  });

  it('fails without a required attribute of a nested object, at its path', async () => {
    const world = await start();
    const deployment = begin(world, 'edge_waf_migration');
    const nested = {
      zone_id: zoneId,
      target: 'complete',
      acknowledge_irreversible: true,
      rule_overrides: [{ action: 'log' }],
    };
    expect(describeAll(await failureOf(deployment.call('create', nested)))).toEqual([
      'error at rule_overrides.0.rule_id: Missing value: rule_overrides[0].rule_id is required, and it is null or not set. Set it to a string.',
    ]);
  });
});

describe('a later deploy', () => {
  it('writes nothing where nothing changed', async () => {
    const { deployment } = await deployed(keys);
    await deployment.call('remember', job, keys);
    const { said, writes } = await deployment.call('apply', job, keys);
    expect(writes).toEqual([]);
    expect(said).toBe(`${label} is unchanged.\n`);
  });

  it('writes nothing where only timeouts changed', async () => {
    const { deployment } = await deployed();
    const { said, writes } = await deployment.deploy({ ...job, timeouts: { create: '10m', update: '1m' } });
    expect(writes).toEqual([]);
    expect(said).toBe(`${label} is unchanged.\n`);
  });

  it('updates only the changed attributes', async () => {
    const { world, deployment } = await deployed();
    await world.api('PUT', `${jobs}/${String(at(await jobsOf(world), 0, 'id'))}`, { filter: '' });
    const { said, writes } = await deployment.deploy({ ...job, enabled: false });
    expect(writes).toEqual(['PUT logpush/jobs/:id']);
    expect(said).toBe(`Updated ${label}.\n`);
    expect(await jobsOf(world)).toEqual([expect.objectContaining({ enabled: false })]);
  });

  it('resets a removed attribute to its default', async () => {
    const { world, deployment } = await beginJob();
    await deployment.deploy({ ...job, enabled: false, timestamp_format: 'rfc3339' });
    await deployment.deploy(job);
    expect(await jobsOf(world)).toEqual([
      expect.objectContaining({
        enabled: true,
        logpull_options: expect.stringContaining('timestamps=unixnano') as unknown,
      }),
    ]);
  });

  it('creates a deleted object again', async () => {
    const { world, deployment } = await deployed();
    await world.api('DELETE', `${jobs}/${String(at(await jobsOf(world), 0, 'id'))}`);
    const { said } = await deployment.deploy({ ...job, enabled: false });
    expect(said).toBe(`${label} no longer exists. Creating it again.\nCreated ${label}.\n`);
    expect(await jobsOf(world)).toEqual([expect.objectContaining({ enabled: false })]);
  });

  it('creates the new object before it deletes the old one where a change cannot be made in place', async () => {
    const { world, deployment } = await deployed();
    const { said, writes } = await deployment.deploy({
      ...job,
      dataset: 'firewall_events',
      fields: ['RayID'],
    });
    expect(writes).toEqual(['POST logpush/jobs', 'DELETE logpush/jobs/:id']);
    expect(said).toBe(`Replaced ${label} because of the change of dataset.\n`);
    expect(await jobsOf(world)).toEqual([expect.objectContaining({ dataset: 'firewall_events' })]);
  });

  it('deletes the job of an account, beside one of a zone with its name, and creates it in another zone', async () => {
    const world = await start();
    await begin(world, 'edge_logpush_job', undefined, 'zone').deploy(job);
    const deployment = begin(world, 'edge_logpush_job');
    const ofEvents = { ...job, dataset: 'firewall_events', fields: ['RayID'] };
    await deployment.deploy({ ...ofEvents, zone_id: null, account_id: accountId });
    const { said } = await deployment.deploy({ ...ofEvents, zone_id: otherZoneId });
    expect(said).toContain(`Deleted edge_logpush_job (account_id "${accountId}", name "${job.name}").`);
    expect(await world.api('GET', `/accounts/${accountId}/logpush/jobs`)).toEqual([]);
    expect(await jobsOf(world)).toMatchObject([{ dataset: 'http_requests' }]);
    expect(await jobsOf(world, otherZoneId)).toMatchObject([{ dataset: 'firewall_events' }]);
  });

  it('keeps the old object where the new one cannot be created', async () => {
    const { world, deployment } = await deployed();
    await world.fail({ kind: 'status', status: 400, match: { method: 'POST' } });
    const change = { ...job, dataset: 'firewall_events', fields: ['RayID'] };
    await expect(deployment.deploy(change)).rejects.toThrow();
    expect(await jobsOf(world)).toEqual([expect.objectContaining({ dataset: 'http_requests' })]);
    await world.heal();
    await deployment.call('apply', change);
    expect(await jobsOf(world)).toEqual([expect.objectContaining({ dataset: 'firewall_events' })]);
  });

  it('moves the object to another zone', async () => {
    const { world, deployment } = await deployed();
    await deployment.deploy({ ...job, zone_id: otherZoneId });
    expect(await jobsOf(world)).toEqual([]);
    expect(await jobsOf(world, otherZoneId)).toHaveLength(1);
  });

  it('sends changed credentials again', async () => {
    const { world, deployment } = await deployed(keys);
    const rotated = { destination_credentials: { 'access-key-id': 'AKIB', 'secret-access-key': 'other' } };
    const { writes } = await deployment.deploy(job, rotated);
    expect(writes).toEqual(['PUT logpush/jobs/:id']);
    expect(at(await jobsOf(world), 0, 'destination_conf')).toContain('access-key-id=AKIB');
  });

  it('is finished by the next one where it failed, from the last deployed configuration', async () => {
    const { world, deployment } = await deployed(keys);
    const rotated = { destination_credentials: { 'access-key-id': 'AKIB', 'secret-access-key': 'other' } };
    await world.fail({ kind: 'status', status: 403, match: { method: 'PUT' } });
    await expect(deployment.deploy(job, rotated)).rejects.toThrow();
    await world.heal();
    // Terraform calls no destroy-time provisioner of a resource that failed.
    expect((await deployment.call('apply', job, rotated)).writes).toEqual(['PUT logpush/jobs/:id']);
    expect(at(await jobsOf(world), 0, 'destination_conf')).toContain('access-key-id=AKIB');
  });

  it('fails when another object has the name, and changes neither', async () => {
    const { world, deployment } = await deployed();
    await make(world);
    const failure = await failureOf(deployment.deploy({ ...job, enabled: false }));
    expect(failure).toMatchObject([{ summary: 'Several objects with this name' }]);
    expect((await jobsOf(world)).map(({ enabled }) => enabled)).toEqual([true, true]);
  });
});

describe('the last deploy', () => {
  it('deletes the object', async () => {
    const { world, deployment } = await deployed();
    const { said, writes } = await deployment.deploy(null);
    expect(writes).toEqual(['DELETE logpush/jobs/:id']);
    expect(said).toBe(`Deleted ${label}.\n`);
    expect(await jobsOf(world)).toEqual([]);
  });

  it('is a no-op where the object no longer exists', async () => {
    const { world, deployment } = await deployed();
    await world.api('DELETE', `${jobs}/${String(at(await jobsOf(world), 0, 'id'))}`);
    expect(await deployment.deploy(null)).toEqual({ said: `${label} no longer exists.\n`, writes: [] });
  });

  it('deletes the object when the reply is lost', async () => {
    const { world, deployment } = await deployed();
    await world.fail({ kind: 'lost_reply', match: { method: 'DELETE' } });
    expect((await deployment.deploy(null)).said).toBe(`Deleted ${label}.\n`);
    expect(await jobsOf(world)).toEqual([]);
  });
});

describe('secrets', () => {
  const rotated = { destination_credentials: { 'access-key-id': 'AKIB', 'secret-access-key': 'other' } };
  const destinationOf = async (world: World) => at(await jobsOf(world), 0, 'destination_conf');

  it('are sent again where it cannot be determined whether they changed', async () => {
    const world = await start();
    await begin(world, 'edge_logpush_job').deploy(job, keys);
    const elsewhere = begin(world, 'edge_logpush_job');
    expect((await elsewhere.call('apply', job, rotated)).writes).toEqual(['PUT logpush/jobs/:id']);
    expect(await destinationOf(world)).toContain('access-key-id=AKIB');
  });

  it('are in no file', async () => {
    const { deployment } = await deployed(keys);
    await deployment.call('remember', job, keys);
    const files = readdirSync(deployment.folder).map((name) => join(deployment.folder, name));
    expect(files).toHaveLength(1);
    expect(files.map((file) => readFileSync(file, 'utf8')).join()).not.toMatch(/AKIA|canary/);
  });

  it('are not in the output, in any notation', async () => {
    const ill = { destination_credentials: { 'secret-access-key': ['canary "secret"', 1234567] } };
    const world = await start();
    const failure = await failureOf(begin(world, 'edge_logpush_job').call('create', job, ill));
    expect(failure).toMatchObject([{ path: ['destination_credentials', 'secret-access-key'] }]);
    let said = '';
    const secrets = { destination_credentials: JSON.stringify(ill.destination_credentials) };
    const report = new Report((text) => (said += text), secretTexts(secrets));
    for (const each of failure) report.diagnose(each);
    expect(said).toBe(
      'Error: Wrong type\n' +
        '  destination_credentials.secret-access-key: The value is ["(sensitive value)",(sensitive value)]. It must be a ' +
        'string: correct the expression that it comes from.\n',
    );
  });
});

describe('a folder that is not writable', () => {
  it('fails no deploy, and is reported', async () => {
    const { world, deployment } = await beginJob();
    // Also where tests run as a user who may write anywhere.
    writeFileSync(join(deployment.folder, 'no-folder'), '');
    const blocked = begin(world, 'edge_logpush_job', join(deployment.folder, 'no-folder', 'memory'));
    const { said } = await blocked.deploy(job);
    expect(said).toContain('Warning: Cannot save the deployed configuration\n  Error: ENOTDIR');
    expect((await blocked.deploy({ ...job, enabled: false })).writes).toEqual(['PUT logpush/jobs/:id']);
    expect((await blocked.deploy(null)).writes).toEqual(['DELETE logpush/jobs/:id']);
  });
});

describe('the custom fields of a zone', () => {
  const fields = { zone_id: zoneId, request_headers: ['x-a'], cookies: ['sid'] };
  const rulesets = `/zones/${zoneId}/rulesets`;
  const phase = 'http_log_custom_fields';
  const entryPoint = async (world: World) => {
    const all = (await world.api('GET', rulesets)) as readonly Record<string, unknown>[];
    const found = all.find((each) => each.phase === phase);
    return found === undefined ? undefined : world.api('GET', `${rulesets}/${String(found.id)}`);
  };
  const rule = (names: readonly string[]) => ({
    action: 'log_custom_field',
    expression: 'true',
    action_parameters: { request_fields: names.map((name) => ({ name })) },
  });
  const existing = (rules: readonly object[]) => ({
    rulesets: [{ name: 'theirs', kind: 'zone', phase, rules }],
  });
  const requestFields = async (world: World) =>
    at(await entryPoint(world), 'rules', 0, 'action_parameters', 'request_fields');

  it.each(['theirs', 'x-a'])('fail where the zone has a rule, of %s', async (name) => {
    const world = await start(existing([rule([name])]));
    const failure = await failureOf(
      begin(world, 'edge_custom_fields_ruleset').deploy({ zone_id: zoneId, request_headers: ['x-a'] }),
    );
    expect(describeAll(failure)).toEqual([
      expect.stringMatching(
        /^error at zone_id: Object already exists: .* Fix: delete it, or use the plugin driver/,
      ),
    ]);
    expect(await requestFields(world)).toEqual([{ name }]);
  });

  it('belong to the construct whose runner was killed after its last call', async () => {
    const world = await start();
    await begin(world, 'edge_custom_fields_ruleset').deploy(fields);
    const deployment = begin(world, 'edge_custom_fields_ruleset');
    const owner = { typeName: 'edge_custom_fields_ruleset', address: 'logs' };
    const triggers = { zone_id: zoneId, request_headers: '["x-a"]', cookies: '["sid"]' };
    new MemoStore(deployment.folder).save(owner, { next: { triggers } });
    expect((await deployment.deploy(fields)).writes).toEqual([]);
  });
});

describe('a notification policy', () => {
  const policy = {
    account_id: accountId,
    name: 'Health',
    pool_ids: [p(1)],
    email_addresses: ['ops@example.com'],
  };
  const policyLabel = `edge_pool_notification_policy (account_id "${accountId}", name "Health")`;
  const emailsOf = async (world: World) =>
    (
      (await world.api('GET', `/accounts/${accountId}/load_balancers/pools`)) as readonly Record<
        string,
        unknown
      >[]
    ).map((pool) => pool.notification_email);

  it('clears e-mails that were added since, also where its configuration is unchanged', async () => {
    const world = await start({}, { pools: somePools(1) });
    const deployment = begin(world, 'edge_pool_notification_policy');
    const accepting = { ...policy, accept_lost_recipients: true };
    await deployment.deploy(accepting);
    await world.api('PATCH', `/accounts/${accountId}/load_balancers/pools/${p(1)}`, {
      notification_email: 'new@example.com',
    });
    expect((await deployment.call('apply', accepting)).said).toContain(`Updated ${policyLabel}.\n`);
    expect(await emailsOf(world)).toEqual(['']);
  });
});

describe('the migration of a zone', () => {
  const migration = { zone_id: zoneId, target: 'complete', acknowledge_irreversible: true };
  const stateOf = async (world: World) =>
    at(await world.api('GET', `/zones/${zoneId}/waf_migration/status`), 'migration_state');

  it.each(['validation', 'complete'] as const)('fails for a zone in the state %s', async (state) => {
    const world = await start({ migration_state: state });
    const failure = await failureOf(begin(world, 'edge_waf_migration').deploy(migration));
    expect(describeAll(failure)).toEqual([
      expect.stringMatching(/^error at zone_id: Object already exists: .* Fix: use the plugin driver/),
    ]);
    expect((await world.calls()).filter((each) => !each.startsWith('GET '))).toEqual([]);
  });

  it('continues where the runner was killed after its first call', async () => {
    const world = await start({ migration_state: 'validation' });
    const deployment = begin(world, 'edge_waf_migration');
    const triggers = { zone_id: zoneId, target: 'complete', acknowledge_irreversible: 'true' };
    const owner = { typeName: 'edge_waf_migration', address: 'logs' };
    new MemoStore(deployment.folder).save(owner, { next: { triggers } });
    await deployment.deploy(migration);
    expect(await stateOf(world)).toBe('complete');
  });

  it('deletes URI-based overrides only with a file that keeps them, which no message calls a state', async () => {
    const override = { id: 'd'.repeat(32), urls: ['one.example/*'], rules: { '100015': 'disable' } };
    const world = await start({ waf: { overrides: [override] } });
    const deleting = { ...migration, delete_uri_overrides: true };
    const deployment = begin(world, 'edge_waf_migration');
    expect(describeAll(await failureOf(deployment.deploy(deleting)))).toEqual([
      expect.stringMatching(
        /^error at backup_path: No record of deleted overrides: delete_uri_overrides is true.*Set backup_path/,
      ),
    ]);
    expect(await stateOf(world)).toBe('start');
    const backup_path = join(deployment.folder, 'backup.json');
    const { said } = await deployment.deploy({ ...deleting, backup_path });
    expect(readFileSync(backup_path, 'utf8')).toContain(override.id);
    expect(said).toContain(`The file ${backup_path} keeps them`);
    expect(said).not.toContain('`status.');
  });
});
