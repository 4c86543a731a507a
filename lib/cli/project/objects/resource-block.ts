import { quoted, quoteText, verbatim, type Attribute, type Block, type Expression } from '../../../hcl/print';
import {
  isWrittenList,
  isWrittenObject,
  literalOf,
  type Written,
  type WrittenObject,
} from '../../../hcl/template';
import { heredocOf, toExpression } from '../../../hcl/to-expression';
import { filterOf } from './filter-expression';
import { linesAbove, linesAboveObject, type ObjectCode, type ObjectMeta } from './object-code';

export function resourceBlock(object: ObjectCode, name: string): Block {
  const { typeName, meta = {}, config } = object;
  const attributes = Object.entries(config).map(([attribute, value]): Attribute => ({
    name: attribute,
    value: attributeExpression(attribute, value),
    comments: linesAbove(attribute, object),
  }));
  return {
    head: `resource ${quoteText(typeName)} ${quoteText(name)}`,
    comments: linesAboveObject(object, config),
    body: [...repetition(meta), ...attributes, ...dependencies(meta), ...lifecycleBlocks(meta)],
  };
}

/** The block that imports an object under an address. */
export function importBlock({ to, id }: { readonly to: string; readonly id: string }): Block {
  return {
    head: 'import',
    body: [
      { name: 'to', value: verbatim(to) },
      { name: 'id', value: quoted(id) },
    ],
  };
}

/** The value of an attribute: a filter is an object that Terraform encodes, where that is exact. */
export function attributeExpression(attribute: string, value: Written): Expression {
  const literal = attribute === 'filter' && typeof value === 'string' ? literalOf(value) : undefined;
  const exact = literal === undefined ? undefined : filterOf(literal);
  if (exact?.kind === 'json') return exact;
  return (typeof value === 'string' ? heredocOf(value) : undefined) ?? exact ?? toExpression(value);
}

function lifecycleBlocks({ lifecycle = {} }: ObjectMeta): Block[] {
  const body = Object.entries(lifecycle).flatMap(([name, value]): (Attribute | Block)[] =>
    isWrittenList(value)
      ? value.filter(isWrittenObject).map((each) => ({ head: name, body: argumentsOf(each) }))
      : argumentsOf({ [name]: value }),
  );
  return body.length === 0 ? [] : [{ head: 'lifecycle', body }];
}

function argumentsOf(values: WrittenObject): Attribute[] {
  return Object.entries(values).map(([name, value]) => ({ name, value: toExpression(value) }));
}

function repetition({ forEach, count }: ObjectMeta): Attribute[] {
  return Object.entries({ count, for_each: forEach }).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: toExpression(value), isSpaced: true }],
  );
}

function dependencies({ dependsOn = [] }: ObjectMeta): Attribute[] {
  if (dependsOn.length === 0) return [];
  return [{ name: 'depends_on', value: { kind: 'list', items: dependsOn.map(verbatim) }, isSpaced: true }];
}
