import type { JsonObject } from '../../../ground/json';
import { isObjectValue, type ObjectValue } from '../../../schema';
import type { PreviousWaf, WafPackage } from '../../../waf';
import type { KnownZone, OldDataKind, OldResource, StateObject } from '../model';
import { own } from '../../../ground/record';

/**
 * The data sources of the previous WAF that the state does not have, as the API answers them. Source: the schema of the provider's
 * last version with them, 3.35.
 */
export function resolveDataSources(
  sources: readonly OldResource[],
  zones: ReadonlyMap<string, KnownZone>,
): readonly StateObject[] {
  return sources.flatMap(({ type, kind, name, instances }) =>
    instances.flatMap(({ address, moduleAddress, key, values, state }): StateObject[] => {
      const waf = typeof values?.zone_id === 'string' ? zones.get(values.zone_id)?.waf : undefined;
      if (state !== undefined || values === undefined || waf === undefined) return [];
      const attributes = answerOf(kind as OldDataKind, waf, values);
      const object = { mode: 'data' as const, type, name, address, moduleAddress, attributes };
      return [key === undefined ? object : { ...object, key }];
    }),
  );
}

function answerOf(kind: OldDataKind, waf: PreviousWaf, values: ObjectValue): JsonObject {
  const filter = filterOf(values.filter);
  const packages = waf.packages.filter(({ id }) => isAsked(values.package_id, id));
  switch (kind) {
    case 'waf_packages':
      return { ...values, packages: packages.map(toPackage).filter(matches(filter)) };
    case 'waf_groups':
      return { ...values, groups: packages.flatMap(toGroups).filter(matches(filter)) };
    case 'waf_rules':
      return { ...values, rules: packages.flatMap(toRules).filter(matches(filter)) };
  }
}

function toPackage({
  id,
  name,
  description,
  detection_mode: mode,
  sensitivity,
  action_mode: action,
}: WafPackage) {
  return {
    id,
    name,
    description,
    detection_mode: mode,
    sensitivity: sensitivity ?? '',
    action_mode: action ?? '',
  };
}

function toGroups({ id: packageId, groups, rules }: WafPackage) {
  return groups.map(({ id, name, description, mode }) => {
    const own = rules.filter(({ group }) => group.id === id);
    const modified = own.filter((rule) => !['default', 'on'].includes(rule.mode));
    return {
      id,
      name,
      description,
      mode,
      rules_count: own.length,
      modified_rules_count: modified.length,
      package_id: packageId,
    };
  });
}

function toRules({ id: packageId, rules }: WafPackage) {
  return rules.map(
    ({ id, description, priority, mode, group, allowed_modes: allowed, default_mode: usual }) => ({
      id,
      description,
      priority,
      mode,
      group_id: group.id,
      group_name: group.name,
      package_id: packageId,
      allowed_modes: [...allowed],
      default_mode: usual ?? '',
    }),
  );
}

type Filter = ObjectValue;

function filterOf(written: ObjectValue[string] | undefined): Filter {
  const first: unknown = Array.isArray(written) ? (written as readonly unknown[])[0] : written;
  return isObjectValue(first as ObjectValue) ? (first as ObjectValue) : {};
}

/** `name` and `description` are regular expressions; all others are compared. */
function matches(filter: Filter): (object: JsonObject) => boolean {
  return (object) =>
    Object.entries(filter).every(([name, asked]) => {
      if (typeof asked !== 'string' || asked === '') return true;
      const actual = own(object, name);
      if (typeof actual !== 'string') return false;
      return name === 'name' || name === 'description' ? isMatch(asked, actual) : asked === actual;
    });
}

function isMatch(pattern: string, text: string): boolean {
  const [, flags = '', source = pattern] = /^\(\?([is]+)\)(.*)$/s.exec(pattern) ?? [];
  try {
    return new RegExp(source, flags).test(text);
  } catch {
    // Go knows forms that JavaScript does not. Without an answer the data source would be unknown as well.
    return false;
  }
}

function isAsked(asked: ObjectValue[string] | undefined, id: string): boolean {
  return typeof asked !== 'string' || asked === '' || asked === id;
}
