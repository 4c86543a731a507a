import type { FixtureZone } from 'cdktf-edge-platform/emulator';

export const accountId = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
export const zoneId = '9a7806061c88ada191ed06f989cc3dac';

/** An Enterprise zone with every part of the previous WAF: packages, an override, page rules, a bypass rule. */
export const zone: FixtureZone = {
  id: zoneId,
  account_id: accountId,
  name: 'example.com',
  plan: 'enterprise',
  waf: {
    setting: 'on',
    packages: [
      {
        id: '1e334934fd7ae32ad705667f8c1057aa',
        name: 'Cloudflare',
        groups: [{ id: 'de677e5818985db1285d0e80225f06e5', name: 'Cloudflare Specials', mode: 'on' }],
        rules: [
          previousRule('1', 'SQL injection in the query', 'block'),
          previousRule('2', 'Upload of a script', 'block'),
          { ...previousRule('3', 'Unknown method', 'challenge'), mode: 'simulate' },
        ],
      },
      {
        id: 'a25a9a7e9c00afc1fb2e0245519d725b',
        name: 'OWASP ModSecurity Core Rule Set',
        detection_mode: 'anomaly',
        sensitivity: 'medium',
        action_mode: 'block',
        groups: [
          { id: '1'.repeat(32), name: 'OWASP SQL Injection Attacks', mode: 'on' },
          { id: '2'.repeat(32), name: 'OWASP Slr Et Joomla Attacks', mode: 'off' },
        ],
        rules: [],
      },
    ],
    overrides: [
      {
        id: 'd'.repeat(32),
        description: 'Search terms look like attacks',
        urls: ['example.com/search/*'],
        rewrite_action: { challenge: 'disable', block: 'disable', simulate: 'disable' },
        groups: { de677e5818985db1285d0e80225f06e5: 'default' },
      },
    ],
  },
  page_rules: [
    pageRule('a', 'example.com/hooks/*', { id: 'waf', value: 'off' }),
    pageRule('b', 'example.com/internal/*', { id: 'disable_security' }),
  ],
  firewall_rules: [
    {
      action: 'bypass',
      products: ['waf'],
      filter: { expression: 'ip.src eq 192.0.2.1' },
      description: 'Our scanner',
    },
  ],
};

function previousRule(suffix: string, description: string, mode: 'block' | 'challenge') {
  return {
    id: suffix.padStart(32, '0'),
    group_id: 'de677e5818985db1285d0e80225f06e5',
    description,
    default_mode: mode,
  };
}

function pageRule(suffix: string, url: string, action: object) {
  return {
    id: suffix.repeat(32),
    targets: [{ target: 'url', constraint: { operator: 'matches', value: url } }],
    actions: [action],
    status: 'active',
  };
}
