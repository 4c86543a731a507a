import { checkCustomFields, type CustomFields } from '../../../logs';
import { isObject } from '../json-file';

/**
 * The custom fields in the JSON of `--custom-fields`: the zone's ruleset as the API returns it, or the names alone.
 *
 * @throws an Error that says what is wrong with the file
 */
export function parseCustomFields(value: unknown, path: string): CustomFields {
  const inner = isObject(value) && isObject(value.result) ? value.result : value;
  const fields = isObject(inner) && Array.isArray(inner.rules) ? ofRules(inner.rules) : ofNames(inner);
  if (fields === undefined)
    throw new Error(
      `--custom-fields ${path}: expected a ruleset of the API or {"request_headers": [...], "response_headers": [...], "cookies": [...]}.`,
    );
  const faults = checkCustomFields(fields);
  if (faults.length > 0)
    throw new Error(`--custom-fields ${path}: ${faults.map(({ message }) => message).join(' ')}`);
  return fields;
}

/** The names in all enabled rules. */
export function ofRules(rules: readonly unknown[]): CustomFields {
  const parameters = rules.flatMap((rule) =>
    isObject(rule) &&
    rule.action === 'log_custom_field' &&
    rule.enabled !== false &&
    isObject(rule.action_parameters)
      ? [rule.action_parameters]
      : [],
  );
  const names = (key: string) => [
    ...new Set(
      parameters
        .flatMap((each): unknown[] => (Array.isArray(each[key]) ? each[key] : []))
        .flatMap((field) => (isObject(field) && typeof field.name === 'string' ? [field.name] : [])),
    ),
  ];
  return {
    requestHeaders: names('request_fields'),
    responseHeaders: names('response_fields'),
    cookies: names('cookie_fields'),
  };
}

function ofNames(value: unknown): CustomFields | undefined {
  if (!isObject(value)) return undefined;
  const { request_headers: request = [], response_headers: response = [], cookies = [], ...unknown } = value;
  if (Object.keys(unknown).length > 0) return undefined;
  return isTexts(request) && isTexts(response) && isTexts(cookies)
    ? { requestHeaders: request, responseHeaders: response, cookies }
    : undefined;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
