import fc from 'fast-check';
import { constantOf } from '../../lib/waf/reach';
import { judgeProtection } from '../../lib/waf';
import { judgeReach } from '../../lib/waf/reach';
import { execute, managedRule, owaspRule, skip } from './rules';
import { anomalyScore, managed, owasp } from './zones';
import { evaluate, type Request } from './expression';

const always = [
  'http.host ne ""',
  'http.host != ""',
  'not http.host eq ""',
  'len(http.host) gt 0',
  'len(http.user_agent) ge 0',
  'ip.src in {0.0.0.0/0 ::/0}',
  'ip.src in {0.0.0.0/1 128.0.0.0/1 ::/1 8000::/1}',
  'ip.src in {0.0.0.0..255.255.255.255 ::/0}',
  'ip.src eq 192.0.2.1 or ip.src ne 192.0.2.1',
  'http.request.uri.path wildcard "*"',
  'http.request.uri.path wildcard "/*"',
  'http.request.uri.path strict wildcard "/**"',
  'http.user_agent wildcard "*"',
  'http.request.full_uri wildcard "*"',
  'http.request.full_uri wildcard "http*://*/*"',
  'http.request.full_uri contains "://"',
  'starts_with(http.request.uri.path, "/")',
  'starts_with(http.user_agent, "")',
  'http.request.uri contains "/"',
  'http.user_agent contains ""',
  'http.host matches ".*"',
  'http.host matches ".+"',
  'http.host ~ "^.*$"',
  'http.host matches "(.*)"',
  'http.user_agent matches ""',
  'http.request.uri.path matches "^/"',
  'http.request.uri.path matches r"^/.*$"',
  'ssl or not ssl',
  'ssl eq true or ssl eq false',
  '(ssl) or (!ssl)',
  'ssl xor not ssl',
  'not (ssl and not ssl)',
  'http.host eq "a.com" or http.host ne "a.com"',
  'not http.host in {"a.com" "b.com"} or http.host eq "a.com" or http.host eq "b.com"',
  'lower(http.host) eq "a" or lower(http.host) ne "a"',
  'cf.threat_score ge 0',
  'cf.threat_score le 100',
  'cf.threat_score lt 10 or cf.threat_score ge 10',
  'cf.edge.server_port in {1..65535}',
  'cf.bot_management.score >= 1',
  'ip.geoip.country eq "DE" or ip.src.country ne "DE"',
  'any(http.request.headers["x"][*] eq "a") or not any(http.request.headers["x"][*] eq "a")',
  'http.request.version in {"HTTP/1.0" "HTTP/1.1" "HTTP/2" "HTTP/3"}',
  'http.request.full_uri wildcard "http://*" or http.request.full_uri wildcard "https://*"',
  'ssl or http.request.full_uri wildcard "http://*"',
  'starts_with(http.request.full_uri, "https://") or not ssl',
];

const sometimes = [
  'http.host eq "a.com"',
  'http.host ne "a.com"',
  'http.host eq "*"',
  'http.user_agent ne ""',
  'http.request.uri.path wildcard "/a/*"',
  'http.request.uri.path wildcard "*/"',
  'http.request.uri.path matches "^/a"',
  'http.request.uri.path matches "/$"',
  'http.request.full_uri wildcard "https://*"',
  'http.request.uri.query ne ""',
  'ip.src in {0.0.0.0/0}',
  'ip.src in {10.0.0.0/8 fd00::/8}',
  'ip.src ne 192.0.2.1',
  'ssl',
  'not ssl',
  'cf.threat_score gt 0',
  'cf.edge.server_port ne 8443',
  'not (http.host contains "a" and http.host contains "b")',
  'http.host contains "x" or http.host contains "y"',
  'http.request.method in {"GET" "POST" "HEAD" "PUT" "DELETE" "PATCH" "OPTIONS"}',
  'lower(http.host) eq "a.com"',
  'len(http.request.uri.path) gt 100',
];

describe('an expression', () => {
  it.each(always)('holds for every request: %s', (expression) => {
    expect(constantOf(expression)).toBe(true);
    expect(constantOf(`not (${expression})`)).toBe(false);
    expect(judgeReach('true', [expression])).toBe('never');
  });

  it.each(sometimes)('does not hold for some request: %s', (expression) => {
    expect(constantOf(expression)).toBeUndefined();
    expect(judgeReach('true', [expression])).toBe('reached');
  });

  it.each([
    'ip.src in $office',
    'any(http.request.headers["x-internal"][*] eq "1")',
    'http.request.headers["x"][0] ne "a"',
    'url_decode(http.request.uri.path) ne ""',
    'http.host matches "(a+)+$|^(?!a)"',
    'http.host eq "a',
    'cf.unheard_of{1} gt 2',
    'not http.host contains "a" or not http.host contains "b" or ip.src in $all',
  ])('cannot be judged: %s', (expression) => {
    expect(constantOf(expression)).toBeUndefined();
    expect(['unknown', 'reached']).toContain(judgeReach('true', [expression]));
  });
});

describe('skip rules together', () => {
  it.each<[string, string, string[]]>([
    ['of both schemes', 'true', ['ssl', 'not ssl']],
    ['of a host and all others', 'true', ['http.host eq "a"', 'http.host ne "a"']],
    ['of all addresses', 'true', ['ip.src in {0.0.0.0/0}', 'ip.src in {::/0}']],
    [
      'of all hosts but one, and of that one by parts',
      'true',
      ['http.host ne "a"', 'ssl', 'not ssl and http.host eq "a"'],
    ],
    ['of all that the ruleset is executed for', 'ssl', ['ssl']],
    ['of more than the ruleset is executed for', 'http.host eq "a"', ['http.host in {"a" "b"}']],
  ])('leave no request: %s', (_what, executed, skips) => {
    expect(judgeReach(executed, skips)).toBe('never');
    const rules = [...skips.map((each) => skip(each)), execute(managed, undefined, { expression: executed })];
    const { isProtected, findings } = judgeProtection(rules);
    expect([isProtected, findings]).toMatchObject([false, [{ code: 'waf.skip_all', severity: 'error' }]]);
  });

  it.each<[string, string[]]>([
    ['two hosts', ['http.host eq "a"', 'http.host eq "b"']],
    ['both schemes of a host', ['ssl and http.host eq "a"', 'not ssl and http.host eq "a"']],
    ['only one family of addresses', ['ip.src in {0.0.0.0/0}', 'ip.src in {192.0.2.0/24}']],
  ])('leave some requests: %s', (_what, skips) => {
    expect(judgeReach('true', skips)).toBe('reached');
  });

  it('count for the ruleset that both skip', () => {
    const rules = [skip('ssl', { rulesets: [managed] }), skip('not ssl'), managedRule, owaspRule];
    expect(judgeProtection(rules)).toMatchObject({
      isProtected: true,
      enabledRulesets: [owasp],
      findings: [],
    });
  });

  it('of the rule that acts on the score leave nothing of the OWASP ruleset', () => {
    const rules = [skip('http.host ne ""', { rules: { [owasp]: [anomalyScore] } }), owaspRule];
    expect(judgeProtection(rules).isProtected).toBe(false);
  });

  it('of unknown reach are a warning that names them', () => {
    const doubtful = skip('ip.src in $office');
    const { isProtected, findings } = judgeProtection([skip('ssl'), doubtful, managedRule]);
    expect(isProtected).toBe(true);
    expect(findings).toEqual([{ code: 'waf.reach_unknown', severity: 'warning', rules: [doubtful] }]);
  });
});

describe('a rule of an earlier phase', () => {
  const phases = (expression: string, ...names: string[]) => skip(expression, { phases: names });

  it('that skips the phase of managed rules for every request leaves the zone without protection', () => {
    const earlier = [phases('http.host ne ""', 'http_request_firewall_managed')];
    expect(judgeProtection([managedRule], earlier)).toMatchObject({
      isProtected: false,
      findings: [{ code: 'waf.skip_all', rules: earlier }],
    });
  });

  it('counts together with the skip rules of the managed phase', () => {
    const earlier = [phases('ssl', 'http_request_firewall_managed')];
    expect(judgeProtection([skip('not ssl'), managedRule], earlier).isProtected).toBe(false);
  });

  it.each([
    ['another phase', phases('true', 'http_ratelimit')],
    ['its own ruleset', skip('true')],
    ['products', skip('true', { products: ['waf'] })],
    ['the phase, but is disabled', { ...phases('true', 'http_request_firewall_managed'), enabled: false }],
  ])('does not count if it skips %s', (_what, rule) => {
    expect(judgeProtection([managedRule], [rule])).toMatchObject({ isProtected: true, findings: [] });
  });
});

describe('for any expression of URLs', () => {
  const atom = fc.constantFrom(
    'ssl',
    'http.host eq "a.com"',
    'http.host wildcard "*.a.com"',
    'http.request.uri wildcard "/a*"',
    'http.request.full_uri wildcard "http://*"',
    'http.request.full_uri wildcard "https://a.com/*"',
    'http.request.full_uri wildcard "*"',
  );
  const { formula } = fc.letrec<{ formula: string }>((tie) => ({
    formula: fc.oneof(
      { depthSize: 'small' },
      atom,
      tie('formula').map((inner) => `not (${inner})`),
      fc
        .tuple(tie('formula'), fc.constantFrom('and', 'or'), tie('formula'))
        .map(([a, by, b]) => `(${a}) ${by} (${b})`),
    ),
  }));
  const requests: Request[] = (['http', 'https'] as const).flatMap((scheme) =>
    ['a.com', 'x.a.com', 'b.org'].flatMap((host) =>
      ['/', '/a', '/b/a?c'].map((uri) => ({ scheme, host, port: '443', uri })),
    ),
  );

  it('a constant is its value for every request, and what is never reached matches none', () => {
    fc.assert(
      fc.property(formula, fc.array(formula, { maxLength: 3 }), (expression, skips) => {
        const constant = constantOf(expression);
        if (constant !== undefined)
          expect(requests.every((each) => evaluate(expression, each) === constant)).toBe(true);
        if (judgeReach(expression, skips) !== 'never') return;
        expect(
          requests.some(
            (each) => evaluate(expression, each) && !skips.some((skipped) => evaluate(skipped, each)),
          ),
        ).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
