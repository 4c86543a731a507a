import { parseFilter, type Condition } from '../../../logs';
import {
  expandedObject,
  jsonEncoded,
  list,
  objectOf,
  quoted,
  verbatim,
  type Expression,
} from '../../../hcl/print';

/** A filter as an object that Terraform encodes, where that is exact; otherwise as its text. */
export function filterOf(text: string): Expression {
  const { filter } = parseFilter(text);
  const encoded = filter && jsonOf(filter.where);
  if (encoded === undefined) return quoted(text);
  return jsonEncoded(expandedObject([{ name: 'where', value: encoded }]));
}

function jsonOf(condition: Condition): Expression | undefined {
  if ('operator' in condition) return leafOf(condition);
  const [kind, children] =
    'and' in condition ? (['and', condition.and] as const) : (['or', condition.or] as const);
  const parts = children.map(jsonOf);
  return parts.includes(undefined)
    ? undefined
    : objectOf([{ name: kind, value: list(parts.filter((part) => part !== undefined)) }]);
}

function leafOf({ key, operator, value }: Extract<Condition, { operator: unknown }>): Expression | undefined {
  const values = typeof value === 'object' ? value : [value];
  if (values.some((each) => typeof each === 'bigint')) return undefined;
  const scalars = values.map((each) => (typeof each === 'string' ? quoted(each) : verbatim(String(each))));
  const [first = quoted('')] = scalars;
  return objectOf([
    { name: 'key', value: quoted(key) },
    { name: 'operator', value: quoted(operator) },
    { name: 'value', value: typeof value === 'object' ? list(scalars) : first },
  ]);
}
