import { auditPools, type PolicyRecord, type PoolRecord } from '../../../lib/cli/pools/audit';
import { describeSummary } from '../../../lib/cli/pools/text';
import { columnsOfPools, reportAudit } from '../../../lib/cli/pools/audit-report';
import { table } from '../../../lib/cli/report/blocks';
import { renderCsv } from '../../../lib/cli/report/csv';
import { renderText, type TextLayout } from '../../../lib/cli/report/text';
import { describeEvent } from '../../../lib/pools';
import { healthPolicy } from '../../pools/policy';

const destinations = { webhooks: new Set(['working']), pagerduty: new Set(['connected']) };
const down = 'Unhealthy';

const pool = (changes: Partial<PoolRecord> = {}): PoolRecord => ({
  id: 'p',
  name: 'primary',
  notification_email: 'ops@example.com',
  notification_filter: null,
  ...changes,
});
const policy = (changes: Partial<PolicyRecord> = {}, filters: object = {}): PolicyRecord => ({
  ...healthPolicy(['p'], undefined, changes, filters),
  id: changes.id ?? 'e',
});
const audit = (pools: readonly PoolRecord[], policies: readonly PolicyRecord[] = []) =>
  auditPools({ id: 'account', name: '' }, { pools, policies, working: destinations });

const formatAudit = (result: ReturnType<typeof audit>, layout: TextLayout = {}) =>
  renderText(reportAudit(result, layout.all), layout);

const rowOf = (result: ReturnType<typeof audit>, name: string) =>
  formatAudit(result, { all: true, width: 300 })
    .split('\n')
    .find((line) => line.startsWith(`${name} `))
    ?.split(/ {2,}/) ?? [];

describe('the audit of a pool', () => {
  const everything = ['pool unhealthy', 'pool healthy', 'origin unhealthy', 'origin healthy'];
  const silent = { pool: { disable: true }, origin: { disable: true } };

  it.each<[string, PoolRecord, PolicyRecord[], string[], string[], boolean, string]>([
    ['no policy', pool(), [], [], everything, false, 'all events'],
    ['a policy of all its events', pool(), [policy()], ['health'], [], true, '-'],
    [
      'a policy of some events',
      pool(),
      [policy({}, { new_health: [down] })],
      ['health'],
      ['pool healthy', 'origin healthy'],
      false,
      'pool healthy, origin healthy',
    ],
    [
      'two policies that cover it together',
      pool(),
      [policy({ name: 'down' }, { new_health: [down] }), policy({ name: 'up' }, { new_health: ['Healthy'] })],
      ['down', 'up'],
      [],
      true,
      '-',
    ],
    ['an e-mail about no events', pool({ notification_filter: silent }), [], [], [], false, 'in no policy'],
    ['no e-mail, and a policy', pool({ notification_email: '' }), [policy()], ['health'], [], false, '-'],
    ['neither', pool({ notification_email: null }), [], [], [], false, 'all events'],
    ['a blank e-mail', pool({ notification_email: ' ' }), [policy()], ['health'], [], true, '-'],
  ])('with %s', (_, record, policies, coveredBy, uncovered, canBeCleared, cell) => {
    const result = audit([record], policies);
    const [audited] = result.pools;
    expect(audited?.covered_by.map(({ name }) => name)).toEqual(coveredBy);
    expect(audited?.uncovered.map(describeEvent)).toEqual(uncovered);
    expect(audited?.can_be_cleared).toBe(canBeCleared);
    expect(rowOf(result, 'primary')[3]).toBe(cell);
  });

  it('reports the stored e-mail, and each recipient once', () => {
    const [audited] = audit([
      pool({ notification_email: ' a@example.com,b@example.com, A@example.com' }),
    ]).pools;
    expect(audited).toMatchObject({
      legacy_email: ' a@example.com,b@example.com, A@example.com',
      recipients: ['a@example.com', 'b@example.com'],
    });
  });

  it('shows an e-mail that consists of spaces', () => {
    expect(rowOf(audit([pool({ notification_email: ' ' })]), 'primary')[1]).toBe('" "');
  });

  const two = pool({ notification_email: 'ops@example.com, b@example.com' });
  it.each<[string, PoolRecord, PolicyRecord[], string[], string]>([
    ['no policy, which are all', two, [], ['ops@example.com', 'b@example.com'], 'all'],
    ['a policy for one of them', two, [policy()], ['b@example.com'], 'b@example.com'],
    ['no e-mail', pool({ notification_email: '' }), [], [], '-'],
  ])('reports the recipients that no policy notifies, with %s', (_, record, policies, expected, cell) => {
    const result = audit([record], policies);
    expect(result.pools[0]?.unnotified.map(({ address }) => address)).toEqual(expected);
    expect(result.summary.unnotified_recipients).toBe(expected.length);
    expect(rowOf(result, 'primary')[4]).toBe(cell);
  });
});

describe('the audit of an account', () => {
  it('sorts the pools by name, and counts them', () => {
    const pools = [
      pool({ id: 'z', name: 'b' }),
      pool({ id: 'p', name: 'c' }),
      pool({ id: 'n', name: 'a', notification_email: '' }),
    ];
    const result = audit(pools, [policy()]);
    expect(result.pools.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(result.summary).toEqual({
      pools: 3,
      legacy: 2,
      clearable: 1,
      losing_recipients: 0,
      unnotified_recipients: 1,
      uncovered: 1,
      unwatched: 1,
      complete: false,
    });
  });

  it('counts each recipient that no policy notifies once, and the covered pools that would lose one', () => {
    const pools = ['p', 'q', 'r'].map((id) => pool({ id, name: id, notification_email: 'A@x.org; b@x.org' }));
    const covering = policy({ mechanisms: { email: [{ id: 'a@x.org' }] } }, { pool_id: ['p', 'q'] });
    expect(audit(pools, [covering]).summary).toMatchObject({
      clearable: 2,
      losing_recipients: 2,
      unnotified_recipients: 2,
      complete: false,
    });
  });

  it('explains why pool health policies cover nothing, and lists no other policies', () => {
    const policies = [
      policy({ id: '1', name: 'off', enabled: false }),
      policy({ id: '2', name: 'narrow' }, { region: ['WEU'] }),
      policy({ id: '3', name: 'other', alert_type: 'load_balancing_pool_enablement_alert' }),
      policy({ id: '4', name: 'good' }, { pool_id: ['q'] }),
    ];
    const result = audit([pool()], policies);
    expect(result.disregarded_policies).toEqual([
      { id: '1', name: 'off', reason: 'it is disabled' },
      { id: '2', name: 'narrow', reason: expect.stringContaining('(region ["WEU"])') as string },
    ]);
    expect(formatAudit(result)).toContain('\n\n- The policy off covers nothing: it is disabled.\n');
    expect(formatAudit(audit([pool()], [...policies, policy()]))).not.toContain('covers nothing');
  });
});

describe('the summary', () => {
  const covered = (id: string) => pool({ id, name: id });
  const bare = (id: string) => pool({ id, name: id });
  const clear = (id: string) => pool({ id, name: id, notification_email: '' });
  const both = policy({}, { pool_id: ['p', 'q'] });

  it.each<[string, PoolRecord[], PolicyRecord[]]>([
    ['0 pools: the account has no pools to migrate.', [], []],
    ['1 pool: none has a legacy e-mail. The migration is complete.', [clear('p')], [both]],
    [
      '2 pools: none has a legacy e-mail.\n1 has neither a legacy e-mail nor a policy, so no notification is sent when it fails. Add it to a policy.',
      [clear('p'), clear('x')],
      [both],
    ],
    ['1 pool: 1 still has a legacy e-mail (it is covered and can be cleared).', [covered('p')], [both]],
    ['1 pool: 1 still has a legacy e-mail (it is not covered).', [bare('x')], []],
    [
      '2 pools: 2 still have a legacy e-mail (all of them are covered and can be cleared).',
      [covered('p'), covered('q')],
      [both],
    ],
    ['2 pools: 2 still have a legacy e-mail (none of them is covered).', [bare('x'), bare('y')], []],
    [
      '3 pools: 3 still have a legacy e-mail (1 of them is covered and can be cleared, 2 are not covered).',
      [covered('p'), bare('x'), bare('y')],
      [both],
    ],
  ])('is "%s"', (text, pools, policies) => {
    expect(describeSummary(audit(pools, policies).summary).join('\n')).toBe(text);
  });

  it('says that clearing would lose recipients', () => {
    const losing = audit([pool({ notification_email: 'team@example.com' })], [policy()]);
    expect(describeSummary(losing.summary)[1]).toBe(
      '1 covered pool has legacy addresses that no policy notifies: clearing ends their notifications. Add them to a policy.',
    );
  });
});

describe('the report', () => {
  const team = (at: number) => `team-${at % 50}@example.com`;
  const id = (at: number) => String(at).padStart(4, '0');
  const makePools = (count: number, emailOf: (at: number) => string) =>
    Array.from({ length: count }, (_, at) =>
      pool({ id: id(at), name: `pool-${id(at)}`, notification_email: emailOf(at) }),
    );
  const ids = (count: number, isMeant: (at: number) => boolean = () => true) =>
    Array.from({ length: count }, (_, at) => at)
      .filter(isMeant)
      .map(id);

  it('has one row for all pools with the same recipients, policies and gaps', () => {
    const pools = makePools(40, (at) => (at < 30 ? 'a@x.org, b@x.org' : 'B@x.org; A@x.org'));
    const covering = policy(
      { mechanisms: { email: [{ id: 'a@x.org' }, { id: 'b@x.org' }] } },
      { pool_id: ids(40, (at) => at > 1) },
    );
    expect(formatAudit(audit(pools, [covering]))).toBe(
      [
        '40 pools: 40 still have a legacy e-mail (38 of them are covered and can be',
        'cleared, 2 are not covered).',
        '',
        'LEGACY E-MAIL     POOLS                 COVERED BY  NOT COVERED  NOT NOTIFIED',
        'a@x.org, b@x.org  pool-0000, pool-0001  -           all events   all',
        'a@x.org, b@x.org  38 pools              health      -            -',
        '',
      ].join('\n'),
    );
  });

  it('names pools without notifications, and leaves out those that need no attention unless asked', () => {
    const pools = makePools(100, () => '');
    const result = audit(pools, [policy({}, { pool_id: ids(100, (at) => at % 20 !== 7) })]);
    const text = formatAudit(result);
    expect(text).toContain('\n-              pool-0007, pool-0027, and   -           all events   -\n');
    expect(text).toContain('\n\n95 pools need no attention: see --all.\n');
    expect(text.split('\n')).toHaveLength(10);
    const all = formatAudit(result, { all: true });
    expect(all.match(/^pool-\d{4} /gm)).toHaveLength(100);
    expect(all).not.toContain('--all');
  });

  it.each<[string, (at: number) => string, PolicyRecord[]]>([
    ['of 50 teams', team, []],
    ['with a recipient each', (at) => `owner-of-pool-${at}@some-department.example.com`, []],
    ['with many policies', team, ids(60).map((at) => policy({ id: at, name: at, enabled: false }))],
  ])('of 2,000 pools %s has at most 80 columns and 90 lines', (_, emailOf, policies) => {
    const lines = formatAudit(audit(makePools(2000, emailOf), policies)).split('\n');
    expect(lines.length).toBeLessThanOrEqual(90);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('says how many rows and pools it leaves out', () => {
    const pools = makePools(50, (at) => `owner-${at}@example.com`);
    expect(formatAudit(audit(pools))).toContain('\n\n20 more: see --all or --csv.\n');
  });
});

describe('the CSV', () => {
  const rows = (result: ReturnType<typeof audit>) =>
    renderCsv(table(columnsOfPools, result.pools)).split('\r\n');

  it('has a row for each pool, also for those that need no attention', () => {
    const pools = [
      pool({ name: 'a', notification_email: 'ops@example.com; b@example.com' }),
      pool({ id: 'q', name: 'b', notification_email: '' }),
      pool({ id: 'r', name: 'c' }),
    ];
    expect(rows(audit(pools, [policy({}, { pool_id: ['p', 'q'] })]))).toEqual([
      'pool_id,pool_name,needs_attention,legacy_email,recipients,covered_by,not_covered,not_notified,can_be_cleared',
      'p,a,yes,ops@example.com; b@example.com,ops@example.com; b@example.com,health,,b@example.com,yes',
      'q,b,no,,,health,,,no',
      'r,c,yes,ops@example.com,ops@example.com,,pool unhealthy; pool healthy; origin unhealthy; origin healthy,ops@example.com,no',
      '',
    ]);
  });
});
