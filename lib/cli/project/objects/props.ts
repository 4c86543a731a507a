import { LogDataset } from '../../../logs/log-names';
import type { ResourceCode } from '../../../resources/code';
import { propName } from '../../../resources/prop-name';
import type { Attribute, Attributes, AttributeType, ObjectValue } from '../../../schema';
import type { SourceFile } from '../source-file';
import {
  isWrittenList,
  isWrittenObject,
  literalOf,
  type Written,
  type WrittenObject,
} from '../../../hcl/template';
import { knownValues } from '../written-values';
import { array, as, call, name, object, plainText, value, type Code, type Member } from '../typescript';
import { filterOfJob } from './filter-of-job';
import { fieldCode, filterCode } from './filter-code';
import { logsName, packageName } from '../package-name';
import { own } from '../../../ground/record';

export interface Scope {
  /** The file, which imports what the code needs. */
  readonly file: SourceFile;
  /** The props of attributes whose values have a name in the code. */
  readonly namedValues: Readonly<Record<string, Member>>;
}

export interface Config {
  /** The attributes, whose texts are templates: an expression in them stays one. */
  readonly written: WrittenObject;
  /** The values of the attributes, with unknown parts where only Terraform knows them. */
  readonly known: ObjectValue;
  readonly code: ResourceCode;
  /** The attributes of the object, or of a nested attribute of it. */
  readonly attributes: Attributes;
}

export function readConfig(
  written: WrittenObject,
  code: ResourceCode,
  { attributes }: { readonly attributes: Attributes } = code.contract,
): Config {
  return { written, known: knownValues(written), code, attributes };
}

export function propsOf(config: Config, scope: Scope): Member[] {
  return Object.keys(config.written).map(
    (attribute) =>
      own(scope.namedValues, attribute) ?? {
        name: propOf(attribute, config),
        code: valueCode(attribute, config, scope.file),
      },
  );
}

/** The prop of an attribute. Code builds a filter, where it builds the same. */
export function propOf(attribute: string, { known }: Config): string {
  if (attribute === 'filter' && filterOfJob(known) !== undefined) return 'where';
  return propName(attribute);
}

export function valueCode(attribute: string, config: Config, file: SourceFile): Code {
  const { written, known, code, attributes } = config;
  const given = own(written, attribute) ?? null;
  const { type, enumeration, checks = [] }: Partial<Attribute> = own(attributes, attribute) ?? {};
  const slot = {
    attribute,
    type,
    code,
    enumeration,
    isMember: (text: string) =>
      checks.every((check) => check(isListType(type) ? [text] : text, [attribute]).length === 0),
  };
  switch (attribute) {
    case 'fields':
      return plainCode(slot, orderOf(written), file);
    case 'filter': {
      const filter = filterOfJob(known);
      return filter === undefined ? plainCode(slot, given, file) : filterCode(filter, file);
    }
    case 'output_options':
      return isWrittenObject(given) ? outputCode(slot, given, file) : plainCode(slot, given, file);
    default:
      return plainCode(slot, given, file);
  }
}

interface Slot {
  readonly attribute: string;
  /** The type of the value; undefined where it does not matter. */
  readonly type: AttributeType | undefined;
  readonly code: ResourceCode;
  readonly enumeration: string | undefined;
  /** Whether the enumeration has a value: this version does not know all values of the service. */
  readonly isMember: (text: string) => boolean;
}

/** The names of fields in the order in which the job delivers them: the code states them once. Without one, it is alphabetical. */
function orderOf({ fields = null, output_options: output }: WrittenObject): Written {
  if (!isWrittenObject(output)) return fields;
  return output.field_names ?? (isWrittenList(fields) ? [...fields].sort() : fields);
}

function outputCode(slot: Slot, output: WrittenObject, file: SourceFile): Code {
  const options = Object.entries(output).filter(([option]) => option !== 'field_names');
  const callee = `${file.import(packageName, 'LogOutput')}.outputOptions`;
  if (options.length === 0) return call(callee);
  return call(callee, nestedCode(slot, Object.fromEntries(options), file));
}

const datasets = new Map(
  Object.entries(LogDataset).map(([constant, dataset]) => [String(dataset), constant]),
);

function plainCode(slot: Slot, given: Written, file: SourceFile): Code {
  const { attribute, type } = slot;
  if (isWrittenList(given)) return array(given.map((item) => plainCode(itemOf(slot), item, file)));
  if (isWrittenObject(given)) return isMap(type) ? mapCode(slot, given, file) : nestedCode(slot, given, file);
  if (given === null) throw new Error(`${attribute} has no value that code can have.`);
  if (typeof given !== 'string') return value(given);
  const literal = literalOf(given);
  return literal === undefined ? expressionCode(slot, given, file) : textCode(slot, literal, file);
}

function nestedCode({ type, code }: Slot, given: WrittenObject, file: SourceFile): Code {
  const nested = type?.kind === 'nested' ? type : { attributes: {} };
  return object(propsOf(readConfig(given, code, nested), { file, namedValues: {} }));
}

function mapCode(slot: Slot, given: WrittenObject, file: SourceFile): Code {
  const members = Object.entries(given).map(([key, item]) => ({
    name: key,
    code: plainCode(itemOf(slot), item, file),
  }));
  return object(members);
}

function textCode(slot: Slot, text: string, file: SourceFile): Code {
  const { attribute, enumeration, isMember } = slot;
  if (attribute === 'fields') return fieldCode(text, value, file);
  const dataset = attribute === 'dataset' ? datasets.get(text) : undefined;
  if (dataset !== undefined) return name(`${file.import(packageName, 'LogDataset')}.${dataset}`);
  if (enumeration !== undefined && isMember(text))
    return name(`${file.import(packageName, enumeration)}.${enumMember(text)}`);
  return typed(slot, value(text), file);
}

/** A value that only the types of names do not have, such as one that is newer than this version. */
function typed({ attribute, enumeration }: Slot, code: Code, file: SourceFile, suffix = ''): Code {
  if (enumeration !== undefined) return as(code, file.importType(packageName, enumeration) + suffix);
  const names = own(typesOfNames, attribute);
  return names === undefined ? code : as(code, file.importType(logsName, names) + suffix);
}

/** The types of the names of fields and datasets, by attribute. */
export const typesOfNames = { fields: 'LogFieldName', dataset: 'LogDatasetName' };

/** The code of a template with an expression: a string as it is, and another type by a token. */
function expressionCode(slot: Slot, template: string, file: SourceFile): Code {
  const { attribute, type } = slot;
  const token = (method: string) => call(`${file.import('cdktf', 'Token')}.${method}`, plainText(template));
  switch (type?.kind) {
    case 'number':
      return token('asNumber');
    case 'bool':
      return token('asAny');
    case 'list':
    case 'set':
      return typed(slot, token('asList'), file, '[]');
    case 'map':
      return token('asStringMap');
    case 'nested':
      throw new Error(`${attribute} is an expression, which no prop takes.`);
    default:
      return typed(slot, plainText(template), file);
  }
}

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
