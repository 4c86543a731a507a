import {
  isApiError,
  mayHaveBeenApplied,
  type ApiError,
  type EdgeClient,
  type RuleInput,
  type RulesReplacement,
} from '../client';
import { policy } from '../client/alerting';
import { job } from '../client/logpush';
import { Member, type ApiObject, type Members } from '../client/object';
import { rule, ruleset } from '../client/rulesets';
import { isObject, textOf, type JsonObject } from '../ground/json';
import { own } from '../ground/record';
import { getOrAdd, onceFor } from '../ground/remember';
import { listsAsOf } from '../ground/lists-as-of';
import { DiagnosticError, errorAt, warningAt, type Diagnostic } from '../schema';
import type { HandlerContext } from './handler';

const tableOf = { job, policy, rule, ruleset };

type Table = ApiObject<Members>;

type ObjectKind = keyof typeof tableOf;

/** A rule without the members that this version does not know, to judge and compare. */
export function withoutUnknown<T extends object>(read: T): T {
  return strip(read as unknown as JsonObject, rule) as unknown as T;
}

/** The members of an object that this version does not know, each as a path: `output_options.next`. */
export function unknownMembersOf(kind: ObjectKind, read: object): string[] {
  const paths = unknownPaths(read as JsonObject, tableOf[kind]);
  return [...new Set(paths.map((path) => path.join('.')))];
}

/** Reports unknown members, each once in a run: every object of the kind may have them. `name`: `zone 1234: job 5` for instance. */
export function reportUnknown(
  kind: ObjectKind,
  name: string,
  read: object,
  { service, warn }: Pick<HandlerContext<EdgeClient>, 'service' | 'warn'>,
): void {
  const known = getOrAdd(reportedBy(service), kind, () => new Set());
  const paths = unknownMembersOf(kind, read).filter((path) => !known.has(path));
  if (paths.length === 0) return;
  for (const path of paths) known.add(path);
  warn(
    warningAt(
      [],
      'Members unknown to this version',
      `${name} has ${paths.join(', ')}. This version, as of ${listsAsOf}, has no attribute for them. Every update keeps them. Further ` +
        `${pluralOf[kind]} that have them are not reported.`,
    ),
  );
}

const pluralOf = { job: 'jobs', policy: 'policies', rule: 'rules', ruleset: 'rulesets' } as const;

/** An object to send, and the stored one that it replaces, as it was received. */
export interface Replacement<Input extends object> {
  readonly sent: Input;
  readonly stored: object | undefined;
}

export type RuleReplacement = Replacement<RuleInput>;

/** Replaces the rules of a ruleset. Both keep the members that this version does not know. */
export function replaceWithUnknown<T>(
  { sent, stored, rules }: Replacement<object> & { readonly rules: readonly RuleReplacement[] },
  service: EdgeClient,
  send: (body: RulesReplacement) => Promise<T>,
): Promise<T> {
  const own = { sent, stored: stored && { ...stored, rules: [] } };
  return sendWithUnknown('ruleset', [own], service, ([top]) =>
    sendWithUnknown('rule', rules, service, (each) => send({ ...top, rules: each })),
  );
}

/**
 * Sends objects with the members of the stored ones that this version does not know: the service replaces them as a whole. A member
 * that the service does not know in a request is its own, and is left out from then on.
 *
 * Throws a DiagnosticError for one that the service refuses otherwise.
 */
export async function sendWithUnknown<Input extends object, T>(
  kind: ObjectKind,
  objects: readonly Replacement<Input>[],
  service: EdgeClient,
  send: (objects: readonly Input[]) => Promise<T>,
): Promise<T> {
  const known = tableOf[kind];
  const omitted = getOrAdd(omittedBy(service), kind, () => new Set());
  const paths = objects.flatMap(({ stored = {} }) => unknownPaths(stored as JsonObject, known));
  const added = new Set(paths.map((path) => path.at(-1) ?? '').filter((name) => !omitted.has(name)));
  const whole = objects.map(
    ({ sent, stored = {} }) => complete(sent as JsonObject, stored as JsonObject, known, omitted) as Input,
  );
  try {
    return await send(whole);
  } catch (error) {
    if (!isApiError(error) || error.status !== 400 || mayHaveBeenApplied(error)) throw error;
    const unasked = unknownFieldOf(error);
    if (unasked !== undefined && added.has(unasked)) {
      omitted.add(unasked);
      return sendWithUnknown(kind, objects, service, send);
    }
    const refused = [...added].find((name) => isAbout(error, name));
    if (refused === undefined) throw error;
    throw new DiagnosticError([memberRefused(kind, refused, error)], { cause: error });
  }
}

const noNames = () => new Map<ObjectKind, Set<string>>();

/** The names that the service of a client does not take in a request. */
const omittedBy = onceFor((_: EdgeClient) => noNames());

const reportedBy = onceFor((_: EdgeClient) => noNames());

/** The field that a refusal calls unknown. Source: public facts, section 1.4; the one of policies is assumed. */
function unknownFieldOf({ message }: ApiError): string | undefined {
  return /unknown field "([^"]+)"|([^\s.]+) is an unknown field/.exec(message)?.slice(1).find(Boolean);
}

/** Whether a refusal is about a field. The grammar of refusals: public facts, section 1.4. */
function isAbout({ pointer = '', message }: ApiError, name: string): boolean {
  return (
    pointer.split('/').includes(name) ||
    message.includes(`valid value for ${name} `) ||
    message.includes(JSON.stringify(name))
  );
}

function memberRefused(kind: ObjectKind, name: string, { message }: ApiError): Diagnostic {
  return errorAt(
    [],
    `Member of a ${kind} refused by the API`,
    `The ${kind} has the member ${JSON.stringify(name)}, which this version, as of ${listsAsOf}, does not know. An update replaces the whole ` +
      `${kind}, so it was sent back as it was read, and the API refuses it. Nothing was changed. Use a version of this package that knows ` +
      `the member, or remove it from the ${kind} where it was set, and apply again. ${message}`,
  );
}

/** Removes unknown members, and read-only ones that no request has. */
function strip(fields: JsonObject, known: Table): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const member = own(known.members, name)?.traits;
      if (member === undefined || (member.isAsIs === true && member.access === 'read-only')) return [];
      return [[name, member.object === undefined ? value : stripEach(value, member.object)] as const];
    }),
  );
}

function stripEach(value: unknown, known: Table): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => stripEach(item, known));
  return isObject(value) ? strip(value, known) : value;
}

/** The paths of the members that are unknown. Those of an item of a list are those of the list. */
function unknownPaths(stored: JsonObject, known: Table): string[][] {
  return Object.entries(stored).flatMap(([name, value]): string[][] => {
    const member = own(known.members, name);
    // The names of data are known to what reads them.
    if (member === undefined) return known.more instanceof Member ? [] : [[name]];
    const { object } = member.traits;
    if (object === undefined) return [];
    const parts = [value].flat().filter(isObject);
    return parts.flatMap((part) => unknownPaths(part, object).map((path) => [name, ...path]));
  });
}

/** Adds the unknown members of the stored object to the sent one. Items of lists that are not sent add nothing. */
function complete(
  sent: JsonObject,
  stored: JsonObject,
  known: Table,
  omitted: ReadonlySet<string>,
): JsonObject {
  const added = Object.entries(stored).flatMap(([name, value]): [string, unknown][] => {
    const present = own(sent, name);
    const member = own(known.members, name);
    if (member === undefined) {
      const isKept = present === undefined && !(known.more instanceof Member) && !omitted.has(name);
      return isKept ? [[name, value]] : [];
    }
    const { object } = member.traits;
    if (object === undefined) return [];
    if (Array.isArray(value) && Array.isArray(present))
      return [[name, present.map((item: unknown) => completeItem(item, value, object, omitted))]];
    if (!isObject(value) || (present !== undefined && !isObject(present))) return [];
    const whole = complete(present ?? {}, value, object, omitted);
    return Object.keys(whole).length === 0 ? [] : [[name, whole]];
  });
  return { ...sent, ...Object.fromEntries(added) };
}

/** Completes an item of a list by the stored one with its id, category or name. */
function completeItem(
  item: unknown,
  stored: readonly unknown[],
  known: Table,
  omitted: ReadonlySet<string>,
): unknown {
  if (!isObject(item)) return item;
  const key = keyOf(item);
  const found = stored.filter(isObject).find((each) => key !== undefined && keyOf(each) === key);
  return found === undefined ? item : complete(item, found, known, omitted);
}

function keyOf({ id, category, name }: JsonObject): string | undefined {
  return textOf(id ?? category ?? name);
}
