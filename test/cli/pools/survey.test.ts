import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pick } from '../../emulator/support';
import { healthPolicy } from '../../pools/policy';
import { generateAccount } from '../../support/generated-account';
import { serve } from '../serve';
import { runInProcess } from '../support';
import { makeFolder } from '../../support/folder';

const idOf = (letter: string, at: number) => letter + String(at).padStart(31, '0');
const shop = { id: idOf('a', 1), name: 'Shop' };
const blog = { id: idOf('a', 2), name: 'Blog' };

const pool = (at: number, email?: string) => ({
  id: idOf('c', at),
  name: `pool-${at}`,
  origins: [{ name: 'one', address: '192.0.2.1' }],
  ...(email === undefined ? {} : { notification_email: email }),
});
const policy = (name: string, pools: readonly number[], emails: readonly string[], filters: object = {}) =>
  healthPolicy(
    pools.map((at) => idOf('c', at)),
    emails,
    { name },
    filters,
  );

/** Sets of every kind: notified, in part, by two policies together, not at all; pools without anything. */
const accounts = [
  {
    ...shop,
    pools: [
      pool(1, 'ops@example.com'),
      pool(2, 'Ops@Example.com'),
      pool(3, 'ops@example.com, lead@example.com'),
      pool(4, 'lead@example.com; ops@example.com'),
      pool(5, 'night@example.com'),
      pool(6),
    ],
    policies: [
      policy('all', [1, 2, 3], ['ops@example.com']),
      policy('down', [5], ['night@example.com'], { new_health: ['Unhealthy'] }),
      policy('up', [5], ['night@example.com'], { new_health: ['Healthy'] }),
    ],
  },
  { ...blog, pools: [pool(7)], policies: [policy('blog', [7], ['blog@example.com'])] },
];

describe('edge-platform pools survey', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
  });
  const survey = (...more: string[]) => runInProcess(undefined, 'pools', 'survey', ...more);

  it('says how many accounts it reads, and ends with 1 while a pool has an e-mail', async () => {
    await serve({ accounts });
    const { status, stderr } = await survey('--all');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^Reading 2 accounts: at least 5 calls, within the limit of 1,200 calls per 5 minutes\.\nRead 2 accounts with 5 calls in .*\.\n$/,
    );
  });

  it('takes accounts by id and by name, each once, and needs no name for an id', async () => {
    const running = await serve({ accounts });
    const { status, stdout } = await survey('--account', 'Blog', '-a', blog.id);
    expect([status, stdout.split('\n')[0]]).toEqual([
      0,
      '1 pool: none has a legacy e-mail. The migration is complete.',
    ]);
    await running.control('POST', '/faults', {
      match: { path: '/accounts' },
      kind: 'status',
      status: 403,
      code: 10000,
      times: 1,
    });
    const unnamed = await survey('-a', blog.id, '--json');
    expect(JSON.parse(unnamed.stdout)).toMatchObject({
      accounts: [{ account_id: blog.id, account_name: '' }],
    });
  });

  it('fails with every name that no account or several accounts have', async () => {
    await serve({ accounts: [...accounts, { id: idOf('a', 3), name: 'Shop' }] });
    expect(await survey('-a', 'Shop', '-a', 'Blog', '-a', 'Blogg')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        `edge-platform: cannot survey the pools: 2 accounts have the name "Shop": ${shop.id}, ${idOf('a', 3)}. Use the ID of one of them instead of its name. ` +
        'There is no account "Blogg" among those that the credentials can read: 3 accounts. Did you mean "Blog"?\n',
    });
    expect((await survey()).stderr).toBe(
      'edge-platform: cannot survey the pools: no account is named. Use --account or --all.\n',
    );
  });

  it('saves JSON with a line for each pool, policy and set, and replaces an earlier survey only', async () => {
    await serve({ accounts });
    const out = join(folder, 'survey.json');
    const { status, stdout } = await survey('--all', '--out', out);
    expect([status, stdout.split('\n')[0]]).toEqual([1, '2 accounts: 1 complete, 1 not complete.']);
    const text = readFileSync(out, 'utf8');
    expect(text.match(/^ {8}\{"id":"c0+\d","name":"pool-\d",.*\},?$/gm)).toHaveLength(7);
    const document: unknown = JSON.parse(text);
    expect(document).toMatchObject({
      version: 1,
      summary: { accounts: 2, pools: 7, legacy: 5, clearable: 4, calls: 5, complete: false },
      accounts: [{ account_name: 'Blog' }, { account_name: 'Shop' }],
      failed: [],
    });
    expect(pick(document, 'accounts', 1, 'pools', 4)).toMatchObject({
      covered_by: [{ name: 'down' }, { name: 'up' }],
      can_be_cleared: true,
      covered_alone_by: [],
    });
    expect((await survey('--all', '--out', out)).status).toBe(1);
    writeFileSync(out, 'mine');
    expect(await survey('--all', '--out', out)).toEqual({
      status: 2,
      stdout: '',
      stderr: `edge-platform: cannot survey the pools: --out: ${out} exists and is no survey, so it is not overwritten. Name another file.\n`,
    });
    expect(readFileSync(out, 'utf8')).toBe('mine');
  });

  it('shows an account that cannot be read beside the others, and reads all accounts again next time', async () => {
    const running = await serve({ accounts });
    await running.control('POST', '/faults', {
      match: { path: `/accounts/${shop.id}/load_balancers/pools` },
      kind: 'status',
      status: 500,
      times: 1,
    });
    const out = join(folder, 'survey.json');
    const first = await survey('--all', '--out', out);
    expect(first.status).toBe(2);
    expect(first.stdout).toContain('2 accounts: 1 complete, 0 not complete, 1 not readable.\n');
    expect(first.stdout).toMatch(/^- Account Shop cannot be read: /m);
    await running.takeCalls();
    expect((await survey('--all', '--out', out)).status).toBe(1);
    const calls = await running.calls();
    expect(calls.filter(({ path }) => path.includes(blog.id))).toHaveLength(2);
    const { accounts: rows } = JSON.parse(readFileSync(out, 'utf8')) as { accounts: { read_at: string }[] };
    expect(rows.map(({ read_at: at }) => at)).toEqual(
      rows.map(() => expect.stringMatching(/^20.*Z$/) as string),
    );
  });

  it('has a table of a screen for an account with a long history', async () => {
    const { fixture } = generateAccount({ zones: 1, pools: 2000, policies: 30 });
    await serve(fixture);
    const { stdout } = await survey('--all');
    const lines = stdout.split('\n');
    expect(lines.length).toBeLessThan(90);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });
});
