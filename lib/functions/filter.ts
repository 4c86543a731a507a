import {
  canonicalFilter,
  checkExpressionText,
  fitFilter,
  isAboutBytes,
  isAboutOperators,
  isWrong,
  parseExpression,
  spellFilter,
} from '../logs';
import { string } from '../schema';
import { checkedDataset, namedDataset } from './dataset';
import { refusal, refuse } from './filter-argument';
import { ArgumentError } from './parameter';
import { providerFunction } from './provider-function';

/** Reads an expression, as `LogFilter.fromExpression` does; with a dataset, its result is what the prop `where` sends. */
export const filter = providerFunction({
  name: 'filter',
  summary: 'Returns the JSON of a filter that is written as an expression.',
  description:
    'For `filter` of `edge_logpush_job`. The expression is one in the style of the rules language.\n\n' +
    'Comparisons are `==`, `!=`, `<`, `<=`, `>`, `>=`, `contains`, `in {…}`, `starts_with(field, "text")` and ' +
    '`ends_with(field, "text")`. They are joined by `and`, `or`, `not` and parentheses. The values of a set are separated by ' +
    'spaces: `ClientCountry in {"nl" "de"}`.\n\n' +
    "With the option `dataset`, the filter is checked against its fields, and one that exceeds the service's limits becomes an " +
    'equivalent shorter one, if there is one.',
  parameters: [
    {
      name: 'expression',
      type: string,
      description:
        'The expression, such as `EdgeResponseStatus >= 500 and not ClientCountry in {"nl" "de"}`.',
    },
  ],
  options: checkedDataset,
  returns: string,
  examples: [
    {
      code: 'provider::edge::filter("EdgeResponseStatus >= 500 and not ClientCountry in {\\"nl\\" \\"de\\"}")',
      result:
        '{"where":{"and":[{"key":"ClientCountry","operator":"!in","value":["de","nl"]},' +
        '{"key":"EdgeResponseStatus","operator":"geq","value":"500"}]}}',
    },
    {
      code: 'provider::edge::filter("QueryType in {\\"1\\" \\"28\\"}", { dataset = "dns_logs" })',
      result: '{"where":{"and":[{"key":"QueryType","operator":"in","value":[1,28]}]}}',
    },
  ],
  call: ([expression], options) => {
    const { filter: read, faults } = parseExpression(expression);
    if (read === undefined) {
      if (/^\s*\{/.test(expression))
        throw new ArgumentError(
          'expression',
          'It is JSON, which a job takes as it is. Leave out provider::edge::filter.',
        );
      throw refusal('expression', faults);
    }
    const dataset = namedDataset(options);
    if (dataset === undefined) return canonicalFilter(spellFilter(read));
    // The size is that of the shorter form, if there is one.
    const ofMeaning = checkExpressionText(expression, dataset);
    refuse('expression', ofMeaning, (each) => isWrong(each) && !isAboutOperators(each));
    const { text, faults: ofSize } = fitFilter(spellFilter(read), dataset);
    refuse('expression', ofSize, (each) => isAboutOperators(each) || isAboutBytes(each));
    return text;
  },
});
