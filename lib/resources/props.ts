import { suggest } from '../logs';
import {
  checkConfig,
  checkForm,
  collectionOf,
  describeValue,
  formatPath,
  isSettable,
  isPlainObject,
  unknown,
  wrongType,
  type Attribute,
  type Attributes,
  type AttributeType,
  type Contract,
  type Diagnostic,
  type Path,
  type Value,
} from '../schema';
import { isExpression, propName, type GivenAttributes } from './expressions';
import { refuseOtherHost } from './same-host';
import { usageError } from './user-frames';
import { mapRecord, own, setOwn } from '../ground/record';
import { listSome } from '../ground/words';
import { equivalentNames } from '../retired/names';
import { onceFor } from '../ground/remember';

/** The props that a construct or a method takes. */
export interface PropForm {
  /** The attributes. Each that can be set has a prop of its name: `zone_id` has `zoneId`. */
  readonly attributes: Attributes;
  /** The props that no attribute has. */
  readonly others: PropRules;
  /** Key of the form in {@link equivalentNames}. */
  readonly typeName?: string;
}

export type PropRules = Readonly<Record<string, PropRule>>;

/** The form of a prop that no attribute has. */
export interface PropRule {
  /** Requirement for a value, as the end of a sentence. */
  readonly rule: string;
  readonly accepts: (value: unknown) => boolean;
  /** A fix that says more than to correct the value or to leave it out. */
  readonly fix?: (value: unknown) => string | undefined;
  /** Whether messages must not show the value. */
  readonly isSecret?: boolean;
  /** The members of a value that is an object. */
  readonly members?: PropRules;
}

/**
 * The id of a construct, before the host is given it: where an argument is missing, the host fails inside.
 *
 * @throws where the arguments are not those of a construct, or the scope is of the other host
 */
export function checkedId({ name }: { readonly name: string }, scope: unknown, id: unknown): string {
  const isConstruct = typeof scope === 'object' && scope !== null && 'node' in scope;
  const call = `new ${name}(this, 'name', { … })`;
  if (!isConstruct)
    throw refusal(name, [
      `scope: Wrong type: scope is ${describeValue(scope, true)}. It must be a construct, such as the stack. Pass it first: ${call}.`,
    ]);
  if (typeof id === 'string' && id !== '') {
    refuseOtherHost(name, scope);
    return id;
  }
  throw refusal(name, [
    `id: Wrong type: id is ${id === '' ? 'empty' : describeValue(id, true)}. It must be a text, the name of the construct in its stack. ` +
      `Pass it second: ${call}.`,
  ]);
}

/** The path and class of a construct, at the beginning of a message. */
export function constructLabel(construct: { readonly node: { readonly path: string } }): string {
  return `[${construct.node.path}] ${construct.constructor.name}`;
}

/** One error for all faults. */
export function refusal(place: string, faults: readonly string[]): Error {
  return usageError([`${place}:`, ...faults].join('\n  '));
}

/** Throws one error with all faults, if there are any. */
export function refuse(place: string, faults: readonly string[]): void {
  if (faults.length > 0) throw refusal(place, faults);
}

/**
 * Reads props as they were given, by a user of JavaScript perhaps. What is wrong with the values of attributes is left to the checks of
 * a contract, {@link findFaults} and {@link findFormFaults}: so synth and plan have the same rules.
 *
 * @throws where the props are no object
 */
export function readProps<P extends object>(place: string, form: PropForm, props: P) {
  const values: unknown = props;
  if (!isPlainObject(values)) throw refusal(place, [noObject(form, values)]);
  const faults: string[] = [];
  const given = readObject(form, values, { root: form.attributes, path: [], faults });
  const wrong = faultyRules(form.others, values, [], faults);
  const withoutWrong = { ...props, ...Object.fromEntries(wrong.map((prop) => [prop, undefined])) };
  return {
    /** The attributes that the props of their names set. Values of a wrong type are as they were given. */
    given,
    /** The props, without those of `others` that are of a wrong form. */
    props: wrong.length === 0 ? props : withoutWrong,
    /** Unknown props, nulls, and `others` of a wrong form, one line each: place, value, rule and fix. */
    faults,
  };
}

/**
 * Checks attributes by the contract, one line for each finding: errors, and warnings about values that this version does not know. Expressions are skipped:
 * the provider checks them at plan.
 */
export function findFaults(
  contract: Contract,
  given: GivenAttributes,
): { readonly faults: string[]; readonly warnings: string[] } {
  const { attributes } = contract;
  const found = checkConfig(contract, valuesOf(attributes, given));
  const warnings = found.filter(({ severity }) => severity === 'warning');
  return {
    faults: linesOf(found, attributes),
    warnings: warnings.map((each) => faultLine(each, attributes)),
  };
}

/**
 * Warns of attributes with a text in which a template of JavaScript has written a variable without a value. A filter, which is JSON,
 * may look for the word.
 */
export function templatesWithoutValue(given: GivenAttributes): string[] {
  return Object.keys(given)
    .filter((name) => hasWordUndefined(own(given, name)))
    .map(
      (name) =>
        `${propName(name)}: Template: the text has the word "undefined", as of a variable that is not set. Set the variable.`,
    );
}

function hasWordUndefined(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasWordUndefined);
  return typeof value === 'string' && /^(?!\{).*(?<![a-z\d])undefined(?![a-z\d])/i.test(value);
}

/** Checks attributes by the further rules for a driver that keeps no state. */
export function findFaultsWithoutState(contract: Contract, given: GivenAttributes): string[] {
  const { attributes, checkWithoutState } = contract;
  return linesOf(checkWithoutState?.(valuesOf(attributes, given)) ?? [], attributes);
}

/** The faults in the form alone: values that are missing or of a wrong type. */
export function findFormFaults(attributes: Attributes, given: GivenAttributes): string[] {
  return linesOf(checkForm(attributes, valuesOf(attributes, given), []), attributes);
}

/** The name that is probably meant by a word: see `suggest`. Otherwise one that begins with it, contains it, or begins it. */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  const meant = plain(word);
  const enough = Math.max(3, Math.ceil((meant.length * 2) / 3));
  const [nearest] = names
    .map((name) => ({ name, shared: sharedStart(meant, name.toLowerCase()) }))
    .filter(({ shared }) => shared >= enough)
    .sort((a, b) => b.shared - a.shared);
  return (
    suggest(meant, names) ??
    nearest?.name ??
    names.find((name) => meant.length >= 3 && name.toLowerCase().includes(meant)) ??
    names.find((name) => name.length >= 5 && meant.startsWith(name.toLowerCase()))
  );
}

/** The place of an object of props. */
interface Place {
  /** The attributes of the outermost object. */
  readonly root: Attributes;
  /** Path in the names of attributes. */
  readonly path: Path;
  readonly faults: string[];
}

function readObject(
  { attributes, others, typeName }: PropForm,
  values: Readonly<Record<string, unknown>>,
  place: Place,
): GivenAttributes {
  const table = propsOf(attributes);
  const given: Record<string, unknown> = {};
  for (const prop of Object.keys(values)) {
    const value = own(values, prop);
    if (value === undefined) continue;
    const known = table.get(prop);
    if (known === undefined) {
      if (!Object.hasOwn(others, prop))
        place.faults.push(
          unknownProp([...inPropNames(place), prop], [...table.keys(), ...Object.keys(others)], typeName),
        );
      continue;
    }
    const { name, attribute } = known;
    const isRead = value !== null && attribute.type.kind !== 'nested';
    const at = { ...place, path: [...place.path, name] };
    setOwn(given, name, isRead ? value : readAttribute(attribute, value, at));
  }
  return given;
}

function readAttribute(attribute: Attribute, value: unknown, place: Place): unknown {
  const { type, presence } = attribute;
  const typeName = String(place.path.at(-1));
  if (value === null && presence !== 'required')
    place.faults.push(...linesOf([wrongType(attribute, value, place.path)], place.root));
  if (type.kind !== 'nested' || isExpression(value)) return value;
  const read = (item: unknown, path: Path) =>
    isPlainObject(item) && !isExpression(item)
      ? readObject({ attributes: type.attributes, others: {}, typeName }, item, { ...place, path })
      : item;
  if (type.nesting === 'single') return read(value, place.path);
  if (type.nesting === 'map' && isPlainObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, read(item, [...place.path, key])]),
    );
  return Array.isArray(value) && type.nesting !== 'map'
    ? Array.from(value, (item: unknown, index) => read(item, [...place.path, index]))
    : value;
}

/** The props whose values do not follow their rules. */
function faultyRules(
  rules: PropRules,
  values: Readonly<Record<string, unknown>>,
  path: Path,
  faults: string[],
): string[] {
  return Object.keys(rules).filter((prop) => {
    const rule = own(rules, prop);
    const value = own(values, prop);
    if (rule === undefined || value === undefined) return false;
    const at = [...path, prop];
    const broken = brokenRule(rule, value, formatPath(at));
    faults.push(...broken);
    if (broken.length > 0) return true;
    const { members } = rule;
    if (members === undefined || !isPlainObject(value)) return false;
    const before = faults.length;
    const names = Object.keys(members);
    for (const key of Object.keys(value))
      if (!names.includes(key) && own(value, key) !== undefined)
        faults.push(unknownProp([...at, key], names));
    faultyRules(members, value, at, faults);
    return faults.length > before;
  });
}

/** Checks a value by a rule: one line for its fault. */
export function brokenRule(
  { rule, accepts, fix, isSecret = false }: PropRule,
  value: unknown,
  name: string,
): readonly string[] {
  if (accepts(value)) return [];
  const given = `${name} is ${describeValue(value, isSecret)}.`;
  return [
    `${name}: Wrong type: ${given} It must be ${rule}. ${fix?.(value) ?? 'Correct it, or leave it out.'}`,
  ];
}

/** The fault of a prop at a path that is none of the names. Its value may be a secret, so it is not shown. */
export function unknownProp(path: Path, names: readonly string[], typeName = ''): string {
  const name = String(path.at(-1)).slice(0, 60);
  const fix = fixFromElsewhere(name, names, typeName) ?? fixFromNearest(name, names);
  return `${formatPath([...path.slice(0, -1), name])}: Unknown prop: there is no prop ${name}. ${fix}`;
}

function fixFromElsewhere(name: string, names: readonly string[], typeName: string): string | undefined {
  const [word, here] =
    Object.entries(own(equivalentNames, typeName) ?? {}).find(([each]) => plain(each) === plain(name)) ?? [];
  if (word === undefined || here === undefined) return undefined;
  if (typeof here === 'string') return `What the service calls ${word} ${here} Remove it.`;
  const props = here.map(propName).filter((prop) => names.includes(prop));
  return props.length === 0
    ? undefined
    : `What the service calls ${word} is set with ${props.join(', ')} here.`;
}

function fixFromNearest(name: string, names: readonly string[]): string {
  const meant = nearestName(name, names);
  return meant === undefined
    ? `Remove it. The props here are ${listSome(names, 5)}.`
    : `Did you mean ${meant}?`;
}

/** A name in lower case, without separators. */
function plain(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}

function noObject({ attributes }: PropForm, props: unknown): string {
  const required = [...propsOf(attributes)]
    .filter(([, { attribute }]) => attribute.presence === 'required')
    .map(([prop]) => prop);
  const fix =
    required.length === 0 ? 'Correct it, or leave it out.' : `Pass at least { ${required.join(', ')} }.`;
  return `props: Wrong type: props is ${describeValue(props, true)}. It must be an object. ${fix}`;
}

/** The attributes that can be set, by prop. One table for all constructs of a contract. */
const propsOf = onceFor(
  (attributes: Attributes) =>
    new Map(
      Object.entries(attributes)
        .filter(([, attribute]) => isSettable(attribute))
        .map(([name, attribute]) => [propName(name), { name, attribute }]),
    ),
);

function linesOf(faults: readonly Diagnostic[], attributes: Attributes): string[] {
  return faults.filter(({ severity }) => severity === 'error').map((fault) => faultLine(fault, attributes));
}

function faultLine({ path = [], summary, detail }: Diagnostic, attributes: Attributes): string {
  const place = path.length > 0 ? `${formatPath(inPropNames({ root: attributes, path }))}: ` : '';
  const inProps = namesIn(attributes)
    .filter((name) => name.includes('_'))
    .reduce((text, name) => text.replace(spellings(name), propName(name)), detail);
  return `${place}${summary}: ${inProps}`;
}

/** Converts the names of nested attributes to those of props; keys of maps stay as the user wrote them. */
function inPropNames({ root, path }: Pick<Place, 'root' | 'path'>): Path {
  const [attribute, ...rest] = path;
  if (typeof attribute !== 'string') return path;
  const isNested = own(root, attribute)?.type.kind === 'nested';
  return [
    propName(attribute),
    ...rest.map((step) => (isNested && typeof step === 'string' ? propName(step) : step)),
  ];
}

function namesIn(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, { type }]) => [
    name,
    ...(type.kind === 'nested' ? namesIn(type.attributes) : []),
  ]);
}

/** Matches an attribute in a text, alone or followed by its prop: `ownership_challenge (ownershipChallenge)`. */
function spellings(name: string): RegExp {
  return new RegExp(`\\b${name}\\b(?: \\(${propName(name)}\\))?`, 'g');
}

function valuesOf(attributes: Attributes, given: GivenAttributes): Record<string, Value> {
  const values: Record<string, Value> = {};
  for (const name of Object.keys(given)) {
    const value = own(given, name) ?? null;
    const attribute = own(attributes, name);
    if (value !== null && attribute !== undefined) setOwn(values, name, toValue(attribute.type, value));
  }
  return values;
}

/** Converts a prop to the value of its type. A value of another type stays, for {@link checkForm} to refuse. */
function toValue(type: AttributeType, given: unknown): Value {
  if (isExpression(given)) return unknown;
  const { kind, element } = collectionOf(type) ?? {};
  if (element === undefined)
    return type.kind === 'nested' && isPlainObject(given)
      ? valuesOf(type.attributes, given)
      : (given as Value);
  if (kind === 'map') return toMap(given, (item) => toValue(element, item));
  // Also has the holes of a sparse array.
  return Array.isArray(given) ? Array.from(given, (item) => toValue(element, item)) : (given as Value);
}

/** Converts a prop to a map. cdktf encodes a map token as an object with one key, which is the token. */
function toMap(given: unknown, toItem: (item: unknown) => Value): Value {
  if (!isPlainObject(given)) return given as Value;
  if (Object.keys(given).some(isExpression)) return unknown;
  return mapRecord(given, toItem);
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
