import fc from 'fast-check';
import {
  checkFilterText,
  checkFilterToSend,
  constantFaults,
  filterToSend,
  findDataset,
  parseFilter,
  readFilterToSend,
} from '../../../lib/logs';
import { isFaultlessJson } from '../../../lib/logs/filter/sent';
import { leavesOf } from '../../../lib/logs/filter/filter';
import { filters } from './arbitraries';

const dataset = findDataset('http_requests');
if (dataset === undefined) throw new Error('there is no dataset http_requests');

const conditions = (value: string, count = 1) =>
  Array.from({ length: count }, (_, at) => ({
    key: 'ClientRequestPath',
    operator: 'contains',
    value: `${value}${at}`,
  }));
const where = (value: string, count?: number) => ({ where: { or: conditions(value, count) } });
/** As `jsonencode` of Terraform writes it. */
const encoded = (value: object) =>
  JSON.stringify(value).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
const codesOf = (text: string) => checkFilterToSend(text, dataset).map(({ code }) => code);

describe('a filter that is sent', () => {
  it('has one notation, whatever escapes, white space and order the text has', () => {
    const canonical = '{"where":{"and":[{"key":"ClientRequestPath","operator":"contains","value":"<&>0"}]}}';
    expect(filterToSend(encoded(where('<&>')))).toBe(canonical);
    expect(filterToSend(JSON.stringify(where('<&>'), null, 2))).toBe(canonical);
    expect(filterToSend(canonical)).toBe(canonical);
  });

  it.each(['', 'BotScore < 30', '{"where":{}}'])('stays as it is where it is no filter: %s', (text) => {
    expect(filterToSend(text)).toBe(text);
  });

  it('is within the limit of bytes without escapes and white space', () => {
    const filter = where('&'.repeat(200), 3);
    for (const text of [
      encoded(filter),
      JSON.stringify(filter, null, 9),
      JSON.stringify(filter, null, 10).replaceAll(' ', '     '),
    ]) {
      expect(checkFilterText(text, dataset)).not.toEqual([]);
      expect(codesOf(text)).toEqual([]);
    }
  });

  it('fails where the notation that is sent has more bytes than the text', () => {
    const one = JSON.stringify({ where: { or: [{ ...conditions('')[0], value: '' }] } });
    const text = one.replace('""', `"${'a'.repeat(1000 - one.length)}"`);
    expect(checkFilterText(text, dataset)).toEqual([]);
    expect(codesOf(text)).toEqual(['filter.too_long']);
  });

  it('fails with more bytes, and with its other faults at their places in the text', () => {
    const long = encoded(where('&'.repeat(400), 3));
    expect(codesOf(long)).toEqual(['filter.too_long']);
    const wrong = encoded({
      where: { or: [...conditions('&'.repeat(200), 3), { key: 'X', operator: 'eq', value: '' }] },
    });
    expect(checkFilterToSend(wrong, dataset)).toMatchObject([
      { code: 'filter.unknown_field', position: { line: 1, column: wrong.indexOf('"X"') + 1 } },
    ]);
    expect(codesOf(JSON.stringify(JSON.parse(wrong), null, 10).replaceAll(' ', ' '.repeat(99)))).toEqual([
      'filter.unknown_field',
    ]);
  });

  it('fails with too many operators in the text, although equal ones are sent once', () => {
    const text = JSON.stringify({ where: { or: Array.from({ length: 31 }, () => conditions('')).flat() } });
    expect(codesOf(text)).toContain('filter.too_many_operators');
  });
});

describe('the quick answer for a filter as JSON.stringify writes it', () => {
  it('is that of all checks where no two comparisons have one field, and never that nothing is wrong otherwise', () => {
    const answers = new Set<boolean>();
    fc.assert(
      fc.property(filters, (filter) => {
        const text = JSON.stringify(filter, (_, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value,
        );
        const constant = constantFaults(parseFilter(text).filter ?? filter, dataset);
        const found = [...readFilterToSend(text, dataset).faults, ...constant];
        const keys = leavesOf(filter.where).map(({ key }) => key);
        const isDecidedAlone = new Set(keys).size === keys.length;
        answers.add(isFaultlessJson(text, dataset));
        expect(isFaultlessJson(text, dataset)).toBe(isDecidedAlone && found.length === 0);
      }),
    );
    expect(answers.size).toBe(2);
  });
});
