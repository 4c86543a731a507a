import fc from 'fast-check';
import { knownValue, writtenValue } from '../../../lib/cli/project/written-values';
import { isUnknown } from '../../../lib/schema';
import { seed } from '../../support/exhaustive';

describe('the value of a template', () => {
  it.each(['${a}', 'x${a}', '%{ if a }b%{ endif }'])('with an expression is unknown: %j', (template) => {
    expect(isUnknown(knownValue(template))).toBe(true);
  });

  it('that was written for a value is that value', () => {
    const text = fc
      .array(fc.constantFrom('$', '%', '{', '}', 'a'), { maxLength: 6 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (given) => {
        expect(knownValue(writtenValue({ a: [given, 1, true, null] }))).toEqual({
          a: [given, 1, true, null],
        });
      }),
      { seed },
    );
  });
});
