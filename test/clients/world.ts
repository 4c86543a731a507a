import type { Fixture } from '../../lib/emulator';

export const accountId = 'a'.repeat(32);
export const zoneId = '1'.repeat(32);
export const poolId = 'c'.repeat(32);
export const packageId = 'd'.repeat(32);
export const groupId = 'e'.repeat(32);
export const wafRuleId = 'f'.repeat(32);
export const overrideId = '5'.repeat(32);
export const filterId = '6'.repeat(32);
export const firewallRuleId = '7'.repeat(32);
export const pagerDutyId = '8'.repeat(32);

const ofNumber = (number: number) => String(number).padStart(32, '2');

/** More objects than a page of the lists that calls ask for. */
export const clientsWorld: Fixture = {
  accounts: [
    {
      id: accountId,
      name: 'Account',
      pools: [{ id: poolId, name: 'primary', origins: [{ name: 'one', address: '192.0.2.1' }] }],
      pagerduty: [{ id: pagerDutyId, name: 'on call' }],
    },
    ...[1, 2, 3, 4, 5, 6].map((number) => ({ id: ofNumber(number), name: `Account ${number}` })),
  ],
  zones: [
    {
      id: zoneId,
      account_id: accountId,
      name: 'one.example',
      plan: 'enterprise',
      waf: {
        packages: [
          {
            id: packageId,
            name: 'Cloudflare',
            groups: [{ id: groupId, name: 'Specials', mode: 'on' }],
            rules: [1, 2, 3, 4, 5, 6].map((number) => ({
              id: number === 1 ? wafRuleId : ofNumber(number),
              group_id: groupId,
              description: `rule ${number}`,
              default_mode: 'block',
            })),
          },
        ],
        overrides: [{ id: overrideId, urls: ['one.example/b'], rules: {} }],
      },
      firewall_rules: [
        {
          id: firewallRuleId,
          action: 'block',
          filter: { id: filterId, expression: 'ip.src eq 192.0.2.1' },
          description: 'a rule',
        },
      ],
    },
    ...[1, 2, 3, 4, 5, 6].map((number) => ({
      id: ofNumber(number),
      account_id: accountId,
      name: `zone-${number}.example`,
      plan: 'enterprise' as const,
    })),
  ],
  tokens: ['a-token-of-the-clients'],
};
