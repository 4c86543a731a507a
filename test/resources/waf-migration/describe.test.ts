import { recordLoss } from '../../../lib/resources/waf-migration/describe';
import { reportLosses, type PreviousWaf } from '../../../lib/waf';
import { anomalyScore, corePackage, override, pageRule, wafOff, zone } from '../../waf/zones';

const reportOf = (changes: Partial<PreviousWaf>) => reportLosses(zone(changes)).map(recordLoss);

describe('a loss report has the replacement', () => {
  it.each<[string, Partial<PreviousWaf>, string]>([
    [
      'of an override that switched everything off',
      {
        overrides: [
          override('o', { rewrite_action: { challenge: 'disable', block: 'disable', simulate: 'disable' } }),
        ],
      },
      '(instead: skip all managed rules where (http.host eq "example.com" and http.request.uri wildcard "/shop/*"))',
    ],
    [
      'of a page rule',
      { page_rules: [pageRule('p', 'example.com/*', wafOff)] },
      '(migrated as: skip all managed rules where (http.host eq "example.com"))',
    ],
    [
      'of a threshold',
      { packages: [corePackage()] },
      `(instead: override ${anomalyScore} of Cloudflare OWASP Core Ruleset: score threshold 25)`,
    ],
  ])('%s', (_, changes, replacement) => {
    expect(reportOf(changes)).toEqual([expect.stringContaining(`${replacement}. `) as string]);
  });

  it('or the reason why there is none', () => {
    const overrides = [override('o', { rewrite_action: { block: 'simulate' } })];
    expect(reportOf({ overrides })).toEqual([
      expect.stringContaining('(no replacement: it does more than disable rules of') as string,
    ]);
  });
});
