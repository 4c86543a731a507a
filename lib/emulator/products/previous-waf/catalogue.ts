import type { RuleMode, WafGroup, WafPackage, WafRule } from '../../../waf';

/** Modes of rules that deny in a traditional package. */
export const denyModes: readonly RuleMode[] = ['default', 'disable', 'simulate', 'block', 'challenge'];
/** Modes of rules that allow, and of those of an anomaly package. */
export const switchModes: readonly RuleMode[] = ['on', 'off'];

/** Packages of a zone whose fixture has none. The names are those of the service, with a few of its rules. */
export const defaultPackages: readonly WafPackage[] = [
  {
    id: '1e334934fd7ae32ad705667f8c1057aa',
    name: 'Cloudflare',
    description: 'Covers common attacks on the software that runs a site',
    detection_mode: 'traditional',
    groups: [
      group('01', 'Cloudflare Specials', 'Core protection, deployed for all sites', 'on'),
      group('02', 'Cloudflare WordPress', 'For sites that run WordPress', 'off'),
      group('03', 'Cloudflare Php', 'For sites that run PHP', 'off'),
      group('04', 'Cloudflare Miscellaneous', 'Known malicious traffic, and flaws of other software', 'on'),
    ],
    rules: [
      deny('0001', '01', 'Cloudflare Specials', 'Shellshock: bash environment variables', 'block'),
      deny('0002', '01', 'Cloudflare Specials', 'SQL injection: UNION SELECT in the query', 'block'),
      deny('0003', '01', 'Cloudflare Specials', 'Anomaly: method is not known', 'challenge'),
      deny('0004', '01', 'Cloudflare Specials', 'Anomaly: body is too large to inspect', 'disable'),
      deny('0005', '02', 'Cloudflare WordPress', 'WordPress: REST API changes posts', 'block'),
      deny('0006', '02', 'Cloudflare WordPress', 'WordPress: xmlrpc.php multicall', 'simulate'),
      deny('0007', '03', 'Cloudflare Php', 'PHP: code in the query', 'block'),
      deny('0008', '04', 'Cloudflare Miscellaneous', 'Fake search engine bot', 'challenge'),
    ],
  },
  {
    id: 'a25a9a7e9c00afc1fb2e0245519d725b',
    name: 'OWASP ModSecurity Core Rule Set',
    description: 'Covers the OWASP top 10 and more, by scoring requests',
    detection_mode: 'anomaly',
    sensitivity: 'high',
    action_mode: 'challenge',
    groups: [
      group('11', 'OWASP Protocol Violations', 'Requests that break HTTP', 'on'),
      group('12', 'OWASP SQL Injection Attacks', 'SQL injection', 'on'),
      group('13', 'OWASP XSS Attacks', 'Cross-site scripting', 'on'),
    ],
    rules: [
      toggled('1001', '11', 'OWASP Protocol Violations', '960015: Request Missing an Accept Header'),
      toggled('1002', '12', 'OWASP SQL Injection Attacks', '950901: SQL Injection Attack: Tautology'),
      toggled('1003', '12', 'OWASP SQL Injection Attacks', '981231: SQL Comment Sequence Detected'),
      toggled('1004', '13', 'OWASP XSS Attacks', '973300: Possible XSS Attack: HTML Tag Handler'),
    ],
  },
  {
    id: '9f9e3b8d14a5c6b7a1d2e3f405162738',
    name: 'USER',
    description: 'Rules written for this zone',
    detection_mode: 'traditional',
    groups: [group('21', 'USER Rules', 'Rules written for this zone', 'on')],
    rules: [
      deny('2001', '21', 'USER Rules', 'Requests to /internal from outside', 'block'),
      // A rule that allows has the same modes as one that scores.
      toggled('2002', '21', 'USER Rules', 'Requests of the monitoring'),
    ],
  },
];

function group(suffix: string, name: string, description: string, mode: 'on' | 'off'): WafGroup {
  return { id: groupId(suffix), name, description, mode, default_mode: mode };
}

function deny(
  suffix: string,
  groupSuffix: string,
  groupName: string,
  description: string,
  mode: NonNullable<WafRule['default_mode']>,
): WafRule {
  const rule = toggled(suffix, groupSuffix, groupName, description);
  return { ...rule, mode: 'default', allowed_modes: denyModes, default_mode: mode };
}

function toggled(suffix: string, groupSuffix: string, groupName: string, description: string): WafRule {
  return {
    id: `f939de3be84e66e757adcdcb8790${suffix}`,
    description,
    priority: String(Number(suffix)),
    group: { id: groupId(groupSuffix), name: groupName },
    mode: 'on',
    allowed_modes: switchModes,
  };
}

function groupId(suffix: string): string {
  return `de677e5818985db1285d0e80225f06${suffix}`;
}
