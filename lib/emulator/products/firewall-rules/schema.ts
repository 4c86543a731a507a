import { isObject, type JsonObject } from '../../../ground/json';
import { previousRefusals as refusals } from '../../previous-api/errors';
import { id } from '../../previous-api/id';
import { body, object, type Complete } from '../../schema/body';
import { Field } from '../../schema/field';
import { choice, filledText, flag, integer, list, textUpTo } from '../../schema/values';

const texts = { paused: flag.or(false), description: textUpTo(500).or(''), ref: textUpTo(50).or('') };

export const filterBody = body(refusals, { id, expression: filledText.required(), ...texts });
export type SentFilter = Complete<typeof filterBody.fields>;

const newFilter = object(filterBody.fields);
const existingFilter = object({ id: id.required() });

/** An id alone refers to an existing filter. */
const filterOfRule = Field.of<{ readonly id: string } | SentFilter>(
  (value, at, own) =>
    isObject(value) && value.expression === undefined && value.id !== undefined
      ? existingFilter.read({ id: value.id }, at, own)
      : newFilter.read(value, at, own),
  (filter) => ('expression' in filter ? newFilter.write(filter) : filter),
);

export const ruleBody = body(refusals, {
  id,
  action: choice(
    'block',
    'challenge',
    'js_challenge',
    'managed_challenge',
    'allow',
    'log',
    'bypass',
  ).required(),
  filter: filterOfRule.required(),
  products: list(choice('zoneLockdown', 'uaBlock', 'bic', 'hot', 'securityLevel', 'rateLimit', 'waf')).or([]),
  priority: integer(0, 2_147_483_647).or(null),
  ...texts,
});
/** A rule in a request; its filter exists or is new. */
export type SentRule = Complete<typeof ruleBody.fields>;

export function parseFilter(value: unknown, at = ''): SentFilter {
  return filterBody.parse(value, at);
}

export function parseRule(value: unknown, at = ''): SentRule {
  const rule = ruleBody.parse(value, at);
  const { action, products } = rule;
  if (action === 'bypass' && products.length === 0)
    throw refusals.invalid(`${at}/products`, 'must have at least one product, since the action is bypass');
  if (action !== 'bypass' && products.length > 0)
    throw refusals.invalid(`${at}/products`, 'go with the action bypass only');
  return rule;
}

/** The body of a create: at least one item, and none of them with an id. */
export function parseNew<Item extends { readonly id?: string }>(
  items: readonly unknown[],
  parse: (value: unknown, at: string) => Item,
): readonly Item[] {
  if (items.length === 0) throw refusals.invalid('', 'must have at least one item');
  return items.map((item, index) => {
    const read = parse(item, `/${index}`);
    if (read.id !== undefined) throw refusals.readOnly(`/${index}/id`);
    return read;
  });
}

/** The body of a replacement, which may have the id of the object. */
export function parseReplacement<Item extends { readonly id?: string }>(
  sent: JsonObject,
  ofPath: string,
  parse: (value: unknown) => Item,
): Item {
  const read = parse(sent);
  if (read.id !== undefined && read.id !== ofPath) throw refusals.invalid('/id', 'cannot be changed');
  return read;
}
