import { LogDataset } from '../../../../logs/log-names';
import type { ResourceCode } from '../../../../resources/code';
import { propName } from '../../../../resources/prop-name';
import type { Attributes, AttributeType, ObjectValue } from '../../../../schema';
import type { SourceFile } from '../../../project/source-file';
import {
  isWrittenList,
  isWrittenObject,
  literalOf,
  type Written,
  type WrittenObject,
} from '../../../../hcl/template';
import { knownValues } from '../../../project/written-values';
import {
  array,
  as,
  call,
  name,
  object,
  plainText,
  value,
  type Code,
  type Member,
} from '../../../project/typescript';
import { filterOfJob } from '../filter-of-job';
import type { ProjectNames } from '../names';
import { sharedKey } from '../shared-values';
import { fieldCode, filterCode } from './filter-code';
import { packageName } from './package-name';
import { own } from '../../../../ground/record';

/** Where code is written: the file that imports what it needs, and the names that it may use. */
export interface Scope {
  readonly file: SourceFile;
  readonly names: ProjectNames;
  /** The module of the shared values; undefined in that module itself. */
  readonly sharedModule?: string;
  /** The props that name the zone and the account. */
  readonly owners: Readonly<Record<string, Member>>;
}

/** The configuration of an object. */
export interface Config {
  /** Attributes whose texts are templates: an expression in them stays one. */
  readonly written: WrittenObject;
  /** The same, with unknown parts where only Terraform knows them. */
  readonly known: ObjectValue;
  readonly code: ResourceCode;
  /** Those of the object, or of an attribute of it that has some. */
  readonly attributes: Attributes;
}

export function readConfig(
  written: WrittenObject,
  code: ResourceCode,
  { attributes }: { readonly attributes: Attributes } = code.contract,
): Config {
  return { written, known: knownValues(written), code, attributes };
}

/** The props of a construct for the attributes of its configuration. */
export function propsOf(config: Config, scope: Scope): Member[] {
  return Object.keys(config.written).map((attribute) => {
    return own(scope.owners, attribute) ?? propOf(attribute, config, scope);
  });
}

function propOf(attribute: string, config: Config, scope: Scope): Member {
  return (
    sharedProp(attribute, config, scope) ?? {
      name: nameOf(attribute, config),
      code: valueCode(attribute, config, scope),
    }
  );
}

/** Code builds a filter, where it builds the same. */
function nameOf(attribute: string, { code, known }: Config): string {
  if (attribute === 'filter' && filterOfJob(known) !== undefined) return 'where';
  return own(code.propNames, attribute) ?? propName(attribute);
}

/** The value of an attribute as code, without the names of shared values. */
export function valueCode(attribute: string, config: Config, scope: Scope): Code {
  const { file } = scope;
  const { written, known, code, attributes } = config;
  const given = own(written, attribute) ?? null;
  const { type, checks = [] } = own(attributes, attribute) ?? {};
  const slot = {
    attribute,
    type,
    code,
    enumeration: own(code.enums, attribute),
    isMember: (text: string) =>
      checks.every((check) => check(isListType(type) ? [text] : text, [attribute]).length === 0),
  };
  switch (attribute) {
    case 'fields':
      return plainCode(slot, orderOf(written), scope);
    case 'filter': {
      const filter = filterOfJob(known);
      return filter === undefined ? plainCode(slot, given, scope) : filterCode(filter, file);
    }
    case 'output_options':
      return isWrittenObject(given) ? outputCode(slot, given, scope) : plainCode(slot, given, scope);
    default:
      return plainCode(slot, given, scope);
  }
}

/** What a value is for. */
interface Slot {
  readonly attribute: string;
  /** Undefined where it does not matter. */
  readonly type: AttributeType | undefined;
  readonly code: ResourceCode;
  /** That has the values. */
  readonly enumeration: string | undefined;
  /** Whether the enumeration has a value: this version does not know all values of the service. */
  readonly isMember: (text: string) => boolean;
}

function sharedProp(
  attribute: string,
  config: Config,
  { file, names, sharedModule }: Scope,
): Member | undefined {
  const key = sharedModule === undefined ? undefined : sharedKey(attribute, config.known);
  const path = key === undefined ? undefined : names.shared(key);
  if (path === undefined || sharedModule === undefined) return undefined;
  const [group = ''] = path.split('.');
  file.import(sharedModule, group);
  return { name: nameOf(attribute, config), code: name(path) };
}

/** The names of fields in the order in which the job delivers them: the code states them once. Without one, it is alphabetical. */
function orderOf({ fields = null, output_options: output }: WrittenObject): Written {
  if (!isWrittenObject(output)) return fields;
  return output.field_names ?? (isWrittenList(fields) ? [...fields].sort() : fields);
}

function outputCode(slot: Slot, output: WrittenObject, scope: Scope): Code {
  const options = Object.entries(output).filter(([option]) => option !== 'field_names');
  const callee = `${scope.file.import(packageName, 'LogOutput')}.outputOptions`;
  if (options.length === 0) return call(callee);
  return call(callee, nestedCode(slot, Object.fromEntries(options), scope));
}

const datasets = new Map(
  Object.entries(LogDataset).map(([constant, dataset]) => [String(dataset), constant]),
);

function plainCode(slot: Slot, given: Written, scope: Scope): Code {
  const { attribute, type } = slot;
  if (isWrittenList(given)) return array(given.map((item) => plainCode(itemOf(slot), item, scope)));
  if (isWrittenObject(given))
    return isMap(type) ? mapCode(slot, given, scope) : nestedCode(slot, given, scope);
  if (given === null) throw new Error(`${attribute} has no value that code can have.`);
  if (typeof given !== 'string') return value(given);
  const literal = literalOf(given);
  return literal === undefined ? expressionCode(slot, given, scope) : textCode(slot, literal, scope);
}

function nestedCode({ type, code }: Slot, given: WrittenObject, scope: Scope): Code {
  const nested = type?.kind === 'nested' ? type : { attributes: {} };
  return object(propsOf(readConfig(given, code, nested), { ...scope, owners: {} }));
}

function mapCode(slot: Slot, given: WrittenObject, scope: Scope): Code {
  const members = Object.entries(given).map(([key, item]) => ({
    name: key,
    code: plainCode(itemOf(slot), item, scope),
  }));
  return object(members);
}

function textCode({ attribute, enumeration, isMember }: Slot, text: string, { file, names }: Scope): Code {
  if (attribute === 'fields') return fieldCode(text, file);
  const dataset = attribute === 'dataset' ? datasets.get(text) : undefined;
  if (dataset !== undefined) return name(`${file.import(packageName, 'LogDataset')}.${dataset}`);
  if (enumeration !== undefined && isMember(text))
    return name(`${file.import(packageName, enumeration)}.${enumMember(text)}`);
  if (enumeration !== undefined) return as(value(text), file.importType(packageName, enumeration));
  const path = names.ofAccount(attribute, text);
  return path === undefined ? value(text) : name(path);
}

/** A template with an expression: a string as it is, and what is no string by a token. */
function expressionCode({ attribute, type, enumeration }: Slot, template: string, { file }: Scope): Code {
  const typed = (code: Code, suffix = '') =>
    enumeration === undefined ? code : as(code, file.importType(packageName, enumeration) + suffix);
  const token = (method: string) => call(`${file.import('cdktf', 'Token')}.${method}`, plainText(template));
  switch (type?.kind) {
    case 'number':
      return token('asNumber');
    case 'bool':
      return token('asAny');
    case 'list':
    case 'set':
      return typed(token('asList'), '[]');
    case 'map':
      return token('asStringMap');
    case 'nested':
      throw new Error(`${attribute} is an expression, which no prop takes.`);
    default:
      return typed(plainText(template));
  }
}

/** An item of a list or a map. */
function itemOf(slot: Slot): Slot {
  const { type } = slot;
  if (type?.kind === 'nested') return { ...slot, type: { ...type, nesting: 'single' } };
  return { ...slot, type: type !== undefined && 'element' in type ? type.element : undefined };
}

function isListType(type: AttributeType | undefined): boolean {
  return type?.kind === 'list' || type?.kind === 'set';
}

function isMap(type: AttributeType | undefined): type is AttributeType {
  return type?.kind === 'map' || (type?.kind === 'nested' && type.nesting === 'map');
}

/** The member of an enumeration: `MANAGED_CHALLENGE` for `managed_challenge`, `RFC3339_MS` for `rfc3339ms`. */
export function enumMember(value: string): string {
  return value.replace(/^(unix|rfc3339)(?=nano|ms|ns)/, '$1_').toUpperCase();
}
