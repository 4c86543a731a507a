import { fieldsOf, isObject, objectsOf, type JsonObject } from '../../../lib/ground/json';
import { Block, type Body } from './hcl';

/** Of the provider for which the code was written. */
export type Generation = 3 | 4 | 5;

/** An object of the service as the code and the state of a provider have it. */
export interface Described {
  readonly type: string;
  readonly body: Body;
  readonly state: Readonly<Record<string, unknown>>;
  readonly owner: { readonly attribute: 'zone_id' | 'account_id'; readonly id: string };
}

/** A log job. Undefined where the provider cannot have it. */
export function describeJob(
  job: JsonObject,
  owner: Described['owner'],
  generation: Generation,
): Described | undefined {
  const { id, output_options: output, ...rest } = job;
  if (generation < 5 && isObject(output) && ('merge_subrequests' in output || 'record_template' in output))
    return undefined;
  const known =
    generation < 5
      ? [
          ...'zone_id account_id name dataset enabled destination_conf logpull_options filter'.split(' '),
          ...'frequency kind max_upload_bytes max_upload_interval_seconds max_upload_records'.split(' '),
        ]
      : undefined;
  if (known !== undefined && Object.keys(rest).some((key) => !known.includes(key))) return undefined;
  if ('filter_attack_traffic' in rest) return undefined;
  const body = { [owner.attribute]: owner.id, dataset: 'http_requests', ...rest };
  const options = isObject(output) ? optionsOf(output, generation) : undefined;
  return {
    type: 'logpush_job',
    owner,
    body: {
      ...body,
      ...(options === undefined ? {} : { output_options: generation < 5 ? new Block(options) : options }),
    },
    state: {
      ...body,
      id: generation < 5 ? String(id) : id,
      output_options:
        options === undefined ? (generation < 5 ? [] : null) : generation < 5 ? [options] : options,
    },
  };
}

function optionsOf(options: JsonObject, generation: Generation): JsonObject {
  const { 'CVE-2021-44228': cve, ...rest } = options;
  return {
    ...rest,
    ...(cve === undefined ? {} : { [generation < 5 ? 'cve20214428' : 'cve_2021_44228']: cve }),
  };
}

/** A ruleset of a zone. Undefined where the provider cannot have it. */
export function describeRuleset(
  ruleset: JsonObject,
  owner: Described['owner'],
  generation: Generation,
): Described | undefined {
  const { id, name, description, phase } = ruleset;
  const rules = objectsOf(ruleset.rules).map((rule) => ruleOf(rule, generation));
  if (rules.length === 0 || rules.includes(undefined)) return undefined;
  const body = {
    [owner.attribute]: owner.id,
    name,
    ...(typeof description === 'string' && description !== '' && { description }),
    kind: 'zone',
    phase,
  };
  return {
    type: 'ruleset',
    owner,
    body: { ...body, rules: generation < 5 ? rules.map((rule) => blockOf(rule ?? {})) : rules },
    state: { ...body, id, rules: rules.map((rule) => (generation < 5 ? nestedState(rule ?? {}) : rule)) },
  };
}

/** The keys that are blocks up to 4.x. */
const blockKeys = new Set(['action_parameters', 'overrides', 'rules', 'categories', 'logging']);

/** The rules of a skip rule are a map. */
function isBlockKey(key: string, value: unknown): boolean {
  return blockKeys.has(key) && (key !== 'rules' || Array.isArray(value));
}

function blockOf(body: JsonObject): Block {
  return new Block(
    Object.fromEntries(
      Object.entries(body).map(([key, value]) => {
        if (!isBlockKey(key, value)) return [key, value];
        return [
          key,
          Array.isArray(value) ? objectsOf(value).map(blockOf) : isObject(value) ? blockOf(value) : value,
        ];
      }),
    ),
  );
}

function nestedState(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      if (!isBlockKey(key, value)) return [key, value];
      return [
        key,
        Array.isArray(value)
          ? objectsOf(value).map(nestedState)
          : isObject(value)
            ? [nestedState(value)]
            : value,
      ];
    }),
  );
}

function ruleOf(rule: JsonObject, generation: Generation): JsonObject | undefined {
  const {
    action,
    expression = 'true',
    description = '',
    enabled = true,
    action_parameters: given,
    logging,
  } = rule;
  const parameters = isObject(given) ? parametersOf(given, generation) : {};
  if (parameters === undefined) return undefined;
  return {
    action,
    expression,
    ...(description === '' ? {} : { description }),
    enabled,
    ...(isObject(logging) && { logging }),
    ...(Object.keys(parameters).length > 0 && { action_parameters: parameters }),
  };
}

function parametersOf(parameters: JsonObject, generation: Generation): JsonObject | undefined {
  const { request_fields: request, response_fields: response, cookie_fields: cookies } = parameters;
  const fields = { request_fields: request, response_fields: response, cookie_fields: cookies };
  const isCustomFields = [...Object.keys(parameters)].some((key) => key.endsWith('_fields'));
  if (!isCustomFields) {
    const { rules, ...rest } = parameters;
    if (!isObject(rules) || generation === 5) return parameters;
    // Up to 4.x a map of texts with commas.
    const joined = Object.entries(rules).map(([id, ids]) => [id, Array.isArray(ids) ? ids.join(',') : ids]);
    return { ...rest, rules: Object.fromEntries(joined) };
  }
  if (generation === 5) return parameters;
  const isOld = Object.keys(parameters).every((key) => key in fields);
  const entries = Object.entries(fields).flatMap(([key, value]) => {
    const names = objectsOf(value);
    return names.length === 0 ? [] : [[key, names.map(({ name }) => name)] as const];
  });
  const hasDuplicates = JSON.stringify(parameters).includes('preserve_duplicates');
  return isOld && !hasDuplicates ? Object.fromEntries(entries) : undefined;
}

export function describePolicy(
  policy: JsonObject,
  owner: Described['owner'],
  generation: Generation,
): Described | undefined {
  const { id, mechanisms, filters, ...rest } = policy;
  if ('alert_interval' in rest) return undefined;
  const given = fieldsOf(mechanisms);
  if (Object.keys(given).some((key) => !['email', 'webhooks', 'pagerduty'].includes(key))) return undefined;
  if (isObject(filters) && 'region' in filters) return undefined;
  const entries = (key: string) => objectsOf(given[key]).map((each) => ({ id: each.id }));
  const body = { account_id: owner.id, ...rest };
  if (generation === 5) {
    const own = Object.fromEntries(
      ['email', 'webhooks', 'pagerduty'].flatMap((key) => {
        const found = entries(key);
        return found.length === 0 ? [] : [[key, found]];
      }),
    );
    const whole = { ...body, mechanisms: own, ...(isObject(filters) && { filters }) };
    return { type: 'notification_policy', owner, body: whole, state: { ...whole, id } };
  }
  const integrations = Object.fromEntries(
    ['email', 'webhooks', 'pagerduty'].map((key) => [`${key}_integration`, entries(key)]),
  );
  return {
    type: 'notification_policy',
    owner,
    body: {
      ...body,
      ...Object.fromEntries(
        Object.entries(integrations).flatMap(([key, found]) =>
          found.length === 0 ? [] : [[key, found.map((each) => new Block(each))]],
        ),
      ),
      ...(isObject(filters) && { filters: new Block(filters) }),
    },
    state: {
      ...body,
      id,
      ...Object.fromEntries(
        Object.entries(integrations).map(([key, found]) => [
          key,
          found.map((each) => ({ id: each.id, name: '' })),
        ]),
      ),
      filters: isObject(filters) ? [filters] : [],
    },
  };
}
