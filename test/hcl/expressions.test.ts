import { rewriteExpression, rewriteWritten, type Traversal } from '../../lib/hcl/expressions';

const write = ({ root, steps }: Traversal) => root + steps.map(({ text }) => text).join('');

/** What an expression refers to, in the order of the text; what is inside an index comes first. */
function traversalsOf(expression: string): string[] {
  const found: string[] = [];
  rewriteExpression(expression, (traversal) => {
    found.push(write(traversal));
    return undefined;
  });
  return found;
}

describe('the traversals of an expression', () => {
  it.each([
    ['var.zone_id', ['var.zone_id']],
    ['a.b[0].c', ['a.b[0].c']],
    ['a.b[each.key].c[*].d.0.e', ['each.key', 'a.b[each.key].c[*].d.0.e']],
    ['concat(a.b, [for x in c.d.* : x.id])', ['a.b', 'c.d.*', 'x.id']],
    ['[for x in [a.b] : x if [c.d] != []]', ['a.b', 'c.d']],
    ['"text a.b ${c.d} $${e.f}"', ['c.d']],
    ['e == "f.g" ? h.i : j.k', ['h.i', 'j.k']],
    ['1.5 + a-b.c', ['a-b.c']],
    ['/* a.b */ c.d # e.f', ['c.d']],
    ['provider::x::y(a.b)', ['a.b']],
    ['{ key.x = 1, (a.b) = c.d }', ['key.x', 'a.b', 'c.d']],
  ])('of %s are found', (expression, found) => {
    expect(traversalsOf(expression)).toEqual(found);
  });

  it('are replaced without a change of the text around them', () => {
    const text = '[ for  k, v in a.b :  "${a.b[k]}"  if v ] # a.b';
    expect(
      rewriteExpression(text, (each) => (each.root === 'a' ? `NEW${write(each).slice(3)}` : undefined)),
    ).toBe('[ for  k, v in NEW :  "${NEW[k]}"  if v ] # a.b');
  });

  it('are replaced in all texts of a value and in the names of an object', () => {
    expect(rewriteWritten({ '${a.b}': ['x ${a.b}', 1, null], 'a.b': { c: 'a.b' } }, () => 'NEW')).toEqual({
      '${NEW}': ['x ${NEW}', 1, null],
      'a.b': { c: 'a.b' },
    });
  });
});
