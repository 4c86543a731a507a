import type { Fixture } from '../../lib/emulator';

const accountId = '023e105f4ecef8ad9ca31a8372d0c353';

/** A zone whose migration carries a bypass and a page rule over, and changes the sensitivity. */
export const shownZoneId = '9a7806061c88ada191ed06f989cc3dac';

export const world: Fixture = {
  accounts: [{ id: accountId, name: 'Example Shop' }],
  zones: [
    {
      id: shownZoneId,
      account_id: accountId,
      name: 'shop.example.com',
      plan: 'enterprise',
      firewall_rules: [
        {
          action: 'bypass',
          products: ['waf'],
          filter: { expression: 'ip.src eq 192.0.2.1' },
          description: 'Monitoring',
        },
      ],
      page_rules: [
        {
          // Findings name it.
          id: '086d9bdcf306e0c1bf0f10c6a7a67add',
          targets: [
            { target: 'url', constraint: { operator: 'matches', value: 'shop.example.com/hooks/*' } },
          ],
          actions: [{ id: 'waf', value: 'off' }],
          status: 'active',
        },
      ],
    },
  ],
};
