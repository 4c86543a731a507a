import { widthOf } from '../layout';
import { commentLine, quote, quoteForTerraform } from './text';

/** The longest line, as `.oxfmtrc.json` has it for our own code. */
export const lineWidth = 110;

/** An expression. `printCode` lays it out as Prettier would. */
export type Code =
  | { readonly kind: 'atom'; readonly text: string; readonly type: 'name' | 'number' | 'text' }
  | { readonly kind: 'array'; readonly items: readonly Item[] }
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  | {
      readonly kind: 'call';
      /** The object whose method is called. */
      readonly receiver?: Code;
      readonly callee: string;
      readonly parameters: readonly Code[];
    }
  /** An assertion of a type: `code as type`. */
  | { readonly kind: 'as'; readonly code: Code; readonly type: string };

/** An item of an array, with the comments above it. */
export interface Item {
  readonly code: Code;
  readonly comments?: readonly string[];
}

/** A member of an object, with the comments above it. */
export interface Member extends Item {
  readonly name: string;
}

/** Code that is written as it is: a name, or a path of names such as `LogField.RayID`. */
export function name(text: string): Code {
  return { kind: 'atom', text, type: 'name' };
}

/** A value that Terraform reads: see `quoteForTerraform`. */
export function value(of: string | number | boolean): Code {
  if (typeof of === 'string') return { kind: 'atom', text: quoteForTerraform(of), type: 'text' };
  return { kind: 'atom', text: String(of), type: typeof of === 'number' ? 'number' : 'name' };
}

/** A text that Terraform does not read, such as the id of a construct. */
export function plainText(text: string): Code {
  return { kind: 'atom', text: quote(text), type: 'text' };
}

export function array(items: readonly (Code | Item)[]): Code {
  return { kind: 'array', items: items.map((item) => ('kind' in item ? { code: item } : item)) };
}

/** An object. Members whose code is undefined are left out. */
export function object(members: Readonly<Record<string, Code | undefined>> | readonly Member[]): Code {
  if (isList(members)) return { kind: 'object', members };
  const given = Object.entries(members).flatMap(([each, code]) =>
    code === undefined ? [] : [{ name: each, code }],
  );
  return { kind: 'object', members: given };
}

/** A call: `LogFilter.allOf(a, b)`, `new App()`. */
export function call(callee: string, ...parameters: readonly Code[]): Code {
  return { kind: 'call', callee, parameters };
}

/** A call of a method: `receiver.callee(a, b)`. */
export function method(receiver: Code, callee: string, ...parameters: readonly Code[]): Code {
  return { kind: 'call', receiver, callee, parameters };
}

export function as(code: Code, type: string): Code {
  return { kind: 'as', code, type };
}

export function statement(code: Code, indent = 0): string {
  return `${' '.repeat(indent)}${print(code, { indent, column: indent, after: 1 })};`;
}

/** A declaration: `const name = …;`. `keywords` comes before the name. */
export function declaration(keywords: string, constant: string, code: Code, indent = 0): string {
  const left = `${keywords} ${constant} =`;
  return `${' '.repeat(indent)}${left}${assigned(left, code, false, { indent, column: indent, after: 1 })};`;
}

/** Members of an object, one a line, as they stand between its braces. */
export function memberLines(members: readonly Member[], indent: number): string[] {
  return members.flatMap((member) => [
    ...commentsOf(member, indent),
    ' '.repeat(indent) + printMember(member, indent),
  ]);
}

/** The members of an object on one line, as they stand between its braces. */
export function inlineMembers(code: Code): string {
  return (flatOf(code) ?? '').replace(/^\{ | \}$/g, '');
}

interface Place {
  /** The indent of the line on which the code begins. */
  readonly indent: number;
  /** The column at which the code begins. */
  readonly column: number;
  /** The columns that the line needs after the code. */
  readonly after: number;
}

function print(code: Code, place: Place): string {
  const flat = flatOf(code);
  if (flat !== undefined && place.column + widthOf(flat) + place.after <= lineWidth) return flat;
  return printBroken(code, place);
}

function printBroken(code: Code, place: Place): string {
  switch (code.kind) {
    case 'atom':
      return code.text;
    case 'array':
      return isConcise(code) ? filled(code.items, place) : bracketed('[', code.items, place.indent, ']');
    case 'object':
      return code.members.length === 0
        ? '{}'
        : ['{', ...memberLines(code.members, place.indent + 2), `${' '.repeat(place.indent)}}`].join('\n');
    case 'as':
      return `${print(code.code, { ...place, after: place.after + ` as ${code.type}`.length })} as ${code.type}`;
    default:
      return printCall(code, place);
  }
}

function bracketed(open: string, items: readonly Item[], indent: number, close: string): string {
  if (items.length === 0) return open + close;
  const inner = indent + 2;
  const lines = items.flatMap((item) => [
    ...commentsOf(item, inner),
    `${' '.repeat(inner)}${print(item.code, { indent: inner, column: inner, after: 1 })},`,
  ]);
  return [open, ...lines, ' '.repeat(indent) + close].join('\n');
}

/** Prints numbers, as many in a line as fit. */
function filled(items: readonly Item[], { indent }: Place): string {
  const inner = ' '.repeat(indent + 2);
  const lines: string[] = [];
  for (const item of items) {
    const text = `${flatOf(item.code) ?? ''},`;
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + text.length <= lineWidth)
      lines.push(`${lines.pop()} ${text}`);
    else lines.push(inner + text);
  }
  return ['[', ...lines, `${' '.repeat(indent)}]`].join('\n');
}

function printCall(code: Code & { readonly kind: 'call' }, place: Place): string {
  const { receiver, callee, parameters } = code;
  if (receiver === undefined) return callee + printParameters(parameters, after(callee, place));
  const flat = flatOf(receiver);
  const needed = `.${callee}(`.length;
  const begun =
    flat !== undefined && place.column + widthOf(flat) + needed <= lineWidth
      ? flat
      : printBroken(receiver, { ...place, after: needed });
  const head = `${begun}.${callee}`;
  return head + printParameters(parameters, after(head, place));
}

/** Prints parameters. The last one may be an object or array that begins on the line of the call. */
function printParameters(parameters: readonly Code[], place: Place): string {
  const flat = `(${parameters.map(flatOf).join(', ')})`;
  if (parameters.every((each) => flatOf(each) !== undefined) && fits(flat, place)) return flat;
  const head = hugged(parameters);
  const last = parameters.at(-1);
  if (head !== undefined && last !== undefined && fits(`${head}{`, { ...place, after: 0 }))
    return `${head}${printBroken(last, after(head, place))})`;
  return bracketed(
    '(',
    parameters.map((parameter) => ({ code: parameter })),
    place.indent,
    ')',
  );
}

/** The text before the last parameter on the line of the call; undefined where each parameter has a line of its own. */
function hugged(parameters: readonly Code[]): string | undefined {
  const [last, before] = [parameters.at(-1), parameters.at(-2)];
  if (last === undefined || !isCollection(last) || last.kind === before?.kind) return undefined;
  if (parameters.length > 1 && isConcise(last)) return undefined;
  const others = parameters.slice(0, -1).map(flatOf);
  return others.includes(undefined) ? undefined : `(${others.map((each) => `${each ?? ''}, `).join('')}`;
}

function isCollection(code: Code): boolean {
  if (code.kind === 'array') return code.items.length > 0;
  return code.kind === 'object' && code.members.length > 0;
}

function printMember({ name: key, code }: Member, indent: number): string {
  if (code.kind === 'atom' && code.text === key && code.type === 'name') return `${key},`;
  const left = `${keyOf(key)}:`;
  const isShort = widthOf(left) - 1 < 5;
  return `${left}${assigned(left, code, isShort, { indent, column: indent, after: 1 })},`;
}

function keyOf(key: string): string {
  // As a name, `__proto__` would set the prototype of the object.
  if (key === '__proto__') return `['__proto__']`;
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? key : quote(key);
}

/** Prints the right side of a colon or an equals sign: on a line of its own where it has no better place to break. */
function assigned(left: string, code: Code, isShort: boolean, place: Place): string {
  const right = print(code, after(`${left} `, place));
  const isOneLine = !right.includes('\n');
  const isTooLong = isOneLine && !fits(`${left} ${right}`, place);
  const isBelow = isPoorlyBreakable(code) ? isTooLong || !isOneLine : isTooLong && isAtomOfText(code);
  if (!isBelow || isShort) return ` ${right}`;
  const indent = place.indent + 2;
  return `\n${' '.repeat(indent)}${print(code, { indent, column: indent, after: place.after })}`;
}

function isAtomOfText(code: Code): boolean {
  if (code.kind === 'as') return isAtomOfText(code.code);
  return code.kind === 'atom' && code.type !== 'number';
}

/** Whether code is a chain of calls with one short parameter each, which breaking does not improve. */
function isPoorlyBreakable(code: Code): boolean {
  if (code.kind !== 'call' || code.callee.startsWith('new ')) return false;
  const [only, ...more] = code.parameters;
  const isLone = only === undefined || (more.length === 0 && isShortLiteral(only));
  return isLone && (code.receiver === undefined || isPoorlyBreakable(code.receiver));
}

function isShortLiteral(code: Code): boolean {
  if (code.kind !== 'atom' || code.text.includes('.')) return false;
  return code.type === 'number' || widthOf(code.text) <= lineWidth / 4;
}

/** The code on one line; undefined where it must have several. */
function flatOf(code: Code): string | undefined {
  switch (code.kind) {
    case 'atom':
      return code.text;
    case 'array':
      return mustBreak(code.items) ? undefined : listOf('[', code.items, ']');
    case 'object':
      return code.members.length === 0 ? '{}' : flatObject(code.members);
    case 'as': {
      const flat = flatOf(code.code);
      return flat && `${flat} as ${code.type}`;
    }
    default: {
      const { receiver, callee, parameters } = code;
      const texts = [...(receiver === undefined ? [] : [receiver]), ...parameters].map(flatOf);
      if (texts.includes(undefined)) return undefined;
      const head = receiver === undefined ? callee : `${texts.shift() ?? ''}.${callee}`;
      return `${head}(${texts.join(', ')})`;
    }
  }
}

function flatObject(members: readonly Member[]): string | undefined {
  const texts = members.map(({ name: key, code, comments = [] }) => {
    const flat = comments.length > 0 ? undefined : flatOf(code);
    return code.kind === 'atom' && code.type === 'name' && flat === key
      ? key
      : flat && `${keyOf(key)}: ${flat}`;
  });
  return texts.includes(undefined) ? undefined : `{ ${texts.join(', ')} }`;
}

function listOf(open: string, items: readonly Item[], close: string): string | undefined {
  const texts = items.map(({ code, comments = [] }) => (comments.length > 0 ? undefined : flatOf(code)));
  return texts.includes(undefined) ? undefined : open + texts.join(', ') + close;
}

/** Whether items need a line each: several objects, or several arrays, of more than one member each. */
function mustBreak(items: readonly Item[]): boolean {
  if (items.length < 2) return false;
  return (
    items.every(({ code }) => code.kind === 'object' && code.members.length > 1) ||
    items.every(({ code }) => code.kind === 'array' && code.items.length > 1)
  );
}

function isConcise(code: Code): boolean {
  return (
    code.kind === 'array' &&
    code.items.length > 1 &&
    code.items.every(
      ({ code: item, comments = [] }) =>
        comments.length === 0 && item.kind === 'atom' && item.type === 'number',
    )
  );
}

function commentsOf({ comments = [] }: Item, indent: number): string[] {
  return comments.map((text) => ' '.repeat(indent) + commentLine(text));
}

function fits(text: string, { column, after: rest }: Place): boolean {
  return column + widthOf(text) + rest <= lineWidth;
}

/** The place behind a text that begins at a place. */
function after(text: string, place: Place): Place {
  const lines = text.split('\n');
  const last = lines.at(-1) ?? '';
  if (lines.length === 1) return { ...place, column: place.column + widthOf(last) };
  return { ...place, column: widthOf(last) };
}

function isList(members: object): members is readonly Member[] {
  return Array.isArray(members);
}
