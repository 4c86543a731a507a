import { code, facts, list, prose, section, table, verdict } from '../../../lib/cli/report/blocks';
import { renderMarkdown } from '../../../lib/cli/report/markdown';

describe('a report as Markdown', () => {
  it('has every kind of block, and nothing of those without content', () => {
    const blocks = [
      prose('One.', 'Two.'),
      verdict('good', 'Yes.'),
      code(''),
      facts(['Zone', 'example.com']),
      section('Rows', table({ name: () => 'a|b', names: () => ['c', '<d>'] }, [1])),
      section('None', table({}, [], { none: 'No row.' })),
      section(
        'Items',
        list([{ text: 'one', label: 'new', below: [code('npm test')] }, 'two'], { title: 'All:' }),
      ),
      section('Gone', list([])),
    ];
    expect(renderMarkdown(blocks)).toBe(
      [
        'One.\n\nTwo.\n\n> Yes.\n\n- Zone: example.com\n',
        '## Rows\n\n| name | names |\n| --- | --- |\n| a\\|b | c, \\<d> |\n',
        '## None\n\nNo row.\n',
        '## Items\n\nAll:\n\n- new: one\n\n  ```sh\n  npm test\n  ```\n- two',
      ].join('\n'),
    );
  });
});
