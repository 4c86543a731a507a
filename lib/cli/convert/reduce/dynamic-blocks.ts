import { toCode } from '../../../hcl/to-expression';
import {
  bodiesOf,
  isWrittenList,
  isWrittenObject,
  literalOf,
  type Written,
  type WrittenObject,
} from '../../../hcl/template';
import { own, setOwn } from '../../../ground/record';

/** The body with its `dynamic` blocks as expressions for the lists of blocks that they make. */
export function resolveDynamicBlocks(body: WrittenObject): WrittenObject {
  const { dynamic, ...rest } = body;
  const resolved = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, resolveInside(value)]),
  );
  for (const { name, block } of dynamicBlocks(dynamic)) {
    const made = blocksExpression(name, block);
    const before = own(resolved, name);
    const both = before === undefined ? made : `concat(${toCode(before)}, ${made})`;
    setOwn(resolved, name, `\${${both}}`);
  }
  return resolved;
}

/** Blocks are lists of objects, and so are some attributes: an attribute has no `dynamic`, unless somebody named it so. */
function resolveInside(value: Written): Written {
  if (isWrittenList(value)) return value.map(resolveInside);
  return isWrittenObject(value) ? resolveDynamicBlocks(value) : value;
}

function dynamicBlocks(dynamic: Written | undefined): { name: string; block: WrittenObject }[] {
  return asList(dynamic).flatMap((each) =>
    Object.entries(each).flatMap(([name, blocks]) => asList(blocks).map((block) => ({ name, block }))),
  );
}

/** `each` has `key` and `value`, as the iterator of a dynamic block. */
function blocksExpression(name: string, { for_each: over = [], iterator, content }: WrittenObject): string {
  const each =
    (typeof iterator === 'string' ? (literalOf(iterator) ?? iterator.slice(2, -1)) : undefined) ?? name;
  const [body = {}] = asList(content);
  const pairs = `[for edge_key, edge_value in ${toCode(over)} : { key = edge_key, value = edge_value }]`;
  return `[for ${each} in ${pairs} : ${toCode(resolveDynamicBlocks(body))}]`;
}

function asList(written: Written | undefined): readonly WrittenObject[] {
  return bodiesOf(written) as readonly WrittenObject[];
}
