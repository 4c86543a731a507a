import { clientErrorExplainer, explainClientError } from '../../lib/drivers/explain';
import { accountId, errorOf, describeAll, worlds, zoneId } from '../support/handler-harness';

const start = worlds();
const explained = async (attempt: Promise<unknown>) =>
  describeAll(
    explainClientError(await errorOf(attempt)) ?? [{ severity: 'error', summary: 'unknown', detail: '' }],
  );

describe('an error of the client', () => {
  it.each<[object, string]>([
    [{ status: 401, code: 10000 }, 'error at : Credentials rejected by the API: '],
    [{ status: 403, code: 1004 }, 'error at : Permission denied by the API: '],
    [{ status: 404, code: 10003 }, 'error at : Object not found: '],
    [{ status: 409, code: 1000 }, 'error at : Concurrent change of the same object: '],
    [{ status: 400, code: 20100 }, 'error at : Request refused by the API: '],
    [{ status: 429, code: 971 }, 'error at : API rate limit exceeded: '],
    [{ status: 500, code: 1000 }, 'error at : Request refused by the API: '],
  ])(
    'with $status becomes a diagnostic with the request and the service’s message',
    async (answer, summary) => {
      const world = await start();
      await world.fail({ kind: 'status', message: 'these words', times: 50, ...answer });
      const said = await explained(world.client.rulesets.list(zoneId));
      expect(said).toEqual([expect.stringContaining(summary)]);
      expect(said.join('')).toContain(`/zones/${zoneId}/rulesets`);
      expect(said.join('')).toContain('these words');
    },
  );

  it.each([
    ['lost_reply', 'error at : Cannot reach the API: '],
    ['not_json', 'error at : Unreadable API reply: '],
  ])('from a %s becomes a diagnostic with the request', async (kind, summary) => {
    const world = await start();
    await world.fail({ kind, times: 50 });
    expect(await explained(world.client.logpush.delete(zoneId, 1))).toEqual([
      expect.stringContaining(summary),
    ]);
  });

  it('is reported at the attribute with the name of the refused field', async () => {
    const world = await start();
    const input = { name: '', kind: 'zone', description: '', phase: 'http_log_custom_fields' } as const;
    expect(await explained(world.client.rulesets.create(zoneId, input))).toEqual([
      expect.stringContaining('error at name: Request refused by the API: '),
    ]);
  });

  it.each([7000, 7003])(
    'is reported at the attribute whose id is in the path, for the code %d',
    async (code) => {
      const world = await start();
      await world.fail({ kind: 'status', message: 'Could not route', status: 404, code, times: 50 });
      const ofZone = await explained(world.client.logpush.list(zoneId));
      expect(ofZone).toEqual([
        expect.stringMatching(
          new RegExp(
            `^error at zone_id: Unknown zone, or wrong API: zone_id \\(zoneId\\) is "${zoneId}"\\. GET .*404`,
          ),
        ),
      ]);
      expect(ofZone.join('')).toMatch(
        /Check that 1{32} is the id of the zone and not its name, that the credentials are of the zone's account, and that http:\/\/.*\/client\/v4 is the API that you mean \(EDGE_BASE_URL or base_url\)\. If the zone was deleted, .*`terraform state rm <address>`.*\n {2}terraform show -json .*contains\("1{32}"\).*\| \.address'$/,
      );
      expect(await explained(world.client.alerting.listPolicies(accountId))).toEqual([
        expect.stringMatching(
          /^error at account_id: .*account_id \(accountId\) is "a{32}"\. .* of this account/,
        ),
      ]);
    },
  );

  describe('of a separate client', () => {
    it('does not show the token that the service rejects', async () => {
      const world = await start();
      const client = world.connect({ credentials: { apiToken: 'canary-token' } });
      const said = await explained(client.logpush.list(zoneId));
      expect(said).toEqual([expect.stringContaining('EDGE_API_TOKEN')]);
      expect(said.join('')).not.toContain('canary');
    });

    it('reports a timeout', async () => {
      const world = await start();
      await world.fail({ kind: 'delay', ms: 5000, times: 50 });
      expect(await explained(world.connect({ timeoutMs: 50 }).logpush.list(zoneId))).toEqual([
        expect.stringContaining('error at : API call timed out: '),
      ]);
    });

    it('reports an interruption', async () => {
      const { client } = await start();
      const call = client.logpush.list(zoneId, { signal: AbortSignal.abort() });
      expect(await explained(call)).toEqual([expect.stringContaining('error at : Interrupted: ')]);
    });

    it('shows no command for an id that a shell would take for more', async () => {
      const { client } = await start();
      const said = (await explained(client.logpush.list(`x'; rm "y"`))).join();
      expect(said).toContain('Unknown zone, or wrong API');
      expect(said).not.toContain('terraform state rm');
    });

    it('reports a request that was not sent because its id cannot be part of a path', async () => {
      const { client } = await start();
      expect(await explained(client.logpush.list('..'))).toEqual([
        expect.stringContaining('error at : Invalid API request: '),
      ]);
    });
  });

  it('is short where the service accepts no call, after the first one', async () => {
    const world = await start();
    await world.fail({ kind: 'status', status: 429, headers: { 'retry-after': '3600' } });
    const explain = clientErrorExplainer();
    const details: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const [diagnostic] = explain(await errorOf(world.client.rulesets.list(zoneId))) ?? [];
      expect(diagnostic?.summary).toBe('API rate limit exceeded');
      details.push(diagnostic?.detail ?? '');
    }
    const short =
      /^A call was not sent: the service accepts none for another 3\d{3} s\. Another error of this run has the details\.$/;
    expect(details).toEqual([
      expect.stringMatching(/HTTP 429.*3600 seconds \(Retry-After\)/),
      expect.stringMatching(short),
      expect.stringMatching(short),
    ]);
    expect(explain(new Error('another'))).toBeUndefined();
  });

  it('does not cover other errors', () => {
    expect(explainClientError(new Error('another'))).toBeUndefined();
    expect(explainClientError(undefined)).toBeUndefined();
  });
});
