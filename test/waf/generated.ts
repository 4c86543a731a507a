import fc from 'fast-check';
import {
  actionModes,
  ruleModes,
  sensitivities,
  type FirewallRule,
  type PageRule,
  type PreviousWaf,
  type UriOverride,
  type WafPackage,
} from '../../lib/waf';
import type { Request } from './expression';
import { cacheAll, disableSecurity, wafOff, wafOn } from './zones';

/** Few letters, so that patterns, URLs and each other meet. */
const piece = fc.constantFrom('a', 'b', 'aa', 'A', '\\', '"', '.', '?', 'ü');
const host = fc.constantFrom('a.com', 'b.com', 'a.b.com');
const hostPattern = fc.oneof(host, fc.constantFrom('*', '*.b.com', '*b.com', 'a.*', 'a.com*', 'B.com'));
const port = fc.constantFrom('80', '443', '8443');

const concatenated = (part: fc.Arbitrary<string>) =>
  fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));

const onePattern = fc
  .record({
    scheme: fc.constantFrom('', '', 'http://', 'https://', '*://'),
    host: hostPattern,
    port: fc.option(
      port.map((digits) => `:${digits}`),
      { nil: '', freq: 8 },
    ),
    path: fc.option(
      concatenated(fc.oneof(piece, fc.constantFrom('*', '/', '*'))).map((path) => `/${path}`),
      { nil: '', freq: 6 },
    ),
  })
  .map((parts) => `${parts.scheme}${parts.host}${parts.port}${parts.path}`);

const pattern = fc.oneof(
  // Wide ones, so that rules lie over each other.
  { arbitrary: fc.constantFrom('a.com/*', 'a.com/a*', '*a.com/*a', '*.com/*'), weight: 8 },
  { arbitrary: onePattern, weight: 8 },
  { arbitrary: fc.tuple(onePattern, onePattern).map((both) => both.join('|')), weight: 1 },
);

const anyRequest: fc.Arbitrary<Request> = fc.record({
  scheme: fc.constantFrom('http', 'https'),
  host,
  port,
  uri: concatenated(fc.oneof(piece, fc.constant('/'))).map((path) => `/${path}`),
});

export function requestsFor(rules: readonly PageRule[]): fc.Arbitrary<Request[]> {
  const patterns = rules.flatMap(({ targets }) => targets.map(({ constraint }) => constraint.value));
  const near =
    patterns.length === 0
      ? anyRequest
      : fc
          .tuple(fc.constantFrom(...patterns), anyRequest, concatenated(fc.oneof(piece, fc.constant('/'))))
          .map(([each, request, filling]) => matching(each, request, filling));
  return fc.array(fc.oneof({ arbitrary: near, weight: 3 }, { arbitrary: anyRequest, weight: 1 }), {
    minLength: 10,
    maxLength: 10,
  });
}

function matching(urlPattern: string, request: Request, filling: string): Request {
  const [first = ''] = urlPattern.split('|');
  const url = first.replace(/^.*?:\/\//, '').replaceAll('*', () => filling);
  const slash = url.indexOf('/');
  const [authority, uri] = slash < 0 ? [url, '/'] : [url.slice(0, slash), url.slice(slash)];
  // Hosts come in lower case, whatever the client sent.
  return { ...request, host: authority.replace(/:\d+$/, '').toLowerCase(), uri };
}

const id = fc.constantFrom('i', 'j', 'k', 'l', 'constructor', '__proto__');

export const pageRule: fc.Arbitrary<PageRule> = fc.record({
  id,
  targets: fc
    .oneof(
      { arbitrary: fc.array(pattern, { minLength: 1, maxLength: 1 }), weight: 4 },
      { arbitrary: fc.array(pattern, { maxLength: 2 }), weight: 1 },
    )
    .map((values) => values.map((value) => ({ target: 'url', constraint: { operator: 'matches', value } }))),
  actions: fc.array(fc.constantFrom(disableSecurity, wafOff, wafOff, wafOn, wafOn, cacheAll, { id: 'waf' }), {
    minLength: 1,
    maxLength: 2,
  }),
  priority: fc.integer({ min: 1, max: 5 }),
  status: fc.constantFrom('active', 'active', 'active', 'disabled'),
});

const mode = fc.constantFrom('on', 'off');
const ruleMode = fc.constantFrom(...ruleModes);
const text = fc.string({ maxLength: 5 });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const wafPackage: fc.Arbitrary<WafPackage> = fc.record({
  id,
  name: fc.constantFrom('Cloudflare', 'OWASP ModSecurity Core Rule Set', 'USER'),
  description: text,
  detection_mode: fc.constantFrom('traditional', 'anomaly'),
  sensitivity: optional(fc.constantFrom(...sensitivities)),
  action_mode: optional(fc.constantFrom(...actionModes)),
  groups: fc.array(fc.record({ id, name: text, description: text, mode, default_mode: mode }), {
    maxLength: 3,
  }),
  rules: fc.array(
    fc.record({
      id,
      description: text,
      priority: fc.constant('1'),
      group: fc.record({ id, name: text }),
      mode: ruleMode,
      allowed_modes: fc.array(ruleMode, { maxLength: 2 }),
      default_mode: optional(fc.constantFrom('disable', 'simulate', 'block', 'challenge')),
    }),
    { maxLength: 4 },
  ),
});

const override: fc.Arbitrary<UriOverride> = fc.record({
  id,
  description: text,
  urls: fc.array(pattern, { maxLength: 2 }),
  priority: fc.integer(),
  groups: fc.dictionary(id, fc.constantFrom('default', 'disable'), { maxKeys: 2 }),
  rules: fc.dictionary(id, ruleMode, { maxKeys: 2 }),
  rewrite_action: fc.dictionary(fc.constantFrom('challenge', 'block', 'simulate'), ruleMode, { maxKeys: 3 }),
  paused: fc.boolean(),
});

const firewallRule: fc.Arbitrary<FirewallRule> = fc.record({
  id,
  action: fc.constantFrom('bypass', 'bypass', 'block'),
  filter: fc.record({ id, expression: fc.string(), paused: fc.boolean() }),
  products: fc.subarray(['waf', 'hot', 'bic']),
  priority: fc.option(fc.integer()),
  paused: fc.boolean(),
  description: text,
  ref: text,
});

export const previousWaf: fc.Arbitrary<PreviousWaf> = fc.record({
  setting: mode,
  packages: fc.array(wafPackage, { maxLength: 3 }),
  overrides: fc.array(override, { maxLength: 3 }),
  firewall_rules: fc.array(firewallRule, { maxLength: 4 }),
  page_rules: fc.array(pageRule, { maxLength: 4 }),
});
