import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { TerraformVariable, type TerraformStack } from 'cdktf';
import fc from 'fast-check';
import {
  ClearLegacyEmail,
  HealthEventSource,
  HealthStatus,
  PoolNotificationPolicy,
  type PoolRecipients,
} from '../../../lib';
import { auditPools, type PolicyRecord } from '../../../lib/cli/pools/audit';
import { withKeys } from '../../../lib/cli/pools/audit-file';
import { compare } from '../../../lib/ground/compare';
import { decide } from '../../../lib/resources/pool-notification-policy/decide';
import { policyMemory } from '../../../lib/resources/pool-notification-policy/memory';
import { planPolicies } from '../../../lib/resources/pool-notification-policy/per-recipients';
import { makeStack, objectAt, synth, warningsOf } from '../../constructs/support';
import { desired, noDestinations } from './support';
import { poolOf } from './account';
import { makeFolder } from '../../support/folder';
import { messageOf } from '../../support/message-of';

let stack: TerraformStack;
beforeEach(() => {
  stack = makeStack();
});

const accountId = 'a'.repeat(32);
const idOf = (at: number) => at.toString(16).padStart(32, '0');
const pool = (at: number, ...recipients: string[]): PoolRecipients => ({
  id: idOf(at),
  name: `web-${at}`,
  recipients,
});
const type = 'edge_pool_notification_policy';

const make = (stack: TerraformStack, props: object) =>
  PoolNotificationPolicy.perRecipients(stack, 'teams', { accountId, ...props });
/** The synthesized policies, by address: name, recipients and pools; in the order of their names. */
const policiesOf = (stack: TerraformStack) =>
  Object.fromEntries(
    Object.entries(objectAt(synth(stack), 'resource', type))
      .map(([address, policy]) => {
        const { name, email_addresses, pool_ids } = objectAt(policy);
        return [address, { name, email_addresses, pool_ids }] as const;
      })
      .sort(([, one], [, other]) => compare(String(one.name), String(other.name))),
  );
const perRecipients = (props: object) => {
  const stack = makeStack();
  make(stack, props);
  return policiesOf(stack);
};
/** The plans for pools given in code, without what an error would say. */
const plan = (pools: unknown, more: object = {}) =>
  planPolicies({
    accountId,
    accountName: undefined,
    namePrefix: 'Pool health',
    pools,
    auditFile: undefined,
    fallbackRecipients: undefined,
    ...more,
  });

describe('PoolNotificationPolicy.perRecipients', () => {
  it('makes one policy for each set of recipients, with exactly its pools and addresses', () => {
    const pools = [
      pool(1, 'web@example.com'),
      pool(2, 'api@example.com', 'lead@example.com'),
      pool(3, 'Web@example.com'),
      pool(4, 'LEAD@example.com', 'api@example.com'),
    ];
    const made = make(stack, { pools });
    const policies = policiesOf(stack);
    expect(Object.values(policies)).toEqual([
      {
        name: 'Pool health: api@example.com, lead@example.com',
        email_addresses: ['api@example.com', 'LEAD@example.com'],
        pool_ids: [idOf(2), idOf(4)],
      },
      {
        name: 'Pool health: web@example.com',
        email_addresses: ['Web@example.com'],
        pool_ids: [idOf(1), idOf(3)],
      },
    ]);
    for (const address of Object.keys(policies))
      expect(address).toMatch(/^teams_pools-[0-9a-f]{12}_[0-9A-F]{8}$/);
    for (const { node } of made) expect(node.path).toMatch(/^logs\/teams\/pools-[0-9a-f]{12}$/);
    expect(warningsOf(stack.node.findChild('teams'))).toEqual([]);
  });

  it('passes the other props to each policy', () => {
    const pools = [pool(1, 'a@example.com'), pool(2, 'b@example.com')];
    make(stack, {
      pools,
      namePrefix: 'Shop',
      description: 'Made from code.',
      enabled: false,
      newHealth: [HealthStatus.UNHEALTHY],
      eventSources: [HealthEventSource.POOL],
      clearLegacyEmail: ClearLegacyEmail.NONE,
      timeouts: { create: '5m' },
    });
    const policies = Object.values(objectAt(synth(stack), 'resource', type));
    expect(policies).toHaveLength(2);
    for (const each of policies)
      expect(each).toMatchObject({
        ...{
          account_id: accountId,
          description: 'Made from code.',
          enabled: false,
          clear_legacy_email: 'none',
        },
        new_health: ['Unhealthy'],
        event_sources: ['pool'],
        timeouts: { create: '5m' },
        name: expect.stringMatching(/^Shop: [ab]@example\.com$/) as string,
      });
  });

  /** The address in Terraform of the policy of each pool, by the number of the pool. */
  const addressesOf = (pools: readonly PoolRecipients[]) => {
    const made = Object.entries(perRecipients({ pools }));
    return pools.map(({ id }) => made.find(([, { pool_ids: ids }]) => (ids as string[]).includes(id))?.[0]);
  };
  const team = (key?: string) =>
    [1, 2, 3].map((at) => ({ ...pool(at, 'a@example.com'), ...(key === undefined ? {} : { key }) }));
  const changed = (pools: readonly PoolRecipients[], numbers: readonly number[], ...recipients: string[]) =>
    pools.map((each) => (numbers.some((at) => each.id === idOf(at)) ? { ...each, recipients } : each));

  it.each([undefined, 'team-a'])('keeps a policy when its address changes, with the key %s', (key) => {
    const others = [pool(0, 'z@example.com'), pool(9, 'b@example.com')];
    const before = [...team(key), ...others];
    for (const recipients of [
      ['new@example.com'],
      ['a@example.com', 'c@example.com'],
      ['A.second@example.com'],
    ])
      expect(addressesOf(changed(before, [1, 2, 3], ...recipients))).toEqual(addressesOf(before));
  });

  it('keeps a policy with a key for most of its pools when some of them get other recipients', () => {
    const before = team('team-a');
    const [old] = addressesOf(before);
    for (const moved of [1, 2, 3]) {
      const now = addressesOf(changed(before, [moved], 'new@example.com'));
      expect(now.filter((address) => address === old)).toHaveLength(2);
      expect(now[moved - 1]).not.toBe(old);
    }
  });

  it('adds a pool to a policy with a key, whichever its id is', () => {
    const before = team('team-a');
    const after = [{ ...pool(0, 'a@example.com') }, ...before];
    expect(addressesOf(after)).toEqual([...addressesOf(before).slice(0, 1), ...addressesOf(before)]);
  });

  it('gives each of two sets with one key a policy of its own', () => {
    const pools = [
      ...team('team-a'),
      ...[4, 5].map((at) => ({ ...pool(at, 'b@example.com'), key: 'team-a' })),
    ];
    expect(new Set(addressesOf(pools)).size).toBe(2);
    expect(addressesOf(pools)[0]).toMatch(/^teams_team-a_/);
  });

  it('keeps a policy whose pools only Terraform knows, if they have names', () => {
    const addressesWith = (address: string) => {
      const stack = makeStack();
      const id = new TerraformVariable(stack, `pool-${address.length}`, { type: 'string' }).stringValue;
      make(stack, { pools: [{ id, name: 'web', recipients: [address] }] });
      return Object.keys(policiesOf(stack));
    };
    expect(addressesWith('a@example.com')).toEqual(addressesWith('somebody@example.com'));
  });

  const address = fc.constantFrom(
    'a@x.org',
    'A@x.org',
    'b@x.org',
    '"a, b"@x.org',
    'a-b@x.org',
    'a.b@x.org',
    'ä@x.org',
  );
  const anyPools = fc
    .array(fc.array(address, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 })
    .map((sets) => sets.map((recipients, at) => pool(at, ...recipients)));

  it('makes policies that do not depend on the order of pools and addresses', () => {
    fc.assert(
      fc.property(anyPools, (pools) => {
        const turned = pools
          .map((each) => ({ ...each, recipients: [...each.recipients].reverse() }))
          .reverse();
        expect(plan(turned)).toEqual(plan(pools));
      }),
    );
  });

  it('notifies of each pool exactly its recipients', () => {
    fc.assert(
      fc.property(anyPools, (pools) => {
        const { plans } = plan(pools);
        const keys = (addresses: readonly string[]) => new Set(addresses.map((each) => each.toLowerCase()));
        for (const { id, recipients } of pools) {
          const covering = plans.filter(({ poolIds }) => poolIds.includes(id));
          expect(covering).toHaveLength(1);
          expect(keys(covering[0]?.emailAddresses ?? [])).toEqual(keys(recipients));
        }
        for (const what of ['id', 'name'] as const)
          expect(new Set(plans.map((each) => each[what])).size).toBe(plans.length);
      }),
    );
  });

  it.each([
    [
      'many addresses',
      Array.from({ length: 68 }, (_, at) => `team-${at}@example.com`),
      / and 67 more \([0-9a-f]{12}\)$/,
    ],
    [
      'a long address',
      [`${'x'.repeat(64)}@${'long.'.repeat(30)}example.com`],
      /^Pool health: x{60} \([0-9a-f]{12}\)$/,
    ],
    ['letters beyond ASCII', ['用户@例子.广告'], /^Pool health: 用户@例子\.广告$/],
  ])('keeps ids and names short and distinct with %s', (_, recipients, name) => {
    const { plans } = plan([pool(1, ...recipients), pool(2, ...recipients, 'z@example.com')]);
    const [first, second] = [1, 2].map((at) => plans.find(({ poolIds }) => poolIds.includes(idOf(at))));
    expect(first?.name).toMatch(name);
    for (const each of [first, second]) {
      expect(each?.id).toMatch(/^[a-z0-9][a-z0-9-]{0,79}$/);
      expect(each?.name.length).toBeLessThanOrEqual(120);
    }
    expect([first?.id, first?.name]).not.toEqual([second?.id, second?.name]);
  });

  describe('of pools without recipients', () => {
    const pools = [pool(1, 'a@example.com'), pool(2), pool(3)];

    it('warns about them', () => {
      make(stack, { pools });
      expect(warningsOf(stack.node.findChild('teams'))).toEqual([
        '2 pools have no recipients, so none of these policies has them: web-2, web-3. Set fallbackRecipients, or add recipients.',
      ]);
    });

    it('names at most 20 of them', () => {
      make(stack, {
        pools: [pool(0, 'a@example.com'), ...Array.from({ length: 30 }, (_, at) => pool(at + 1))],
      });
      expect(warningsOf(stack.node.findChild('teams')).join()).toMatch(
        /^30 pools have .*, web-27 and 10 more\./,
      );
    });

    it('notifies the fallback recipients, in the policy of those who have just them', () => {
      const fallbackRecipients = ['Ops@example.com'];
      make(stack, { pools: [...pools, pool(4, 'ops@example.com')], fallbackRecipients });
      expect(Object.values(policiesOf(stack))).toMatchObject([
        { name: 'Pool health: a@example.com', pool_ids: [idOf(1)] },
        {
          name: 'Pool health: ops@example.com',
          email_addresses: ['Ops@example.com'],
          pool_ids: [idOf(2), idOf(3), idOf(4)],
        },
      ]);
      expect(warningsOf(stack.node.findChild('teams'))).toEqual([]);
    });
  });

  it.each(
    Object.entries<[object, RegExp]>({
      'neither pools nor a file': [{}, /pools, auditFile: they are both missing\. Set exactly one/],
      both: [{ pools: [pool(1, 'a@x.org')], auditFile: 'a.json' }, /they are both set\. Set exactly one/],
      'an id that is none': [
        { pools: [{ id: 'web', name: 'Web', recipients: [] }] },
        /pools\[0\] \(Web\)\.id: "web" is not an ID: IDs are 32 hexadecimal digits/,
      ],
      'a key that cannot be one': [
        { pools: [{ ...pool(1, 'a@x.org'), key: 'team a' }] },
        /pools\[0\] \(web-1\)\.key: "team a" is not a key: letters, digits/,
      ],
      'two addresses in one': [
        { pools: [pool(1, 'a@x.org', 'b@x.org, c@x.org')] },
        /pools\[0\] \(web-1\)\.recipients\[1\]: "b@x\.org, c@x\.org" is not one e-mail address/,
      ],
      'an address that only Terraform knows': [
        { pools: [pool(1, '${var.address}')] },
        /recipients\[0\]: "\$\{var\.address\}" is only known to Terraform/,
      ],
      'a pool twice': [
        { pools: [pool(1, 'a@x.org'), pool(2, 'a@x.org'), pool(1, 'b@x.org')] },
        /pools\[2\] \(web-1\): the pool is in the list twice, first at \[0\]\. Keep one/,
      ],
      'no pools': [{ pools: [] }, /pools: none of 0 pools has recipients/],
      'no fallback recipients': [
        { pools: [pool(1, 'a@x.org')], fallbackRecipients: [] },
        /fallbackRecipients: an empty array is/,
      ],
      'an invalid fallback recipient': [
        { pools: [pool(1, 'a@x.org')], fallbackRecipients: ['ops'] },
        /fallbackRecipients\[0\]: "ops" is not one e-mail address/,
      ],
      'an empty prefix': [{ pools: [pool(1, 'a@x.org')], namePrefix: ' ' }, /namePrefix: " " is not a text/],
    }),
  )('fails with %s', (_, [props, message]) => {
    expect(() => make(makeStack(), props)).toThrow(message);
    expect(() => make(makeStack(), props)).toThrow('[logs/teams] PoolNotificationPolicy.perRecipients:\n  ');
  });

  it('reports all faults at once, up to 20', () => {
    const pools = Array.from({ length: 50 }, (_, at) => pool(at, 'nobody'));
    const error = messageOf(() => make(makeStack(), { pools }));
    expect(error.split('\n')).toHaveLength(22);
    expect(error).toContain('pools[19] (web-19)');
    expect(error).toContain('\n  30 more');
  });

  it('fails with a message of its own for any value from JavaScript', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (pools, fallbackRecipients) => {
        const { plans, faults } = plan(pools, { fallbackRecipients });
        expect(plans.length > 0).toBe(faults.length === 0);
      }),
    );
  });
});

describe('PoolNotificationPolicy.perRecipients with the file of an audit', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
  });

  const write = (content: unknown) => {
    const path = join(folder, 'pools.json');
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    return path;
  };
  const emails = [
    'web@example.com',
    'api@example.com; "lead, api"@example.com',
    'WEB@example.com',
    '',
    'web@example.com',
  ];
  const auditOf = (notificationEmails: readonly string[], policies: readonly PolicyRecord[] = []) =>
    auditPools(
      { id: accountId, name: 'Example' },
      {
        pools: notificationEmails.map((notification_email, at) => ({
          id: idOf(at),
          name: `web-${at}`,
          notification_email,
        })),
        policies,
        working: { webhooks: new Set(), pagerduty: new Set() },
      },
    );
  const expected = [
    {
      name: 'Pool health: "lead, api"@example.com, api@example.com',
      email_addresses: ['"lead, api"@example.com', 'api@example.com'],
      pool_ids: [idOf(1)],
    },
    {
      name: 'Pool health: web@example.com',
      email_addresses: ['WEB@example.com'],
      pool_ids: [idOf(0), idOf(2), idOf(4)],
    },
  ];
  /** The policies that the service has after a deploy. */
  const deployed = (policies: object): PolicyRecord[] =>
    Object.values(policies).map((policy: unknown, at) => {
      const { name, email_addresses, pool_ids } = objectAt(policy);
      return {
        id: `policy-${at}`,
        name: String(name),
        enabled: true,
        alert_type: 'load_balancing_health_alert',
        mechanisms: { email: (email_addresses as string[]).map((id) => ({ id })).reverse() },
        filters: {
          pool_id: pool_ids,
          new_health: ['Unhealthy', 'Healthy'],
          event_source: ['pool', 'origin'],
        },
      };
    });

  it('makes the policies of the legacy e-mails, and warns about pools without notifications', () => {
    make(stack, { auditFile: write(auditOf(emails)) });
    expect(Object.values(policiesOf(stack))).toEqual(expected);
    expect(warningsOf(stack.node.findChild('teams'))).toEqual([
      '1 pool has no recipients, so none of these policies has them: web-3. Set fallbackRecipients, or add recipients.',
    ]);
  });

  it('finds a relative path from the working directory, and reads a file with a byte order mark', () => {
    const path = write(`\uFEFF${JSON.stringify(auditOf(emails))}`);
    const policies = perRecipients({ auditFile: relative(process.cwd(), path) });
    expect(Object.values(policies)).toEqual(expected);
  });

  it('fails with a file from after the clearing whose policies have another prefix', () => {
    const policies = deployed(perRecipients({ auditFile: write(auditOf(emails)) }));
    const auditFile = write(
      auditOf(
        emails.map(() => ''),
        policies,
      ),
    );
    // Such policies tell nothing about the recipients.
    expect(() => make(makeStack(), { auditFile, namePrefix: 'Other' })).toThrow(
      /none of 5 pools has recipients, .* Take the file from before the legacy e-mails were cleared/,
    );
  });

  it('makes the same policies with the keys of a file as without', () => {
    const audit = withKeys(auditOf(emails));
    expect(perRecipients({ auditFile: write(audit) })).toEqual(
      perRecipients({ auditFile: write(auditOf(emails)) }),
    );
  });

  it('keeps the keys of the former file in a new one, also of pools whose e-mails are cleared', () => {
    const keys = new Map([0, 2, 4].map((at) => [idOf(at), 'web-team']));
    const keyed = (content: readonly string[]) =>
      withKeys(auditOf(content), keys).pools.map(({ key }) => key);
    expect(keyed(emails)).toEqual([
      'web-team',
      expect.stringMatching(/^pools-[0-9a-f]{12}$/),
      'web-team',
      undefined,
      'web-team',
    ]);
    expect(keyed(emails.map(() => ''))).toEqual(['web-team', undefined, 'web-team', undefined, 'web-team']);
  });

  describe('over random pools and edits of the file', () => {
    const anyEmails = fc
      .array(fc.subarray(['a@x.org', 'b@x.org', 'c@x.org'], { maxLength: 3 }), { minLength: 2, maxLength: 8 })
      .map((sets) => sets.map((recipients) => recipients.join(', ')))
      .filter((all) => all.filter((email) => email !== '').length > 1);
    const planAudit = (audit: object) => plan(undefined, { auditFile: write(audit) }).plans;
    const keysIn = ({ pools }: ReturnType<typeof withKeys>) =>
      new Map(pools.flatMap(({ id, key }) => (key === undefined ? [] : [[id, key] as const])));
    const stored = (plans: ReturnType<typeof planAudit>) =>
      deployed(
        plans.map(({ name, emailAddresses, poolIds }) => ({
          name,
          email_addresses: emailAddresses,
          pool_ids: poolIds,
        })),
      );

    it('each policy clears all e-mails of its pools by itself, and each pool with recipients is in one policy', () => {
      fc.assert(
        fc.property(anyEmails, (notificationEmails) => {
          const pools = notificationEmails.map((notification_email, at) => poolOf(at, notification_email));
          const plans = planAudit(withKeys(auditOf(notificationEmails)));
          const now = { pools, policies: [], ...noDestinations() };
          for (const { name, emailAddresses, poolIds } of plans) {
            const settings = desired({
              name,
              email_addresses: emailAddresses,
              pool_ids: poolIds,
              accept_lost_recipients: null,
            });
            const { findings, clearing } = decide(now, { settings, prior: null, memory: policyMemory.empty });
            expect(findings.map(({ code }) => code)).toEqual(['pools.will_clear']);
            expect(clearing.pools.map(({ id }) => id).sort()).toEqual([...poolIds].sort());
          }
          const legacy = pools.filter(({ notification_email: email }) => email !== '').map(({ id }) => id);
          expect(plans.flatMap(({ poolIds }) => poolIds).sort()).toEqual(legacy.sort());
        }),
      );
    });

    it('an audit that is taken again while e-mails are cleared makes the same policies', () => {
      fc.assert(
        fc.property(anyEmails, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (all, isCleared) => {
          const first = withKeys(auditOf(all));
          const plans = planAudit(first);
          const left = all.map((email, at) => (isCleared[at] === true ? '' : email));
          expect(planAudit(withKeys(auditOf(left, stored(plans)), keysIn(first)))).toEqual(plans);
        }),
      );
    });

    type Pools = ReturnType<typeof withKeys>['pools'];
    const edits: Readonly<Record<string, (pools: Pools) => Pools>> = {
      'turns the pools': (pools) => [...pools].reverse(),
      'renames pools': (pools) => pools.map((each) => ({ ...each, name: `new ${each.name}` })),
      'removes a pool': (pools) => pools.slice(1),
      'adds a pool': (pools) => [
        ...pools,
        { ...pools[1], id: idOf(99), name: 'new', key: undefined } as never,
      ],
      'changes an address': (pools) =>
        pools.map((each) => ({
          ...each,
          recipients: each.recipients.map((address) => (address === 'a@x.org' ? 'new@x.org' : address)),
        })),
    };

    it('a pool stays in its policy when somebody edits others, or an address', () => {
      fc.assert(
        fc.property(anyEmails, fc.constantFrom(...Object.values(edits)), (all, edit) => {
          const audit = withKeys(auditOf(all));
          const idsOf = (pools: Pools) =>
            new Map(
              planAudit({ ...audit, pools }).flatMap(({ id, poolIds }) => poolIds.map((each) => [each, id])),
            );
          const [before, after] = [idsOf(audit.pools), idsOf(edit(audit.pools))];
          for (const [poolId, id] of after) if (poolId !== idOf(99)) expect(id).toBe(before.get(poolId));
        }),
      );
    });
  });

  it('keeps the recipients of a policy for a pool that has got another legacy e-mail since', () => {
    const policies = deployed(perRecipients({ auditFile: write(auditOf(emails)) }));
    const later = perRecipients({
      auditFile: write(auditOf(['', '', 'late@example.com', '', ''], policies)),
    });
    expect(Object.values(later)).toContainEqual({
      name: 'Pool health: late@example.com, web@example.com',
      email_addresses: ['late@example.com', 'WEB@example.com'],
      pool_ids: [idOf(2)],
    });
  });

  it('needs no list of policies', () => {
    const { pools, account_id } = auditOf(emails);
    expect(Object.values(perRecipients({ auditFile: write({ account_id, pools }) }))).toEqual(expected);
  });

  it('accepts an account that only Terraform knows', () => {
    const account = new TerraformVariable(stack, 'account', { type: 'string' }).stringValue;
    make(stack, { accountId: account, auditFile: write(auditOf(emails)) });
    expect(Object.values(policiesOf(stack))).toEqual(expected);
  });

  const good = { id: idOf(1), name: 'web-1', recipients: ['a@example.com'] };
  it.each(
    Object.entries<[unknown, RegExp]>({
      'text that is not JSON': [
        '2000 pools: none',
        /is not JSON: .*\. Write the file with: edge-platform pools audit --account a{32} --out /,
      ],
      'a list': [[], /an empty array is not an audit, which is a JSON object\. Write the file with/],
      'another account': [
        { account_id: 'b'.repeat(32), pools: [good] },
        /account_id: "b{32}" is not "a{32}", the account of accountId/,
      ],
      'no pools': [
        { account_id: accountId },
        /pools: undefined is not a list of pools\. Correct the pool and the file/,
      ],
      'a pool twice': [
        { account_id: accountId, pools: [good, { ...good, name: 'web-1-copy' }] },
        /pools\[1\] \(web-1-copy\): the pool is in the list twice, first at \[0\]/,
      ],
    }),
  )('fails with %s, and names the file', (_, [content, message]) => {
    const auditFile = write(content);
    const error = messageOf(() => make(makeStack(), { auditFile }));
    expect(error).toMatch(message);
    expect(error).toContain(`auditFile ${auditFile}`);
  });

  it('fails without the file, and says where it looked', () => {
    const error = messageOf(() => make(makeStack(), { auditFile: 'no-such-folder/pools.json' }));
    expect(error).toMatch(
      /auditFile no-such-folder\/pools\.json: cannot be read: there is no such file\. Correct the path\./,
    );
    expect(error).toContain(`A relative path starts in the working directory, ${process.cwd()}.`);
    expect(error).toContain('edge-platform pools audit --account');
  });

  it.each(['Example', '${var.account}'])(
    'takes the account by its name, %s, from the audit of it',
    (accountName) => {
      const byName = { accountId: undefined, accountName };
      expect(() => {
        make(makeStack(), { ...byName, auditFile: write(auditOf(emails)) });
      }).not.toThrow();
      const unnamed = { ...auditOf(emails), account_name: '' };
      expect(() => {
        make(makeStack(), { ...byName, auditFile: write(unnamed) });
      }).not.toThrow();
    },
  );

  it('fails with the audit of an account of another name', () => {
    const given = { accountId: undefined, accountName: 'Other', auditFile: write(auditOf(emails)) };
    expect(messageOf(() => make(makeStack(), given))).toContain(
      'account_name: "Example" is not "Other", the account of accountName.',
    );
  });

  it.each([[7], [''], ['${var.file}']])('fails with %j as the path', (auditFile) => {
    expect(() => make(makeStack(), { auditFile })).toThrow(/auditFile: .* (?:is not|must be) a path/);
  });

  it('fails with a message of its own for any JSON', () => {
    const path = join(folder, 'any.json');
    const audit = fc.record(
      {
        account_id: fc.oneof(
          { weight: 5, arbitrary: fc.constant(accountId) },
          { weight: 1, arbitrary: fc.jsonValue() },
        ),
        pools: fc.oneof(
          fc.jsonValue(),
          fc.array(
            fc.oneof(
              fc.jsonValue(),
              fc.record({ id: fc.constant(idOf(1)), recipients: fc.jsonValue(), covered_by: fc.jsonValue() }),
            ),
          ),
        ),
        policies: fc.oneof(
          fc.jsonValue(),
          fc.array(fc.record({ id: fc.jsonValue(), email_addresses: fc.jsonValue() })),
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(audit, (content) => {
        writeFileSync(path, JSON.stringify(content));
        const { plans, faults } = plan(undefined, { auditFile: path });
        expect(plans.length > 0).toBe(faults.length === 0);
        for (const fault of faults) expect(fault).toContain(path);
      }),
    );
  });
});
