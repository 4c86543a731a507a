import { readObject } from '../../../lib/testing/buckets';
import { accountId, start, type Running } from '../../emulator/support';
import { localPlugins } from '../../faults/support/local-plugin';
import { TerraformClient, type Provider } from '../../support/terraform-client';

const type = 'edge_logpush_ownership_challenge';
const zoneId = '1'.repeat(32);
const destination = 's3://edge-logs/http?region=eu-central-1';

describe('the action edge_logpush_ownership_challenge', () => {
  let emulator: Running;
  let provider: Provider;
  beforeEach(async () => {
    emulator = await start({
      fixture: {
        accounts: [{ id: accountId, name: 'Example' }],
        zones: [{ id: zoneId, account_id: accountId, name: 'one.example', plan: 'enterprise' }],
      },
    });
    ({ provider } = await localPlugins()());
    await terraform({}).plan();
  });

  const terraform = (configuration: object) =>
    new TerraformClient({
      provider: () => Promise.resolve(provider),
      configuration: () => configuration,
      settings: { base_url: emulator.url, api_token: emulator.token },
    });
  const requests = async () =>
    (await emulator.takeCalls()).filter(({ path }) => path.endsWith('/logpush/ownership'));

  it.each<Readonly<Record<string, string>>>([{ zone_id: zoneId }, { account_id: accountId }])(
    'has the service write a challenge for %j, and names its file',
    async (owner) => {
      const config = { ...owner, destination_conf: destination };
      expect(await provider.validateAction(type, config)).toEqual([]);
      expect(await provider.planAction(type, config)).toEqual([]);
      expect(await requests()).toEqual([]);
      const { progress, diagnostics } = await provider.invoke(type, config);
      expect(diagnostics).toEqual([]);
      const token = readObject(emulator.bucketsDir, 'edge-logs', fileOf(progress));
      await terraform({
        resource: {
          edge_logpush_job: {
            it: {
              ...owner,
              ...('account_id' in owner && { dataset: 'audit_logs' }),
              name: 'it',
              destination_conf: destination,
              ownership_challenge: token,
            },
          },
        },
      }).apply();
    },
  );

  it('sends the credentials with the destination, and shows none', async () => {
    const given = {
      zone_id: zoneId,
      destination_conf: 'azure://container/logs',
      destination_credentials: { sig: 'SECRET' },
    };
    const outcome = await provider.invoke(type, given);
    expect(outcome).toMatchObject({ diagnostics: [], progress: [expect.stringContaining('logs/ownership')] });
    expect(JSON.stringify(outcome)).not.toContain('SECRET');
    // The token is for exactly this destination.
    const token = readObject(emulator.bucketsDir, 'container', fileOf(outcome.progress));
    await terraform({
      resource: { edge_logpush_job: { it: { ...given, name: 'it', ownership_challenge: token } } },
    }).apply();
  });

  it('warns where the destination needs no challenge', async () => {
    const config = { zone_id: zoneId, destination_conf: 'https://logs.example.com/x' };
    expect(await provider.invoke(type, config)).toMatchObject({
      progress: [],
      diagnostics: [
        {
          severity: 'warning',
          summary: `Zone ${zoneId}: no challenge written`,
          detail: expect.stringContaining('this destination needs no ownership challenge') as string,
          attribute: ['destination_conf'],
        },
      ],
    });
  });

  it('fails where the service cannot write, with its reason', async () => {
    const config = { zone_id: zoneId, destination_conf: 'sumo://collectors.example/receiver' };
    const { progress, diagnostics } = await provider.invoke(type, config);
    expect(progress).toEqual([]);
    expect(diagnostics).toMatchObject([
      {
        severity: 'error',
        summary: `Zone ${zoneId}: cannot write the challenge`,
        detail: expect.stringContaining('this emulator has no sumo to write a challenge to') as string,
      },
    ]);
  });

  it.each([
    [{ destination_conf: destination }, 'Zone or account missing'],
    [{ zone_id: zoneId, account_id: accountId, destination_conf: destination }, 'Zone and account'],
    [
      { zone_id: zoneId, destination_conf: `${destination}&access-key-id=A` },
      'Credentials in the destination',
    ],
  ])('fails for the configuration %j', async (config, summary) => {
    for (const diagnostics of [
      await provider.validateAction(type, config),
      await provider.planAction(type, config),
    ])
      expect(diagnostics.map((each) => each.summary)).toEqual([summary]);
  });
});

function fileOf(progress: readonly string[]): string {
  const [, filename = ''] = /^The service wrote the challenge to (\S+)\. /.exec(progress.join('')) ?? [];
  return filename;
}
