import { hasCredentials } from '../../../logs';
import { codes, type ResourceType } from '../../../resources';
import { codeOf } from '../../../resources/code-of';
import {
  checkConfig,
  equalValues,
  isSettable,
  isObjectValue,
  mapNested,
  type Attribute,
  type Attributes,
  type Contract,
  type ObjectValue,
  type Value,
} from '../../../schema';
import type { Note } from '../../project/objects/object-code';
import type { ImportedObject } from '../inventory';
import { own } from '../../../ground/record';

export const contracts = Object.fromEntries(
  codes.map(({ contract }) => [contract.typeName, contract]),
) as Readonly<Record<ResourceType, Contract>>;

/** The contract with the current limits of custom fields: a project sets them where it needs them. */
export function currentContract(typeName: ResourceType): Contract {
  const code = codeOf(typeName);
  return code.contractWith?.('current') ?? code.contract;
}

/**
 * The config of an object: the attributes that need a line for it to stay as it is. Those that are computed, null, or at their default need
 * none.
 */
export function configOf({
  typeName,
  attributes,
}: Pick<ImportedObject, 'typeName' | 'attributes'>): ObjectValue {
  const { contract, computedDefaults = {} } = codeOf(typeName);
  return withoutNeedless(contract.attributes, attributes, computedDefaults);
}

/**
 * The reasons why no code can leave an importable object as it is: the constructs refuse its attributes. Empty for most
 * objects. `list-objects.ts` of the drivers leaves out those whose plan would fail or change them.
 */
export function findUnwritable(object: ImportedObject): string[] {
  const config = configOf(object);
  const { destination_conf: destination } = config;
  if (typeof destination === 'string' && hasCredentials(destination))
    return [
      'The address of the destination contains a key, which code must not have. Add the job by hand, with ' +
        'destination_conf (destinationConf) from a variable.',
    ];
  const faults = checkConfig(currentContract(object.typeName), config)
    .filter(({ severity }) => severity === 'error')
    .map(({ summary, detail }) => `${summary}: ${detail}`);
  if (faults.length > 0) return faults;
  if (JSON.stringify(config).includes('{TfToken['))
    return ['A value contains "{TfToken[", which CDKTF takes for the beginning of a token.'];
  return [];
}

/**
 * Comments on attributes of an object that needs some, or whose values this version does not know, or the service has retired: the
 * warnings of their check.
 *
 * @param valueIn - a value as the language has it
 */
export function notesOn(
  typeName: ResourceType,
  config: ObjectValue,
  valueIn: (value: string) => string,
): Note[] {
  const { contract, importComments } = codeOf(typeName);
  const warnings = checkConfig(contract, config).filter(({ severity }) => severity === 'warning');
  return Object.keys(config).map((attribute) => {
    const comment = own(importComments, attribute);
    const about = warnings.filter(({ path }) => path?.[0] === attribute);
    const lines = about.flatMap(({ detail }) => detail.split('\n'));
    return { attribute, lines: comment === undefined ? lines : [comment(valueIn)] };
  });
}

/** Whether a ruleset needs `custom_field_limits = "current"` of the provider. */
export function needsCurrentLimits(typeName: ResourceType, config: ObjectValue): boolean {
  const code = codeOf(typeName);
  if (code.contractWith === undefined) return false;
  return checkConfig(code.contractWith('specification'), config).some(({ severity }) => severity === 'error');
}

/** @param usual - the values that the provider chooses for attributes without one in the code */
function withoutNeedless(attributes: Attributes, values: ObjectValue, usual: ObjectValue): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const value = own(values, name) ?? null;
      return isNeeded(attribute, value, own(usual, name))
        ? [[name, nestedWithoutNeedless(attribute, value)]]
        : [];
    }),
  );
}

function isNeeded(attribute: Attribute, value: Value, usual: Value | undefined): boolean {
  const { presence, type, serviceDefault } = attribute;
  if (value === null || !isSettable(attribute) || attribute.writeOnly === true) return false;
  if (presence === 'required') return true;
  const omitted = presence === 'optional-computed' ? usual : (attribute.default ?? serviceDefault);
  return omitted === undefined || !equalValues(type, value, omitted);
}

function nestedWithoutNeedless({ type }: Attribute, value: Value): Value {
  if (type.kind !== 'nested') return value;
  return mapNested(type.nesting, value, (item) =>
    isObjectValue(item) ? withoutNeedless(type.attributes, item, {}) : item,
  );
}
