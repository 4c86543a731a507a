import fc from 'fast-check';
import {
  code,
  facts,
  list,
  prose,
  section,
  table,
  verdict,
  type Block,
} from '../../../lib/cli/report/blocks';
import { renderText } from '../../../lib/cli/report/text';

const rows = Array.from({ length: 4 }, (_, at) => ({ name: `row-${at}`, count: at * 1000 }));
const columns = {
  Name: ({ name }: { name: string }) => name,
  Count: ({ count }: { count: number }) => count,
};

describe('a report as text', () => {
  it('has a blank line between blocks, and nothing of those without content', () => {
    const blocks = [
      verdict('bad', 'No.', ''),
      prose(''),
      facts(['Zone', 'example.com'], ['Plan', ''], ['Rules', undefined]),
      section('Empty', list([], { title: 'Nothing:' })),
      section(
        'Title of a page',
        list(['one', { text: 'two', label: 'new', tone: 'good' }], { title: 'Items:' }),
      ),
      code('  a\n'),
      code('npm test', 'Next:'),
    ];
    expect(renderText(blocks)).toBe(
      'No.\n\nZone  example.com\nPlan  -\n\nItems:\n- one\n- new: two\n\n  a\n\nNext:\n  npm test\n',
    );
  });

  it('has headings in capitals, numbers on the right, and a few of many names', () => {
    const names = { Names: () => ['a', 'b', 'c', 'd'], Few: () => ['a', 'b', 'c'], None: () => [] };
    expect(renderText([table({ ...columns, ...names }, rows.slice(2), { title: 'Rows:' })])).toBe(
      [
        'Rows:',
        'NAME   COUNT  NAMES             FEW      NONE',
        'row-2  2,000  a, b, and 2 more  a, b, c  -',
        'row-3  3,000  a, b, and 2 more  a, b, c  -',
        '',
      ].join('\n'),
    );
  });

  it('cuts what may be cut, and says what shows the rest', () => {
    const blocks = [
      table(columns, rows, { most: 1, see: '--all' }),
      list(['a', 'b', 'c', 'd', 'e'], { most: 2 }),
      list(['a', 'b', 'c', 'd', 'e'], { most: 4, see: '--all', isOrdered: true }),
    ];
    expect(renderText(blocks).split('\n')).toEqual([
      ...['NAME   COUNT', 'row-0      0', '', '3 more: see --all.', ''],
      ...['- a', '- b', '- … 3 more: see --json.', ''],
      ...['1. a', '2. b', '   … 1 more: see --all.', '4. d', '5. e', ''],
    ]);
    expect(renderText(blocks, { all: true })).not.toContain('more');
  });

  it('separates items that have something below them', () => {
    const below = [prose('Fix: none.'), code('x', 'Code:')];
    const items = [{ text: 'one', below }, 'two'];
    expect(renderText([list(items, { title: 'Items:', isOrdered: true, note: 'All of them.' })])).toBe(
      'Items:\n\n1. one\n   Fix: none.\n   Code:\n     x\n\n2. two\n\nAll of them.\n',
    );
  });

  it('says what stands for a table without rows', () => {
    expect(renderText([table({}, [], { none: 'No row.' })])).toBe('No row.\n');
  });

  it('has a line for each row where there is no terminal, if it is to be searched', () => {
    const wide = table({ Text: () => 'word '.repeat(30).trim() }, [1], { isForGrep: true });
    expect(renderText([wide]).split('\n')).toHaveLength(3);
    expect(renderText([wide], { width: 80 }).split('\n')).toHaveLength(4);
    expect(renderText([{ ...wide, isForGrep: false }]).split('\n')).toHaveLength(4);
  });

  it('is never wider than the terminal, and prose never than 100 columns, and loses nothing', () => {
    const words = fc.stringMatching(/^[a-z]{1,7}( [a-z]{1,7}){0,30}$/);
    const blocks = words.chain((text) =>
      fc.constantFrom<Block>(
        prose(text),
        verdict('good', text),
        facts(['Fact', text]),
        list([text, { text, label: 'new', below: [prose(text)] }]),
        table({ Name: () => 'a', Text: () => text }, [1]),
      ),
    );
    fc.assert(
      fc.property(blocks, fc.integer({ min: 20, max: 160 }), (block, width) => {
        const text = renderText([block], { width });
        const most = block.kind === 'table' || block.kind === 'facts' ? width : Math.min(width, 100);
        for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(most);
        const [written, shown] = [JSON.stringify(block), text].map((each) => each.match(/[a-z]{1,7}/g) ?? []);
        expect(shown?.length).toBeGreaterThan(0);
        expect(written).toEqual(expect.arrayContaining(shown?.filter((word) => word !== 'fact') ?? []));
      }),
    );
  });

  it('shows what a terminal would obey as a blank', () => {
    expect(renderText([prose('a\u001b[2Jb\nc'), list(['d\u202ee'])])).toBe('a [2Jb c\n\n- d e\n');
  });
});
