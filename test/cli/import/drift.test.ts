import type { CodeObject } from '../../../lib/cli/import/code';
import { findDrift } from '../../../lib/cli/import/drift';
import { readOwner } from '../../../lib/cli/import/read/owner';
import { readingWith } from '../../../lib/cli/import/resource-of';
import type { Owner } from '../../../lib/resources/handler';
import { EdgeClient } from '../../../lib/client';
import type { FixtureZone } from '../../../lib/emulator';
import { unknown, type ObjectValue } from '../../../lib/schema';
import { accountId, start, type Running } from '../../emulator/support';
import { managedRuleset } from '../../emulator/waf-world';
import { entryPointWith, executeManaged } from '../waf/zones';
import { job, z } from './world';

const account = { id: accountId, name: 'Example account' };
const zone: FixtureZone = { id: z(1), account_id: accountId, name: 'zone-1.example', plan: 'enterprise' };
const owner: Owner = { kind: 'zone', id: z(1), name: zone.name, account };
const ruleId = 'c1'.repeat(16);

describe('the drift between code and account', () => {
  let emulator: Running;
  let client: EdgeClient;
  const serve = async (more: Partial<FixtureZone>) => {
    emulator = await start({ fixture: { accounts: [account], zones: [{ ...zone, ...more }] } });
    client = new EdgeClient({ baseUrl: emulator.url, credentials: { apiToken: emulator.token } });
  };
  afterEach(async () => {
    await client.close();
    await emulator.close();
  });

  const drift = async (...code: readonly CodeObject[]) => {
    const { objects } = await readOwner(owner, readingWith(client, new AbortController().signal));
    const found = await findDrift(code, { client, objects, owners: new Set([z(1)]), gone: new Set([z(4)]) });
    return {
      added: found.added.map(({ importId }) => importId),
      gone: found.gone.map(({ label }) => label),
      changed: found.changed.map(({ code: { label }, changes }) => [
        label,
        ...changes.map(({ name }) => name),
      ]),
      elsewhere: found.elsewhere.map(({ label }) => label),
      unreadable: found.unreadable.map(({ code: { label } }) => label),
      undetermined: found.undetermined.map(({ label }) => label),
    };
  };
  const none = { added: [], gone: [], changed: [], elsewhere: [], unreadable: [], undetermined: [] };
  const codeOf = (label: string, config: ObjectValue, importId?: string): CodeObject => ({
    typeName: 'edge_logpush_job',
    label,
    importId,
    config: {
      zone_id: z(1),
      name: 'errors',
      destination_conf: 's3://logs/http?region=eu-central-1',
      fields: ['RayID', 'ClientIP'],
      timestamp_format: 'rfc3339',
      ...config,
    },
  });
  const migration = (config: ObjectValue): CodeObject => ({
    typeName: 'edge_waf_migration',
    label: 'waf',
    importId: z(1),
    config: { zone_id: z(1), target: 'complete', acknowledge_irreversible: true, ...config },
  });

  it('is none for the same values in another notation, with defaults left out', async () => {
    await serve({ jobs: [job(11, 'errors')] });
    const config = { destination_conf: 's3://logs/http?region=eu%2Dcentral-1', enabled: true };
    expect(await drift(codeOf('a', config, `zones/${z(1)}/11`))).toEqual(none);
  });

  it('finds an object without an import block by its name, and one of several by its values', async () => {
    await serve({ jobs: [job(11, 'errors', { enabled: false }), job(12, 'errors')] });
    expect(await drift(codeOf('on', {}), codeOf('off', { enabled: false }))).toEqual(none);
    expect(await drift(codeOf('on', {}))).toEqual({ ...none, added: [`${z(1)}/11`] });
  });

  it('names what only one side has, and what it cannot say', async () => {
    await serve({ jobs: [job(11, 'errors')] });
    expect(
      await drift(
        codeOf('gone', { name: 'gone' }),
        codeOf('gone by id', { name: 'gone' }, `${z(1)}/99`),
        codeOf('elsewhere', { zone_id: z(2) }),
        codeOf('zone gone', { zone_id: z(4) }),
        codeOf('unknown', { zone_id: unknown }),
      ),
    ).toEqual({
      added: [`${z(1)}/11`],
      gone: ['gone by id', 'gone', 'zone gone'],
      changed: [],
      elsewhere: ['elsewhere'],
      unreadable: [],
      undetermined: ['unknown'],
    });
  });

  it('leaves out what only Terraform can evaluate', async () => {
    await serve({ jobs: [job(11, 'errors')] });
    const config = { fields: unknown, enabled: false, sample_rate: 0.5 };
    expect(await drift(codeOf('a', config, `${z(1)}/11`))).toEqual({
      ...none,
      changed: [['a', 'sample_rate', 'enabled']],
    });
  });

  it('does not take an object that cannot be read for one that is gone', async () => {
    await serve({ jobs: [job(11, 'errors')] });
    const code = codeOf('a', { enabled: false }, `${z(1)}/11`);
    const path = `/zones/${z(1)}/logpush/jobs`;
    await emulator.control('POST', '/faults', {
      kind: 'status',
      status: 403,
      match: { path },
      skip: 1,
      times: 9,
    });
    expect(await drift(code)).toEqual({ ...none, unreadable: ['a'] });
  });

  it('reads a migration with the overrides of the code, as a plan does', async () => {
    const overrides = { rules: [{ id: ruleId, action: 'log' }] };
    const execute = { ...executeManaged, action_parameters: { id: managedRuleset, overrides } };
    await serve({ migration_state: 'complete', ...entryPointWith(execute) });
    const override = (action: string) => [
      { rule_id: ruleId, ruleset_id: managedRuleset, action, enabled: null, score_threshold: null },
    ];
    expect(await drift(migration({}))).toEqual(none);
    expect(await drift(migration({ rule_overrides: override('log') }))).toEqual(none);
    expect(await drift(migration({ rule_overrides: override('block') }))).toEqual({
      ...none,
      changed: [['waf', 'rule_overrides']],
    });
  });
});
