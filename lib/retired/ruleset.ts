import { fieldsOf, isObject, type JsonObject } from '../ground/json';
import { own } from '../ground/record';
import {
  anyBlock,
  blockIn,
  except,
  unlessEmpty,
  flag,
  isSet,
  ignored,
  objects,
  number,
  object,
  withDefault,
  text,
  texts,
  withoutUnset,
  type Form,
  type Members,
} from './form';
import { Expression, UnreadableState } from './source';

/** Whether a rule is enabled: provider 3.35 also has a `status` where versions 4 and 5 have `enabled`. */
const enabled: Form = (value, at, around) => {
  const status = around.take('status');
  if (status === 'enabled' || status === 'disabled') return status === 'enabled';
  if (status === '' && value !== true) return undefined;
  return flag(value, at, around);
};

const settings: Members = { action: text, sensitivity_level: text, enabled };

/** The fields of a list: names in versions 3 and 4, and objects in version 5, which always writes `preserve_duplicates`. */
const loggedFields: Form = (value, at) => {
  if (value instanceof Expression) return value;
  if (!isSet(value)) return undefined;
  if (!Array.isArray(value)) throw new UnreadableState(`${at} is no list`);
  return value.map((item: unknown) => {
    const isField = isObject(item) && !(item instanceof Expression);
    const { name, preserve_duplicates: preserves } = isField ? item : { name: item };
    if (typeof name !== 'string' && !(name instanceof Expression))
      throw new UnreadableState(`${at} has a field without a name`);
    const isPreserved = isSet(preserves) && preserves !== false;
    return { name, ...(isPreserved && { preserve_duplicates: preserves }) };
  });
};

/** The rules that a rule skips. Versions 3 and 4 join the ids of a ruleset by commas. */
const skippedRules: Form = (value) => {
  if (value instanceof Expression) return value;
  const skipped = Object.entries(fieldsOf(value)).map(([ruleset, ids]) => [
    ruleset,
    typeof ids === 'string' ? ids.split(',').map((id) => id.trim()) : ids,
  ]);
  return skipped.length === 0 ? undefined : Object.fromEntries(skipped);
};

/** The lists of a rule that logs fields, and our attributes for them. */
export const loggedFieldLists = {
  request_fields: 'request_headers',
  transformed_request_fields: 'transformed_request_headers',
  response_fields: 'response_headers',
  raw_response_fields: 'raw_response_headers',
  cookie_fields: 'cookies',
} as const;

const parametersOf: Readonly<Record<string, Members>> = {
  log_custom_field: Object.fromEntries(Object.keys(loggedFieldLists).map((name) => [name, loggedFields])),
  execute: {
    id: text,
    version: except(text, 'latest'),
    overrides: unlessEmpty(
      object({
        ...settings,
        categories: objects({ category: text, ...settings }),
        rules: objects({ id: text, score_threshold: except(number, 0), ...settings }),
      }),
    ),
    matched_data: unlessEmpty(object({}, { keepsOthers: true })),
  },
  skip: { ruleset: text, rulesets: texts, phases: texts, products: texts, rules: skippedRules },
};

/** The parameters of an action. For an action without a table, version 5 has the API's own object. */
const actionParameters: Form = (value, at, around) => {
  const action = around.take('action');
  const members = own(parametersOf, String(action));
  if (members !== undefined) return unlessEmpty(object(members))(value, at, around);
  const block = withoutUnset(blockIn(value, at) ?? {}) as JsonObject;
  if (Array.isArray(value) && isSet(block))
    throw new UnreadableState(
      `rules with the action ${String(action)} of provider 3 or 4 are not translated`,
    );
  return isSet(block) ? block : undefined;
};

/** The members of `cloudflare_ruleset`. */
export const ruleset: Members = {
  id: text,
  name: text,
  description: text,
  kind: text,
  phase: text,
  shareable_entitlement_name: ignored,
  rules: withDefault(
    objects({
      id: text,
      ref: text,
      expression: text,
      description: text,
      action: withDefault(text, ''),
      enabled: withDefault(flag, true),
      action_parameters: actionParameters,
      logging: unlessEmpty(object({ enabled })),
      ratelimit: anyBlock,
      exposed_credential_check: anyBlock,
      version: ignored,
      last_updated: ignored,
      categories: ignored,
    }),
    [],
  ),
};
