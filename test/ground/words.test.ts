import fc from 'fast-check';
import {
  capitalize,
  codeOf,
  formatShare,
  groupedPlural,
  listSome,
  messageOf,
  plural,
} from '../../lib/ground/words';

describe('words in sentences', () => {
  it('count one, none and many things', () => {
    expect([0, 1, 2000].map((count) => plural(count, 'zone'))).toEqual(['0 zones', '1 zone', '2000 zones']);
    expect(plural(2, 'policy', 'policies')).toBe('2 policies');
    expect([1, 2000].map((count) => groupedPlural(count, 'zone'))).toEqual(['1 zone', '2,000 zones']);
  });

  it('write a share with three digits', () => {
    expect([0, 0.125, 0.1, 1 / 3, 1].map(formatShare)).toEqual(['0 %', '12.5 %', '10 %', '33.3 %', '100 %']);
  });

  it('begin with a capital letter', () => {
    expect(['a zone', 'A', ''].map(capitalize)).toEqual(['A zone', 'A', '']);
  });

  it('name the first items and count the rest, so that none is missing', () => {
    expect(listSome(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b')), fc.integer({ min: 1, max: 5 }), (items, most) => {
        const [named, rest = '0'] = listSome(items, most, '/')
          .replace(/ more$/, '')
          .split(' and ');
        const shown = named === '' ? 0 : (named?.split('/').length ?? 0);
        expect(shown + Number(rest)).toBe(items.length);
      }),
    );
  });
});

describe('what was thrown', () => {
  it('has the message and the code of an error, also of one of another realm', () => {
    const missing = Object.assign(new Error('no such file'), { code: 'ENOENT' });
    expect([messageOf(missing), codeOf(missing)]).toEqual(['no such file', 'ENOENT']);
    expect(messageOf({ message: 'from elsewhere' })).toBe('from elsewhere');
  });

  it('is its own message where it is no error', () => {
    expect(['text', undefined, 7].map(messageOf)).toEqual(['text', 'undefined', '7']);
    expect(codeOf('text')).toBeUndefined();
  });
});
