import { isListValue, isObjectValue, isUnknown, type ObjectValue, type Value } from '../../../lib/schema';
import type { Attributes, Type } from './schema';
import { equal, memberType } from './values';

/** The provider broke a rule of the protocol: what Terraform shows as a bug in the provider. */
export class ProviderBug extends Error {
  constructor(headline: string, address: string, faults: readonly string[]) {
    super(`${headline}: ${address}\n${faults.join('\n')}`);
    this.name = 'ProviderBug';
  }
}

/** What the provider planned at the apply differs from what the plan promised: nothing was carried out. */
export class InconsistentFinalPlan extends ProviderBug {
  constructor(address: string, faults: readonly string[]) {
    super('Provider produced inconsistent final plan', address, faults);
  }
}

/** What is wrong with a plan: it has to keep to the configuration. Follows `AssertPlanValid` in Terraform. */
export function faultsOfPlan(
  attributes: Attributes,
  { prior, config, planned }: { prior: ObjectValue | null; config: ObjectValue; planned: ObjectValue },
  path = '',
): string[] {
  return Object.entries(attributes).flatMap(([name, { type, computed, writeOnly }]) => {
    const at = `${path}.${name}`;
    const [before, desired, result] = [prior?.[name] ?? null, config[name] ?? null, planned[name] ?? null];
    if (writeOnly) return result === null ? [] : [`${at}: a write-only value is planned`];
    if (desired === null)
      return computed || result === null ? [] : [`${at}: planned for a non-computed attribute`];
    if (equal(type, result, before)) return [];
    return faultsOfPlanned(type, { before, desired, result }, at);
  });
}

function faultsOfPlanned(
  type: Type,
  { before, desired, result }: { before: Value; desired: Value; result: Value },
  path: string,
): string[] {
  if (equal(type, result, desired)) return [];
  const differs = [`${path}: planned ${text(result)}, configured ${text(desired)}, before ${text(before)}`];
  if (type.kind === 'object')
    return isObjectValue(result) && isObjectValue(desired)
      ? faultsOfPlan(
          type.attributes,
          { prior: isObjectValue(before) ? before : null, config: desired, planned: result },
          path,
        )
      : differs;
  if (!('element' in type) || type.element.kind !== 'object') return differs;
  const { element } = type;
  const pairs = pairsOf(result, desired);
  if (pairs === undefined) return differs;
  if (type.kind !== 'set')
    return pairs.flatMap(([key, planned, configured]) =>
      faultsOfPlanned(
        element,
        { before: memberOf(before, key), desired: configured, result: planned },
        `${path}[${key}]`,
      ),
    );
  const olds = isListValue(before) ? [null, ...before] : [null];
  return unmatched(listOf(desired), listOf(result), (configured, planned) =>
    olds.some(
      (old) =>
        faultsOfPlanned(element, { before: old, desired: configured, result: planned }, '').length === 0,
    ),
  ).map((each) => `${path}: no planned element for ${text(each)}`);
}

/**
 * What is wrong with a result: whatever the plan knew has to be in it. Follows `AssertObjectCompatible` in Terraform.
 */
export function faultsOfResult(type: Type, planned: Value, actual: Value, path = ''): string[] {
  if (isUnknown(planned)) {
    const { prefix = '' } = planned;
    const conforms =
      actual === null ||
      isUnknown(actual) ||
      prefix === '' ||
      (typeof actual === 'string' && actual.startsWith(prefix));
    return conforms ? [] : [`${path}: ${text(actual)} does not begin with ${prefix}`];
  }
  const differs = [`${path}: was ${text(planned)}, but now ${text(actual)}`];
  if (planned === null || actual === null) return planned === actual ? [] : differs;
  if (type.kind === 'set' && isListValue(planned) && isListValue(actual) && planned.length === actual.length)
    return unmatched(planned, actual, (a, b) => faultsOfResult(type.element, a, b).length === 0).map(
      (each) => `${path}: planned element ${text(each)} is not in ${text(actual)}`,
    );
  if (!isListValue(planned) && !isObjectValue(planned)) return planned === actual ? [] : differs;
  const pairs = type.kind === 'set' ? undefined : pairsOf(planned, actual);
  if (pairs === undefined) return differs;
  return pairs.flatMap(([key, a, b]) =>
    faultsOfResult('element' in type ? type.element : memberType(type, key), a, b, `${path}.${key}`),
  );
}

/** Where a state, which may hold neither, has unknown or write-only values. */
export function faultsOfState(attributes: Attributes, state: ObjectValue): string[] {
  return Object.entries(attributes).flatMap(([name, { type, writeOnly }]) => {
    const value = state[name] ?? null;
    if (writeOnly && value !== null) return [`.${name}: a write-only value is stored`];
    return faultsOfValue(type, value).map((fault) => `.${name}${fault}`);
  });
}

function faultsOfValue(type: Type, value: Value): string[] {
  if (isUnknown(value)) return [': unknown after apply'];
  if (type.kind === 'object' && isObjectValue(value)) return faultsOfState(type.attributes, value);
  if (!('element' in type) || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    faultsOfValue(type.element, each).map((fault) => `[${key}]${fault}`),
  );
}

/** The members of two values side by side; undefined when they do not have the same ones. */
function pairsOf(a: Value, b: Value): [string, Value, Value][] | undefined {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return undefined;
  const keys = Object.keys(a);
  if (isListValue(a) !== isListValue(b) || keys.length !== Object.keys(b).length) return undefined;
  if (!keys.every((key) => Object.hasOwn(b, key))) return undefined;
  return keys.map((key) => [key, memberOf(a, key), memberOf(b, key)]);
}

/** The elements for which the other list, of the same length, has none that matches. */
function unmatched(
  desired: readonly Value[],
  found: readonly Value[],
  matches: (desired: Value, found: Value) => boolean,
): Value[] {
  const open = [...found];
  return desired.filter((each) => {
    const at = open.findIndex((other) => matches(each, other));
    if (at >= 0) open.splice(at, 1);
    return at < 0;
  });
}

function memberOf(value: Value, key: string): Value {
  if (isListValue(value)) return value[Number(key)] ?? null;
  return isObjectValue(value) && Object.hasOwn(value, key) ? (value[key] ?? null) : null;
}

function listOf(value: Value): readonly Value[] {
  return isListValue(value) ? value : [];
}

function text(value: Value): string {
  return isUnknown(value) ? '(unknown)' : JSON.stringify(value);
}
