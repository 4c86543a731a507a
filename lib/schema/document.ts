import { parseJson, withoutByteOrderMark } from '../ground/json';
import { messageOf } from '../ground/words';
import { formatPath, type Path } from './diagnostic';
import { describeValue, isPlainObject } from './form';
import { own } from '../ground/record';
import { getOrAdd } from '../ground/remember';

/** The shape of a part of a JSON document that a person may edit. Nothing is left over: unknown members are faults too. */
export interface Shape<T> {
  /** The end of a sentence: `It must be …`. */
  readonly rule: string;
  /** Whether the member of an object may be missing. */
  readonly isOptional?: boolean;
  /** The faults of a value at a path. A value without faults is a `T`. */
  readonly faults: (value: unknown, path: Path) => readonly string[];
  /** The type of accepted values; never set. */
  readonly type?: T;
}

export type ShapeValue<S> = S extends Shape<infer T> ? T : never;

export interface DocumentForm<T> {
  readonly shape: Shape<T>;
  /** The end of a sentence: `It must be …`. Shown where the document is another one altogether. */
  readonly rule: string;
  /** Whether a document is of the kind and version that the shape describes. */
  readonly isKind: (document: Readonly<Record<string, unknown>>) => boolean;
  /** The faults of a document that has the shape: a line for each, with place, value, rule and fix. */
  readonly check?: (document: T) => readonly string[];
}

/** Reads a JSON document. @throws an Error with a line for each fault: file, place, value, rule and fix */
export function readDocument<T>(
  { shape, rule, isKind, check }: DocumentForm<T>,
  text: string,
  file: string,
): T {
  let document: unknown;
  try {
    document = parseJson(withoutByteOrderMark(text));
  } catch (error) {
    throw new Error(`${file}: it ${messageOf(error)}`, { cause: error });
  }
  if (!isPlainObject(document) || !isKind(document))
    throw new Error(`${file}: it is ${describeValue(document)}. It must be ${rule}.`);
  const faults = [...repeatedMembers(text), ...shape.faults(document, [])];
  const all = faults.length > 0 ? faults : (check?.(document as T) ?? []);
  if (all.length === 0) return document as T;
  const shown = all.slice(0, mostFaults).map((each) => `${file}: ${each}`);
  throw new Error(
    [...shown, ...(all.length > mostFaults ? [`And ${all.length - mostFaults} more.`] : [])].join('\n'),
  );
}

const mostFaults = 20;

function refused(value: unknown, path: Path, rule: string): string {
  return `${formatPath(path)} is ${describeValue(value)}. It must be ${rule}. Correct it.`;
}

function tested<T>(rule: string, accepts: (value: unknown) => boolean): Shape<T> {
  return { rule, faults: (value, path) => (accepts(value) ? [] : [refused(value, path, rule)]) };
}

export function text(rule = 'a string', accepts: (value: string) => boolean = () => true): Shape<string> {
  return tested(rule, (value) => typeof value === 'string' && accepts(value));
}

export function word<const W extends string | number>(...words: readonly W[]): Shape<W> {
  const all = words.map((each) => JSON.stringify(each));
  return tested(
    all.length === 1 ? all.join('') : `${all.slice(0, -1).join(', ')} or ${all.at(-1) ?? ''}`,
    (value) => words.some((each) => each === value),
  );
}

export const flag: Shape<boolean> = tested('true or false', (value) => typeof value === 'boolean');

export const count: Shape<number> = tested(
  'a whole number from 0',
  (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
);

export const time: Shape<string> = tested(
  'a time such as "2026-01-02T03:04:05.000Z"',
  (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
);

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  const { rule, faults } = shape;
  return { rule: `${rule}, or null`, faults: (value, path) => (value === null ? [] : faults(value, path)) };
}

export function list<T>(item: Shape<T>): Shape<readonly T[]> {
  const rule = 'a list';
  return {
    rule,
    faults: (value, path) =>
      Array.isArray(value)
        ? value.flatMap((each: unknown, at) => item.faults(each, [...path, at]))
        : [refused(value, path, rule)],
  };
}

/** An object whose members have any name. */
export function entries<T>(item: Shape<T>): Shape<Readonly<Record<string, T>>> {
  const rule = 'an object';
  return {
    rule,
    faults: (value, path) =>
      isPlainObject(value)
        ? Object.entries(value).flatMap(([name, each]) => item.faults(each, [...path, name]))
        : [refused(value, path, rule)],
  };
}

type Members = Readonly<Record<string, Shape<unknown>>>;

type MemberValues<M extends Members> = {
  readonly [K in keyof M as undefined extends ShapeValue<M[K]> ? never : K]: ShapeValue<M[K]>;
} & {
  readonly [K in keyof M as undefined extends ShapeValue<M[K]> ? K : never]?: ShapeValue<M[K]>;
};

/** An object with these members and no other. */
export function object<const M extends Members>(members: M): Shape<MemberValues<M>> {
  const names = Object.keys(members);
  const rule = `an object with ${names.join(', ')}`;
  return {
    rule,
    faults: (value, path) => {
      if (!isPlainObject(value)) return [refused(value, path, rule)];
      const unknown = Object.keys(value)
        .filter((name) => !Object.hasOwn(members, name))
        .map(
          (name) =>
            `${formatPath([...path, name])} is ${describeValue(own(value, name))}, and there is no such member. Remove it, or correct its name: the members here are ${names.join(', ')}.`,
        );
      const known = Object.entries(members).flatMap(([name, shape]) =>
        Object.hasOwn(value, name)
          ? shape.faults(value[name], [...path, name])
          : shape.isOptional === true
            ? []
            : [`${formatPath([...path, name])} is missing. Add it: it must be ${shape.rule}.`],
      );
      return [...unknown, ...known];
    },
  };
}

export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return { ...shape, isOptional: true };
}

/** One of two objects: the second, if it has a member that only the second has. */
export function either<A, B>(first: Shape<A>, second: Shape<B>, member: string): Shape<A | B> {
  return {
    rule: `${first.rule}, or ${second.rule}`,
    faults: (value, path) =>
      (isPlainObject(value) && Object.hasOwn(value, member) ? second : first).faults(value, path),
  };
}

/** A value that is in a list twice: only one of both would count. */
export function repeatedIn(values: readonly Repeatable[], fix: string): string[] {
  const firsts = new Map<string, Repeatable>();
  return values.flatMap((each) => {
    const { value, path, key = value } = each;
    const first = getOrAdd(firsts, key, () => each);
    if (first === each) return [];
    const other = formatPath(first.path);
    const same = first.value === value ? `so is ${other}` : `${other} is ${JSON.stringify(first.value)}`;
    return [`${formatPath(path)} is ${JSON.stringify(value)}, and ${same}. ${fix}`];
  });
}

interface Repeatable {
  readonly value: string;
  readonly path: Path;
  /** The key that is compared instead of the value. */
  readonly key?: string;
}

/** The members that an object of a JSON text has twice, as after a merge: JSON keeps the last one only. */
function repeatedMembers(json: string): string[] {
  const found = new Set<string>();
  const objects: Set<string>[] = [];
  for (const [token, name, isName] of json.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g)) {
    const members = objects.at(-1);
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (name === undefined || isName === undefined || members === undefined) continue;
    else if (members.has(name)) found.add(name);
    else members.add(name);
  }
  return [...found].map((name) => `an object has the member ${name} twice. Keep one of them.`);
}
