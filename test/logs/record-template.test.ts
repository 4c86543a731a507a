import { parseTemplate } from '../../lib/logs';

describe('a record template', () => {
  it.each([
    ['nothing', '', []],
    ['text', 'a } { b', ['a } { b']],
    ['a field', '{{.RayID}}', [{ field: 'RayID' }]],
    [
      'fields between text',
      'a{{ .RayID }}b{{.ClientIP}}',
      ['a', { field: 'RayID' }, 'b', { field: 'ClientIP' }],
    ],
    ['a constant in quotes', '{{ "{{" }}x{{"}}"}}', ['{{', 'x', '}}']],
    ['a constant with escapes', '{{"a\\"\\t\\u00e9"}}', ['a"\té']],
    ['a constant in backquotes', '{{`a"\\n{{`}}', ['a"\\n{{']],
    ['a comment, also of several lines', 'a{{/* }} of\n two */}}b', ['a', 'b']],
    ['white space taken away', 'a \n{{- .RayID -}}\t b', ['a', { field: 'RayID' }, 'b']],
    ['an empty constant', '{{""}}', []],
  ])('can be %s', (_, template, pieces) => {
    expect(parseTemplate(template)).toEqual({ pieces, faults: [] });
  });

  it.each([
    ['a function', '{{len .RayID}}', '{{len .RayID}}'],
    ['a condition', 'a{{if .RayID}}b{{.ClientIP}}', '{{if .RayID}}'],
    ['a member of a field', '{{.Cookies.session}}', '{{.Cookies.session}}'],
    ['braces that are not closed', 'a{{.RayID', '{{.RayID'],
    ['a name without its dot', '{{RayID}}', '{{RayID}}'],
    ['nothing in the braces', '{{}}', '{{}}'],
    ['an escape of Go alone', '{{"\\x41"}}', '{{"\\x41"}}'],
    ['a dash beside the name', '{{-.RayID}}', '{{-.RayID}}'],
  ])('fails with %s', (_, template, shown) => {
    const { pieces, faults } = parseTemplate(template);
    expect(pieces).toBeUndefined();
    expect(faults).toEqual([
      {
        code: 'output_options.template',
        path: ['record_template'],
        message: expect.stringContaining(`record_template has ${shown}, which`) as string,
      },
    ]);
  });

  it('reports all faults', () => {
    expect(parseTemplate('{{if}}{{.RayID}}{{end}}').faults).toHaveLength(2);
  });
});
