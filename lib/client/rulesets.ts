import { Collection, defineCollection } from './collection';
import { isApiError } from './errors';
import { GrowingList, untilComplete } from './pages';
import {
  anything,
  apiObject,
  boolean,
  filledText,
  identifier,
  items,
  number,
  part,
  text,
  texts,
  type InputOf,
  type ObjectOf,
} from './object';
import { readList } from './reader';
import type { Call, CallOptions, CreateOptions, Transport } from './transport';

const phases = [
  'ddos_l4',
  'ddos_l7',
  'http_config_settings',
  'http_custom_errors',
  'http_log_custom_fields',
  'http_ratelimit',
  'http_request_cache_settings',
  'http_request_dynamic_redirect',
  'http_request_firewall_custom',
  'http_request_firewall_managed',
  'http_request_late_transform',
  'http_request_origin',
  'http_request_redirect',
  'http_request_sanitize',
  'http_request_sbfm',
  'http_request_transform',
  'http_response_cache_settings',
  'http_response_compression',
  'http_response_firewall_managed',
  'http_response_headers_transform',
  'magic_transit',
  'magic_transit_ids_managed',
  'magic_transit_managed',
  'magic_transit_ratelimit',
];

/** Source: section 2.2 of the specification. */
const summaryMembers = {
  id: identifier(),
  name: text().fixed(),
  /** `""` when the service leaves it out. */
  description: text(),
  /** `zone` for a zone's own; `managed`, `custom` and `root` exist as well. */
  kind: text().words('managed', 'custom', 'root', 'zone').fixed(),
  /** `http_log_custom_fields` for instance. */
  phase: text()
    .words(...phases)
    .fixed(),
  /** A decimal number as a string; it rises with each change. */
  version: text().readOnly(),
  /** ISO 8601, UTC. */
  last_updated: text().readOnly(),
  source: text().words('firewall_managed', 'rate_limit').asIs(),
};

export const rulesetSummary = apiObject('a ruleset', summaryMembers);

/** A ruleset as the list has it: without its rules. Unknown fields are kept. */
export interface RulesetSummary extends ObjectOf<typeof rulesetSummary> {}

const customField = apiObject('a custom field', {
  name: filledText().required(),
  preserve_duplicates: boolean(false).asIs(),
});

/** One header or cookie. Header names are lower case, cookie names exactly as in the request. */
export interface NamedField extends ObjectOf<typeof customField> {}

const ruleActions = [
  'block',
  'challenge',
  'compress_response',
  'ddos_dynamic',
  'execute',
  'force_connection_close',
  'js_challenge',
  'log',
  'log_custom_field',
  'managed_challenge',
  'redirect',
  'rewrite',
  'route',
  'score',
  'serve_error',
  'set_cache_control',
  'set_cache_settings',
  'set_cache_tags',
  'set_config',
  'skip',
  'transform_response_html',
];

const overrideMembers = {
  action: text()
    .words(...ruleActions)
    .asIs(),
  enabled: boolean(false).asIs(),
  sensitivity_level: text().words('default', 'medium', 'low', 'eoff', 'high').asIs(),
};

const overrides = apiObject('overrides', {
  ...overrideMembers,
  categories: items(apiObject('an override', { category: text().asIs(), ...overrideMembers })).asIs(),
  rules: items(
    apiObject('an override', {
      id: text().asIs(),
      score_threshold: number().asIs(),
      ...overrideMembers,
    }),
  ).asIs(),
});

/**
 * At least one array of a rule that logs fields. A kind of field that is null is left out: both mean that none is selected. The parameters of
 * other actions depend on the action. Source: section 2.4 of the specification for the first three, the public documentation of custom
 * fields for the other two.
 */
const ruleParameters = apiObject(
  'a rule',
  {
    request_fields: items(customField).orAbsent(),
    response_fields: items(customField).orAbsent(),
    cookie_fields: items(customField).orAbsent(),
    transformed_request_fields: items(customField).orAbsent(),
    raw_response_fields: items(customField).orAbsent(),
    id: text().asIs(),
    version: text().asIs(),
    overrides: part(overrides).asIs(),
    ruleset: anything,
    rulesets: anything,
    rules: anything,
    phase: anything,
    phases: anything,
    products: anything,
    matched_data: part(apiObject('matched data', { public_key: text().asIs() })).asIs(),
  },
  'kept',
);

/** The fields that a `log_custom_field` rule selects; at least one array. Fields of other actions are `unknown`. */
export interface CustomFieldParameters extends ObjectOf<typeof ruleParameters> {}

/** The table of a rule. Rules of the migration configuration have neither id nor time. Source: section 2.3 of the specification. */
export const rule = apiObject('a rule', {
  id: text(),
  version: text().readOnly(),
  /** The action, for example `log_custom_field`, `execute` or `log`. */
  action: text()
    .words(...ruleActions)
    .required(),
  action_parameters: part(ruleParameters).orAbsent(),
  /** `true` for `log_custom_field`. */
  expression: text().required(),
  description: text(),
  /** A name that survives the replacement of a rule. Defaults to its ID. */
  ref: text(),
  /** `true` when the service leaves it out, its documented default. */
  enabled: boolean(true),
  last_updated: text().readOnly(),
  logging: part(apiObject('logging', { enabled: boolean(false).asIs() })).asIs(),
  categories: texts().asIs().readOnly(),
  ratelimit: part(
    apiObject('a rate limit', {
      mitigation_timeout: number().asIs(),
      characteristics: texts().asIs(),
      period: number().asIs(),
      requests_per_period: number().asIs(),
      requests_to_origin: boolean(false).asIs(),
      counting_expression: text().asIs(),
      score_per_period: number().asIs(),
      score_response_header_name: text().asIs(),
    }),
  ).asIs(),
  exposed_credential_check: part(
    apiObject('a check', { username_expression: text().asIs(), password_expression: text().asIs() }),
  ).asIs(),
  score_threshold: number().asIs().readOnly(),
});

/** A rule as the service returns it. Unknown fields are kept. */
export interface Rule extends ObjectOf<typeof rule> {}

/** A rule to be stored. Send `ref` or `id` to keep a rule's identity; `version` and `last_updated` are the service's. */
export interface RuleInput extends InputOf<typeof rule> {}

export const ruleset = apiObject('a ruleset', {
  ...summaryMembers,
  /** In the order they are evaluated. `[]` when the service leaves it out. */
  rules: items(rule),
});

/** A ruleset with its rules. */
export interface Ruleset extends ObjectOf<typeof ruleset> {}

/** A ruleset to create. Its name, kind and phase cannot change later. */
export interface RulesetInput {
  readonly name: string;
  readonly kind: 'zone';
  readonly description: string;
  readonly phase: string;
}

/** The rules that replace those of a ruleset. */
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
  readonly shouldRetry?: () => Promise<boolean>;
}

/** The most pages of a list: one of more does not end, as a zone has tens of rulesets. */
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
  readonly #rulesets: Collection<string, Ruleset>;

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
      const page = readList(answer.result, 'a list of rulesets', answer.unreadable, rulesetSummary.read);
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

export const rulesets = defineCollection<string, Ruleset>(ruleset, {
  several: 'rulesets',
  pathOf: (zoneId) => ['zones', zoneId, 'rulesets'],
});

export function entryPointOf(zoneId: string, phase: string): Pick<Call, 'path' | 'expected'> {
  return { path: [...rulesets.pathOf(zoneId), 'phases', phase, 'entrypoint'], expected: { phase } };
}
