import { isObject, type JsonObject } from '../../../ground/json';
import type { Reader } from '../../values';
import { orNull } from '../../values';
import { previousRefusals as refusals } from '../../previous-api/errors';
import {
  readChoice,
  readFilledText,
  readFlag,
  readId,
  readInteger,
  readList,
  readMembers,
  readTextUpTo,
} from '../../previous-api/values';

export interface FilterSettings {
  readonly expression: string;
  readonly paused: boolean;
  readonly description: string;
  readonly ref: string;
}

/** A rule in a request; its filter exists or is new. */
export interface SentRule {
  readonly id?: string;
  readonly action: string;
  readonly filter: { readonly id: string } | SentFilter;
  readonly products: readonly string[];
  readonly priority: number | null;
  readonly paused: boolean;
  readonly description: string;
  readonly ref: string;
}

export interface SentFilter extends FilterSettings {
  readonly id?: string;
}

const actions = [
  'block',
  'challenge',
  'js_challenge',
  'managed_challenge',
  'allow',
  'log',
  'bypass',
] as const;
const products = ['zoneLockdown', 'uaBlock', 'bic', 'hot', 'securityLevel', 'rateLimit', 'waf'] as const;

const texts = { paused: readFlag, description: readTextUpTo(500), ref: readTextUpTo(50) };
const noTexts = { paused: false, description: '', ref: '' };

export const readFilter: Reader<SentFilter> = (value, at) => {
  const { expression, ...sent } = readMembers({ id: readId, expression: readFilledText, ...texts })(
    value,
    at,
  );
  if (expression === undefined) throw refusals.missing(`${at}/expression`);
  return { ...noTexts, ...sent, expression };
};

/** An id alone refers to an existing filter. */
const readFilterOfRule: Reader<SentRule['filter']> = (value, at) => {
  if (isObject(value) && value.expression === undefined && value.id !== undefined)
    return { id: readId(value.id, `${at}/id`) };
  return readFilter(value, at);
};

const readRuleMembers = readMembers({
  id: readId,
  action: readChoice(actions),
  filter: readFilterOfRule,
  products: readList(readChoice(products)),
  priority: orNull(readInteger(0, 2_147_483_647)),
  ...texts,
});

export const readFirewallRule: Reader<SentRule> = (value, at) => {
  const { action, filter, products: bypassed = [], ...sent } = readRuleMembers(value, at);
  if (action === undefined) throw refusals.missing(`${at}/action`);
  if (filter === undefined) throw refusals.missing(`${at}/filter`);
  if (action === 'bypass' && bypassed.length === 0)
    throw refusals.invalid(`${at}/products`, 'must have at least one product, since the action is bypass');
  if (action !== 'bypass' && bypassed.length > 0)
    throw refusals.invalid(`${at}/products`, 'go with the action bypass only');
  return { ...noTexts, priority: null, ...sent, action, filter, products: bypassed };
};

/** The body of a create: at least one item, and none of them with an id. */
export function parseNew<Item extends { readonly id?: string }>(
  items: readonly unknown[],
  reader: Reader<Item>,
): readonly Item[] {
  if (items.length === 0) throw refusals.invalid('', 'must have at least one item');
  return items.map((item, index) => {
    const read = reader(item, `/${index}`);
    if (read.id !== undefined) throw refusals.readOnly(`/${index}/id`);
    return read;
  });
}

/** The body of a replacement, which may have the id of the object. */
export function parseReplacement<Item extends { readonly id?: string }>(
  body: JsonObject,
  id: string,
  reader: Reader<Item>,
): Item {
  const read = reader(body, '');
  if (read.id !== undefined && read.id !== id) throw refusals.invalid('/id', 'cannot be changed');
  return read;
}
