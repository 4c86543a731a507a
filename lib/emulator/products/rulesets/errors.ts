import { ApiRefusal, refuse, type ErrorEntry } from '../../http/errors';
import { bodyRefusals, type BodyRefusals } from '../../schema/field';
import { shown } from '../../shape';

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

/** Calls `read` with refusals that gather the errors about values, and throws all of them. */
export function gathered<Value>(read: (refusals: BodyRefusals) => Value): Value {
  const faults: ErrorEntry[] = [];
  const gather = (error: Error) => {
    if (!(error instanceof ApiRefusal)) throw error;
    faults.push(...error.errors);
  };
  const value = read({ ...rulesetRefusals, gather });
  refuseAll(faults);
  return value;
}

export const codes = {
  invalidJson: 20013,
  value: 20100,
  blankExpression: 20125,
  badExpression: 20127,
  maxRulesets: 20217,
  notFound: 10003,
} as const;

/** A member of the body, or the list that an item is in. */
function fieldOf(pointer: string): string {
  return pointer.split('/').findLast((part) => !/^\d*$/.test(part)) ?? '';
}

function refuseAt(pointer: string, message: string, code: number = codes.value): ApiRefusal {
  return new ApiRefusal(400, [{ code, message, source: { pointer } }]);
}

function invalid(at: string, reason: string, value: unknown, code: number = codes.value): ApiRefusal {
  return new ApiRefusal(400, [badValue(code, value, fieldOf(at), reason, at)]);
}

export const rulesetRefusals = {
  ...bodyRefusals(invalid),
  unknownField: (at: string, key: string) =>
    new ApiRefusal(400, [{ code: codes.invalidJson, message: `invalid JSON: unknown field "${key}"`, at }]),
  wrongType: (at: string, type: string) => {
    const expected = /\/\d+$/.test(at) ? 'an array of objects' : type;
    return refuseAt(at, `invalid JSON: field "${fieldOf(at)}" must be ${expected}`, codes.invalidJson);
  },
  phaseTaken: (kind: string, phase: string) =>
    invalid(
      '/kind',
      `exceeded maximum number of ${kind} rulesets for phase ${phase}`,
      kind,
      codes.maxRulesets,
    ),
  unknownAction: (action: string, at: string) => refuseAt(at, `unknown variant for action: ${action}`),
  actionMissing: (at: string) => refuseAt(at, 'action is required for action parameters'),
  blankExpression: (at: string) => invalid(at, 'the expression cannot be blank', '', codes.blankExpression),
  notTrue: (at: string, expression: string) =>
    invalid(at, 'the expression of a log_custom_field rule must be true', expression, codes.badExpression),
  notEnterprise: (at: string, expression: string) =>
    invalid(
      at,
      'in an entry point of an account it must end with and cf.zone.plan eq "ENT"',
      expression,
      codes.badExpression,
    ),
  noEntrypoint: (phase: string) =>
    refuse(404, codes.notFound, `could not find entrypoint ruleset in the ${phase} phase`),
  noRuleset: (id: string) => refuse(404, codes.notFound, `could not find ruleset '${id}'`),
  noRule: (id: string) => refuse(404, codes.notFound, `could not find rule '${id}'`),
  noVersion: (version: string) =>
    refuse(404, codes.notFound, `could not find version '${version}' of the ruleset`),
  managed: () => refuse(403, codes.value, 'a managed ruleset cannot be changed'),
  referenced: (by: string) =>
    refuse(400, codes.value, `the ruleset cannot be deleted because the rule '${by}' executes it`),
  onlyVersion: (version: string) =>
    refuse(400, codes.value, `version '${version}' cannot be deleted because it is the only one`),
} as const;
