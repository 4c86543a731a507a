import {
  isSettable,
  type Attribute,
  type AttributeType,
  type Attributes,
  type Value,
} from '../../lib/schema';
import { camelCase, propName } from '../../lib/resources/prop-name';
import { code } from '../../lib/ground/words';
import type { DocComments, EnumMember, Prop } from './doc-comments';
import { anchorOf, onOneLine, table } from './markdown';

/** Props that are not called as their attribute, and the interface behind a prop whose type is a class. */
const exceptions: Readonly<Record<string, { readonly attribute?: string; readonly options?: string }>> = {
  output: { options: 'LogOutputOptions' },
  where: { attribute: 'filter' },
};

/** An attribute, the prop that sets it, or both. */
export interface Argument {
  readonly prop?: Prop;
  readonly name?: string;
  readonly attribute?: Attribute;
}

/** Every prop and every attribute that a user sets, in the order of the props. */
export function argumentsOf(attributes: Attributes, props: readonly Prop[]): Argument[] {
  const ofProps = props.map((prop): Argument => {
    const name =
      exceptions[prop.name]?.attribute ??
      Object.keys(attributes).find((each) => propName(each) === prop.name);
    const attribute = name === undefined ? undefined : attributes[name];
    return { prop, ...(name !== undefined && attribute && { name, attribute }) };
  });
  const named = new Set(ofProps.map(({ name }) => name));
  const others = Object.entries(attributes)
    .filter(([name, attribute]) => isSettable(attribute) && !named.has(name))
    .map(([name, attribute]) => ({ name, attribute }));
  return [...ofProps, ...others];
}

/** What a user must and may set: two lists with one sentence for each. */
export function argumentLists(given: readonly Argument[], docs: DocComments): string[] {
  const [needed, others] = byPresence(given, (each) => lineOf(each, docs));
  return [
    ...(needed === '' ? [] : ['### Required', needed]),
    ...(others === '' ? [] : ['### Optional', others]),
  ];
}

/** A section for each argument that is an object, or of which the list has the first sentence alone. */
export function argumentDetails(given: readonly Argument[], docs: DocComments): string[] {
  return given.flatMap((each) => {
    const { rest } = sentencesOf(each);
    const members = memberLists(membersOf(each, docs), docs);
    return rest === '' && members.length === 0
      ? []
      : [
          `### ${nameOf(each)}`,
          ...(rest === '' ? [] : [rest]),
          ...(each.prop?.name === 'timeouts' ? [timeoutsNote] : []),
          ...members,
        ];
  });
}

const timeoutsNote =
  '`create`, `read`, `update` and `delete` are durations: see [timeouts](../provider.md#timeouts-of-one-resource).';

/** The members of an object: two lists with all that is said of each. */
export function memberLists(given: readonly Argument[], docs: DocComments): string[] {
  const [needed, others] = byPresence(given, (each) => lineOf(each, docs, true));
  return [...(needed === '' ? [] : ['Required:', needed]), ...(others === '' ? [] : ['Optional:', others])];
}

function byPresence(given: readonly Argument[], write: (each: Argument) => string): [string, string] {
  const linesOf = (needed: boolean) =>
    given
      .filter((each) => isRequired(each) === needed)
      .map(write)
      .join('\n');
  return [linesOf(true), linesOf(false)];
}

/** The members of the object that an argument is. Those of `timeouts` are on the page of the provider. */
function membersOf({ prop, attribute }: Argument, docs: DocComments): Argument[] {
  if (prop === undefined || attribute?.type.kind !== 'nested' || prop.name === 'timeouts') return [];
  return argumentsOf(attribute.type.attributes, interfaceOf(prop, docs));
}

/** An item of a list: name, type, the first sentence or all of them, default. */
function lineOf(given: Argument, docs: DocComments, isWhole = false): string {
  const { first, rest } = sentencesOf(given);
  const name = nameOf(given);
  const hasDetails = !isWhole && (rest !== '' || membersOf(given, docs).length > 0);
  const facts = [typeOf(given, docs), ...attributeNote(given), ...notesOf(given.attribute)];
  const standard = defaultText(given, docs);
  return [
    `- ${hasDetails ? `[${code(name)}](#${anchorOf(name)})` : code(name)} (${facts.join(', ')})`,
    first,
    ...(isWhole && rest !== '' ? [rest] : []),
    ...(standard === '' ? [] : [`Default: ${standard}.`]),
  ].join(' ');
}

/** The prop, or the attribute where there is none. */
function nameOf({ prop, name = '' }: Argument): string {
  return prop?.name ?? name;
}

/** The attribute, where it is not the prop in snake case. */
function attributeNote({ prop, name }: Argument): string[] {
  return prop === undefined || name === undefined || camelCase(name) === prop.name
    ? []
    : [`in HCL ${code(name)}`];
}

function sentencesOf(given: Argument): { readonly first: string; readonly rest: string } {
  const text = onOneLine(descriptionOf(given));
  const first = firstSentence(text);
  return { first, rest: text.slice(first.length).trim() };
}

/** The first sentence of a comment. A full stop in code ends none. */
export function firstSentence(comment: string): string {
  const text = onOneLine(comment);
  return /^(?:`[^`]*`|[^`])*?\.(?=\s+[A-Z`]|$)/.exec(text)?.[0] ?? text;
}

/** The values of the enums in the types of some props. */
export function enumTable(props: readonly Prop[], docs: DocComments): string | undefined {
  const members = enumsOf(props, docs).flatMap((name) => docs.enums.get(name) ?? []);
  if (members.length === 0) return undefined;
  return table(
    ['construct', 'value', 'meaning'],
    members.map(({ name, value, comment }) => [code(name), code(value), comment]),
  );
}

function enumsOf(props: readonly Prop[], docs: DocComments): string[] {
  const names = props.flatMap(({ type }) => type.match(/\w+/g) ?? []);
  return [...new Set(names)].filter((name) => docs.enums.has(name));
}

/** The interface of the objects that a prop holds: `WafSkipRule` of `WafSkipRule[]`. */
export function interfaceOf(prop: Prop, docs: DocComments): readonly Prop[] {
  const name = exceptions[prop.name]?.options ?? prop.type.replace(/\[\]$/, '');
  return docs.propsOf(name);
}

/** Terraform's type, with the enum or the class that the construct takes. */
function typeOf({ prop, attribute }: Argument, docs: DocComments): string {
  const [first] = prop === undefined ? [] : enumsOf([prop], docs);
  const values = first === undefined ? undefined : `[${code(first)}](#values)`;
  if (attribute === undefined) return values ?? plainType(prop);
  return prop !== undefined && prop.name in exceptions ? code(prop.type) : typeText(attribute.type, values);
}

/** The type of a prop that no attribute has, as Terraform spells it. */
function plainType(prop: Prop | undefined): string {
  const type = prop?.type ?? '';
  return type.endsWith('[]') ? `list of ${type.slice(0, -2)}` : type.replace(/^boolean\b.*/, 'bool');
}

export function typeText(type: AttributeType, ofElement?: string): string {
  switch (type.kind) {
    case 'nested':
      return type.nesting === 'single' ? 'object' : `${type.nesting} of objects`;
    case 'list':
    case 'set':
    case 'map':
      return `${type.kind} of ${typeText(type.element, ofElement)}`;
    default:
      return ofElement ?? type.kind;
  }
}

/** The comment of the prop. That a change replaces the object is among the facts of its line. */
function descriptionOf({ prop, attribute }: Argument): string {
  if (prop === undefined || prop.comment === '') return attribute?.description ?? '';
  return attribute?.replaces === true
    ? prop.comment.replace(/\s+A\s+change\s+replaces\s+the\s+\w+\./, '')
    : prop.comment;
}

function notesOf(attribute: Attribute | undefined): string[] {
  return [
    ...(attribute?.replaces === true ? ['forces a new resource'] : []),
    ...(attribute?.writeOnly === true ? ['write-only'] : []),
    ...(attribute?.deprecated === true ? ['deprecated'] : []),
    ...(attribute?.sensitive === true && attribute.writeOnly !== true ? ['sensitive'] : []),
  ];
}

function isRequired({ prop, attribute }: Argument): boolean {
  return attribute === undefined ? prop?.isOptional === false : attribute.presence === 'required';
}

/** What the doc comment says; the contract's value where the comment does not name it. Empty if there is none. */
function defaultText({ prop, attribute }: Argument, docs: DocComments): string {
  // A required attribute whose prop is optional: a name is another way to set it.
  if (isRequired({ prop, attribute }))
    return prop?.isOptional === true ? `none; give it or ${code(prop.name.replace(/Id$/, 'Name'))}` : '';
  const written = prop?.defaultText;
  const text = written === undefined || written === 'none' ? undefined : onOneLine(written);
  const value = defaultOf(attribute);
  if (value === undefined || (value === '' && text !== undefined))
    return text === undefined ? '' : withValues(text, docs);
  if (text === undefined) return code(literal(value));
  return mentions(text, value, docs) ? withValues(text, docs) : `${code(literal(value))}: ${text}`;
}

export function defaultOf(attribute: Attribute | undefined): Value | undefined {
  return attribute?.default ?? attribute?.serviceDefault;
}

/** Whether the text of `@default` names a value, as a literal or as members of an enum. */
export function mentions(text: string, value: Value, docs: DocComments): boolean {
  const values = Array.isArray(value) ? (value as readonly Value[]) : [value];
  const spoken = membersIn(text, docs).map((member) => member.value);
  return values.every(
    (each) =>
      [text, ...text.split(/[\s,:]+/)].includes(literal(each)) || spoken.some((member) => member === each),
  );
}

function membersIn(text: string, docs: DocComments): EnumMember[] {
  const all = [...docs.enums.values()].flat();
  return (text.match(/\b\w+\.\w+\b/g) ?? []).flatMap((name) => all.find((each) => each.name === name) ?? []);
}

/** Literals and members of enums as the values that the attribute has. */
function withValues(text: string, docs: DocComments): string {
  const values = membersIn(text, docs).reduce(
    (all, { name, value }) => all.replace(`\`${name}\``, name).replace(name, code(literal(value))),
    text,
  );
  return values.replace(/^(?:true|false|\d+|"[^"]*")(?=$|[,:])/, code).replaceAll(/(?<!`)\bEDGE_\w+/g, code);
}

function literal(value: Value): string {
  return JSON.stringify(value);
}
