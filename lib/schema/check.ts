import {
  isSecret,
  type AllowedWords,
  type Attribute,
  type Attributes,
  type Check,
  type Contract,
} from './attribute';
import { errorAt, warningAt, type Diagnostic, type Path } from './diagnostic';
import { checkForm, listWords } from './form';
import type { AttributeType } from './attribute';
import {
  isListValue,
  isObjectValue,
  isUnknown,
  isWhollyKnown,
  unknown,
  type ObjectValue,
  type Value,
} from './value';
import { own } from '../ground/record';
import { onceFor, onceForEachText } from '../ground/remember';

/** All faults of a configuration. Unknown values are skipped: they are checked again when they are known. */
export function checkConfig(contract: Contract, values: ObjectValue): readonly Diagnostic[] {
  const { attributes, check } = contract;
  const form = checkForm(attributes, values, []);
  const wellFormed = form.length === 0 ? values : withoutFaulty(values, form);
  return [...form, ...checkAttributes(attributes, wellFormed, []), ...(check?.(wellFormed) ?? [])];
}

/** The values, with `unknown` for those of a wrong form: other checks skip them. */
function withoutFaulty(values: ObjectValue, faults: readonly Diagnostic[]): ObjectValue {
  const faulty = faults.flatMap(({ path: [name] = [] }) =>
    typeof name === 'string' && (own(values, name) ?? null) !== null ? [[name, unknown] as const] : [],
  );
  return { ...values, ...Object.fromEntries(faulty) };
}

/** Checks each attribute and its nested attributes, without the rules that concern several attributes. */
export function checkAttributes(
  attributes: Attributes,
  values: ObjectValue,
  path: Path,
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const name of Object.keys(values)) {
    const attribute = own(attributes, name);
    const value = own(values, name) ?? null;
    if (attribute === undefined || value === null || isUnknown(value)) continue;
    if (attribute.checks === undefined && attribute.type.kind !== 'nested') continue;
    if (typeof value === 'string' && !isSecret(attribute) && isFaultless(attribute)(value)) continue;
    found.push(...checkAttribute(attribute, value, [...path, name]));
  }
  return found;
}

function checkAttribute(attribute: Attribute, value: Value, path: Path): readonly Diagnostic[] {
  const { type, checks = [] } = attribute;
  const inner = type.kind === 'nested' ? checkNested(type, value, path) : [];
  const isKnown = isWhollyKnown(value);
  const possible = isKnown ? checks : checks.filter(({ takesUnknown }) => takesUnknown === true);
  if (possible.length === 0) return inner;
  return [...inner, ...possible.flatMap((check) => check(value, path))];
}

/** Whether a text of an attribute is without faults. The constructs of an app share many: zones, destinations, formats. */
const isFaultless = onceFor(({ checks = [] }: Attribute) =>
  onceForEachText((text) => checks.every((check) => check(text, []).length === 0)),
);

type NestedType = Extract<AttributeType, { kind: 'nested' }>;

function checkNested(type: NestedType, value: Value, path: Path): readonly Diagnostic[] {
  const inside = (item: Value, at: Path) =>
    isObjectValue(item) ? checkAttributes(type.attributes, item, at) : [];
  if (type.nesting === 'single') return inside(value, path);
  if (isListValue(value)) return value.flatMap((item, index) => inside(item, [...path, index]));
  if (isObjectValue(value))
    return Object.entries(value).flatMap(([key, item]) => inside(item, [...path, key]));
  return [];
}

export function each(check: Check): Check {
  return withAllowedWords(check, (value, path) =>
    isListValue(value) ? value.flatMap((item) => check(item, path)) : [],
  );
}

export function withAllowedWords({ allowed, asOf }: AllowedWords, check: Check): Check {
  return Object.assign(check, { allowed, asOf });
}

/** A check of a list or map that skips unknown items itself, so that it finds what is known to be wrong before they are known. */
export function takingUnknown(check: Check): Check {
  return Object.assign(check, { takesUnknown: true } as const);
}

/** Checks of one type. Other values are of a wrong type, which the form of the attribute refuses. */
const checkOf =
  <T extends Value>(isOfType: (value: Value) => value is T) =>
  (summary: string, accepts: (value: T) => boolean, detail: (value: T, path: Path) => string): Check =>
  (value, path) =>
    !isOfType(value) || accepts(value) ? [] : [errorAt(path, summary, detail(value, path))];

export const ofText = checkOf((value) => typeof value === 'string');
export const ofNumber = checkOf((value) => typeof value === 'number');

export function isFilled(text: string): boolean {
  return text.trim() !== '';
}

export const notEmpty: Check = (value, path) => {
  if (!isListValue(value) || value.length > 0) return [];
  const name = String(path.at(-1));
  return [errorAt(path, 'Empty list', `${name} is empty. Give at least one item, or leave it out.`)];
};

export function oneOf(allowed: readonly string[]): Check {
  return withAllowedWords({ allowed }, (value, path) => {
    if (allowed.some((each) => each === value)) return [];
    const given = `${path.at(-1) ?? 'the value'} is ${JSON.stringify(value)}.`;
    return [errorAt(path, 'Invalid value', `${given} It must be ${listWords(allowed)}.`)];
  });
}

/** Checks a word of a list that the service extends: one that this version does not know is unknown, and not wrong. `asOf`: the month of the list. */
export function oneOfListed(known: readonly string[], asOf: string): Check {
  return withAllowedWords({ allowed: known, asOf }, (value, path) => {
    if (typeof value !== 'string' || known.includes(value)) return [];
    const given = `${path.at(-1) ?? 'the value'} is ${JSON.stringify(value)}.`;
    // No list has two words that differ by case only.
    const isMisspelled = value === '' || known.some((word) => word.toLowerCase() === value.toLowerCase());
    if (isMisspelled) {
      const rule = `It must be one of ${listWords(known)}, in this case of letters, or a newer value.`;
      return [errorAt(path, 'Invalid value', `${given} ${rule}`)];
    }
    const reason = `This version knows ${listWords(known)}, as of ${asOf}. It sends another value as it is:`;
    const detail = `${given} ${reason} the service may have added it since.`;
    return [warningAt(path, 'Value unknown to this version', detail)];
  });
}
