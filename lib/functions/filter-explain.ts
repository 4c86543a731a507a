import { formatExpression, isWrong, unlistedDataset } from '../logs';
import { string } from '../schema';
import { checkedDataset, namedDataset } from './dataset';
import { filterParameter, readFilter } from './filter-argument';
import { providerFunction } from './provider-function';

export const filterExplain = providerFunction({
  name: 'filter_explain',
  summary: 'Returns a filter as an expression, which is easier to read than JSON.',
  description:
    'For outputs, messages and reviews. `provider::edge::filter` reads the result. It is null if there is no filter: every line is ' +
    'delivered then.\n\nWith the option `dataset`, values are in quotes where their field is a string.',
  parameters: [filterParameter],
  options: checkedDataset,
  returns: string,
  examples: [
    {
      code: 'provider::edge::filter_explain(jsonencode({ where = { and = [{ key = "BotScore", operator = "lt", value = "30" }] } }))',
      result: 'BotScore < 30',
    },
    { code: 'provider::edge::filter_explain(null)', result: null },
  ],
  call: ([text], options) => {
    const dataset = namedDataset(options);
    const filter = readFilter(text, dataset ?? unlistedDataset('any', 'zone'), isWrong);
    return filter === undefined ? null : formatExpression(filter, dataset && { dataset });
  },
});
