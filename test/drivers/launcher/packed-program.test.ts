import { packProgram, unpackProgram } from '../../../lib/drivers/launcher/packed-program';

const launcher = '#!/usr/bin/env node\n/* readable */\nlaunch();\n';

describe('a packed program', () => {
  it.each([
    ['plain code', 'console.log(1);'],
    ['the end of a comment', '/* a */ const accept = "*/*"; /a*/.test("b");'],
    ['several lines', 'a();\nb(`\n\n`);\n'],
    ['what looks like the opening', 'const text = `\n/*program 00\n`;'],
  ])('is unpacked unchanged: %s', (_what, program) => {
    const { source } = unpackProgram(packProgram(launcher, program));
    expect(source).toBe(`(function (exports, require, module, __filename, __dirname) { ${program}\n})`);
  });

  it('is in a comment that ends with the file', () => {
    const file = packProgram('run();', 'x = "*/"');
    expect(file.match(/\*\//g)).toHaveLength(1);
    expect(file).toMatch(/^run\(\);\n\/\*program [0-9a-f]{64}\n[^]*\*\/\n$/);
  });

  it('keeps the columns and lines of the file', () => {
    const file = packProgram(launcher, 'first();\n"*/"; second();');
    const { source, lineOffset } = unpackProgram(file);
    const [line, column] = placeOf(source, 'second');
    expect([line + lineOffset, column]).toEqual(placeOf(file, 'second'));
  });

  it('has a hash that differs with the program', () => {
    const [one, other] = ['a()', 'b()'].map((program) => unpackProgram(packProgram(launcher, program)).hash);
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(one).not.toBe(other);
  });

  it.each([
    ['beyond ASCII', launcher, '"é"', 'not ASCII'],
    ['with the escape', launcher, '"*\u0001"', 'the escape'],
    ['behind a launcher with the opening', `${launcher}\n/*program `, 'a()', 'the mark'],
  ])('fails to be packed %s', (_what, head, program, message) => {
    expect(() => packProgram(head, program)).toThrow(message);
  });
});

function placeOf(text: string, word: string): [number, number] {
  const lines = text.slice(0, text.indexOf(word)).split('\n');
  return [lines.length - 1, lines.at(-1)?.length ?? 0];
}
