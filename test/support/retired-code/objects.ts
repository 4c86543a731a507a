import { Block, type Body } from './hcl';

/** Of the provider for which the code was written. */
export type Generation = 3 | 4 | 5;

/** An object of the service as the code and the state of a provider have it. */
export interface Described {
  readonly type: string;
  /** The arguments of the code. */
  readonly body: Body;
  /** The attributes of the state. */
  readonly state: Readonly<Record<string, unknown>>;
  /** The id of the zone or account. */
  readonly owner: { readonly attribute: 'zone_id' | 'account_id'; readonly id: string };
}

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

/** A log job. Undefined where the provider cannot have it. */
export function describeJob(
  job: Json,
  owner: Described['owner'],
  generation: Generation,
): Described | undefined {
  const { id, output_options: output, ...rest } = job;
  if (generation < 5 && isJson(output) && ('merge_subrequests' in output || 'record_template' in output))
    return undefined;
  const known =
    generation < 5
      ? [
          'zone_id',
          'account_id',
          'name',
          'dataset',
          'enabled',
          'destination_conf',
          'logpull_options',
          'filter',
          'frequency',
          'kind',
          'max_upload_bytes',
          'max_upload_interval_seconds',
          'max_upload_records',
        ]
      : undefined;
  if (known !== undefined && Object.keys(rest).some((key) => !known.includes(key))) return undefined;
  if ('filter_attack_traffic' in rest) return undefined;
  const body = { [owner.attribute]: owner.id, dataset: 'http_requests', ...rest };
  const options = isJson(output) ? optionsOf(output, generation) : undefined;
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

function optionsOf(options: Json, generation: Generation): Json {
  const { 'CVE-2021-44228': cve, ...rest } = options;
  return {
    ...rest,
    ...(cve === undefined ? {} : { [generation < 5 ? 'cve20214428' : 'cve_2021_44228']: cve }),
  };
}

/** A ruleset of a zone. Undefined where the provider cannot have it. */
export function describeRuleset(
  ruleset: Json,
  owner: Described['owner'],
  generation: Generation,
): Described | undefined {
  const { id, name, description, phase } = ruleset;
  const rules = listOf(ruleset.rules).map((rule) => ruleOf(rule, generation));
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

function blockOf(body: Json): Block {
  return new Block(
    Object.fromEntries(
      Object.entries(body).map(([key, value]) => {
        if (!isBlockKey(key, value)) return [key, value];
        return [
          key,
          Array.isArray(value) ? listOf(value).map(blockOf) : isJson(value) ? blockOf(value) : value,
        ];
      }),
    ),
  );
}

function nestedState(body: Json): Json {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      if (!isBlockKey(key, value)) return [key, value];
      return [
        key,
        Array.isArray(value) ? listOf(value).map(nestedState) : isJson(value) ? [nestedState(value)] : value,
      ];
    }),
  );
}

function ruleOf(rule: Json, generation: Generation): Json | undefined {
  const {
    action,
    expression = 'true',
    description = '',
    enabled = true,
    action_parameters: given,
    logging,
  } = rule;
  const parameters = isJson(given) ? parametersOf(given, generation) : {};
  if (parameters === undefined) return undefined;
  return {
    action,
    expression,
    ...(description === '' ? {} : { description }),
    enabled,
    ...(isJson(logging) && { logging }),
    ...(Object.keys(parameters).length > 0 && { action_parameters: parameters }),
  };
}

function parametersOf(parameters: Json, generation: Generation): Json | undefined {
  const { request_fields: request, response_fields: response, cookie_fields: cookies } = parameters;
  const fields = { request_fields: request, response_fields: response, cookie_fields: cookies };
  const isCustomFields = [...Object.keys(parameters)].some((key) => key.endsWith('_fields'));
  if (!isCustomFields) {
    const { rules, ...rest } = parameters;
    if (!isJson(rules) || generation === 5) return parameters;
    // Up to 4.x a map of texts with commas.
    const joined = Object.entries(rules).map(([id, ids]) => [id, Array.isArray(ids) ? ids.join(',') : ids]);
    return { ...rest, rules: Object.fromEntries(joined) };
  }
  if (generation === 5) return parameters;
  const isOld = Object.keys(parameters).every((key) => key in fields);
  const entries = Object.entries(fields).flatMap(([key, value]) => {
    const names = listOf(value);
    return names.length === 0 ? [] : [[key, names.map(({ name }) => name)] as const];
  });
  const hasDuplicates = JSON.stringify(parameters).includes('preserve_duplicates');
  return isOld && !hasDuplicates ? Object.fromEntries(entries) : undefined;
}

/** A notification policy. */
export function describePolicy(
  policy: Json,
  owner: Described['owner'],
  generation: Generation,
): Described | undefined {
  const { id, mechanisms, filters, ...rest } = policy;
  if ('alert_interval' in rest) return undefined;
  const given = isJson(mechanisms) ? mechanisms : {};
  if (Object.keys(given).some((key) => !['email', 'webhooks', 'pagerduty'].includes(key))) return undefined;
  if (isJson(filters) && 'region' in filters) return undefined;
  const entries = (key: string) => listOf(given[key]).map((each) => ({ id: each.id }));
  const body = { account_id: owner.id, ...rest };
  if (generation === 5) {
    const own = Object.fromEntries(
      ['email', 'webhooks', 'pagerduty'].flatMap((key) => {
        const found = entries(key);
        return found.length === 0 ? [] : [[key, found]];
      }),
    );
    const whole = { ...body, mechanisms: own, ...(isJson(filters) && { filters }) };
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
      ...(isJson(filters) && { filters: new Block(filters) }),
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
      filters: isJson(filters) ? [filters] : [],
    },
  };
}

/** A pool of an account. */
export function describePool(
  pool: Json,
  owner: Described['owner'],
  generation: Generation,
): Described | undefined {
  const { id, origins, name, notification_email: email, ...rest } = pool;
  if (Object.keys(rest).length > 0) return undefined;
  const body = {
    account_id: owner.id,
    name,
    ...(typeof email === 'string' && { notification_email: email }),
  };
  const own = listOf(origins);
  return {
    type: 'load_balancer_pool',
    owner,
    body: { ...body, origins: generation < 5 ? own.map((each) => new Block(each)) : own },
    state: { ...body, notification_email: email ?? '', id, origins: own },
  };
}
