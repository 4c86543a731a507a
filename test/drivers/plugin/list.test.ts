import { EdgeClient } from '../../../lib/client';
import { readOwner } from '../../../lib/cli/import/read/owner';
import { readingWith } from '../../../lib/cli/import/resource-of';
import type { Fixture, FixtureZone } from '../../../lib/emulator';
import { accountId, start, type Running } from '../../emulator/support';
import { history, job, owners, policy, policyId, z } from '../../cli/import/world';
import { localPlugins } from '../../faults/support/local-plugin';
import { afterTest } from '../../support/after-test';
import type { Provider } from '../../support/terraform-client';

const types = [
  'edge_custom_fields_ruleset',
  'edge_logpush_job',
  'edge_pool_notification_policy',
  'edge_waf_migration',
] as const;

describe('a list of a resource', () => {
  let emulator: Running;
  let provider: Provider;
  const serve = async (fixture: Fixture) => {
    emulator = await start({ fixture });
    ({ provider } = await localPlugins()());
    await provider.configure({
      ...Object.fromEntries(
        Object.keys((await provider.schemas()).provider.attributes).map((name) => [name, null]),
      ),
      base_url: emulator.url,
      api_token: emulator.token,
      custom_field_limits: 'current',
      retry_timeout_seconds: 0,
    });
  };
  const namesOf = async (...given: Parameters<Provider['list']>) =>
    (await provider.list(...given)).flatMap(({ identity, displayName, diagnostics }) => [
      ...(identity === undefined ? [] : [displayName]),
      ...diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`),
    ]);

  it('takes zones where a zone has such objects, and accounts', async () => {
    await serve(history);
    const { lists } = await provider.schemas();
    const namesFor = (type: string) => Object.keys(lists[type]?.attributes ?? {});
    for (const type of types)
      expect(namesFor(type)).toEqual([
        ...(type === 'edge_pool_notification_policy' ? [] : ['zone_ids', 'zone_name']),
        'account_id',
        'account_name',
      ]);
  });

  it('has the objects of an account and of all its zones in their order, as the command import reads them', async () => {
    await serve(history);
    const listed = await Promise.all(
      types.map(async (type) => {
        const events = await provider.list(
          type,
          { account_name: 'Example account' },
          { includesResource: true },
        );
        return events.map(({ state }) => [type, state] as const);
      }),
    );
    const client = new EdgeClient({ baseUrl: emulator.url, credentials: { apiToken: emulator.token } });
    afterTest(() => client.close());
    const rows = [];
    for (const owner of owners)
      rows.push(await readOwner(owner, readingWith(client, new AbortController().signal)));
    const objects = rows.flatMap((row) => row.objects);
    const imported = types.flatMap((type) =>
      objects.filter(({ typeName }) => typeName === type).map(({ attributes }) => [type, attributes]),
    );
    expect(imported).toHaveLength(8);
    expect(withoutOrder(listed.flat())).toEqual(withoutOrder(imported));
  });

  it.each([
    [{ zone_name: 'Zone-2.example' }, ['zone-2.example: job 21 "errors"']],
    [{ zone_ids: [z(2)] }, ['zone-2.example: job 21 "errors"']],
    [{ zone_ids: [z(3)] }, []],
  ])('of %j has the jobs of these zones', async (config, names) => {
    await serve(history);
    expect(await namesOf('edge_logpush_job', config)).toEqual(names);
  });

  it('has identities alone unless resources are included', async () => {
    await serve(history);
    const [event] = await provider.list('edge_pool_notification_policy', { account_id: accountId });
    expect(event).toMatchObject({
      identity: { account_id: accountId, id: policyId(1) },
      displayName: `Example account: policy "Health of pools" (${policyId(1)})`,
      state: undefined,
    });
  });

  it('reads no more zones than its limit needs, and the list of zones instead of each of many', async () => {
    const zones = Array.from({ length: 40 }, (_, at): FixtureZone => {
      const id = z(at + 1);
      return {
        id,
        account_id: accountId,
        name: `${at + 1}.example`,
        plan: 'enterprise',
        jobs: [job(at + 1, 'x')],
      };
    });
    await serve({ accounts: [{ id: accountId, name: 'Example account' }], zones });
    await emulator.takeCalls();
    const config = { zone_ids: zones.map(({ id }) => id) };
    const events = await provider.list('edge_logpush_job', config, { limit: 3 });
    expect(events.map(({ displayName }) => displayName)).toEqual(
      [1, 2, 3].map((number) => `${number}.example: job ${number} "x"`),
    );
    const made = await emulator.calls();
    expect(made.filter(({ path }) => path.endsWith('/zones'))).toHaveLength(1);
    expect(made.length).toBeLessThan(20);
  });

  it('warns about a zone that cannot be read, and has the others', async () => {
    await serve(history);
    const match = { path: `/zones/${z(1)}/logpush/jobs` };
    await emulator.control('POST', '/faults', { kind: 'status', status: 403, times: 100, match });
    const names = await namesOf('edge_logpush_job', { zone_ids: [z(1), z(2), z(9)] });
    const warning = (id: string) => expect.stringContaining(`warning: Zone ${id} was not listed: `) as string;
    expect(names).toEqual(['zone-2.example: job 21 "errors"', warning(z(1)), warning(z(9))]);
  });

  it('fails where nothing can be read', async () => {
    await serve(history);
    expect(await namesOf('edge_logpush_job', { zone_ids: [z(8), z(9)] })).toEqual([
      expect.stringContaining(`error: Zone ${z(8)} was not listed: `),
    ]);
    expect(await namesOf('edge_logpush_job', { zone_name: 'zone-1.exampl' })).toEqual([
      'error: Unknown zone',
    ]);
    expect(await namesOf('edge_logpush_job', { account_name: 'Exampel account' })).toEqual([
      'error: Unknown account',
    ]);
  });

  it('fails when Terraform is interrupted', async () => {
    await serve(history);
    await provider.stop();
    expect(await namesOf('edge_logpush_job', { zone_ids: [z(1), z(2)] })).toEqual([
      expect.stringMatching(/^error: /),
    ]);
  });

  it('warns about an object that an import would change, and does not have it', async () => {
    await serve({
      ...history,
      accounts: [
        {
          id: accountId,
          name: 'Example account',
          policies: [policy(1, 'None', { mechanisms: { carrier_pigeon: [{ id: 'one' }] } })],
        },
      ],
    });
    const events = await provider.list('edge_pool_notification_policy', { account_id: accountId });
    expect(events).toMatchObject([
      {
        identity: undefined,
        diagnostics: [
          {
            severity: 'warning',
            summary: `Not listed: Example account: policy "None" (${policyId(1)})`,
            detail: expect.stringContaining(
              'It cannot be imported unchanged: Policy has no recipients.',
            ) as string,
          },
        ],
      },
    ]);
  });

  it('gives no attributes of a job whose address is a key', async () => {
    const secret = job(31, 'secret', { destination_conf: 'sumo://collectors.example/receiver/KEY' });
    await serve({
      ...history,
      zones: [{ id: z(1), account_id: accountId, name: 'one.example', plan: 'enterprise', jobs: [secret] }],
    });
    const config = { zone_ids: [z(1)] };
    expect(await namesOf('edge_logpush_job', config)).toEqual(['one.example: job 31 "secret"']);
    const events = await provider.list('edge_logpush_job', config, { includesResource: true });
    expect(
      events.map(({ state, diagnostics }) => [state, diagnostics.map(({ summary }) => summary)]),
    ).toEqual([[undefined, ['Not listed: one.example: job 31 "secret"']]]);
    expect(JSON.stringify(events)).not.toContain('KEY');
  });

  it.each([
    [{}, 'Nothing to list', []],
    [{ zone_name: 'one.example', account_id: accountId }, 'Several things to list', ['account_id']],
    [{ zone_ids: [] }, 'Empty list', ['zone_ids']],
    [{ zone_ids: ['one.example'] }, 'Invalid identifier', ['zone_ids']],
    [{ zone_name: 'one example' }, 'Invalid zone name', ['zone_name']],
  ])('fails for the configuration %j', async (config, summary, attribute) => {
    await serve(history);
    expect(await provider.validateList('edge_logpush_job', config)).toMatchObject([{ summary, attribute }]);
  });
});

/** Objects whose sets are sorted: the wire format has no order of them. */
function withoutOrder(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
    Array.isArray(each) && each.every((item) => typeof item === 'string') ? each.sort() : each,
  );
}
