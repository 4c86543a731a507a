import {
  isVerified,
  verificationBlocks,
  verificationJson,
  type ConversionVerification,
} from '../../../../lib/cli/convert/verify/report';
import { renderText } from '../../../../lib/cli/report/text';
import type { VerifiedOutcome } from '../../../../lib/cli/convert/verify/outcomes';

const against = 'the API';

const formatVerification = (verification: ConversionVerification) =>
  renderText(verificationBlocks(verification));

function outcome(change: Partial<VerifiedOutcome>): VerifiedOutcome {
  return {
    address: 'cloudflare_logpush_job.errors',
    result: 'adopted',
    isExpected: true,
    to: ['edge_logpush_job.errors'],
    attributes: [],
    reason: 'no change',
    ...change,
  };
}

const migrated = outcome({
  address: 'module.waf["blog"].cloudflare_waf_rule.single["f939de3be84e66e757adcdcb87900005"]',
  result: 'changed',
  reason: 'migrated in the second deploy',
  to: ['module.waf["blog"].edge_waf_migration.zone[0]'],
});
const changed = outcome({
  result: 'changed',
  isExpected: false,
  attributes: ['filter'],
  reason: 'would be changed',
});
const lost = outcome({ result: 'lost', isExpected: false, reason: 'The group has no equivalent.' });

describe('the report of a verification', () => {
  test('a conversion that adopts and migrates everything is verified', () => {
    const verification = { outcomes: [outcome({}), migrated], faults: [], against };
    expect(isVerified(verification)).toBe(true);
    expect(formatVerification(verification)).toMatch(
      /^Verified against the API: 2 old resources, 1 changed, 1 adopted\.\n/,
    );
  });

  test('a loss, an unexpected change and a fault are each enough for the answer no', () => {
    const fault = { subject: 'terraform init', text: 'No provider.' };
    for (const verification of [
      { outcomes: [lost], faults: [], against },
      { outcomes: [changed], faults: [], against },
      { outcomes: [], faults: [fault], against },
    ])
      expect(isVerified(verification)).toBe(false);
  });

  test('the worst rows come first, and no line is wider than 80 columns', () => {
    const text = formatVerification({
      outcomes: [outcome({}), migrated, changed, lost],
      faults: [{ subject: 'cloudflare_waf_group.php', text: 'Its block is still in the code.' }],
      against,
    });
    expect(text).toMatch(
      /^Not verified against the API: 4 old resources, 1 lost, 2 changed\s\(1\sunexpectedly\), 1 adopted\./,
    );
    expect(text).toContain('- cloudflare_waf_group.php\n  Its block is still in the code.\n');
    expect(text.indexOf('LOST')).toBeLessThan(text.indexOf('CHANGED'));
    expect(text.indexOf('CHANGED')).toBeLessThan(text.indexOf('adopted  '));
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('the JSON has every resource with its successors', () => {
    expect(verificationJson({ outcomes: [changed], faults: [], against })).toEqual({
      verified: false,
      against,
      faults: [],
      resources: [
        {
          address: 'cloudflare_logpush_job.errors',
          result: 'changed',
          expected: false,
          to: ['edge_logpush_job.errors'],
          attributes: ['filter'],
          reason: 'would be changed',
        },
      ],
    });
  });
});
