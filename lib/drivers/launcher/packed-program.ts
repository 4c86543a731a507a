import { createHash } from 'node:crypto';

export interface PackedProgram {
  /** An expression: the function in which Node.js wraps a CommonJS module. */
  readonly source: string;
  /** SHA-256 of the program, in hex. */
  readonly hash: string;
  /** The number of lines before the program, so that stack traces show the lines of the file. */
  readonly lineOffset: number;
}

export type ModuleFunction = (
  exports: unknown,
  require: NodeJS.Require,
  module: NodeJS.Module,
  filename: string,
  dirname: string,
) => void;

const opening = '\n/*program ';
const closing = '*/';

/** Replaces the end of a comment inside the program. It has the same length, so that columns stay the same. */
const escapedClosing = '*\u0001';

/** Returns one file with the launcher and, in a comment, the program: Node.js skips a comment much faster than it compiles code. */
export function packProgram(launcher: string, program: string): string {
  const source = `(function (exports, require, module, __filename, __dirname) { ${program}\n})`;
  // The file is read as latin1, which is faster than UTF-8 and the same for ASCII.
  if (!/^[\0-\x7f]*$/.test(source)) throw new Error('The program is not ASCII');
  if (launcher.includes(opening)) throw new Error('The launcher contains the marker of the program');
  if (source.includes(escapedClosing)) throw new Error('The program contains the escape of a comment’s end');
  const hash = createHash('sha256').update(source).digest('hex');
  return `${launcher}${opening}${hash}\n${source.replaceAll(closing, escapedClosing)}${closing}\n`;
}

export function unpackProgram(file: string): PackedProgram {
  const start = file.indexOf(opening);
  const hashStart = start + opening.length;
  const sourceStart = file.indexOf('\n', hashStart) + 1;
  return {
    source: file.slice(sourceStart, file.lastIndexOf(closing)).replaceAll(escapedClosing, closing),
    hash: file.slice(hashStart, sourceStart - 1),
    lineOffset: file.slice(0, sourceStart).split('\n').length - 1,
  };
}
