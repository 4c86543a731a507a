import { describeLoss } from '../../../lib/resources/waf-migration/messages';
import { reportLosses, type PreviousWaf } from '../../../lib/waf';
import {
  anomalyScore,
  corePackage,
  managed,
  managedPackage,
  override,
  owasp,
  pageRule,
  wafOff,
  wafRule,
  zone,
} from '../../waf/zones';

const reportOf = (changes: Partial<PreviousWaf>) => reportLosses(zone(changes)).map(describeLoss);

describe('a loss report describes the replacement', () => {
  it.each<[string, Partial<PreviousWaf>, string]>([
    [
      'of an override that switched everything off',
      {
        overrides: [
          override('o', { rewrite_action: { challenge: 'disable', block: 'disable', simulate: 'disable' } }),
        ],
      },
      'Instead: in skip_rules (skipRules) skip (ruleset current) where http.host eq "example.com" and http.request.uri wildcard "/shop/*".',
    ],
    [
      'of a paused override that switched rules off',
      {
        packages: [managedPackage({ rules: [wafRule('r'), wafRule('s')] })],
        overrides: [override('o', { rules: { r: 'disable', s: 'disable' }, paused: true })],
      },
      `Instead: in skip_rules (skipRules) skip (rules {"${managed}":["r","s"]}) where http.host eq "example.com" and http.request.uri wildcard "/shop/*", disabled.`,
    ],
    [
      'of a page rule',
      { page_rules: [pageRule('p', 'example.com/*', wafOff)] },
      'Instead: the migration brings skip (ruleset current) where http.host eq "example.com".',
    ],
    [
      'of a threshold',
      { packages: [corePackage()] },
      `Instead: in rule_overrides (ruleOverrides) rule_id ${anomalyScore}, ruleset_id ${owasp}, score_threshold 25.`,
    ],
  ])('%s', (_, changes, instead) => {
    const [report, ...more] = reportOf(changes);
    expect(more).toEqual([]);
    expect(report?.slice(report.indexOf('Instead'))).toBe(instead);
  });

  it('or none if there is none', () => {
    const overrides = [override('o', { rewrite_action: { block: 'simulate' } })];
    expect(reportOf({ overrides })).toEqual([
      expect.stringMatching(/rewrites block to simulate\. .*write a custom rule\.$/) as string,
    ]);
  });
});
