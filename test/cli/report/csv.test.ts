import { table } from '../../../lib/cli/report/blocks';
import { renderCsv } from '../../../lib/cli/report/csv';

const row = (...cells: readonly (string | number | readonly string[])[]) =>
  renderCsv(table(Object.fromEntries(cells.map((cell, at) => [`c${at}`, () => cell])), [1])).split('\r\n')[1];

describe('a table as CSV', () => {
  it('has the headings, then a line for each row', () => {
    const columns = { id: (id: number) => id, name: (id: number) => `name-${id}` };
    expect(renderCsv(table(columns, [1, 2000]))).toBe('id,name\r\n1,name-1\r\n2000,name-2000\r\n');
    expect(renderCsv(table(columns, []))).toBe('id,name\r\n');
  });

  it('separates names by semicolons, and quotes what needs it', () => {
    expect(row(['a', 'b'], [], 'c,d', 'e "f"')).toBe('a; b,,"c,d","e ""f"""');
  });

  it('makes safe what a spreadsheet would take for a formula, and has each row on one line', () => {
    expect(row('=HYPERLINK("x")', ' +1', '-a', '\t@SUM(1)', '+a\nb')).toBe(
      `"'=HYPERLINK(""x"")",' +1,'-a,' @SUM(1),'+a b`,
    );
  });
});
