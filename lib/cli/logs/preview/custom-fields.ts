import { readFile } from 'node:fs/promises';
import { checkCustomFields, type CustomFields } from '../../../logs';
import { isObject } from './found-job';
import { withoutMark } from '../filter';

/** Reads the file of `--custom-fields`: the zone's ruleset as the API gives it, or the names alone. */
export async function readCustomFields(path: string): Promise<CustomFields> {
  const value = await readJsonFile(path);
  const inner = isObject(value) && isObject(value.result) ? value.result : value;
  const fields = isObject(inner) && Array.isArray(inner.rules) ? ofRules(inner.rules) : ofNames(inner);
  if (fields === undefined)
    throw new Error(
      `--custom-fields ${path}: it is neither a ruleset of the API nor {"request_headers": [...], "response_headers": [...], "cookies": [...]}.`,
    );
  const faults = checkCustomFields(fields);
  if (faults.length > 0)
    throw new Error(`--custom-fields ${path}: ${faults.map(({ message }) => message).join(' ')}`);
  return fields;
}

/** The names of all rules that are enabled. */
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
  const { request_headers: request = [], response_headers: response = [], cookies = [], ...others } = value;
  if (Object.keys(others).length > 0 || !isTexts(request) || !isTexts(response) || !isTexts(cookies))
    return undefined;
  return { requestHeaders: request, responseHeaders: response, cookies };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

export async function readJsonFile(path: string): Promise<unknown> {
  let text: string;
  try {
    text = withoutMark(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
