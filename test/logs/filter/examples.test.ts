import {
  compileFilter,
  explainFilter,
  formatExpression,
  LogFilter,
  parseExpression,
  parseFilter,
  shortenFilter,
} from '../../../lib/logs';
import { httpRequests } from '../dataset-of';

describe('the examples in the documentation of filters', () => {
  it('show the results of parseExpression', () => {
    expect(
      parseExpression('EdgeResponseStatus >= 500 and ClientCountry in {"nl" "de"}').filter,
    ).toMatchObject({
      where: { and: [{ key: 'EdgeResponseStatus', operator: 'geq', value: '500' }, {}] },
    });
    expect(parseExpression('EdgeResponseStatus => 500').faults[0]?.message).toBe(
      'The expression cannot be read: found "=>"; write ">=" (line 1, column 20).',
    );
  });

  it('show what formatExpression writes', () => {
    const { filter } = parseFilter(
      '{"where":{"and":[{"key":"ClientCountry","operator":"!in","value":["nl","de"]}]}}',
    );
    expect(filter && formatExpression(filter)).toBe('not ClientCountry in {"nl" "de"}');
  });

  it('show the results of shortenFilter', () => {
    const { filter } = parseExpression(
      'ClientCountry == "nl" or ClientCountry == "de" or ClientCountry == "nl"',
    );
    expect(filter && formatExpression(shortenFilter(filter, httpRequests))).toBe(
      'ClientCountry in {"nl" "de"}',
    );
  });

  it('show what explainFilter finds', () => {
    const { filter } = parseExpression('EdgeResponseStatus >= 500 and EdgeResponseStatus > 400');
    expect(filter && explainFilter(filter, httpRequests)[0]?.message).toBe(
      '`EdgeResponseStatus > 400` is redundant: `EdgeResponseStatus >= 500` implies it. Remove it.',
    );
  });

  it('show what compileFilter passes', () => {
    const { filter } = parseExpression('EdgeResponseStatus >= 500');
    const passes = filter && compileFilter(filter, httpRequests);
    expect(passes?.({ EdgeResponseStatus: 503 })).toBe(true);
  });

  it('show how a filter is built and read', () => {
    const built = LogFilter.field('EdgeResponseStatus')
      .atLeast(500)
      .and(LogFilter.field('ClientCountry').in(['nl', 'de']).not());
    const text = 'EdgeResponseStatus >= 500 and not ClientCountry in {"nl" "de"}';
    expect(LogFilter.fromExpression(text).toJson()).toBe(built.toJson());
    expect(built.toExpression()).toBe(text);
  });
});
