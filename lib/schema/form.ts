import { plural } from '../ground/words';
import { isSecret, type Attribute, type AttributeType, type Attributes } from './attribute';
import { errorAt, formatPath, type Diagnostic, type Path } from './diagnostic';
import { collectionOf } from './type';
import { isListValue, isUnknown, type ObjectValue, type Value } from './value';
import { own } from '../ground/record';
import { onceFor } from '../ground/remember';
import { quoted } from '../ground/visible';

/**
 * The faults in the form of a configuration: required attributes without a value, and values of another type. Unknown values are
 * skipped. Terraform has converted the values of a plan, so a null in a list is the most that it has. The values of a
 * construct come from JavaScript, where anything is possible.
 */
export function checkForm(attributes: Attributes, values: ObjectValue, path: Path): readonly Diagnostic[] {
  return findFormFaults(attributes, values, path, false);
}

/** A value of another type than its attribute has. The value of a secret attribute is not shown. */
export function wrongType(attribute: Attribute, value: unknown, path: Path): Diagnostic {
  return wrong(attribute.type, value, placeIn(attribute, path, isSecret(attribute)));
}

/** Describes any value in the middle of a sentence, in at most about 80 characters. Executes no code of the value. */
export function describeValue(value: unknown, isHidden = false): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return 'an empty array';
    return `an array of ${plural(value.length, 'item')}`;
  }
  switch (typeof value) {
    case 'string':
      if (value.includes('${TfToken[')) return 'a token, whose value only Terraform knows';
      return isHidden ? 'a string' : `the string ${quoted(shorten(value))}`;
    case 'number':
    case 'bigint':
    case 'boolean':
      return isHidden ? `a ${typeof value}` : `the ${typeof value} ${shorten(String(value))}`;
    case 'object':
      return isPlainObject(value) ? describeObject(value, isHidden) : `a ${tagOf(value)}`;
    default:
      return `a ${typeof value}`;
  }
}

/** Whether a value is an object with members: no array, date, map or function. An instance of a class may be one. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !isUnknown(value) && tagOf(value) === 'Object';
}

/** The place of a value, and how to speak of it. `words`: what a text has to be, where that is a matter of a few words. */
function placeIn(attribute: Attribute, path: Path, isHidden: boolean) {
  return { path, isHidden, isOptional: isOptional(attribute), words: wordsOf(attribute) };
}

type Place = ReturnType<typeof placeIn>;

function findFormFaults(
  attributes: Attributes,
  values: Readonly<Record<string, Value | undefined>>,
  path: Path,
  isInSecret: boolean,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const { name, attribute } of requiredOf(attributes))
    if ((own(values, name) ?? null) === null) found.push(missing(attribute, [...path, name]));
  for (const name of Object.keys(values)) {
    const value = own(values, name) ?? null;
    const attribute = own(attributes, name);
    if (attribute === undefined || value === null || isOf(attribute.type, value)) continue;
    const place = placeIn(attribute, [...path, name], isInSecret || isSecret(attribute));
    found.push(...checkType(attribute.type, value, place));
  }
  return found;
}

/** The attributes that need a value. */
const requiredOf = onceFor((attributes: Attributes) =>
  Object.entries(attributes).flatMap(([name, attribute]) =>
    isOptional(attribute) ? [] : [{ name, attribute }],
  ),
);

function isOptional({ presence }: Attribute): boolean {
  return presence !== 'required';
}

function wordsOf({ checks = [] }: Attribute): readonly string[] {
  return checks.flatMap(({ allowed = [] }) => allowed);
}

/** A fast check for the most frequent values, without a path. */
function isOf(type: AttributeType, value: Value): boolean {
  if (isUnknown(value)) return true;
  switch (type.kind) {
    case 'string':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'bool':
      return typeof value === 'boolean';
    case 'list':
    case 'set':
      return isListValue(value) && value.every((item) => isOf(type.element, item));
    default:
      return false;
  }
}

function checkType(type: AttributeType, value: Value, place: Place): readonly Diagnostic[] {
  if (isOf(type, value)) return [];
  const { kind, element } = collectionOf(type) ?? {};
  if (element === undefined)
    return type.kind === 'nested' && isPlainObject(value)
      ? findFormFaults(type.attributes, value, place.path, place.isHidden)
      : [wrong(type, value, place)];
  if (kind === 'map' ? !isPlainObject(value) : !isListValue(value)) return [wrong(type, value, place)];
  const items = isListValue(value) ? [...value.entries()] : Object.entries<Value>(value as ObjectValue);
  return items.flatMap(([step, item]) =>
    checkType(element, item, { ...place, path: [...place.path, step], isOptional: false }),
  );
}

function missing(attribute: Attribute, path: Path): Diagnostic {
  const rule = ruleOf(attribute.type, wordsOf(attribute));
  return errorAt(
    path,
    'Missing value',
    `${formatPath(path)} is required, and it is null or not set. Set it to ${rule}.`,
  );
}

/** The rule for a value, as the end of a sentence. */
function ruleOf(type: AttributeType, words: readonly string[]): string {
  return type.kind === 'string' && words.length > 0 ? listWords(words) : describeType(type);
}

function wrong(type: AttributeType, value: unknown, place: Place): Diagnostic {
  const { path, isHidden, isOptional, words } = place;
  const given = `${formatPath(path)} is ${describeValue(value, isHidden)}.`;
  const fix = conversion(type, value, place) ?? `Correct it${isOptional ? ', or leave it out' : ''}.`;
  return errorAt(path, 'Wrong type', `${given} It must be ${ruleOf(type, words)}. ${fix}`);
}

/** The value in the right type, where that is likely to be meant. */
function conversion(type: AttributeType, value: unknown, { isHidden, words }: Place): string | undefined {
  const { kind } = type;
  if (value === undefined) return 'An environment variable that is not set is undefined: set it.';
  if (isHidden) return undefined;
  if (kind === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return words.length === 0 || words.includes(String(value))
      ? `Write it in quotes: "${value}".`
      : undefined;
  const takesObjects = kind === 'nested' && (type.nesting === 'list' || type.nesting === 'set');
  if (takesObjects && isPlainObject(value)) return 'Put it into an array: [{ … }].';
  if (typeof value !== 'string') return undefined;
  const text = shorten(value);
  if (kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text)))
    return `Write it without quotes: ${text.trim()}.`;
  if (kind === 'bool' && /^(?:true|false)$/.test(text)) return `Write it without quotes: ${text}.`;
  if (kind !== 'list' && kind !== 'set') return undefined;
  const items = text.split(/[,;]/).map((item) => JSON.stringify(item.trim()));
  return `Write it as an array: [${items.join(', ')}].`;
}

export function listWords(words: readonly string[]): string {
  const quoted = words.map((each) => JSON.stringify(each));
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) ?? ''}`;
}

const plurals: Readonly<Record<string, string>> = { string: 'strings', number: 'numbers', bool: 'booleans' };

/** A type at the end of a sentence, as JavaScript has it: in a plan, Terraform has checked all types but null. */
function describeType(type: AttributeType): string {
  switch (type.kind) {
    case 'string':
      return 'a string';
    case 'number':
      return 'a number';
    case 'bool':
      return 'true or false';
    case 'list':
    case 'set':
      return `an array of ${plurals[type.element.kind] ?? 'objects'}`;
    case 'map':
      return `an object whose values are ${plurals[type.element.kind] ?? 'objects'}`;
    case 'nested':
      if (type.nesting === 'single') return `an object with ${Object.keys(type.attributes).join(', ')}`;
      return type.nesting === 'map' ? 'an object whose values are objects' : 'an array of objects';
  }
}

const longest = 60;

function shorten(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function describeObject(value: object, isHidden: boolean): string {
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an empty object';
  return isHidden ? 'an object' : `an object with ${shorten(keys.join(', '))}`;
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}
