import fc from 'fast-check';
import { readJson } from '../../../lib/logs/filter/json';
import type { JsonNode } from '../../../lib/logs/filter/json-tree';
import { runs } from '../../support/exhaustive';

function plain(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.members.map(({ key, value }) => [key, plain(value)]));
    case 'array':
      return node.items.map(plain);
    case 'number':
      return Number(node.value);
    case 'null':
      return null;
    default:
      return node.value;
  }
}

function accepts(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the JSON reader', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(4), (text, spaces) => {
        const spaced = JSON.stringify(JSON.parse(text), undefined, spaces);
        const { node } = readJson(spaced);
        expect(node && plain(node)).toEqual(JSON.parse(spaced));
      }),
    );
  });

  it('refuses what JSON.parse refuses, with a position in the text', () => {
    const marks = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"', '"a"', '\\', '1', '-', '.', 'e', '0', 'true', 'nul', ' '],
      ...['\n', '\u0001'],
    );
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        const { problem } = readJson(text);
        expect(problem === undefined).toBe(accepts(text));
        if (problem !== undefined) expect(problem.offset).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('has the offset of every value', () => {
    const text = ' {"a": [1, "b", {"c" :null}]}';
    const { node } = readJson(text);
    expect(node).toMatchObject({
      offset: 1,
      members: [
        {
          offset: 2,
          value: {
            offset: 7,
            items: [{ offset: 8 }, { offset: 11 }, { offset: 16, members: [{ value: { offset: 22 } }] }],
          },
        },
      ],
    });
  });
});
