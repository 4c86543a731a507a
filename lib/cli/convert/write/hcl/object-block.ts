import { contracts } from '../../../import/write/config';
import { filterOf } from '../../../import/write/hcl/filter';
import { attributeLines, lifecycleBlocks, standingSettings } from '../../../project/standing-settings';
import {
  list,
  quoteText,
  verbatim,
  type Attribute,
  type Block,
  type Expression,
} from '../../../../hcl/print';
import { heredocOf, toExpression } from '../../../../hcl/to-expression';
import type { ConvertedObject } from '../../model';
import { literalOf, type Written } from '../../../../hcl/template';
import { remarkLines } from '../remark-lines';
import type { OldComment } from './comments';

/**
 * An object as a resource block.
 *
 * @param comments - those of the blocks that it replaces
 */
export function objectBlock(object: ConvertedObject, comments: readonly OldComment[]): Block {
  const { typeName, name, meta, config } = object;
  const standing = standingSettings(contracts[typeName]);
  const notes = [...comments, ...object.remarks.map((remark) => ({ ...remark, lines: remarkLines(remark) }))];
  const linesFor = (attribute: string) =>
    notes.filter((each) => each.attribute === attribute).flatMap(({ lines }) => lines);
  const isElsewhere = ({ attribute }: OldComment) =>
    attribute === undefined || !Object.hasOwn(config, attribute);
  const attributes = Object.entries(config).map(([attribute, value]): Attribute => {
    const lines = linesFor(attribute);
    return {
      name: attribute,
      value: valueOf(attribute, value),
      ...(lines.length > 0 && { comments: lines }),
    };
  });
  return {
    head: `resource ${quoteText(typeName)} ${quoteText(name)}`,
    comments: notes.filter(isElsewhere).flatMap(({ lines }) => lines),
    body: [
      ...repetition(meta),
      ...attributes,
      ...attributeLines(standing),
      ...dependencies(meta),
      ...lifecycleBlocks({ ...standing.lifecycle, ...meta.lifecycle }),
    ],
  };
}

function repetition({ forEach, count }: ConvertedObject['meta']): Attribute[] {
  return Object.entries({ count, for_each: forEach }).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: toExpression(value), isApart: true }],
  );
}

function dependencies({ dependsOn = [] }: ConvertedObject['meta']): Attribute[] {
  if (dependsOn.length === 0) return [];
  return [{ name: 'depends_on', value: list(dependsOn.map(verbatim)), isApart: true }];
}

function valueOf(attribute: string, value: Written): Expression {
  const literal = attribute === 'filter' && typeof value === 'string' ? literalOf(value) : undefined;
  const exact = literal === undefined ? undefined : filterOf(literal);
  if (exact?.kind === 'json') return exact;
  return (typeof value === 'string' ? heredocOf(value) : undefined) ?? exact ?? toExpression(value);
}
