import { isObject, isTexts } from '../../ground/json';
import { badControl } from '../controls/control';
import { isHeader } from '../http/headers';
import { object, type Complete } from '../schema/body';
import { anything, flag, text, valueWhere, wholeNumber } from '../schema/values';
import { isString } from '../shape';
import { patternFault } from './path-pattern';

export const faultKinds = [
  'status',
  'not_json',
  'lost_reply',
  'lost_request',
  'cut_body',
  'result',
  'delay',
  'hang',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Kinds that can precede or follow the effect of the call; every other kind determines that itself. */
export const kindsWithAfter: readonly FaultKind[] = ['status', 'not_json', 'delay'];

const methods = valueWhere(
  (value): value is string | readonly string[] => isString(value) || (isTexts(value) && value.length > 0),
  'must be a string, or an array of at least one',
);

/** The members of a fault to inject: the calls it affects, how many of them, and the effect. */
export const faultFields = {
  match: object({ method: methods, path: text.without(patternFault) }).or({}, null),
  /** Matching calls that the fault leaves alone first. */
  skip: wholeNumber(0, Number.MAX_SAFE_INTEGER).or(0),
  /** Calls that fail before the fault is used up: by default one, and without an end where there is a probability. */
  times: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  /** With a probability below 1 only some of the matching calls fail; which ones depends on the seed alone. */
  probability: valueWhere(
    (value): value is number => typeof value === 'number' && value >= 0 && value <= 1,
    'must be a number from 0 to 1',
  ),
  seed: wholeNumber(0, 2 ** 32 - 1),
  /** The call takes effect first. Only for the kinds of `kindsWithAfter`. */
  after: flag,
  kind: valueWhere(
    (value): value is FaultKind => faultKinds.some((kind) => kind === value),
    `must be one of ${faultKinds.join(', ')}`,
  ).readAs(),
  status: wholeNumber(200, 599),
  code: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  message: text,
  ms: wholeNumber(0, 3_600_000),
  headers: valueWhere(isHeaders, 'must be an object of names and values that HTTP can carry'),
  result: anything,
};

export type FaultOrder = Complete<typeof faultFields> & { readonly times: number };

/** The order of a body, whose members may exclude each other. */
export function parseFaultOrder(sent: Complete<typeof faultFields>): FaultOrder {
  const { match, skip, times, ...rest } = sent;
  const { probability, seed, after, kind } = rest;
  if ('result' in sent !== (kind === 'result'))
    throw badControl('result: goes with the kind result, which needs it');
  if (probability === undefined && seed !== undefined) throw badControl('seed: needs a probability');
  if (after !== undefined && !kindsWithAfter.includes(kind))
    throw badControl(`after: goes with the kinds ${kindsWithAfter.join(', ')} only`);
  return { match, skip, times: times ?? (probability === undefined ? 1 : Number.MAX_SAFE_INTEGER), ...rest };
}

function isHeaders(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.entries(value).every(([name, each]) => isHeader(name, each));
}
