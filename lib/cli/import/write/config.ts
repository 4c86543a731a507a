import { hasCredentials } from '../../../logs';
import { isSameObject, planState } from '../../../drivers/state/planned-state';
import {
  contractWith,
  customFieldsRulesetContract,
  defaultRulesetName,
} from '../../../resources/custom-fields-ruleset/contract';
import { logpushJobContract } from '../../../resources/logpush-job/contract';
import { poolNotificationPolicyContract } from '../../../resources/pool-notification-policy/contract';
import { wafMigrationContract } from '../../../resources/waf-migration/contract';
import {
  checkConfig,
  equalValues,
  hasProp,
  isObjectValue,
  mapNested,
  type Attribute,
  type Attributes,
  type Contract,
  type ObjectValue,
  type Value,
} from '../../../schema';
import type { ImportedObject, ImportedType } from '../inventory';
import { own } from '../../../ground/record';

/** The contract of each type. */
export const contracts: Readonly<Record<ImportedType, Contract>> = {
  edge_custom_fields_ruleset: customFieldsRulesetContract,
  edge_logpush_job: logpushJobContract,
  edge_pool_notification_policy: poolNotificationPolicyContract,
  edge_waf_migration: wafMigrationContract,
};

/**
 * The attributes that need a line for an object to stay as it is. Those that are computed, null, or at their default need
 * none.
 */
export function configOf({
  typeName,
  attributes,
}: Pick<ImportedObject, 'typeName' | 'attributes'>): ObjectValue {
  return withoutNeedless(contracts[typeName].attributes, attributes);
}

/**
 * Why the code of an object cannot leave it as it is: what the constructs and the provider refuse of its attributes, and
 * attributes that a plan would change. Empty for most objects.
 */
export function findUnwritable(object: ImportedObject): string[] {
  const { typeName, attributes: prior } = object;
  const contract: Contract =
    typeName === 'edge_custom_fields_ruleset' ? contractWith('current') : contracts[typeName];
  const config = configOf(object);
  const { destination_conf: destination } = config;
  if (typeof destination === 'string' && hasCredentials(destination))
    return [
      'The address of the destination contains a key, which code must not have. Add the job by hand, with ' +
        'destination_conf (destinationConf) from a variable.',
    ];
  const faults = checkConfig(contract, config)
    .filter(({ severity }) => severity === 'error')
    .map(({ summary, detail }) => `${summary}: ${detail}`);
  if (faults.length > 0) return faults;
  if (JSON.stringify(config).includes('{TfToken['))
    return ['A value contains "{TfToken[", which CDKTF takes for the beginning of a token.'];
  const planned = planState(contract.attributes, { prior, config });
  if (isSameObject(contract.attributes, planned, prior)) return [];
  const changed = Object.entries(contract.attributes)
    .filter(([name, { type }]) => !equalValues(type, own(planned, name) ?? null, own(prior, name) ?? null))
    .map(([name]) => name);
  return [`No configuration keeps the current value of ${changed.join(', ')}.`];
}

/**
 * Comments for the attributes of an object whose values this version does not know, or the service has retired: the warnings of
 * their check.
 */
export function commentsOn(
  typeName: ImportedType,
  config: ObjectValue,
): (attribute: string) => readonly string[] {
  const warnings = checkConfig(contracts[typeName], config).filter(({ severity }) => severity === 'warning');
  return (attribute) =>
    warnings.filter(({ path }) => path?.[0] === attribute).flatMap(({ detail }) => detail.split('\n'));
}

/** Whether a ruleset needs `custom_field_limits = "current"` of the provider. */
export function needsCurrentLimits(typeName: ImportedType, config: ObjectValue): boolean {
  if (typeName !== 'edge_custom_fields_ruleset') return false;
  return checkConfig(contractWith('specification'), config).some(({ severity }) => severity === 'error');
}

function withoutNeedless(attributes: Attributes, values: ObjectValue): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const value = own(values, name) ?? null;
      return isNeeded(name, attribute, value) ? [[name, nestedWithoutNeedless(attribute, value)]] : [];
    }),
  );
}

function isNeeded(name: string, attribute: Attribute, value: Value): boolean {
  const { presence, type, implied } = attribute;
  if (value === null || !hasProp(attribute) || attribute.writeOnly === true) return false;
  if (presence === 'required') return true;
  const usual = presence === 'optional-computed' ? own(usualValues, name) : (attribute.default ?? implied);
  return usual === undefined || !equalValues(type, value, usual);
}

/** What an attribute is without a value in the code, where the provider chooses it. */
const usualValues: Readonly<Record<string, Value>> = { name: defaultRulesetName };

function nestedWithoutNeedless({ type }: Attribute, value: Value): Value {
  if (type.kind !== 'nested') return value;
  return mapNested(type.nesting, value, (item) =>
    isObjectValue(item) ? withoutNeedless(type.attributes, item) : item,
  );
}
