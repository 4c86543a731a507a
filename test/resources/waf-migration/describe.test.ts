import { recordLoss } from '../../../lib/resources/waf-migration/describe';
import { reportLosses } from '../../../lib/waf';
import { pageRule, wafOff, zone } from '../../waf/zones';

it('a loss report has what a page rule is migrated as', () => {
  const losses = reportLosses(zone({ page_rules: [pageRule('p', 'example.com/*', wafOff)] }));
  expect(losses.map(recordLoss)).toEqual([
    expect.stringContaining('(migrated as: skip all managed rules where (http.host eq "example.com")). '),
  ]);
});
