import { fieldsOf, isObject, type JsonObject } from '../ground/json';
import { own } from '../ground/record';
import {
  anyBlock,
  blockIn,
  except,
  filled,
  flag,
  isSet,
  many,
  number,
  one,
  or,
  text,
  texts,
  UnreadableState,
  withoutUnset,
  type Form,
  type Members,
} from './form';

/** Provider 3.35 also has a `status` where versions 4 and 5 have `enabled`. */
const enabled: Form = (value, at, around) => {
  const { status } = around;
  if (status === 'enabled' || status === 'disabled') return status === 'enabled';
  if (status === '' && value !== true) return undefined;
  return flag(value, at, around);
};

const settings: Members = { action: text, sensitivity_level: text, enabled };

/** Names in versions 3 and 4, and objects in version 5, which always writes `preserve_duplicates`. */
const loggedFields: Form = (value, at) => {
  if (!isSet(value)) return undefined;
  if (!Array.isArray(value)) throw new UnreadableState(`${at} is no list`);
  return value.map((item: unknown) => {
    const { name, preserve_duplicates: preserves } = isObject(item) ? item : { name: item };
    if (typeof name !== 'string') throw new UnreadableState(`${at} has a field without a name`);
    return { name, ...(preserves === true && { preserve_duplicates: true }) };
  });
};

/** Versions 3 and 4 join the ids of a ruleset by commas. */
const skippedRules: Form = (value) => {
  const skipped = Object.entries(fieldsOf(value)).map(([ruleset, ids]) => [
    ruleset,
    typeof ids === 'string' ? ids.split(',').map((id) => id.trim()) : ids,
  ]);
  return skipped.length === 0 ? undefined : Object.fromEntries(skipped);
};

const parametersOf: Readonly<Record<string, Members>> = {
  log_custom_field: {
    request_fields: loggedFields,
    transformed_request_fields: loggedFields,
    response_fields: loggedFields,
    raw_response_fields: loggedFields,
    cookie_fields: loggedFields,
  },
  execute: {
    id: text,
    overrides: filled(
      one({
        ...settings,
        categories: many({ category: text, ...settings }),
        rules: many({ id: text, score_threshold: except(number, 0), ...settings }),
      }),
    ),
    matched_data: filled(one({}, { keepsOthers: true })),
  },
  skip: { ruleset: text, rulesets: texts, phases: texts, products: texts, rules: skippedRules },
};

/** Of an action without a table, version 5 has the API's own object. */
const actionParameters: Form = (value, at, { action }) => {
  const members = own(parametersOf, String(action));
  const block = withoutUnset(blockIn(value, at) ?? {}) as JsonObject;
  if (members !== undefined) return filled(one(members))(value, at, {});
  if (Array.isArray(value) && isSet(block))
    throw new UnreadableState(
      `rules with the action ${String(action)} of provider 3 or 4 are not translated`,
    );
  return isSet(block) ? block : undefined;
};

/** `cloudflare_ruleset`. */
export const ruleset: Members = {
  id: text,
  name: text,
  description: text,
  kind: text,
  phase: text,
  rules: or(
    many({
      id: text,
      ref: text,
      expression: text,
      description: text,
      action: or(text, ''),
      enabled: or(flag, true),
      action_parameters: actionParameters,
      logging: filled(one({ enabled })),
      ratelimit: anyBlock,
      exposed_credential_check: anyBlock,
    }),
    [],
  ),
};
