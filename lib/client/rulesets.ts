import { isObject } from '../ground/json';
import { Collection, defineKind } from './collection';
import { isApiError } from './errors';
import { GrowingList, untilComplete } from './pages';
import * as known from './known-members';
import { ObjectReader, readList, readerOf, refuse, type Read, type Unreadable } from './reader';
import type { Call, CallOptions, CreateOptions, Transport } from './transport';

/** A ruleset as the list has it: without its rules. Source: section 2.2 of the specification. Unknown fields are kept. */
export interface RulesetSummary {
  readonly id: string;
  readonly name: string;
  /** `""` when the service leaves it out. */
  readonly description: string;
  /** `zone` for a zone's own; `managed`, `custom` and `root` exist as well. */
  readonly kind: string;
  /** `http_log_custom_fields` for instance. */
  readonly phase: string;
  /** A decimal number as a string; it rises with each change. */
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly last_updated: string;
  readonly [field: string]: unknown;
}

/** A ruleset with its rules, in the order they are evaluated. */
export interface Ruleset extends RulesetSummary {
  /** `[]` when the service leaves it out. */
  readonly rules: readonly Rule[];
}

/** A rule as the service returns it. Source: section 2.3 of the specification. Unknown fields are kept. */
export interface Rule {
  readonly id: string;
  readonly version: string;
  /** For example `log_custom_field`, `execute` or `log`. */
  readonly action: string;
  /** Fields of actions other than `log_custom_field` are `unknown`. */
  readonly action_parameters?: CustomFieldParameters;
  readonly expression: string;
  readonly description: string;
  /** A name that survives the replacement of a rule. Defaults to its ID. */
  readonly ref: string;
  /** `true` when the service leaves it out, its documented default. */
  readonly enabled: boolean;
  readonly last_updated: string;
  readonly [field: string]: unknown;
}

/** A rule to be stored. Send `ref` or `id` to keep a rule's identity; `version` and `last_updated` are the service's. */
export interface RuleInput {
  readonly id?: string;
  readonly ref?: string;
  readonly action: string;
  /** `true` for `log_custom_field`. */
  readonly expression: string;
  readonly action_parameters?: CustomFieldParameters;
  readonly description?: string;
  /** @default - true */
  readonly enabled?: boolean;
  readonly [field: string]: unknown;
}

/** One header or cookie. Header names are lower case, cookie names exactly as in the request. */
export interface NamedField {
  readonly name: string;
  readonly [field: string]: unknown;
}

/**
 * What a `log_custom_field` rule selects; at least one array. Source: section 2.4 of the specification for the first
 * three, the public documentation of custom fields for the other two.
 */
export interface CustomFieldParameters {
  readonly request_fields?: readonly NamedField[];
  readonly response_fields?: readonly NamedField[];
  readonly cookie_fields?: readonly NamedField[];
  readonly transformed_request_fields?: readonly NamedField[];
  readonly raw_response_fields?: readonly NamedField[];
  readonly [field: string]: unknown;
}

/** A ruleset to create. Its name, kind and phase cannot change later. */
export interface RulesetInput {
  readonly name: string;
  readonly kind: 'zone';
  readonly description: string;
  readonly phase: string;
}

/** What replaces the rules of a ruleset. */
export interface RulesReplacement {
  /** All rules, in order. Rules that are not sent are deleted. */
  readonly rules: readonly RuleInput[];
  /** @default - the description stays */
  readonly description?: string;
}

/** The options of {@link RulesetsApi.replaceRules}. */
export interface ReplaceRulesOptions extends CallOptions {
  /**
   * Asked before the call is repeated after a failure, for example whether the ruleset still has the version that was read. If it resolves
   * to false or fails, the call fails with the error of the last attempt.
   *
   * @default - a call that fails in a way that may pass is repeated
   */
  readonly isStillMeant?: () => Promise<boolean>;
}

/** A list of more pages does not end: a zone has tens of rulesets. */
const mostPages = 1000;

/**
 * The rulesets of a zone.
 *
 * Every method rejects with an {@link EdgeError}; a reply that is not what is documented here is an
 * {@link UnreadableReplyError}.
 *
 * @example
 * import { EdgeClient } from 'cdktf-edge-platform/client';
 *
 * async function logSessionCookie(zoneId: string): Promise<void> {
 *   const client = new EdgeClient({
 *     baseUrl: process.env.EDGE_BASE_URL ?? 'http://127.0.0.1:8787/client/v4',
 *     credentials: { apiToken: process.env.EDGE_API_TOKEN ?? 'a-token' },
 *   });
 *   const phase = 'http_log_custom_fields';
 *   const ruleset =
 *     (await client.rulesets.findZoneRuleset(zoneId, phase)) ??
 *     (await client.rulesets.create(zoneId, { name: 'Log fields', kind: 'zone', description: '', phase }));
 *   await client.rulesets.replaceRules(zoneId, ruleset.id, {
 *     rules: [
 *       {
 *         action: 'log_custom_field',
 *         expression: 'true',
 *         description: 'Cookies to log',
 *         action_parameters: { cookie_fields: [{ name: 'session' }] },
 *       },
 *     ],
 *   });
 *   await client.close();
 * }
 */
export class RulesetsApi {
  readonly #transport: Transport;
  readonly #rulesets: Collection<string, Ruleset, RulesetInput | RulesReplacement>;

  /** Made by {@link EdgeClient}. */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.#rulesets = new Collection(transport, rulesets);
  }

  /**
   * All rulesets visible to the zone, managed ones too, without their rules; every page is read. Source: operation 1
   * of section 4.1, and the public fact that the list is paged by cursor. Rejects with a {@link ReplyLimitError} for a list
   * of more than 1,000 pages, and with an {@link IncompleteListError} for one that contradicts itself.
   */
  async list(zoneId: string, options: CallOptions = {}): Promise<RulesetSummary[]> {
    return untilComplete(async () => {
      const all = new Map<string, RulesetSummary>();
      for await (const page of this.#pages(zoneId, options)) {
        for (const ruleset of page) all.set(ruleset.id, ruleset);
      }
      return [...all.values()];
    });
  }

  /**
   * The ruleset of kind `zone` for the phase, or undefined: the first step of section 4.4. There is at most one. Pages
   * after the one that holds it are not read.
   */
  async findZoneRuleset(
    zoneId: string,
    phase: string,
    options: CallOptions = {},
  ): Promise<RulesetSummary | undefined> {
    return untilComplete(async () => {
      for await (const page of this.#pages(zoneId, options)) {
        const found = page.find((ruleset) => ruleset.kind === 'zone' && ruleset.phase === phase);
        if (found !== undefined) return found;
      }
      return undefined;
    });
  }

  /**
   * Creates an empty ruleset. Source: operation 2. An {@link ApiError} with code 20217 means that the zone already has
   * one for this phase.
   */
  async create(zoneId: string, input: RulesetInput, options: CreateOptions = {}): Promise<Ruleset> {
    const expected = { phase: input.phase };
    return this.#rulesets.write(zoneId, { method: 'POST', expected, body: input, ...options });
  }

  /** One ruleset with its rules. Rejects with a {@link NotFoundError} when there is none. */
  async get(zoneId: string, rulesetId: string, options: CallOptions = {}): Promise<Ruleset> {
    return this.#rulesets.get(zoneId, rulesetId, options);
  }

  /** The zone's ruleset for a phase with its rules, or undefined when it was never made (404, code 10003). */
  async entryPoint(zoneId: string, phase: string, options: CallOptions = {}): Promise<Ruleset | undefined> {
    try {
      return await this.#transport.read(
        { method: 'GET', ...entryPointOf(zoneId, phase), ...options },
        rulesets.read,
      );
    } catch (error) {
      if (isApiError(error) && error.status === 404 && error.hasCode(10003)) return undefined;
      throw error;
    }
  }

  /** Replaces all rules of the ruleset with those sent. Source: operation 3, rules 1 and 2 of section 4.2. */
  async replaceRules(
    zoneId: string,
    rulesetId: string,
    replacement: RulesReplacement,
    options: ReplaceRulesOptions = {},
  ): Promise<Ruleset> {
    return this.#rulesets.write(zoneId, { method: 'PUT', id: rulesetId, body: replacement, ...options });
  }

  /** Replaces all rules of the zone's ruleset for a phase; creates it if it does not exist. Source: public fact. */
  async replaceEntryPoint(
    zoneId: string,
    phase: string,
    replacement: RulesReplacement,
    options: CallOptions = {},
  ): Promise<Ruleset> {
    return this.#transport.read(
      { method: 'PUT', ...entryPointOf(zoneId, phase), body: replacement, ...options },
      rulesets.read,
    );
  }

  /** Deletes one rule, and returns the ruleset without it. Rejects with a {@link NotFoundError} without the rule. Source: public fact. */
  async deleteRule(
    zoneId: string,
    rulesetId: string,
    ruleId: string,
    options: CallOptions = {},
  ): Promise<Ruleset> {
    const path = [...rulesets.pathOf(zoneId), rulesetId, 'rules', ruleId];
    return this.#transport.read(
      { method: 'DELETE', path, expected: { id: rulesetId }, ...options },
      rulesets.read,
    );
  }

  /** Deletes a ruleset with its rules. The service answers 204, without a body. */
  async delete(zoneId: string, rulesetId: string, options: CallOptions = {}): Promise<void> {
    await this.#rulesets.delete(zoneId, rulesetId, options);
  }

  async *#pages(zoneId: string, options: CallOptions): AsyncGenerator<RulesetSummary[]> {
    const seen = new Set<string>();
    const list = new GrowingList<RulesetSummary>(undefined, mostPages);
    let cursor: string | undefined;
    do {
      const answer = await this.#transport.call({
        method: 'GET',
        path: rulesets.pathOf(zoneId),
        ...(cursor !== undefined && { query: { cursor } }),
        ...options,
      });
      const page = readList(answer.result, 'a list of rulesets', answer.unreadable, readSummary);
      list.add(page, answer);
      cursor = answer.nextCursor;
      if (cursor === undefined) list.finish(answer);
      yield page;
      if (cursor !== undefined && seen.has(cursor))
        throw answer.unreadable('a page of a list that leads back to an earlier page');
      seen.add(cursor ?? '');
    } while (cursor !== undefined);
  }
}

/** A rule for a request body: without the members that the API assigns. */
export function toRuleInput({ id, ref, version: _version, last_updated: _time, ...rule }: Rule): RuleInput {
  return { ...rule, ...(id === '' ? {} : { id }), ...(ref === '' ? {} : { ref }) };
}

export const rulesets = defineKind<string, Ruleset, RulesetInput | RulesReplacement>({
  nouns: ['a ruleset', 'rulesets'],
  pathOf: (zoneId) => ['zones', zoneId, 'rulesets'],
  known: known.ruleset,
  members: (ruleset) => ({ ...membersOfSummary(ruleset), rules: readRules(ruleset) }),
});

export function entryPointOf(zoneId: string, phase: string): Pick<Call, 'path' | 'expected'> {
  return { path: [...rulesets.pathOf(zoneId), 'phases', phase, 'entrypoint'], expected: { phase } };
}

export const readSummary: Read<RulesetSummary> = readerOf('a ruleset', known.ruleset, membersOfSummary);

export function readRules(reader: ObjectReader): Rule[] {
  return reader.items('rules', readRule);
}

function membersOfSummary(ruleset: ObjectReader) {
  return {
    id: ruleset.identifier('id'),
    ...ruleset.texts('name', 'description', 'kind', 'phase', 'version', 'last_updated'),
  };
}

/** The id may be empty: section 2.3 has such rules. */
const readRule: Read<Rule> = readerOf('a rule', known.rule, (rule, unreadable) => {
  const parameters = rule.object('action_parameters');
  return {
    ...rule.texts('id', 'version', 'action', 'expression', 'description', 'ref', 'last_updated'),
    action_parameters: parameters === undefined ? undefined : readParameters(parameters, unreadable),
    enabled: rule.boolean('enabled', true),
  };
});

const customFieldKinds = [
  'request_fields',
  'response_fields',
  'cookie_fields',
  'transformed_request_fields',
  'raw_response_fields',
] as const;

/** A kind of field that is null is left out: both mean that none is selected. */
function readParameters(value: Record<string, unknown>, unreadable: Unreadable): CustomFieldParameters {
  const parameters = new ObjectReader(value, 'a rule', unreadable, known.ruleParameters);
  const read = { ...value };
  for (const kind of customFieldKinds) {
    if ((value[kind] ?? null) === null) {
      Reflect.deleteProperty(read, kind);
    } else {
      read[kind] = parameters.list(kind).map((item) => readNamedField(item, kind, unreadable));
    }
  }
  return read;
}

function readNamedField(value: unknown, kind: string, unreadable: Unreadable): NamedField {
  if (!isObject(value) || typeof value.name !== 'string')
    refuse(unreadable, `a rule whose ${kind} hold an item without a name`);
  const field = new ObjectReader(value, 'a field', unreadable, known.customField);
  return { ...field.all, name: field.text('name', '') };
}
