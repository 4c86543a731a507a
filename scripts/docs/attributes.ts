import {
  isSettable,
  type Attribute,
  type AttributeType,
  type Attributes,
  type Value,
} from '../../lib/schema';
import { propName } from '../../lib/resources/expressions';
import { code } from '../../lib/ground/words';
import type { DocComments, EnumMember, Prop } from './doc-comments';
import { table } from './markdown';

/** Props that are not called as their attribute, and the interface behind a prop whose type is a class. */
const exceptions: Readonly<Record<string, { readonly attribute: string; readonly options?: string }>> = {
  output: { attribute: 'output_options', options: 'LogOutputOptions' },
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
      Object.keys(attributes).find((each) => propName(each) === prop.name) ??
      exceptions[prop.name]?.attribute;
    const attribute = name === undefined ? undefined : attributes[name];
    return { prop, ...(name !== undefined && attribute && { name, attribute }) };
  });
  const named = new Set(ofProps.map(({ name }) => name));
  const others = Object.entries(attributes)
    .filter(([name, attribute]) => isSettable(attribute) && !named.has(name))
    .map(([name, attribute]) => ({ name, attribute }));
  return [...ofProps, ...others];
}

export function argumentTable(given: readonly Argument[], docs: DocComments): string {
  const rows = given.map(({ prop, name, attribute }) => [
    prop === undefined ? '' : code(prop.name),
    name === undefined ? '' : code(name),
    typeCell({ prop, name, attribute }, docs),
    defaultCell({ prop, name, attribute }, docs),
    attribute === undefined ? '' : notesOf(attribute),
    descriptionOf({ prop, attribute }),
  ]);
  return table(['prop', 'attribute', 'type', 'default', 'notes', 'description'], rows);
}

/** The props of an interface that no attribute has. */
export function propTable(props: readonly Prop[]): string {
  const rows = props.map(({ name, type, isOptional, defaultText, comment }) => [
    code(name),
    code(type),
    isOptional ? (defaultText ?? 'none') : '**required**',
    comment,
  ]);
  return table(['prop', 'type', 'default', 'description'], rows);
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
function typeCell({ prop, name, attribute }: Argument, docs: DocComments): string {
  const [first] = prop === undefined ? [] : enumsOf([prop], docs);
  if (attribute === undefined) return first === undefined ? plainType(prop) : `[${code(first)}](#values)`;
  const type = typeText(
    attribute.type,
    name ?? '',
    first === undefined ? undefined : `[${code(first)}](#values)`,
  );
  return prop !== undefined && prop.name in exceptions ? `${code(prop.type)}: ${type}` : type;
}

/** The type of a prop that no attribute has, as Terraform spells it. */
function plainType(prop: Prop | undefined): string {
  const type = prop?.type ?? '';
  return type.endsWith('[]') ? `list of ${type.slice(0, -2)}` : type.replace(/^boolean\b.*/, 'bool');
}

function typeText(type: AttributeType, name: string, ofElement?: string): string {
  switch (type.kind) {
    case 'nested': {
      const link = `[object](#${name})`;
      return type.nesting === 'single' ? link : `${type.nesting} of ${link}`;
    }
    case 'list':
    case 'set':
    case 'map':
      return `${type.kind} of ${typeText(type.element, name, ofElement)}`;
    default:
      return ofElement ?? type.kind;
  }
}

/** The comment of the prop. That a change replaces the object is in the notes. */
function descriptionOf({ prop, attribute }: Argument): string {
  if (prop === undefined || prop.comment === '') return attribute?.description ?? '';
  return attribute?.replaces === true
    ? prop.comment.replace(/ A change replaces the \w+\./, '')
    : prop.comment;
}

const legend = {
  replaces: 'a change replaces the resource, any other change updates it',
  'write-only': 'in no plan file and no state',
  sensitive: 'hidden in output, but stored in the state',
};

/** What the notes of a table mean. */
export function legendOf(given: readonly Argument[]): string {
  const used = given.flatMap(({ attribute }) =>
    attribute === undefined ? [] : notesOf(attribute).split(', '),
  );
  const lines = Object.entries(legend).filter(([note]) => used.includes(note));
  return lines.map(([note, meaning]) => `- ${note}: ${meaning}.`).join('\n');
}

function notesOf(attribute: Attribute): string {
  const notes = [
    attribute.replaces === true && 'replaces',
    attribute.writeOnly === true && 'write-only',
    attribute.sensitive === true && attribute.writeOnly !== true && 'sensitive',
  ];
  return notes.filter((note) => note !== false).join(', ');
}

/** What the doc comment says; the contract's value where the comment does not name it. */
function defaultCell({ prop, attribute }: Argument, docs: DocComments): string {
  const isRequired = attribute === undefined ? prop?.isOptional === false : attribute.presence === 'required';
  // A required attribute whose prop is optional: a name is another way to set it.
  if (isRequired && prop?.isOptional === true)
    return `**required**, or ${code(prop.name.replace(/Id$/, 'Name'))}`;
  if (isRequired) return '**required**';
  const text = prop?.defaultText;
  const value = defaultOf(attribute);
  if (value === undefined || (value === '' && text !== undefined))
    return text === undefined ? 'none' : withValues(text, docs);
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
    (each) => text.split(/[\s,:]+/).includes(literal(each)) || spoken.some((member) => member === each),
  );
}

function membersIn(text: string, docs: DocComments): EnumMember[] {
  const all = [...docs.enums.values()].flat();
  return (text.match(/\b\w+\.\w+\b/g) ?? []).flatMap((name) => all.find((each) => each.name === name) ?? []);
}

/** Literals and members of enums as the values that the attribute has. */
function withValues(text: string, docs: DocComments): string {
  const values = membersIn(text, docs).reduce(
    (all, { name, value }) => all.replace(name, code(literal(value))),
    text,
  );
  return values.replace(/^(?:true|false|\d+|"[^"]*")(?=$|[,:])/, code).replaceAll(/\bEDGE_\w+/g, code);
}

function literal(value: Value): string {
  return JSON.stringify(value);
}
