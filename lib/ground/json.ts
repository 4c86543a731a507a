import { limits } from './limits';
import { printableJson } from './visible';

/** A JSON object of unknown shape. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with members: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The value if it is a string and not empty. */
export function filledTextOf(value: unknown): string | undefined {
  return value === '' ? undefined : textOf(value);
}

/** The value if it is an array, else none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The strings of an array; none of another value. */
export function textsOf(value: unknown): string[] {
  return listOf(value).filter((each) => typeof each === 'string');
}

/** The members of an object; none of another value. */
export function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The members of an object that are strings; none of another value. */
export function textMembersOf(value: unknown): Record<string, string> {
  const texts = Object.entries(fieldsOf(value)).filter(
    (each): each is [string, string] => textOf(each[1]) !== undefined,
  );
  return Object.fromEntries(texts);
}

/** A copy of an object; undefined for a value of another type. */
export function asFields(value: unknown): JsonObject | undefined {
  return isObject(value) ? { ...value } : undefined;
}

/** The objects of an array; none of another value. */
export function objectsOf(value: unknown): JsonObject[] {
  return listOf(value).filter(isObject);
}

/** A member of an object or array, or of its class, as of an error; undefined of another value. */
export function memberOf(value: unknown, name: string): unknown {
  const isMember = typeof value === 'object' && value !== null && !Object.hasOwn(Object.prototype, name);
  return isMember ? Reflect.get(value, name) : undefined;
}

/**
 * The value of a JSON text that others wrote, in which objects and lists have at most `limits.depth` levels: code may walk it level by
 * level.
 *
 * @throws an Error that ends a sentence about the text: `is not JSON: …`
 */
export function parseJson(text: string): unknown {
  if (text.length > limits.document)
    throw new Error(`has ${text.length} characters. At most ${limits.document} are read. Split it.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`is not JSON: ${String(memberOf(error, 'message'))}`, { cause: error });
  }
  if (hasMoreBrackets(text, limits.depth) && isDeeperThan(value, limits.depth))
    throw new Error(
      `is nested more than ${limits.depth} levels deep. Put fewer objects and lists into each other.`,
    );
  return value;
}

/** Whether a JSON text opens more objects and lists than these, strings with brackets counted: otherwise it has no more levels. */
function hasMoreBrackets(text: string, levels: number): boolean {
  return text.split(/[[{]/, levels + 2).length > levels + 1;
}

/** Whether an error, or what caused it, is that a text is not JSON. */
export function isAboutSyntax(error: unknown): boolean {
  return error instanceof SyntaxError || (error instanceof Error && isAboutSyntax(error.cause));
}

/** Whether objects and arrays lie in each other in more levels than these. It ends where a value contains itself. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value) as unknown[])
    if (typeof inner === 'object' && isDeeperThan(inner, levels - 1)) return true;
  return false;
}

/** The value of a JSON text; undefined if it is none, or exceeds the limits of {@link parseJson}. */
export function jsonOf(text: string): unknown {
  return jsonOr(text, undefined);
}

/** The value of a JSON text as {@link jsonOf} reads it; the text itself if it is none. */
export function jsonOrText(text: string): unknown {
  return jsonOr(text, text);
}

function jsonOr(text: string, other: string | undefined): unknown {
  try {
    return parseJson(text);
  } catch {
    return other;
  }
}

/** The text of a JSON file: indented, ended by a line break, and without characters that command a terminal or an editor. */
export function formatJson(value: unknown): string {
  return `${printableJson(JSON.stringify(value, undefined, 2))}\n`;
}

/** A text without the byte order mark that some editors put in front of a file. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
