import { auditPools, kindsInUse, type PolicyRecord, type PoolRecord } from '../../../lib/cli/pools/audit';
import { formatAudit } from '../../../lib/cli/pools/audit-report';
import { describeEvent } from '../../../lib/pools';

const destinations = { webhooks: new Set(['working']), pagerduty: new Set(['connected']) };
const [down, up] = ['Unhealthy', 'Healthy'];

const pool = (changes: Partial<PoolRecord> = {}): PoolRecord => ({
  id: 'p',
  name: 'primary',
  notification_email: 'ops@example.com',
  notification_filter: null,
  ...changes,
});
const policy = (
  changes: Partial<PolicyRecord> = {},
  filters: Record<string, unknown> = {},
): PolicyRecord => ({
  id: 'e',
  name: 'health',
  enabled: true,
  alert_type: 'load_balancing_health_alert',
  mechanisms: { email: [{ id: 'ops@example.com' }] },
  ...changes,
  filters: { pool_id: ['p'], new_health: [down, up], event_source: ['pool', 'origin'], ...filters },
});
const audit = (pools: readonly PoolRecord[], policies: readonly PolicyRecord[] = []) =>
  auditPools('account', pools, policies, destinations);

describe('the audit of a pool', () => {
  const everything = ['pool unhealthy', 'pool healthy', 'origin unhealthy', 'origin healthy'];
  const silent = { pool: { disable: true }, origin: { disable: true } };
  const onlyDown = { pool: { healthy: false }, origin: { healthy: false } };

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
      [policy({ name: 'down' }, { new_health: [down] }), policy({ name: 'up' }, { new_health: [up] })],
      ['down', 'up'],
      [],
      true,
      '-',
    ],
    [
      'a policy of another pool',
      pool(),
      [policy({}, { pool_id: ['q'] })],
      [],
      everything,
      false,
      'all events',
    ],
    ['a disabled policy', pool(), [policy({ enabled: false })], [], everything, false, 'all events'],
    [
      'a policy with an unknown filter',
      pool(),
      [policy({}, { region: ['WEU'] })],
      [],
      everything,
      false,
      'all events',
    ],
    [
      'a policy whose webhook fails',
      pool(),
      [policy({ mechanisms: { webhooks: [{ id: 'failing' }] } })],
      [],
      everything,
      false,
      'all events',
    ],
    [
      'an e-mail about unhealthy events only, and a policy for those',
      pool({ notification_filter: onlyDown }),
      [policy({}, { new_health: [down] })],
      ['health'],
      [],
      true,
      '-',
    ],
    ['an e-mail about no events', pool({ notification_filter: silent }), [], [], [], false, 'in no policy'],
    [
      'an e-mail about no events, and a policy',
      pool({ notification_filter: silent }),
      [policy()],
      ['health'],
      [],
      true,
      '-',
    ],
    ['no e-mail, and a policy', pool({ notification_email: '' }), [policy()], ['health'], [], false, '-'],
    ['neither', pool({ notification_email: null }), [], [], [], false, 'without notifications'],
    ['neither, all left out', { id: 'p', name: 'primary' }, [], [], [], false, 'without notifications'],
    ['a blank e-mail', pool({ notification_email: ' ' }), [policy()], ['health'], [], true, '-'],
  ])('with %s', (_, record, policies, coveredBy, uncovered, canBeCleared, cell) => {
    const result = audit([record], policies);
    const [audited] = result.pools;
    expect(audited?.covered_by.map(({ name }) => name)).toEqual(coveredBy);
    expect(audited?.uncovered.map(describeEvent)).toEqual(uncovered);
    expect(audited?.can_be_cleared).toBe(canBeCleared);
    expect(formatAudit(result).split('\n')[1]).toMatch(new RegExp(` {2}${cell}$`));
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
    expect(formatAudit(audit([pool({ notification_email: ' ' })]))).toContain('primary  " "');
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
    const summary = { pools: 3, legacy: 2, clearable: 1, uncovered: 1, unwatched: 1, complete: false };
    expect(result.summary).toEqual(summary);
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
      { id: '2', name: 'narrow', reason: expect.stringContaining('(region)') as string },
    ]);
    expect(formatAudit(result)).toContain('The policy off covers nothing: it is disabled.\n');
    expect(formatAudit(audit([pool()], [...policies, policy()]))).not.toContain('covers nothing');
  });

  it.each<[string, object, Partial<PolicyRecord>]>([
    ['nothing for e-mail', { webhooks: false, pagerduty: false }, {}],
    ['webhooks', { webhooks: true, pagerduty: false }, { mechanisms: { webhooks: [{ id: 'w' }] } }],
    ['PagerDuty', { webhooks: false, pagerduty: true }, { mechanisms: { pagerduty: [{ id: 's' }] } }],
    [
      'nothing for a disabled policy',
      { webhooks: false, pagerduty: false },
      { enabled: false, mechanisms: { webhooks: [{ id: 'w' }] } },
    ],
    [
      'nothing for another alert',
      { webhooks: false, pagerduty: false },
      { alert_type: 'other', mechanisms: { webhooks: [{ id: 'w' }] } },
    ],
  ])('checks %s', (_, kinds, changes) => {
    expect(kindsInUse([policy(changes)])).toEqual(kinds);
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
    [
      '3 pools: 3 still have a legacy e-mail (2 of them are covered and can be cleared, 1 is not covered).',
      [covered('p'), covered('q'), bare('x')],
      [both],
    ],
  ])('is "%s"', (text, pools, policies) => {
    const report = formatAudit(audit(pools, policies));
    expect(report.slice(-text.length - 1)).toBe(`${text}\n`);
  });
});

describe('the report on a terminal', () => {
  const many = Array.from({ length: 9 }, (_, at) => `team-${at}@example.com`).join(',');
  const wide = audit(
    [
      pool({ name: 'legacy-billing-frankfurt-primary', notification_email: many }),
      pool({ id: 'q', name: 'api' }),
    ],
    [policy({ name: 'Health of all pools that take orders' }, { new_health: [down] })],
  );

  it('wraps at its width, at items first, then words, then parts of names', () => {
    expect(formatAudit(wide, 80)).toBe(
      [
        'POOL                  LEGACY E-MAIL        COVERED BY             NOT COVERED',
        'api                   ops@example.com      -                      all events',
        'legacy-billing-       team-0@example.com,  Health of all pools    pool healthy,',
        'frankfurt-primary     team-1@example.com,  that take orders       origin healthy',
        '                      and 7 more',
        '',
        '2 pools: 2 still have a legacy e-mail (none of them is covered).',
        '',
      ].join('\n'),
    );
  });

  it.each([20, 40, 60, 80, 120])('of %d columns is never wider than that', (width) => {
    // Four columns of use need more than 20.
    const most = Math.max(width, 38);
    for (const line of formatAudit(wide, width).split('\n')) expect(line.length).toBeLessThanOrEqual(most);
  });

  it('is complete and has one line for each pool when stdout is not a terminal', () => {
    const lines = formatAudit(wide).split('\n');
    expect(lines[2]).toContain('team-7@example.com, team-8@example.com');
    expect(lines).toHaveLength(6);
  });

  it('shows three recipients rather than two and one more', () => {
    const three = audit([pool({ notification_email: 'a@b.c,d@e.f,g@h.i' })]);
    expect(formatAudit(three, 80)).toContain('a@b.c, d@e.f, g@h.i');
  });
});
