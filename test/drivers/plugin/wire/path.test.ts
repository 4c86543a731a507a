import { listOf, mapOf, nested, optional, setOf, string, type Path } from '../../../../lib/schema';
import { encodePath } from '../../../../lib/drivers/plugin/wire/diagnostic';

const about = { description: 'x' };
const leaf = { name: optional(string, about), words: optional(listOf(string), about) };
const attributes = {
  plain: optional(string, about),
  list: optional(listOf(mapOf(string)), about),
  set: optional(setOf(string), about),
  one: optional(nested('single', leaf), about),
  many: optional(nested('list', { ...leaf, deep: optional(nested('map', leaf), about) }), about),
  some: optional(nested('set', leaf), about),
};

const name = (attributeName: string) => ({ attributeName });
const index = (elementKeyInt: number) => ({ elementKeyInt });
const key = (elementKeyString: string) => ({ elementKeyString });

describe('the path of a diagnostic', () => {
  it.each<[Path, object[]]>([
    [[], []],
    [['plain'], [name('plain')]],
    [
      ['list', 0, 'a'],
      [name('list'), index(0), key('a')],
    ],
    [
      ['one', 'name'],
      [name('one'), name('name')],
    ],
    [
      ['many', 2, 'words', 1],
      [name('many'), index(2), name('words'), index(1)],
    ],
    [
      ['many', 0, 'deep', 'k', 'name'],
      [name('many'), index(0), name('deep'), key('k'), name('name')],
    ],
  ])('%j resolves to the attribute', (path, steps) => {
    expect(encodePath(attributes, path)).toEqual({ steps });
  });

  it.each<[Path, object[]]>([
    [['set', 0], [name('set')]],
    [['some', 1, 'name'], [name('some')]],
  ])('%j ends at the set', (path, steps) => {
    expect(encodePath(attributes, path)).toEqual({ steps });
  });

  it.each<[Path, object[]]>([
    [['nowhere'], []],
    [['plain', 'further'], [name('plain')]],
    [['many', 'name'], [name('many')]],
    [['one', 0], [name('one')]],
    [
      ['list', 0, 1],
      [name('list'), index(0)],
    ],
  ])('%j ends where the types end', (path, steps) => {
    expect(encodePath(attributes, path)).toEqual({ steps });
  });
});
