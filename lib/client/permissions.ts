import { decodeOrKeep } from '../ground/percent';

/** The permissions of a token that calls need: one list for messages, `provider doctor` and the docs. */

/** The permission that a token must have for calls below a path, in the service's own words. */
export interface PermissionRule {
  /** A pattern of the path below the base URL: `*` is one segment, `**` the rest. */
  readonly path: string;
  readonly read: string;
  /** The permission for writes; undefined where nothing is written. */
  readonly write?: string;
  readonly of: 'zone' | 'account';
  readonly purpose: string;
  /**
   * Whether public documents of the service name it for these calls.
   *
   * @default - it follows from the names that there are
   */
  readonly isDocumented?: boolean;
}

const logs = { read: 'Logs Write', write: 'Logs Write', isDocumented: true } as const;
const waf = { read: 'Zone WAF Read', write: 'Zone WAF Write', of: 'zone' } as const;
const firewall = { read: 'Firewall Services Read', write: 'Firewall Services Write', of: 'zone' } as const;

/** The permissions by path: the first match counts. */
export const permissionRules: readonly PermissionRule[] = [
  { path: '/zones/*/logpush/**', ...logs, of: 'zone', purpose: 'log jobs of a zone' },
  { path: '/accounts/*/logpush/**', ...logs, of: 'account', purpose: 'log jobs of an account' },
  {
    path: '/zones/*/rulesets/phases/http_log_custom_fields/**',
    ...logs,
    of: 'zone',
    purpose: 'custom log fields',
    isDocumented: false,
  },
  {
    path: '/zones/*/rulesets/phases/http_request_firewall_managed/**',
    ...waf,
    purpose: 'managed rules and the migration to them',
  },
  {
    path: '/zones/*/rulesets/**',
    read: 'Logs Write or Zone WAF Read',
    write: 'Logs Write or Zone WAF Write',
    of: 'zone',
    purpose: 'rulesets: Logs Write for custom log fields, Zone WAF for managed rules',
  },
  { path: '/zones/*/waf_migration/**', ...waf, purpose: 'whether and how a zone can migrate' },
  {
    path: '/zones/*/settings/waf',
    read: 'Zone Settings Read',
    of: 'zone',
    purpose: 'whether the previous WAF is on',
  },
  { path: '/zones/*/firewall/**', ...firewall, purpose: 'the previous WAF' },
  {
    path: '/zones/*/pagerules',
    read: 'Page Rules Read',
    of: 'zone',
    purpose: 'page rules that a migration carries over',
  },
  {
    path: '/accounts/*/load_balancers/**',
    read: 'Load Balancing: Monitors and Pools Read',
    write: 'Load Balancing: Monitors and Pools Write',
    of: 'account',
    purpose: 'pools and their legacy e-mails',
    isDocumented: true,
  },
  {
    path: '/accounts/*/alerting/**',
    read: 'Notifications Read',
    write: 'Notifications Write',
    of: 'account',
    purpose: 'notification policies and their webhooks',
    isDocumented: true,
  },
  { path: '/zones/**', read: 'Zone Read', of: 'zone', purpose: 'zones by their name, and their plan' },
  { path: '/accounts/**', read: 'Account Settings Read', of: 'account', purpose: 'accounts by their name' },
];

/** The permission for a call, with its zone or account: `Logs Write of the zone`. Undefined for a path that no rule has. */
export function permissionOf(method: string, path: string): string | undefined {
  const [below = path] = /(?<=\/client\/v4)\/.*$/.exec(path) ?? [];
  const plain = below.replace(/[?#].*$/, '');
  const rule = permissionRules.find((each) => patternOf(each.path).test(plain));
  if (rule === undefined) return undefined;
  const name = method === 'GET' ? rule.read : rule.write;
  return name === undefined ? undefined : `${name} of the ${rule.of}`;
}

function patternOf(path: string): RegExp {
  const pattern = path.replace(/\/\*\*$/, '(?:/.*)?').replaceAll('/*/', '/[^/]+/');
  return new RegExp(`^${pattern}$`);
}

/** The zone or account that the path of a request is in. */
export interface PathOwner {
  readonly kind: 'zone' | 'account';
  readonly id: string;
}

/** The zone or account of a URL; undefined for a path in neither, such as that of a list of zones. */
export function ownerInPath(url: string): PathOwner | undefined {
  const [, kind, id] = /\/client\/v4\/(zone|account)s\/([^/?#]+)/.exec(url) ?? [];
  if (id === undefined) return undefined;
  return { kind: kind === 'zone' ? 'zone' : 'account', id: decodeOrKeep(id) };
}
