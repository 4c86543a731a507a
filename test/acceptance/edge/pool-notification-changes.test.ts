import { textAt } from '../../emulator/support';
import { startCallWatch, type CallWatch } from '../../support/call-watch';
import {
  makePools,
  origins,
  poolIds,
  poolName,
  policiesPath,
  poolsPath,
  startPoolStack,
  type PoolStack,
} from '../../support/pool-stack';
import { sample } from '../../support/exhaustive';
import { describeWithTerraform } from '../../support/terraform';
import type { Diagnostic, TerraformClient } from '../../support/terraform-client';

describe('pools and policies that change while Terraform clears legacy e-mails', () => {
  let edge: PoolStack;
  let watch: CallWatch;
  afterEach(async () => {
    await watch.close();
    await edge.close();
  });

  /** The account with a declared policy, and Terraform's calls through a proxy that names the reads of a page. */
  async function begin(
    count: number,
    props: Parameters<PoolStack['declarePolicy']>[0],
  ): Promise<TerraformClient> {
    edge = await startPoolStack({ pools: makePools(count, (index) => `${poolName(index)}@legacy.example`) });
    edge.declarePolicy(props);
    watch = await startCallWatch(edge.emulator, {
      nameOf: (method, url) =>
        `${method} ${/\/(?:load_balancers|v3)\/(\w+\/?)/.exec(url)?.[1] ?? url}${url.includes('offset=') ? ' page' : ''}`,
      check: () => Promise.resolve([]),
    });
    return edge.clientAt(watch.url);
  }

  const titles = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ summary }) => summary);

  /** Runs something after the reply to a call is made, and before it is sent. */
  const after = (call: string, nth: number, run: () => Promise<unknown>) => {
    watch.disturb(async (current) => {
      if (current === call && watch.calls.filter((each) => each === call).length === nth) await run();
      return false;
    });
  };

  const disablePolicy = async () => {
    const [policy] = await edge.policies();
    const body = { ...(policy as object), enabled: false };
    await edge.emulator.result('PUT', `${policiesPath}/${textAt(policy, 'id')}`, body);
  };

  const addPool = async (name: string) =>
    edge.emulator.result('POST', poolsPath, { name, origins, notification_email: 'new@legacy.example' });

  it('restores all e-mails of a create if someone disables the policy, and the next apply completes it', async () => {
    const terraform = await begin(170, { allPools: true, carryOverRecipients: true });
    const before = await edge.legacyEmails();
    after('PATCH pools/', 120, disablePolicy);
    const stopped = (await terraform.apply()).filter(({ summary }) => summary.includes(': Clearing stopped'));
    expect(stopped).toMatchObject([
      {
        severity: 'warning',
        summary: expect.stringMatching(/, 0 pools without notifications$/) as string,
        detail: expect.stringContaining('it is disabled') as string,
      },
    ]);
    expect(await edge.legacyEmails()).toEqual(before);

    watch.disturb(undefined);
    await terraform.apply();
    expect(await edge.legacyEmails()).toEqual({});
    expect(await edge.policies()).toMatchObject([{ enabled: true }]);
    await terraform.expectNoChanges();
  });

  it('fails an update if someone disables the policy, and names the pools without notifications', async () => {
    const terraform = await begin(60, { poolIds: poolIds(1) });
    await terraform.apply();
    edge.declarePolicy({ poolIds: poolIds(60) });
    watch.forget();
    after('PATCH pools/', 10, disablePolicy);
    const failed = await terraform.failedApply();
    const [error, ...more] = failed.filter(({ severity }) => severity === 'error');
    expect(more).toEqual([]);
    expect(error?.summary).toMatch(/: Clearing stopped, 1 pool without notifications$/);
    expect(error?.detail).toContain('Nobody is notified about the health of pool-001.');
    expect(Object.keys(await edge.legacyEmails())).toHaveLength(59);
  });

  it.each([false, true])(
    'gives back the e-mail of a pool that moves into a page just before it is cleared, also if the reply is lost: %s',
    async (isLost) => {
      const terraform = await begin(610, {
        poolIds: poolIds(610, (index) => index > 0),
        carryOverRecipients: true,
      });
      after('GET pools page', 1, async () => {
        await addPool('pool-000');
        if (isLost)
          await edge.emulator.control('POST', '/faults', {
            kind: 'lost_reply',
            times: 1,
            match: { method: 'PATCH', path: poolsPath },
          });
      });
      const said = await terraform.apply();
      expect(watch.calls).toContain('PATCH pools page');
      expect(titles(said)).toContainEqual(expect.stringMatching(/: 1 legacy e-mail restored$/));
      expect(await edge.legacyEmails()).toEqual({
        'pool-000': 'new@legacy.example',
        [poolName(0)]: `${poolName(0)}@legacy.example`,
      });
    },
  );

  it('never touches a pool that is created during the clearing of few pools', async () => {
    const terraform = await begin(30, { poolIds: poolIds(30), carryOverRecipients: true });
    after('PATCH pools/', 3, () => addPool('pool-010-new'));
    await terraform.apply();
    expect(await edge.legacyEmails()).toEqual({ 'pool-010-new': 'new@legacy.example' });
    expect(watch.calls.filter((call) => call.endsWith(' page'))).toEqual([]);
  });
});

describeWithTerraform('the plan of a policy for 2,000 pools', () => {
  const teams = 50;
  const lines = (text: string) => text.trimEnd().split('\n').length;

  const plans = [
    [
      'with the recipients of 50 teams',
      { carryOverRecipients: true },
      /50 carried-over recipients are notified of more pools/,
    ],
    ['that accepts lost recipients', {}, /recipients of 2000 pools are lost/],
    ['that would lose recipients', { acceptLostRecipients: false }, /2000 legacy e-mails are not cleared/],
  ] as const;

  it.each(sample(plans, 3))('%s is shorter than 60 lines, warnings included', async (_, props, headline) => {
    const edge = await startPoolStack({
      pools: makePools(2000, (index) => `team-${index % teams}@legacy.example`),
    });
    try {
      edge.declarePolicy({ allPools: true, ...props });
      await edge.dir.init();
      const { stdout, stderr } = await edge.dir.run(['plan', '-input=false', '-no-color']);
      expect(stdout + stderr).toMatch(headline);
      expect(lines(stdout + stderr)).toBeLessThan(60);
      expect(stdout).not.toContain('more similar');
    } finally {
      await edge.close();
    }
  });
});
