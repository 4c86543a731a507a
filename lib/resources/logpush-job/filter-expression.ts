import {
  integerPattern,
  spellItem,
  type Condition,
  type Dataset,
  type FieldType,
  type Filter,
  type Leaf,
  type Scalar,
} from '../../logs';
import { expressionOf, hasTemplateSequence, isListToken, toCode, writtenAtSynth } from '../expressions';

/**
 * A filter with values that only Terraform knows, as the expression that encodes it: `jsonencode({where = …})`. So each value is
 * what it would be as a literal, whatever characters it has. Terraform's own types do not matter: a number in place of a text
 * becomes a text, and in a set of integers a text becomes a number.
 *
 * @param dataset - undefined if only Terraform knows it: then the items of sets keep their types
 */
export function filterExpression({ where }: Filter, dataset: Dataset | undefined): string {
  return writtenAtSynth(
    () => withMarkedLists(where),
    (resolved) => `\${jsonencode({where = ${write(resolved as Resolved, dataset)}})}`,
  ).toString();
}

type MarkedLeaf<Items> = Omit<Leaf, 'value'> & {
  readonly value: Scalar | readonly (Scalar | { items: Items })[];
};
/** A condition in which the tokens of lists are marked: cdktf resolves such a token only where it is alone in a list. */
type Marked<Items> =
  | MarkedLeaf<Items>
  | { readonly and: readonly Marked<Items>[] }
  | { readonly or: readonly Marked<Items>[] };

function withMarkedLists(condition: Condition): Marked<readonly Scalar[]> {
  if ('and' in condition) return { and: condition.and.map(withMarkedLists) };
  if ('or' in condition) return { or: condition.or.map(withMarkedLists) };
  const { value } = condition;
  if (typeof value !== 'object') return { ...condition, value };
  return {
    ...condition,
    value: value.map((item) => (isListToken(item) ? { items: [item] } : item)),
  };
}

/** Items of a set with tokens in Terraform's syntax: that of a list is an expression, or the list that it stands for. */
type ResolvedItems = string | readonly Scalar[];
type Resolved = Marked<ResolvedItems>;

function write(condition: Resolved, dataset: Dataset | undefined): string {
  if ('operator' in condition) return writeLeaf(condition, dataset);
  const [kind, children] =
    'and' in condition ? (['and', condition.and] as const) : (['or', condition.or] as const);
  return `{${kind} = [${children.map((child) => write(child, dataset)).join(', ')}]}`;
}

function writeLeaf(
  { key, operator, value }: MarkedLeaf<ResolvedItems>,
  dataset: Dataset | undefined,
): string {
  const written =
    typeof value === 'object' ? writeSet(value, dataset?.fields.get(key)) : writeText(String(value));
  return `{key = ${writeText(key)}, operator = ${toCode(operator)}, value = ${written}}`;
}

function writeSet(
  items: readonly (Scalar | { items: ResolvedItems })[],
  type: FieldType | undefined,
): string {
  const lists: string[] = [];
  let run: string[] = [];
  const endRun = () => {
    if (run.length > 0) lists.push(`[${run.join(', ')}]`);
    run = [];
  };
  for (const item of items) {
    const { items: listed } = typeof item === 'object' ? item : { items: [item] };
    if (typeof listed !== 'string') run.push(...listed.map((each) => writeItem(each, type)));
    else {
      endRun();
      lists.push(`[for item in ${toCode(listed)} : ${converted('item', type)}]`);
    }
  }
  endRun();
  const [only = '[]', ...more] = lists;
  return more.length === 0 ? only : `concat(${lists.join(', ')})`;
}

function writeItem(item: Scalar, type: FieldType | undefined): string {
  if (typeof item === 'string' && hasTemplateSequence(item))
    return type === 'string' ? writeText(item) : converted(toCode(item), type);
  const spelled = spellItem(item, type);
  return typeof spelled === 'bigint' ? String(spelled) : toCode(spelled);
}

/** Converts an item at deploy as {@link spellItem} does a literal. */
function converted(expression: string, type: FieldType | undefined): string {
  if (type === 'string') return `tostring(${expression})`;
  if (type !== 'int') return expression;
  return `try(tonumber(regex(${toCode(integerPattern.source)}, ${expression})), ${expression})`;
}

/** The code of a text. Terraform makes a text of a template, but not of one that is a single expression. */
function writeText(template: string): string {
  const code = toCode(template);
  return expressionOf(template) === undefined ? code : `tostring(${code})`;
}
