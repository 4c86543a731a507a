import {
  describeCondition,
  describeFilter,
  matchesFilter,
  operators,
  parseExpression,
  type Condition,
  type Filter,
} from '../../../lib/logs';
import { httpRequests } from '../dataset-of';

const wordsOf = (expression: string) => {
  const { filter } = parseExpression(expression);
  if (filter === undefined) throw new Error(`${expression} is no expression`);
  return describeFilter(filter);
};

/** One for each operator of specification 4.3. */
const words: Readonly<Record<string, string>> = {
  eq: 'ClientCountry is de',
  '!eq': 'ClientCountry is not de',
  lt: 'BotScore is less than 30',
  leq: 'BotScore is at most 30',
  gt: 'BotScore is greater than 30',
  geq: 'BotScore is at least 30',
  startsWith: 'ClientCountry starts with de',
  endsWith: 'ClientCountry ends with de',
  '!startsWith': 'ClientCountry does not start with de',
  '!endsWith': 'ClientCountry does not end with de',
  contains: 'ClientCountry contains de',
  '!contains': 'ClientCountry does not contain de',
  in: 'ClientCountry is one of de, fr',
  '!in': 'ClientCountry is none of de, fr',
};

describe('a filter in words', () => {
  it.each(operators)('has words for $operator', ({ operator, types, value }) => {
    const isText = types.includes('string');
    const scalar = isText ? 'de' : '30';
    const leaf = {
      key: isText ? 'ClientCountry' : 'BotScore',
      operator,
      value: value === 'array' ? ['de', 'fr'] : scalar,
    };
    expect(describeCondition(leaf)).toBe(words[operator]);
    expect(describeFilter({ where: { and: [leaf] } })).toBe(words[operator]);
  });

  it('puts groups that are joined differently in parentheses, in both directions', () => {
    expect(wordsOf('BotScore < 30 and (ClientCountry in {"de" "fr"} or EdgeResponseStatus >= 500)')).toBe(
      'BotScore is less than 30 and (ClientCountry is one of de, fr or EdgeResponseStatus is at least 500)',
    );
    expect(wordsOf('BotScore < 30 and ClientCountry == "de" or EdgeResponseStatus >= 500')).toBe(
      '(BotScore is less than 30 and ClientCountry is de) or EdgeResponseStatus is at least 500',
    );
  });

  it('needs no parentheses for groups of one, and for groups of the same kind', () => {
    const leaf = (value: string): Condition => ({ key: 'ClientCountry', operator: 'eq', value });
    const where: Condition = {
      or: [{ and: [{ or: [leaf('a'), leaf('b')] }] }, { or: [leaf('c')] }, { or: [leaf('d'), leaf('e')] }],
    };
    expect(describeFilter({ where })).toBe(
      ['a', 'b', 'c', 'd', 'e'].map((value) => `ClientCountry is ${value}`).join(' or '),
    );
  });

  it('has values in quotes that would not be seen as one word', () => {
    const values = ['', 'a b', 'a,b', 'and', 'OR', '(x)', '"', 'de-DE', '/api/v1', '203.0.113.7', 'ä'];
    expect(describeFilter({ where: { key: 'ClientCountry', operator: 'in', value: values } })).toBe(
      String.raw`ClientCountry is one of "", "a b", "a,b", "and", "OR", "(x)", "\"", de-DE, /api/v1, 203.0.113.7, "ä"`,
    );
    expect(describeFilter({ where: { key: 'CacheReserveUsed', operator: 'eq', value: true } })).toBe(
      'CacheReserveUsed is true',
    );
  });

  it('says of empty groups what they match', () => {
    const [all, none]: readonly Filter[] = [{ where: { and: [] } }, { where: { or: [] } }];
    for (const [filter, text] of [
      [all, 'every line'],
      [none, 'no line'],
    ] as const) {
      if (filter === undefined) throw new Error('no filter');
      expect(describeFilter(filter)).toBe(text);
      expect(matchesFilter(filter, {}, httpRequests)).toBe(text === 'every line');
    }
  });
});
