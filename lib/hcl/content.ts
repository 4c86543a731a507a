import { own } from '../ground/record';
import { getOrAdd } from '../ground/remember';
import { messageOf } from '../ground/words';
import { readBody, type SourceBlock, type SourceBody } from './blocks';
import { readExpression } from './read-expression';
import { templateOf } from './source-template';
import type { Written, WrittenObject } from './template';
import { closingAt, tokenize } from './tokens';

/**
 * A file in HCL as JSON syntax has it: each block in a list below its labels, each text a template, and `${…}` around every expression.
 *
 * @param file - for messages
 * @throws an Error with file, line and rule where the text is not HCL
 */
export function readContent(file: string, text: string): WrittenObject {
  try {
    return parseContent(text);
  } catch (error) {
    const message = messageOf(error).replace(/^line (\d+): /, `${file}:$1: `);
    const fix = message.includes('Split it') ? '' : ' Correct it, or run `terraform validate`.';
    throw new Error(message + fix, { cause: error });
  }
}

/** As {@link readContent}. An error names the line and the rule alone. */
export function parseContent(text: string): WrittenObject {
  return contentOf(text, readBody(text, { start: 0, end: text.length }));
}

function contentOf(text: string, { attributes, blocks }: SourceBody): WrittenObject {
  const names = new Set<string>();
  const values = attributes.map(({ name, start, value }) => {
    if (names.has(name))
      throw new Error(`line ${text.slice(0, start).split('\n').length}: ${name} is set twice.`);
    names.add(name);
    return [name, toWritten(text.slice(value.start, value.end))] as const;
  });
  const types = [...byText(blocks, ({ type }) => type)].map(
    ([type, ofType]) => [type, belowLabels(text, ofType, 0)] as const,
  );
  return Object.fromEntries([...values, ...types]);
}

/** The content of blocks of one type and the same first labels. */
function belowLabels(text: string, blocks: readonly SourceBlock[], depth: number): Written {
  if (blocks.some(({ labels }) => labels[depth] === undefined))
    return blocks.map(({ body }) => contentOf(text, readBody(text, body)));
  const labelled = [...byText(blocks, ({ labels }) => labels[depth] ?? '')];
  return Object.fromEntries(labelled.map(([label, below]) => [label, belowLabels(text, below, depth + 1)]));
}

function byText(blocks: readonly SourceBlock[], textOf: (block: SourceBlock) => string) {
  const groups = new Map<string, SourceBlock[]>();
  for (const block of blocks) getOrAdd(groups, textOf(block), () => []).push(block);
  return groups;
}

const words: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** An expression as JSON syntax has it. */
function toWritten(code: string): Written {
  const tokens = tokenize(code).filter(
    ({ kind, depth }) => kind !== 'comment' && (kind !== 'newline' || depth > 0),
  );
  const [first, second] = tokens;
  const text = `\${${code.trim()}}`;
  if (first === undefined) return text;
  const word = tokens.length === 1 ? own(words, first.text) : undefined;
  if (word !== undefined) return word;
  const number = first.text === '-' ? second : first;
  if (number?.kind === 'number' && tokens.at(-1) === number) return Number(code);
  if (closingAt(tokens, 0) !== tokens.length - 1) return text;
  if (first.kind === 'open-text') return templateOf(code, tokens);
  const read = first.text === '(' ? undefined : readExpression(code);
  if (read?.kind === 'list') return read.items.map(toWritten);
  if (read?.kind !== 'object' && read?.kind !== 'computed-object') return text;
  return Object.fromEntries(read.members.map(([name, value]) => [name, toWritten(value)]));
}
