import type { JsonObject } from '../../../ground/json';
import { ApiRefusal, refuse } from '../../http/errors';
import type { ErrorEntry } from '../../http/errors';
import { shown, unknownKey } from '../../shape';

/** The form of this API's errors about a value. `pointer` is a JSON pointer into the request body. */
export function badValue(
  code: number,
  value: unknown,
  field: string,
  reason: string,
  pointer: string,
): ErrorEntry {
  return {
    code,
    message: `'${shown(value)}' is not a valid value for ${field} because ${reason}`,
    source: { pointer },
  };
}

export function refuseAll(entries: readonly ErrorEntry[]): void {
  if (entries.length > 0) throw new ApiRefusal(400, entries);
}

export function refuseUnknownKeys(value: JsonObject, known: readonly string[], at: string): void {
  const unknown = unknownKey(value, known);
  if (unknown !== undefined) throw rulesetRefusals.unknownField(unknown, `${at}/${unknown}`);
}

export const codes = {
  invalidJson: 20013,
  value: 20100,
  blankExpression: 20125,
  badExpression: 20127,
  maxRulesets: 20217,
  notFound: 10003,
} as const;

export const rulesetRefusals = {
  unknownField: (field: string, at: string) =>
    new ApiRefusal(400, [{ code: codes.invalidJson, message: `invalid JSON: unknown field "${field}"`, at }]),
  wrongType: (field: string, type: string, pointer: string) =>
    new ApiRefusal(400, [
      {
        code: codes.invalidJson,
        message: `invalid JSON: field "${field}" must be ${type}`,
        source: { pointer },
      },
    ]),
  value: (value: unknown, field: string, reason: string, pointer: string) =>
    new ApiRefusal(400, [badValue(codes.value, value, field, reason, pointer)]),
  phaseTaken: (kind: string, phase: string) =>
    new ApiRefusal(400, [
      badValue(
        codes.maxRulesets,
        kind,
        'kind',
        `exceeded maximum number of ${kind} rulesets for phase ${phase}`,
        '/kind',
      ),
    ]),
  unknownAction: (action: string, pointer: string) =>
    new ApiRefusal(400, [
      { code: codes.value, message: `unknown variant for action: ${action}`, source: { pointer } },
    ]),
  blankExpression: (pointer: string) =>
    new ApiRefusal(400, [
      badValue(codes.blankExpression, '', 'expression', 'the expression cannot be blank', pointer),
    ]),
  actionMissing: (pointer: string) =>
    new ApiRefusal(400, [
      { code: codes.value, message: 'action is required for action parameters', source: { pointer } },
    ]),
  noEntrypoint: (phase: string) =>
    refuse(404, codes.notFound, `could not find entrypoint ruleset in the ${phase} phase`),
  noRuleset: (id: string) => refuse(404, codes.notFound, `could not find ruleset '${id}'`),
  noRule: (id: string) => refuse(404, codes.notFound, `could not find rule '${id}'`),
  noVersion: (version: string) =>
    refuse(404, codes.notFound, `could not find version '${version}' of the ruleset`),
  managed: () => refuse(403, codes.value, 'a managed ruleset cannot be changed'),
  referenced: (by: string) =>
    refuse(400, codes.value, `the ruleset cannot be deleted because the rule '${by}' executes it`),
  latestVersion: (version: string) =>
    refuse(400, codes.value, `version '${version}' cannot be deleted because it is the latest one`),
} as const;
