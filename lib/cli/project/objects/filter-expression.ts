import { parseFilter, type Condition } from '../../../logs';
import { quoted, verbatim, type Attribute, type Expression } from '../../../hcl/print';

/** A filter as an object that Terraform encodes, where that is exact; otherwise as its text. */
export function filterOf(text: string): Expression {
  const { filter } = parseFilter(text);
  const encoded = filter && jsonOf(filter.where);
  if (encoded === undefined) return quoted(text);
  const members = [{ name: 'where', value: encoded }];
  return { kind: 'json', value: { kind: 'object', members, isExpanded: true } };
}

function jsonOf(condition: Condition): Expression | undefined {
  if ('operator' in condition) return leafOf(condition);
  const [kind, children] =
    'and' in condition ? (['and', condition.and] as const) : (['or', condition.or] as const);
  const items = children.map(jsonOf).filter((part) => part !== undefined);
  return items.length < children.length
    ? undefined
    : { kind: 'object', members: [{ name: kind, value: { kind: 'list', items } }] };
}

function leafOf({ key, operator, value }: Extract<Condition, { operator: unknown }>): Expression | undefined {
  const values = typeof value === 'object' ? value : [value];
  if (values.some((each) => typeof each === 'bigint')) return undefined;
  const items = values.map((each) => (typeof each === 'string' ? quoted(each) : verbatim(String(each))));
  const [first = quoted('')] = items;
  const members: Attribute[] = [
    { name: 'key', value: quoted(key) },
    { name: 'operator', value: quoted(operator) },
    { name: 'value', value: typeof value === 'object' ? { kind: 'list', items } : first },
  ];
  return { kind: 'object', members };
}
