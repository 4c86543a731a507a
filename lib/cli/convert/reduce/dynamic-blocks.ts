import { toCode } from '../../../hcl/to-expression';
import {
  bodiesOf,
  isWrittenList,
  isWrittenObject,
  literalOf,
  type Written,
  type WrittenObject,
} from '../../../hcl/template';
import { mapRecord, own, setOwn } from '../../../ground/record';

/** The body with its `dynamic` blocks as expressions for the lists of blocks that they make. */
export function resolveDynamicBlocks(body: WrittenObject): WrittenObject {
  const { dynamic, ...rest } = body;
  const resolved = mapRecord(rest, resolveInside);
  for (const { name, block } of dynamicBlocks(dynamic)) {
    const made = blocksExpression(name, block);
    const before = own(resolved, name);
    const both = before === undefined ? made : `concat(${toCode(before)}, ${made})`;
    setOwn(resolved, name, `\${${both}}`);
  }
  return resolved;
}

/** A value with the `dynamic` blocks in its lists of objects resolved. Attributes that are lists of objects have none. */
function resolveInside(value: Written): Written {
  if (isWrittenList(value)) return value.map(resolveInside);
  return isWrittenObject(value) ? resolveDynamicBlocks(value) : value;
}

function dynamicBlocks(dynamic: Written | undefined): { name: string; block: WrittenObject }[] {
  return bodiesOf(dynamic).flatMap((each) =>
    Object.entries(each).flatMap(([name, blocks]) => bodiesOf(blocks).map((block) => ({ name, block }))),
  );
}

function blocksExpression(name: string, block: WrittenObject): string {
  const { loop, content } = loopOf(name, block);
  return `[${loop} : ${toCode(content)}]`;
}

/** The loop over the blocks that one `dynamic` block makes. */
export interface Loop {
  /** The beginning of a `for` over them: the iterator has `key` and `value`. */
  readonly loop: string;
  readonly over: string;
  readonly content: WrittenObject;
}

function loopOf(name: string, { for_each: forEach = [], iterator, content }: WrittenObject): Loop {
  const each =
    (typeof iterator === 'string' ? (literalOf(iterator) ?? iterator.slice(2, -1)) : undefined) ?? name;
  const [body = {}] = bodiesOf(content);
  const pairs = `[for edge_key, edge_value in ${toCode(forEach, { isPart: true })} : { key = edge_key, value = edge_value }]`;
  return { loop: `for ${each} in ${pairs}`, over: toCode(forEach), content: resolveDynamicBlocks(body) };
}

/** The `dynamic` block of a name, if it alone makes the blocks. */
export function onlyDynamicBlock(body: WrittenObject, name: string): Loop | undefined {
  const [only, ...more] = dynamicBlocks(body.dynamic).filter((each) => each.name === name);
  return only === undefined || more.length > 0 || own(body, name) !== undefined
    ? undefined
    : loopOf(name, only.block);
}
