import { formatFaults } from '../../../lib/cli/logs/faults';
import { checkExpressionText, findDataset, type Fault } from '../../../lib/logs';

const found = findDataset('http_requests');
const faultsOf = (text: string): Fault[] => (found === undefined ? [] : checkExpressionText(text, found));
const formatted = (text: string, width = 80) => formatFaults(faultsOf(text), { text }, width);

describe('formatted faults', () => {
  it('are limited to the first ones', () => {
    const many = Array.from({ length: 200 }, (_, at) => `Nothing${at} == "x"`).join(' or ');
    const lines = formatted(many);
    expect(lines.filter((line) => line.trim() === '^')).toHaveLength(20);
    expect(lines.at(-1)).toBe('and 181 more.');
  });

  it.each([
    ['in the middle', 'BotScore == 1 or '.repeat(6000), ' or BotScore == 1'.repeat(6000)],
    ['at the end', 'BotScore == 1 or '.repeat(6000), ''],
    ['at the beginning', '', ' or BotScore == 1'.repeat(6000)],
    ['behind wide letters', 'ClientRequestHost == "日本語😀" or '.repeat(100), ''],
    ['between white space', ' '.repeat(3000), ' '.repeat(3000)],
  ])('have the caret under their position in a line of any length: %s', (_what, before, behind) => {
    for (const width of [40, 80, 100]) {
      const lines = formatFaults(
        faultsOf(`${before}Nothing == "x"${behind}`).slice(-1),
        { text: `${before}Nothing == "x"${behind}` },
        width,
      );
      const caret = lines.findIndex((line) => line.trim() === '^');
      const excerpt = lines[caret - 1] ?? '';
      const lead = excerpt.slice(0, excerpt.indexOf('Nothing'));
      // A wide letter takes two columns of a terminal, and an emoji two units of a text as well.
      expect((lines[caret] ?? '').length - 1).toBe(lead.length + (lead.match(/[日本語]/g) ?? []).length);
      expect(excerpt.includes('…Nothing') || excerpt.trimStart().startsWith('…')).toBe(before.trim() !== '');
      expect(excerpt.endsWith('…')).toBe(behind !== '');
    }
  });

  it('show the beginning and the end of a message with a value of any length', () => {
    const [first = '', ...rest] = formatted(`${'x'.repeat(200_000)} == 1`);
    expect(first).toMatch(/^1\. "x+/);
    expect(rest.join(' ')).toMatch(/x…x+.*is not among\s+the\s+fields.*added it\s+since/);
    expect(rest.length).toBeLessThan(30);
  });
});
