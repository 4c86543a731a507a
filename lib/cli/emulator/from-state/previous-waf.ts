import { filledTextOf, type JsonObject } from '../../../ground/json';
import { defaultPackages } from '../../../emulator/products/previous-waf/catalogue';
import { actionModes, ruleModes, sensitivities } from '../../../waf';
import type { StateObject } from '../../../terraform/state';
import { decodeOverride } from '../../../retired';
import type { LeftOutResource } from './values';

/** A package in the form of a fixture, filled from a state. */
interface Package {
  readonly settings: Record<string, unknown>;
  readonly groups: Map<string, Record<string, unknown>>;
  readonly rules: Map<string, Record<string, unknown>>;
}

/**
 * The previous WAF of a zone: the packages of the emulator, with the settings of its managed resources. What the emulator does not know
 * is added, to the package that the state names.
 */
export function previousWafOf(managed: readonly StateObject[]) {
  const packages = new Packages();
  const refused: LeftOutResource[] = [];
  const ofKind = (kind: string) => managed.filter(({ type }) => type.endsWith(`_${kind}`));
  const setters = {
    waf_package: (attributes: JsonObject) => packages.setPackage(attributes),
    waf_group: (attributes: JsonObject) => packages.setGroup(attributes),
    waf_rule: (attributes: JsonObject) => packages.setRule(attributes),
  };
  for (const [kind, set] of Object.entries(setters))
    for (const object of ofKind(kind)) {
      const reason = set(object.attributes);
      if (reason !== undefined) refused.push({ address: object.address, reason });
    }
  const overrides = ofKind('waf_override').map((object) => ({
    object,
    body: decodeOverride(object.attributes),
  }));
  const waf = { packages: packages.toFixture(), overrides: overrides.map(({ body }) => body) };
  return { waf, refused, overrides };
}

type Refused = string | undefined;

class Packages {
  readonly #packages = new Map<string, Package>(
    defaultPackages.map(({ groups, rules, ...settings }) => [
      settings.id,
      {
        settings: { ...settings },
        groups: new Map(groups.map((group) => [group.id, { ...group }])),
        rules: new Map(rules.map(({ group, ...rule }) => [rule.id, { ...rule, group_id: group.id }])),
      },
    ]),
  );

  setPackage({ package_id: id, sensitivity, action_mode: action }: JsonObject): Refused {
    if (typeof id !== 'string') return 'it has no package_id';
    const { settings } = this.#package(id, true);
    if (settings.detection_mode !== 'anomaly')
      return 'its package has neither a sensitivity nor an action mode, as it does not score requests';
    // The provider writes an empty text for what is not set.
    if (isGiven(sensitivity) && !isOneOf(sensitivities, sensitivity))
      return `a package has no sensitivity ${String(sensitivity)}`;
    if (isGiven(action) && !isOneOf(actionModes, action))
      return `a package has no action mode ${String(action)}`;
    if (isGiven(sensitivity)) settings.sensitivity = sensitivity;
    if (isGiven(action)) settings.action_mode = action;
    return undefined;
  }

  setGroup({ group_id: id, package_id: packageId, mode }: JsonObject): Refused {
    if (typeof id !== 'string') return 'it has no group_id';
    if (!isOneOf(['on', 'off'], mode)) return `a group has no mode ${String(mode)}`;
    this.#group(id, filledTextOf(packageId)).mode = mode;
    return undefined;
  }

  setRule({ rule_id: id, package_id: packageId, group_id: groupId, mode }: JsonObject): Refused {
    if (typeof id !== 'string') return 'it has no rule_id';
    if (!isOneOf(ruleModes, mode)) return `a rule has no mode ${String(mode)}`;
    const rule = this.#rule(id, filledTextOf(packageId), filledTextOf(groupId), mode);
    const allowed = rule.allowed_modes;
    if (Array.isArray(allowed) && !allowed.includes(mode))
      return `rule ${id} of the emulator allows ${allowed.join(', ')}, and not ${mode}`;
    rule.mode = mode;
    return undefined;
  }

  toFixture(): JsonObject[] {
    return [...this.#packages.values()].map(({ settings, groups, rules }) => ({
      ...settings,
      groups: [...groups.values()],
      rules: [...rules.values()],
    }));
  }

  #package(id: string, isScoring: boolean): Package {
    const known = this.#packages.get(id);
    if (known !== undefined) return known;
    const settings = { id, name: `Package ${id}`, detection_mode: isScoring ? 'anomaly' : 'traditional' };
    const added = { settings, groups: new Map(), rules: new Map() };
    this.#packages.set(id, added);
    return added;
  }

  #group(id: string, packageId: string | undefined): Record<string, unknown> {
    for (const { groups } of this.#packages.values()) {
      const known = groups.get(id);
      if (known !== undefined) return known;
    }
    const { groups } = this.#fitting(packageId, false);
    // 3.35 of the provider takes `on` for the default of every group.
    const added = { id, name: `Group ${id}`, mode: 'on', default_mode: 'on' };
    groups.set(id, added);
    return added;
  }

  #rule(
    id: string,
    packageId: string | undefined,
    groupId: string | undefined,
    mode: string,
  ): Record<string, unknown> {
    for (const { rules } of this.#packages.values()) {
      const known = rules.get(id);
      if (known !== undefined) return known;
    }
    const isSwitch = mode === 'on' || mode === 'off';
    const home = this.#fitting(packageId, isSwitch);
    const [first] = home.groups.keys();
    const group = groupId ?? first ?? id;
    if (!home.groups.has(group)) this.#group(group, String(home.settings.id));
    const added = { id, group_id: group, mode, ...(isSwitch ? {} : { default_mode: 'block' }) };
    home.rules.set(id, added);
    return added;
  }

  /** The package that the state names, otherwise the one with such rules. */
  #fitting(packageId: string | undefined, isScoring: boolean): Package {
    if (packageId !== undefined) return this.#package(packageId, isScoring);
    const mode = isScoring ? 'anomaly' : 'traditional';
    const [first] = [...this.#packages.values()].filter(({ settings }) => settings.detection_mode === mode);
    return first ?? this.#package('0'.repeat(32), isScoring);
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function isOneOf<T extends string>(values: readonly T[], value: unknown): value is T {
  return values.some((each) => each === value);
}
