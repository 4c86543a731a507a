import { own } from '../../../ground/record';
import { readExpression } from '../../../hcl/read-expression';
import {
  escapeTemplates,
  expressionOf,
  isWrittenList,
  isWrittenObject,
  literalOf,
  splitTemplate,
  type Written,
  type WrittenObject,
} from '../../../hcl/template';
import { blocksIn } from '../blocks';
import type { OldConfiguration, OldResource } from '../model';
import { hcl, template } from './expressions';

/** What an expression can be, as far as the code says: one value, or a choice among values that the code has. */
export type Choice<Value> =
  | { readonly kind: 'value'; readonly value: Value; readonly label?: string }
  | {
      readonly kind: 'choice';
      readonly among: readonly Choice<Value>[];
      /** The expression that chooses among others in the same way. */
      readonly code: (chosen: readonly string[]) => string;
    };

/** Where the names of an expression lead to. */
export interface Scope {
  readonly locals: WrittenObject;
  readonly forEach: Written | undefined;
}

/** More of them would be code that nobody reads. */
const mostValues = 64;

const deepest = 20;

export function scopeOf({ module, meta }: OldResource, { modules }: OldConfiguration): Scope {
  const files = modules.find(({ path }) => path === module)?.files ?? [];
  const locals = blocksIn(files, 'locals').flatMap(({ body }) => Object.entries(body));
  return {
    locals: Object.fromEntries(locals),
    forEach: meta.forEach,
  };
}

/** All values of a choice, from left to right. */
export function valuesOf<Value>(choice: Choice<Value>): readonly Value[] {
  return choice.kind === 'value' ? [choice.value] : choice.among.flatMap(valuesOf);
}

/** The label has the keys that lead to the value, such as those of a map. */
export function mapChoice<From, To>(
  choice: Choice<From>,
  change: (value: From, label: string | undefined) => To,
): Choice<To> {
  if (choice.kind === 'choice')
    return { ...choice, among: choice.among.map((each) => mapChoice(each, change)) };
  const { value, label } = choice;
  return { kind: 'value', value: change(value, label === '' ? undefined : label) };
}

/** The expression of a choice among expressions; the only one where all are the same. */
export function codeOfChoice(choice: Choice<string>): string {
  const [first = '', ...more] = valuesOf(choice);
  if (choice.kind === 'value' || more.every((each) => each === first)) return first;
  return choice.code(
    choice.among.map((each) => {
      const code = codeOfChoice(each);
      return readExpression(code).kind === 'conditional' ? `(${code})` : code;
    }),
  );
}

/**
 * The texts that a template stands for: through local values, the values of a `for_each`, `format`, `join`, `lookup`, indexes and
 * conditionals. What says nothing of its text stays an expression in it.
 *
 * @param isFollowed - which expressions are to be followed
 */
export function followTemplate(
  written: string,
  scope: Scope,
  isFollowed: (made: Choice<string>, at: number) => boolean = () => true,
): Choice<string> {
  return new Follower(scope).template(written, 0, isFollowed);
}

export function followExpression(code: string, scope: Scope): Choice<string> {
  return new Follower(scope).text(code, 0);
}

class Follower {
  public constructor(private readonly scope: Scope) {}

  public template(
    written: string,
    depth: number,
    isFollowed: (made: Choice<string>, at: number) => boolean = () => true,
  ): Choice<string> {
    const parts = splitTemplate(written);
    if (parts.some(({ kind, text }) => kind === 'directive' || (kind === 'expression' && /^~|~$/.test(text))))
      return one(written);
    const made = parts.map(({ kind, text, source }, at): Choice<string> => {
      if (kind === 'text') return one(text);
      const followed = this.text(text, depth + 1);
      return isFollowed(followed, at) ? followed : one(source);
    });
    const count = made.reduce((product, each) => product * valuesOf(each).length, 1);
    return count > mostValues ? one(written) : made.reduce(joined, one(''));
  }

  /** The texts of an expression; itself where one of its values is none. */
  public text(code: string, depth: number): Choice<string> {
    const itself = one(template(code));
    if (depth > deepest) return itself;
    const value = this.#value(code, depth);
    if (value === undefined || valuesOf(value).length > mostValues) return itself;
    const texts = chosen(value, (each) =>
      each === null || typeof each === 'object' ? undefined : this.template(String(each), depth + 1),
    );
    return texts ?? itself;
  }

  /** What the code says of an expression; undefined where it says nothing. */
  #value(code: string, depth: number): Choice<Written> | undefined {
    if (depth > deepest) return undefined;
    const read = readExpression(code);
    switch (read.kind) {
      case 'text':
        return one(read.template);
      case 'list':
        return one(read.items.map(template));
      case 'object':
        return one(Object.fromEntries(read.members.map(([name, value]) => [name, template(value)])));
      case 'conditional':
        return {
          kind: 'choice',
          among: [read.ifTrue, read.ifFalse].map((each) => this.#written(template(each), depth + 1)),
          code: ([ifTrue = '', ifFalse = '']) => `${read.condition} ? ${ifTrue} : ${ifFalse}`,
        };
      case 'call':
        return this.#call(read.name, read.given, depth);
      case 'member':
        return this.#member(read.of, read.name, depth);
      case 'index': {
        const of = this.#value(read.of, depth + 1);
        return of && chosen(of, (each) => this.#indexed(each, read.index, depth));
      }
      default:
        return undefined;
    }
  }

  /** A value, or what it is where it is one expression. */
  #written(written: Written, depth: number): Choice<Written> {
    const code = typeof written === 'string' ? expressionOf(written) : undefined;
    return (code === undefined ? undefined : this.#value(code, depth)) ?? one(written);
  }

  #call(name: string, given: readonly string[], depth: number): Choice<Written> | undefined {
    const [first = '', second = '', third] = given;
    switch (name) {
      case 'tostring':
      case 'sensitive':
      case 'nonsensitive':
        return this.#value(first, depth + 1);
      case 'chomp':
      case 'trimspace': {
        const text = this.#value(first, depth + 1);
        const trim = (each: string) => (name === 'chomp' ? each.replace(/[\r\n]+$/, '') : each.trim());
        // The ends of other values are not known here.
        return text && chosen(text, (each) => (isTrimmable(each) ? one(trim(each)) : undefined));
      }
      case 'format': {
        const made = formatted(this.#literal(first, depth), given.slice(1));
        return made === undefined ? undefined : one(made);
      }
      case 'join': {
        const separator = this.#literal(first, depth);
        const list = this.#value(second, depth + 1);
        return separator === undefined || list === undefined
          ? undefined
          : chosen(list, (each) =>
              isWrittenList(each) && each.every((item) => typeof item === 'string')
                ? one(each.join(escapeTemplates(separator)))
                : undefined,
            );
      }
      case 'lookup': {
        const map = this.#value(first, depth + 1);
        const usual = third === undefined ? undefined : this.#written(template(third), depth + 1);
        return map && chosen(map, (each) => this.#lookedUp(each, second, usual, depth));
      }
      default:
        return undefined;
    }
  }

  #lookedUp(
    map: Written,
    key: string,
    usual: Choice<Written> | undefined,
    depth: number,
  ): Choice<Written> | undefined {
    if (!isWrittenObject(map)) return undefined;
    const known = this.#literal(key, depth);
    if (known !== undefined && own(map, known) !== undefined)
      return this.#written(own(map, known) ?? null, depth + 1);
    const names = Object.keys(map);
    const among = names.map((name) => labelled(this.#written(own(map, name) ?? null, depth + 1), name));
    const code = (values: readonly string[]) =>
      `lookup(${objectCode(names, values)}, ${[key, ...values.slice(names.length)].join(', ')})`;
    return { kind: 'choice', among: usual === undefined ? among : [...among, usual], code };
  }

  #member(of: string, name: string | number, depth: number): Choice<Written> | undefined {
    const root = of.trim();
    if (root === 'local') {
      const local = own(this.scope.locals, String(name));
      return local === undefined ? undefined : this.#written(local, depth + 1);
    }
    if (root === 'each' && name === 'value') {
      const { forEach } = this.scope;
      const map = forEach === undefined ? undefined : this.#written(forEach, depth + 1);
      return map && chosen(map, (each) => this.#indexed(each, 'each.key', depth));
    }
    const value = this.#value(root, depth + 1);
    return (
      value &&
      chosen(value, (each) => {
        const member = isWrittenList(each)
          ? each[Number(name)]
          : isWrittenObject(each)
            ? own(each, String(name))
            : undefined;
        return member === undefined ? undefined : this.#written(member, depth + 1);
      })
    );
  }

  #indexed(value: Written, index: string, depth: number): Choice<Written> | undefined {
    if (isWrittenList(value))
      return {
        kind: 'choice',
        among: value.map((each) => this.#written(each, depth + 1)),
        code: (values) => `[${values.join(', ')}][${index}]`,
      };
    if (!isWrittenObject(value) || Object.keys(value).length === 0) return undefined;
    const names = Object.keys(value);
    return {
      kind: 'choice',
      among: names.map((name) => labelled(this.#written(own(value, name) ?? null, depth + 1), name)),
      code: (values) => `${objectCode(names, values)}[${index}]`,
    };
  }

  /** A text without expressions. */
  #literal(code: string, depth: number): string | undefined {
    const made = this.text(code, depth + 1);
    return made.kind === 'value' ? literalOf(made.value) : undefined;
  }
}

/** Whether a text begins and ends with what is no expression. */
function isTrimmable(written: Written): written is string {
  if (typeof written !== 'string') return false;
  const parts = splitTemplate(written);
  return [parts.at(0), parts.at(-1)].every((part) => part?.kind === 'text');
}

function one<Value>(value: Value): Choice<Value> {
  return { kind: 'value', value };
}

function labelled<Value>(choice: Choice<Value>, label: string): Choice<Value> {
  if (choice.kind === 'value') return { ...choice, label: [label, choice.label].filter(Boolean).join('_') };
  return { ...choice, among: choice.among.map((each) => labelled(each, label)) };
}

/** Each value becomes a choice of its own; undefined where one of them cannot. */
function chosen<From, To>(
  choice: Choice<From>,
  next: (value: From) => Choice<To> | undefined,
): Choice<To> | undefined {
  if (choice.kind === 'value') {
    const found = next(choice.value);
    return found && choice.label !== undefined ? labelled(found, choice.label) : found;
  }
  const among = choice.among.flatMap((each) => chosen(each, next) ?? []);
  return among.length < choice.among.length ? undefined : { ...choice, among };
}

/** The texts of two parts side by side. */
function joined(first: Choice<string>, second: Choice<string>): Choice<string> {
  if (first.kind === 'choice') return { ...first, among: first.among.map((each) => joined(each, second)) };
  if (second.kind === 'choice') return { ...second, among: second.among.map((each) => joined(first, each)) };
  const label = [first.label, second.label].filter((each) => each !== undefined).join('_');
  return { kind: 'value', value: first.value + second.value, ...(label !== '' && { label }) };
}

/** `format` of verbs that print texts as they are; undefined for others. */
function formatted(form: string | undefined, given: readonly string[]): string | undefined {
  const parts = form?.split(/%([\s\S]?)/) ?? [];
  const rest = [...given];
  const made = parts.map((part, at) => {
    if (at % 2 === 0) return escapeTemplates(part);
    if (part === '%') return part;
    const value = ['s', 'v', 'd'].includes(part) ? rest.shift() : undefined;
    return value === undefined ? undefined : template(value);
  });
  return form === undefined || made.includes(undefined) || rest.length > 0 ? undefined : made.join('');
}

function objectCode(names: readonly string[], values: readonly string[]): string {
  const members = names.map((name, at) => `${hcl(escapeTemplates(name))} = ${values[at] ?? 'null'}`);
  return `{ ${members.join(', ')} }`;
}
