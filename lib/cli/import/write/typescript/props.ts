import { LogDataset } from '../../../../logs/log-names';
import { propName } from '../../../../resources/prop-name';
import { isListValue, isObjectValue, isUnknown, type ObjectValue, type Value } from '../../../../schema';
import type { SourceFile } from '../../../project/source-file';
import { array, call, name, object, value, type Code, type Member } from '../../../project/typescript';
import { enumerations, enumMember } from '../enums';
import { filterOfJob } from '../filter-of-job';
import type { ProjectNames } from '../names';
import { optionsOfOutput, orderedFields, sharedKey } from '../shared-values';
import { fieldCode, filterCode } from './filter-code';
import { packageName } from './package-name';

/** Where code is written: the file that imports what it needs, and the names that it may use. */
export interface Scope {
  readonly file: SourceFile;
  readonly names: ProjectNames;
  /** The module of the shared values; undefined in that module itself. */
  readonly sharedModule?: string;
  /** The props that name the zone and the account. */
  readonly owners: Readonly<Record<string, Member>>;
}

/** The props of a construct for the attributes of its configuration. */
export function propsOf(config: ObjectValue, scope: Scope): Member[] {
  return Object.keys(config).map((attribute) => {
    const { [attribute]: owner } = scope.owners;
    return owner ?? propOf(attribute, config, scope);
  });
}

function propOf(attribute: string, config: ObjectValue, scope: Scope): Member {
  const prop = sharedProp(attribute, config, scope) ?? {
    name: propNames[attribute] ?? propName(attribute),
    code: valueCode(attribute, config, scope),
  };
  if (attribute === 'filter' && filterOfJob(config) === undefined) return { ...prop, name: 'filter' };
  if (attribute !== 'clear_legacy_email') return prop;
  return {
    ...prop,
    comments: ['Pools still have legacy e-mails. COVERED clears those of the pools of this policy.'],
  };
}

/** Attributes whose prop has another name. */
const propNames: Readonly<Record<string, string>> = { filter: 'where', output_options: 'output' };

/** The value of an attribute as code, without the names of shared values. */
export function valueCode(attribute: string, config: ObjectValue, scope: Scope): Code {
  const { file } = scope;
  const given = config[attribute] ?? null;
  switch (attribute) {
    case 'fields':
      return array(orderedFields(config).map((field) => fieldCode(field, file)));
    case 'filter': {
      const filter = filterOfJob(config);
      return filter === undefined ? plainCode(attribute, given, scope) : filterCode(filter, file);
    }
    case 'output_options':
      return isObjectValue(given) ? outputCode(given, scope) : plainCode(attribute, given, scope);
    case 'dataset':
      return datasetCode(given, scope);
    default:
      return plainCode(attribute, given, scope);
  }
}

function sharedProp(
  attribute: string,
  config: ObjectValue,
  { file, names, sharedModule }: Scope,
): Member | undefined {
  const key = sharedModule === undefined ? undefined : sharedKey(attribute, config);
  const path = key === undefined ? undefined : names.shared(key);
  if (path === undefined || sharedModule === undefined) return undefined;
  const [group = ''] = path.split('.');
  file.import(sharedModule, group);
  return { name: propNames[attribute] ?? propName(attribute), code: name(path) };
}

function outputCode(output: ObjectValue, scope: Scope): Code {
  const options = propsOf(optionsOfOutput(output), { ...scope, owners: {} });
  const callee = `${scope.file.import(packageName, 'LogOutput')}.outputOptions`;
  return options.length === 0 ? call(callee) : call(callee, object(options));
}

const datasets = new Map(
  Object.entries(LogDataset).map(([constant, dataset]) => [String(dataset), constant]),
);

function datasetCode(dataset: Value, scope: Scope): Code {
  const constant = typeof dataset === 'string' ? datasets.get(dataset) : undefined;
  if (constant === undefined) return plainCode('dataset', dataset, scope);
  return name(`${scope.file.import(packageName, 'LogDataset')}.${constant}`);
}

function plainCode(attribute: string, given: Value, scope: Scope): Code {
  if (isListValue(given)) return array(given.map((item) => plainCode(attribute, item, scope)));
  if (isObjectValue(given)) return object(propsOf(given, { ...scope, owners: {} }));
  if (given === null || isUnknown(given)) throw new Error(`${attribute} has no value that code can have.`);
  if (typeof given !== 'string') return value(given);
  const { [attribute]: enumeration } = enumerations;
  if (enumeration !== undefined)
    return name(`${scope.file.import(packageName, enumeration)}.${enumMember(given)}`);
  const path = scope.names.ofAccount(attribute, given);
  return path === undefined ? value(given) : name(path);
}
