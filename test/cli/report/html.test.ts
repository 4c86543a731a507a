import { createHash } from 'node:crypto';
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
import { renderHtml } from '../../../lib/cli/report/html';
import { attributesOf, codeOf, elementsOf, oneLine, textOf } from './read-page';

const page = (title: string, ...blocks: readonly Block[]) =>
  renderHtml(
    { title, command: 'edge-platform waf report', orientation: 'portrait', blocks },
    { baseUrl: 'https://api.example.com/client/v4', readAt: '2026-01-02T03:04:05.678Z' },
  );

const hostile = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  `" onmouseover="alert(1)" x='`,
  '</style></title><!-- ',
  'a\u0000b\u001b[31m\u007f\u0085c',
  '\u202etxt.exe\u2066 \u200e\ufeff',
  '&lt;b&gt; &amp; ]]>',
  '${x} %{ if }',
  '\ud800 lone',
];
const text = fc.oneof(
  fc.constantFrom(...hostile),
  fc.tuple(fc.constantFrom(...hostile), fc.string({ unit: 'grapheme' })).map(([a, b]) => b + a),
  fc.constantFrom('primary', 'Ünïcode', 'ops@example.com'),
);
const every = (name: string): readonly Block[] => [
  verdict('warning', name),
  facts(['Zone', name], ['Rules', 12_345]),
  section(
    'Items',
    list([name, { text: 'two', label: 'new', tone: 'bad', below: [prose(name)] }], {
      title: name,
      note: name,
    }),
    list([name], { isOrdered: true }),
  ),
  section(
    'Rows',
    table({ Name: () => name, Names: () => [name, 'other'], ID: () => name, None: () => '' }, [1], {
      unbroken: [2],
      title: 'Rows',
    }),
    table({ Name: () => name }, [1, 2], { isFoldable: true, title: '2 rows' }),
  ),
];

describe('a page', () => {
  it('has every text of its blocks, whatever it is', () => {
    fc.assert(
      fc.property(text, (name) => {
        const shown = textOf(page(name, ...every(name)));
        // The title, a note, a fact, names, cells and items.
        if (oneLine(name) !== '') expect(shown.split(oneLine(name)).length).toBeGreaterThan(13);
        expect(shown).toContain('12,345');
      }),
    );
  });

  it('has no other elements and attributes than its own, and no character that a reader cannot see', () => {
    const elements =
      'html head meta title style body main footer h1 h2 h3 section p div dl dt dd ul ol li table caption thead tbody tr th td details summary bdi code pre span time'.split(
        ' ',
      );
    const attributes =
      'lang charset http-equiv content name class id aria-labelledby datetime scope data-label open'.split(
        ' ',
      );
    fc.assert(
      fc.property(text, (name) => {
        const html = page(name, ...every(name));
        expect([...elementsOf(html)].filter((each) => !elements.includes(each))).toEqual([]);
        const own = html.replace(/<style>.*<\/style>/s, '<style></style>');
        expect([...attributesOf(own)].filter((each) => !attributes.includes(each))).toEqual([]);
        expect(html).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
    );
  });

  it('has code as it is, everything of what text would cut, and 20 of many names', () => {
    const names = Array.from({ length: 30 }, (_, at) => `name-${at}`);
    const html = page(
      'a',
      code('if (a < b) {\n  c();\n}\n', 'Code:'),
      list(names, { most: 1 }),
      table({ Names: () => names }, [1]),
    );
    expect(codeOf(html)).toEqual(['if (a < b) {\n  c();\n}']);
    expect(html.match(/name-\d+/g)).toHaveLength(50);
    expect(textOf(html)).toContain('and 10 more');
  });

  it('allows its own styles alone', () => {
    const html = page('a');
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(html).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(style).not.toMatch(/url\(|@import/);
  });
});
