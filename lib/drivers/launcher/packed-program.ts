import { createHash } from 'node:crypto';

/** A program as it lies in a file behind its launcher. */
export interface PackedProgram {
  /** An expression: the function that Node.js makes of a CommonJS module. */
  readonly source: string;
  /** SHA-256 of the program, in hex. */
  readonly hash: string;
  /** Lines of the file before the program, so that a stack trace has the lines of the file. */
  readonly lineOffset: number;
}

const opening = '\n/*program ';
const closing = '*/';

/** Stands for the end of a comment inside the program. Of the same length, so that columns stay what they are. */
const escapedClosing = '*\u0001';

/**
 * One file that holds the launcher and, in a comment, the program: Node.js compiles a file before it runs it, and it passes
 * over a comment much faster than it compiles.
 */
export function packProgram(launcher: string, program: string): string {
  const source = `(function (exports, require, module, __filename, __dirname) { ${program}\n})`;
  // Read as latin1, which is faster than UTF-8 and the same for ASCII.
  if (!/^[\0-\x7f]*$/.test(source)) throw new Error('The program is not ASCII');
  if (launcher.includes(opening)) throw new Error('The launcher contains the mark of the program');
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
