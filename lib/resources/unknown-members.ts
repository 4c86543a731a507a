import { isApiError, mayHaveBeenApplied, type ApiError, type EdgeClient, type RuleInput } from '../client';
import { isObject, textOf } from '../ground/json';
import { own } from '../ground/record';
import { listsAsOf } from '../ground/lists-as-of';
import { DiagnosticError, errorAt, type Diagnostic } from '../schema';
import type { Fields } from './narrow';

/** The members of an object that this version knows, recursively. Those that are read-only are not sent. */
interface Known {
  readonly [member: string]: true | 'read-only' | Known;
}

const override: Known = {
  id: true,
  category: true,
  action: true,
  enabled: true,
  score_threshold: true,
  sensitivity_level: true,
};

const customField: Known = { name: true, preserve_duplicates: true };

/** Source: specification 2.3 to 2.5, public facts 1.2 to 1.4 and 6.3. */
const rule: Known = {
  id: true,
  version: true,
  ref: true,
  last_updated: true,
  action: true,
  action_parameters: {
    id: true,
    version: true,
    matched_data: { public_key: true },
    overrides: {
      action: true,
      enabled: true,
      sensitivity_level: true,
      categories: override,
      rules: override,
    },
    ruleset: true,
    rulesets: true,
    rules: true,
    phase: true,
    phases: true,
    products: true,
    request_fields: customField,
    response_fields: customField,
    cookie_fields: customField,
    transformed_request_fields: customField,
    raw_response_fields: customField,
  },
  expression: true,
  description: true,
  enabled: true,
  logging: { enabled: true },
  categories: 'read-only',
  score_threshold: 'read-only',
};

/** A rule without the members that this version does not know: what is judged and compared. */
export function onlyKnown<T extends object>(read: T): T {
  return strip(read as unknown as Fields, rule) as unknown as T;
}

/** Whether a rule has members that this version does not know. */
export function hasUnknown(read: object): boolean {
  return Object.keys(extraOf(read as Fields, rule, new Set())).length > 0;
}

/** A rule to send, and the stored one that it replaces, as it was received. */
export interface RuleReplacement {
  readonly sent: RuleInput;
  readonly stored: object | undefined;
}

/**
 * Sends rules with the members of the stored ones that this version does not know: the service replaces a rule as a whole. A member
 * that the service does not know in a request is its own, and is left out from then on.
 *
 * Throws a DiagnosticError for one that the service refuses otherwise.
 */
export async function sendWithUnknown<T>(
  rules: readonly RuleReplacement[],
  service: EdgeClient,
  send: (rules: readonly RuleInput[]) => Promise<T>,
): Promise<T> {
  const omitted = omittedBy.get(service) ?? new Set<string>();
  omittedBy.set(service, omitted);
  const added = new Set<string>();
  const complete = rules.map(({ sent, stored = {} }) => {
    const extra = extraOf(stored as Fields, rule, omitted);
    for (const name of namesIn(extra, rule)) added.add(name);
    return join(sent, extra) as unknown as RuleInput;
  });
  try {
    return await send(complete);
  } catch (error) {
    if (!isApiError(error) || error.status !== 400 || mayHaveBeenApplied(error)) throw error;
    const unasked = unknownFieldOf(error);
    if (unasked !== undefined && added.has(unasked)) {
      omitted.add(unasked);
      return sendWithUnknown(rules, service, send);
    }
    const refused = [...added].find((name) => isAbout(error, name));
    if (refused === undefined) throw error;
    throw new DiagnosticError([memberRefused(refused, error)], { cause: error });
  }
}

/** The names that the service of a client does not take in a request. */
const omittedBy = new WeakMap<EdgeClient, Set<string>>();

/** Source: public facts, section 1.4. */
function unknownFieldOf({ message }: ApiError): string | undefined {
  return /unknown field "([^"]+)"/.exec(message)?.[1];
}

/** The grammar of refusals: public facts, section 1.4. */
function isAbout({ pointer = '', message }: ApiError, name: string): boolean {
  return (
    pointer.split('/').includes(name) ||
    message.includes(`valid value for ${name} `) ||
    message.includes(JSON.stringify(name))
  );
}

function memberRefused(name: string, { message }: ApiError): Diagnostic {
  return errorAt(
    [],
    'Member of a rule refused by the API',
    `The rule has the member ${JSON.stringify(name)}, which this version, as of ${listsAsOf}, does not know. An update replaces the whole ` +
      'rule, so it was sent back as it was read, and the API refuses it. Nothing was changed. Use a version of this package that knows ' +
      `the member, or remove it from the rule where it was set, and apply again. ${message}`,
  );
}

function strip(fields: Fields, known: Known): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const inner = own(known, name);
      if (inner === undefined || inner === 'read-only') return [];
      return [[name, inner === true ? value : stripEach(value, inner)] as const];
    }),
  );
}

function stripEach(value: unknown, known: Known): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => stripEach(item, known));
  return isObject(value) ? strip(value, known) : value;
}

/** The unknown members alone. Items of lists keep what identifies them. */
function extraOf(stored: Fields, known: Known, omitted: ReadonlySet<string>): Fields {
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, value]): [string, unknown][] => {
      const inner = own(known, name);
      if (inner === undefined) return omitted.has(name) ? [] : [[name, value]];
      if (typeof inner === 'string' || inner === true) return [];
      const extra = extraOfEach(value, inner, omitted);
      return extra === undefined ? [] : [[name, extra]];
    }),
  );
}

function extraOfEach(value: unknown, known: Known, omitted: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    const items = value.filter(isObject).flatMap((item): Item[] => {
      const extra = extraOf(item, known, omitted);
      return Object.keys(extra).length === 0 ? [] : [{ key: keyOf(item), extra }];
    });
    return items.length === 0 ? undefined : new Items(items);
  }
  const extra = isObject(value) ? extraOf(value, known, omitted) : {};
  return Object.keys(extra).length === 0 ? undefined : extra;
}

interface Item {
  readonly key: string | undefined;
  readonly extra: Fields;
}

/** The unknown members of the items of a list, which are found by id, category or name. */
class Items {
  constructor(readonly items: readonly Item[]) {}
}

function keyOf({ id, category, name }: Fields): string | undefined {
  return textOf(id ?? category ?? name);
}

/** The names of the unknown members. */
function namesIn(extra: Fields, known: Known): string[] {
  return Object.entries(extra).flatMap(([name, value]) => {
    const inner = own(known, name);
    if (typeof inner !== 'object') return [name];
    if (value instanceof Items) return value.items.flatMap((item) => namesIn(item.extra, inner));
    return isObject(value) ? namesIn(value, inner) : [];
  });
}

/** What is sent wins. Lists whose items are gone have nothing to add to. */
function join(sent: Fields, extra: Fields): Fields {
  const joined = Object.entries(extra).flatMap(([name, value]): [string, unknown][] => {
    const present = own(sent, name);
    if (value instanceof Items) return Array.isArray(present) ? [[name, joinItems(present, value)]] : [];
    if (isObject(value) && isObject(present)) return [[name, join(present, value)]];
    return present === undefined ? [[name, value]] : [];
  });
  return { ...sent, ...Object.fromEntries(joined) };
}

function joinItems(sent: readonly unknown[], { items }: Items): readonly unknown[] {
  return sent.map((item) => {
    if (!isObject(item)) return item;
    const key = keyOf(item);
    const found = items.find((each) => each.key !== undefined && each.key === key);
    return found === undefined ? item : join(item, found.extra);
  });
}
