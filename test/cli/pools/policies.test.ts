import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { policiesProject } from '../../../lib/cli/pools/policies/run';
import { auditPools, surveyOf } from '../../../lib/cli/pools/audit';
import { formatDocument } from '../../../lib/cli/document';
import { judgeClearing } from '../../../lib/pools';
import { healthPolicy } from '../../pools/policy';
import { runs } from '../../support/exhaustive';
import { makeFolder } from '../../support/folder';
import { runInProcess } from '../support';

const accountId = 'a'.repeat(32);
const idOf = (letter: string, at: number) => letter + String(at).padStart(31, '0');
const ops = 'ops@example.com';
const lead = 'lead@example.com';

const pool = (at: number, email: string, more: object = {}) => ({
  id: idOf('c', at),
  name: `pool-${at}`,
  notification_email: email,
  notification_filter: null,
  ...more,
});
const policy = (
  at: number,
  name: string,
  pools: readonly number[],
  emails: readonly string[],
  filters: object = {},
) => ({
  ...healthPolicy(
    pools.map((each) => idOf('c', each)),
    emails,
    { name, description: '' },
    filters,
  ),
  id: idOf('d', at),
});

type Pools = readonly ReturnType<typeof pool>[];
type Policies = readonly ReturnType<typeof policy>[];

const surveyed = (pools: Pools, policies: Policies = [], name = 'Example Inc') =>
  surveyOf(
    [
      auditPools(
        { id: accountId, name },
        // What the survey reads of pools and policies is all that there is.
        { pools, policies, working: { webhooks: new Set(), pagerduty: new Set() } } as never,
      ),
    ],
    [],
    { calls: 2, seconds: 0, at: new Date(0) },
  );
const projectOf = (pools: Pools, policies: Policies = [], fallback: readonly string[] = []) =>
  policiesProject(surveyed(pools, policies), fallback, 'cdktn');

describe('edge-platform pools policies', () => {
  it('writes a policy for each set of recipients, with the names of its pools', () => {
    const { files } = projectOf([
      pool(1, ops),
      pool(2, 'OPS@example.com'),
      pool(3, `${lead}, ${ops}`),
      pool(4, `${ops};${lead}`),
    ]);
    expect([...files.keys()]).toEqual([
      'package.json',
      'tsconfig.json',
      'cdktf.json',
      '.gitignore',
      'README.md',
      'main.ts',
      'accounts/example-inc.ts',
      'accounts/example-inc.pools.ts',
    ]);
    expect(files.get('main.ts')).toBe(`import { App, TerraformStack } from 'cdktn';
import { EdgeProvider } from 'cdktf-edge-platform/cdktn';
import { addExampleIncPolicies } from './accounts/example-inc';

const app = new App();

const exampleIncStack = new TerraformStack(app, 'pools-example-inc');
new EdgeProvider(exampleIncStack, 'edge');
addExampleIncPolicies(exampleIncStack);

app.synth();
`);
    expect(files.get('accounts/example-inc.ts')).toBe(`import type { TerraformStack } from 'cdktn';
import { ClearLegacyEmail, PoolNotificationPolicy } from 'cdktf-edge-platform/cdktn';
import { leadExampleComAnd1MorePools, opsExampleComPools } from './example-inc.pools';

const accountId = '${accountId}';

// The policies for the pools of the account Example Inc.
export function addExampleIncPolicies(stack: TerraformStack): void {
  // 2 pools.
  new PoolNotificationPolicy(stack, 'lead-example-com-and-1-more', {
    accountId,
    name: 'Pool health: lead@example.com, ops@example.com',
    poolIds: Object.values(leadExampleComAnd1MorePools),
    emailAddresses: ['lead@example.com', 'ops@example.com'],
    clearLegacyEmail: ClearLegacyEmail.COVERED,
  });

  // 2 pools.
  new PoolNotificationPolicy(stack, 'ops-example-com', {
    accountId,
    name: 'Pool health: ops@example.com',
    poolIds: Object.values(opsExampleComPools),
    emailAddresses: ['OPS@example.com'],
    clearLegacyEmail: ClearLegacyEmail.COVERED,
  });
}
`);
    expect(files.get('accounts/example-inc.pools.ts')).toContain(`// OPS@example.com
export const opsExampleComPools = {
  'pool-1': '${idOf('c', 1)}',
  'pool-2': '${idOf('c', 2)}',
};
`);
  });

  it('gives each policy an id that is its name in Terraform too', () => {
    const { files } = projectOf([
      pool(1, '1@example.com'),
      pool(2, 'o.ps@example.com'),
      pool(3, 'o-ps@example.com'),
    ]);
    const code = files.get('accounts/example-inc.ts') ?? '';
    expect([...code.matchAll(/\(stack, '(.*?)'/g)].map(([, id]) => id)).toEqual([
      'policy-1-example-com',
      'o-ps-example-com',
      'o-ps-example-com-2',
    ]);
  });

  it('imports the policy that notifies all recipients of some pools already, with all that it has', () => {
    const existing = policy(1, 'Ops ${x}', [1, 2, 9], [ops], { new_health: ['Unhealthy'] });
    const quiet = { notification_filter: { pool: { healthy: false }, origin: { healthy: false } } };
    const { files, plan } = projectOf([pool(1, ops, quiet), pool(2, ops, quiet)], [existing]);
    expect(plan.accounts[0]).toMatchObject({ policies: [], existing: [{ clears: ['pool-1', 'pool-2'] }] });
    expect(files.get('accounts/example-inc.ts')).toContain(`
  // Exists, and notifies all recipients of 2 pools: imported, so that it clears their e-mails.
  new PoolNotificationPolicy(stack, 'existing-ops-x', {
    accountId,
    name: 'Ops $\${x}',
    poolIds: Object.values(opsXPools),
    newHealth: [HealthStatus.UNHEALTHY],
    emailAddresses: ['ops@example.com'],
    clearLegacyEmail: ClearLegacyEmail.COVERED,
  }).importFrom('${accountId}/${idOf('d', 1)}');
`);
    expect(files.get('accounts/example-inc.pools.ts')).toContain(
      `'deleted pool ${idOf('c', 9)}': '${idOf('c', 9)}',`,
    );
  });

  it('adds a policy for all recipients of a pool where none notifies all of them by itself', () => {
    const { files, plan } = projectOf(
      [pool(1, ops), pool(2, `${ops}, ${lead}`)],
      [policy(1, 'ops', [1, 2], [ops]), policy(2, 'lead', [2], [lead])],
    );
    expect(plan.accounts[0]).toMatchObject({
      policies: [{ emailAddresses: [lead, ops], pools: [{ name: 'pool-2' }] }],
      existing: [{ clears: ['pool-1'] }],
    });
    expect(files.get('README.md')).toContain('| ops | imported | 2 | 1 |');
  });

  it('leaves out pools without recipients, unless there is a fallback, and those with an address that is none', () => {
    const pools = [pool(1, ''), pool(2, ' '), pool(3, 'not an address'), pool(4, ops)];
    const { files, plan } = projectOf(pools);
    expect(plan.leftOut).toMatchObject([
      { account: 'Example Inc', pools: ['pool-1', 'pool-2'] },
      { account: 'Example Inc', pools: ['pool-3'] },
    ]);
    expect(files.get('README.md')).toContain(
      '- 1 pool of Example Inc: pool-3. The service refuses a policy with such an address: not an address.',
    );
    const withFallback = projectOf(pools, [], [lead]);
    expect(withFallback.plan.accounts[0]?.policies).toMatchObject([
      { emailAddresses: [lead], pools: [{ name: 'pool-1' }, { name: 'pool-2' }] },
      { emailAddresses: [ops] },
    ]);
  });

  it('gives a policy another name where one of the account has it', () => {
    const { plan } = projectOf([pool(1, ops)], [policy(1, `Pool health: ${ops}`, [2], [ops])]);
    expect(plan.accounts[0]?.policies).toMatchObject([{ name: `Pool health: ${ops} (2)` }]);
  });

  it('plans policies that lose nobody and clear everything, whatever there is', () => {
    const emails = fc.constantFrom(
      '',
      ' ',
      ops,
      'OPS@example.com',
      lead,
      `${ops}, ${lead}`,
      `${lead};night@example.com`,
    );
    const choice = fc.option(
      fc.record({ disable: fc.boolean(), healthy: fc.option(fc.boolean()) }, { requiredKeys: [] }),
    );
    const filter = fc.option(fc.record({ pool: choice, origin: choice }));
    const pools = fc
      .array(fc.tuple(emails, filter), { minLength: 1, maxLength: 8 })
      .map((list) =>
        list.map(([email, notification_filter], at) => pool(at, email, { notification_filter })),
      );
    const policies = fc
      .array(
        fc.record({
          pools: fc.subarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
          emails: fc.subarray([ops, lead, 'night@example.com', 'invalid'], { minLength: 1 }),
          new_health: fc.subarray(['Unhealthy', 'Healthy'], { minLength: 1 }),
          event_source: fc.subarray(['pool', 'origin'], { minLength: 1 }),
        }),
        { maxLength: 4 },
      )
      .map((list) =>
        list.map(({ pools: of, emails: to, ...more }, at) => policy(at, `policy ${at % 3}`, of, to, more)),
      );
    fc.assert(
      fc.property(pools, policies, fc.boolean(), (given, existing, hasFallback) => {
        const { plan } = projectOf(given, existing, hasFallback ? ['fallback@example.com'] : []);
        const [account] = plan.accounts;
        const created = (account?.policies ?? []).map((each, at) => ({
          ...policy(100 + at, each.name, [], each.emailAddresses),
          filters: {
            pool_id: each.pools.map(({ id }) => id),
            new_health: ['Unhealthy', 'Healthy'],
            event_source: ['pool', 'origin'],
          },
        }));
        const working = { webhooks: new Set<string>(), pagerduty: new Set<string>() };
        const settings = {
          clear_legacy_email: 'covered',
          carry_over_recipients: false,
          accept_lost_recipients: null,
        };
        const imported = (account?.existing ?? []).flatMap(({ policy: { id } }) =>
          existing.filter((each) => each.id === id),
        );
        // Whatever becomes of the others, everything is cleared that is not left out, and nobody is lost.
        const cleared = new Set(
          [...created, ...imported].flatMap((ours) => {
            const { pools: clears, findings } = judgeClearing(
              { pools: given, policies: [], working },
              ours,
              settings,
            );
            const codes = findings.map(({ code, severity }) => (severity === 'error' ? severity : code));
            expect(codes).not.toContain('error');
            expect(codes).not.toContain('pools.recipients_lost');
            return clears.map(({ name }) => name);
          }),
        );
        const left = new Set(plan.leftOut.flatMap(({ pools: names }) => names));
        const legacy = given.filter(({ notification_email: email }) => email !== '').map(({ name }) => name);
        expect(legacy.filter((name) => !cleared.has(name) && !left.has(name))).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });

  it('writes 2,000 pools of 300 sets in files that a person can read', () => {
    const pools = Array.from({ length: 2000 }, (_, at) => pool(at, `team-${at % 300}@example.com`));
    const { files } = projectOf(pools);
    const readme = files.get('README.md') ?? '';
    expect(readme.split('\n').length).toBeLessThan(100);
    expect(readme).toContain('260 more policies in the file.');
    const longest = [...files.values()]
      .flatMap((text) => text.split('\n'))
      .filter((line) => line.length > 150);
    expect(longest).toEqual([]);
  });
});

describe('the command edge-platform pools policies', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
  });
  const run = (...parameters: string[]) => runInProcess(undefined, 'pools', 'policies', ...parameters);
  const save = (survey: object) => {
    writeFileSync(join(folder, 'survey.json'), formatDocument(survey, 2));
    return join(folder, 'survey.json');
  };

  it('writes the project once, and changes no file of it afterwards', async () => {
    const from = save(surveyed([pool(1, ops)]));
    const out = join(folder, 'project');
    expect(await run('--from', from, '--out', out)).toEqual({
      status: 0,
      stderr: '',
      stdout: `Wrote 8 files to ${out}.\n1 account, 1 new policy, 0 imported, for 1 pool.\nNext: read ${out}/README.md, then deploy.\n`,
    });
    expect((await run('--from', from, '--out', out)).stdout).toContain(`${out} has all files already.\n`);
    const file = join(out, 'accounts', 'example-inc.ts');
    writeFileSync(file, `${readFileSync(file, 'utf8')}// mine\n`);
    expect(await run('--from', from, '--out', out)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('has accounts/example-inc.ts with another text') as string,
    });
    expect(readFileSync(file, 'utf8')).toMatch(/\/\/ mine\n$/);
  });

  it('writes for the host of the folder, or for a given one', async () => {
    const from = save(surveyed([pool(1, ops)]));
    const mainOf = async (out: string, ...more: string[]) => {
      await run('--from', from, '--out', join(folder, out), ...more);
      return readFileSync(join(folder, out, 'main.ts'), 'utf8');
    };
    writeFileSync(join(folder, 'package.json'), '{"devDependencies":{"cdktf":"^0.21.0"}}');
    expect(await mainOf('like-folder')).toContain(" from 'cdktf-edge-platform';\n");
    expect(await mainOf('chosen', '--host', 'cdktn')).toContain(" from 'cdktf-edge-platform/cdktn';\n");
  });

  it('refuses a survey with a pool, a policy or an account twice, as after a merge', async () => {
    const survey = surveyed([pool(1, ops), pool(2, ops)], [policy(1, 'one', [1], [ops])]);
    const [account] = survey.accounts;
    if (account === undefined) throw new Error('There is no account');
    const { pools, policies } = account;
    const [first] = pools;
    const read = (change: Partial<typeof account>, more: object = {}) => {
      const from = save({ ...survey, accounts: [{ ...account, ...change }], ...more });
      return run('--from', from, '--out', join(folder, 'project'));
    };
    // In two sets of recipients, it would be in two policies.
    const moved = { ...first, recipients: [lead] } as (typeof pools)[number];
    const other = { ...account, account_id: 'b'.repeat(32), policies: [] };
    const unread = { account_id: accountId, account_name: '', code: '', error: 'not read' };
    for (const [result, fault] of [
      [
        await read({ pools: [...pools, moved] }),
        `accounts[0].pools[2].id is "${idOf('c', 1)}", and so is accounts[0].pools[0].id.`,
      ],
      [
        await read({ policies: [...policies, ...policies] }),
        `accounts[0].policies[1].id is "${idOf('d', 1)}", and so is accounts[0].policies[0].id.`,
      ],
      [
        await read({}, { accounts: [account, other] }),
        `accounts[1].pools[0].id is "${idOf('c', 1)}", and so is accounts[0].pools[0].id.`,
      ],
      [
        await read({}, { failed: [unread] }),
        `failed[0].account_id is "${accountId}", and so is accounts[0].account_id.`,
      ],
    ] as const)
      expect(result).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(`survey.json: ${fault} Keep one of them.`) as string,
      });
    expect(readdirSync(folder)).toEqual(['survey.json']);
  });

  it('names a pool once that a policy names twice', () => {
    const quiet = { notification_filter: { pool: { healthy: false }, origin: { healthy: false } } };
    const { files } = projectOf([pool(1, ops, quiet)], [policy(1, 'one', [1, 9, 9], [ops])]);
    const code = files.get('accounts/example-inc.pools.ts') ?? '';
    expect(code.match(/deleted pool/g)).toHaveLength(1);
  });

  it('writes nothing when no pool needs a policy, and tells what it leaves out', async () => {
    const out = join(folder, 'project');
    const from = save(surveyed([pool(1, '')], [policy(1, 'one', [2], [ops])]));
    expect(await run('--from', from, '--out', out)).toMatchObject({
      status: 0,
      stdout:
        'No pool needs a policy: no project is written.\n' +
        'Left out of Example Inc: 1 pool. They have no recipients, and no policy covers them. Run `edge-platform pools policies` with `--fallback <address>`, or add them to a policy.\n',
    });
    expect(readdirSync(folder)).toEqual(['survey.json']);
  });

  it.each(['{"version":2}', '{"account_id":"a","pools":[]}'])('fails with %s', async (text) => {
    const from = join(folder, 'survey.json');
    writeFileSync(from, text);
    const { status, stderr } = await run('--from', from, '--out', folder);
    const message = /survey\.json: it is an object .* It must be a survey of this version/;
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  it('fails with a fallback that is no address', async () => {
    const { status, stderr } = await run('--from', 'x', '--out', folder, '--fallback', 'ops');
    expect([status, stderr]).toEqual([2, expect.stringContaining('--fallback: ops is no e-mail address')]);
  });
});
