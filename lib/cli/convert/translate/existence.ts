import { expressionOf, isWrittenList, isWrittenObject, type Written } from '../../../hcl/template';
import { readExpression } from '../../../hcl/read-expression';
import type { Repetition } from '../model';
import { toCode } from '../../../hcl/to-expression';
import { forOver, hcl, inLoop, template } from './expressions';

/** The condition under which a block has an instance, as code; undefined where it always has one. */
export function existenceOf({ forEach, count }: Repetition): string | undefined {
  if (forEach !== undefined) return hasElements(forEach) ? undefined : `length(${toCode(forEach)}) > 0`;
  if (count === undefined) return undefined;
  if (typeof count === 'number' && count > 0) return undefined;
  return switchOf(count) ?? `${hcl(count)} > 0`;
}

/** The condition of a `count` that is 1 or 0. */
export function switchOf(count: Written): string | undefined {
  const read = readExpression(typeof count === 'string' ? (expressionOf(count) ?? '') : '');
  if (read.kind !== 'conditional') return undefined;
  const numbers = [read.ifTrue, read.ifFalse].map((each) => each.trim()).join();
  if (numbers === '1,0') return read.condition.trim();
  return numbers === '0,1' ? `!${hcl(template(read.condition.trim()))}` : undefined;
}

/** Whether the text of a `for_each` has elements, in any values of variables. */
function hasElements(forEach: Written): boolean {
  if (isWrittenObject(forEach)) return Object.keys(forEach).length > 0;
  const read = readExpression(typeof forEach === 'string' ? (expressionOf(forEach) ?? '') : '');
  if (read.kind === 'list') return read.items.length > 0;
  return read.kind === 'call' && read.name === 'toset' && hasElements(template(read.given[0] ?? ''));
}

/** The condition under which one of several blocks has an instance; undefined where one always has. */
export function anyExistence(metas: readonly Repetition[]): string | undefined {
  const conditions = metas.flatMap((meta) => existenceOf(meta) ?? []);
  if (conditions.length < metas.length) return undefined;
  const [only, ...more] = new Set(conditions);
  return more.length === 0 ? only : [only ?? '', ...more].map(inBrackets).join(' || ');
}

/** The conjunction of conditions; undefined without any. */
export function allOf(...conditions: readonly (string | undefined)[]): string | undefined {
  const given = conditions.filter((each) => each !== undefined);
  return given.length < 2 ? given[0] : given.map(inBrackets).join(' && ');
}

export function countIf(condition: string | undefined): Pick<Repetition, 'count'> {
  return condition === undefined ? {} : { count: template(`${condition} ? 1 : 0`) };
}

/** A condition in brackets, where an operator beside it would bind tighter than its own. */
function inBrackets(condition: string): string {
  return /\|\||&&|\?/.test(condition) ? `(${condition})` : condition;
}

/** The `for` of a list or a map that goes over the instances of a block. */
export interface Loop {
  readonly over: string;
  /** The filter, ` if …`, or an empty text. */
  readonly condition: string;
}

/** @param condition - on an instance, in the names of {@link forOver} */
export function loopOver(meta: Repetition, condition?: string): Loop {
  return { over: forOver(meta), condition: condition === undefined ? '' : ` if ${condition}` };
}

export function narrowLoop({ over, condition }: Loop, further: string | undefined): Loop {
  if (further === undefined) return { over, condition };
  return { over, condition: condition === '' ? ` if ${further}` : `${condition} && ${further}` };
}

/** A list with the items of each turn of a loop. */
export function listIn(loop: Loop, items: readonly Written[]): string {
  const [only, ...more] = items.map((item) => inLoop(hcl(item)));
  return more.length === 0 && only !== undefined
    ? template(`[${loop.over} : ${only}${loop.condition}]`)
    : template(`flatten([${loop.over} : ${inLoop(hcl(items))}${loop.condition}])`);
}

/** The concatenation of lists: a list where all are literal, otherwise an expression. */
export function concatenated(lists: readonly Written[]): Written {
  const [only = null, ...more] = lists.filter((list) => !isWrittenList(list) || list.length > 0);
  if (more.length === 0) return only;
  const all = [only, ...more];
  return all.every(isWrittenList) ? all.flat() : template(`concat(${all.map(hcl).join(', ')})`);
}
