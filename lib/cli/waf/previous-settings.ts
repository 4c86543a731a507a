import {
  describePrevious,
  judgePrevious,
  type PreviousFinding,
  type PreviousSettings,
  type PreviousWaf,
  type TextLimits,
} from '../../waf';
import { readState, type StateObject } from '../../terraform/state';
import type { ExpectedPrevious } from '../../waves/waves-file';
import { setOwn } from '../../ground/record';

/** The settings of the previous WAF that old resources manage, by zone id. */
export type SettingsByZone = ReadonlyMap<string, ExpectedPrevious>;

/** How the previous WAF of a zone compares with the old resources of a state. */
export interface CheckedSettings {
  /** What the state says, with the attributes of `expected_previous`. */
  readonly expected: PreviousSettings;
  /** The number of settings that were compared; 0 for a migrated zone. */
  readonly compared: number;
  /** Null if all are as the state says. */
  readonly finding: (Omit<PreviousFinding, 'unchanged'> & { readonly text: string }) | null;
}

/** @throws an Error for a state without a setting of any of these zones */
export function requireSettings(
  settings: SettingsByZone,
  ids: readonly string[],
  { named, paths }: { readonly named: string; readonly paths: readonly string[] },
): void {
  if (ids.some((id) => settings.has(id))) return;
  throw new Error(`--state: no waf_package, waf_group or waf_rule of ${named} in ${paths.join(', ')}.`);
}

/** @throws an Error for a file that is no state, and for states without a setting of the previous WAF */
export async function readSettings(paths: readonly string[]): Promise<SettingsByZone> {
  const states = await Promise.all(paths.map((path) => readState(path, '--state')));
  const settings = settingsOfState(states.flat());
  if (settings.size === 0)
    throw new Error(
      `--state: no waf_package, waf_group or waf_rule of a zone in ${paths.join(', ')}. Pass the state of the code that manages ` +
        'the previous WAF; after the resources were destroyed, a backup of it, such as terraform.tfstate.backup.',
    );
  return settings;
}

/** What the managed resources of the previous WAF say, whatever the prefix of their types is. */
export function settingsOfState(objects: readonly StateObject[]): SettingsByZone {
  const zones = new Map<string, Required<Record<keyof PreviousSettings, Record<string, string>>>>();
  for (const { mode, type, attributes } of objects) {
    const kind = /_(waf_package|waf_group|waf_rule)$/.exec(type)?.[1];
    // Providers of other services have types of the same name, without a zone.
    if (mode !== 'managed' || kind === undefined || !isText(attributes.zone_id)) continue;
    const settings = zones.get(attributes.zone_id) ?? {
      ...{ package_sensitivities: {}, package_action_modes: {}, groups: {}, rules: {} },
    };
    zones.set(attributes.zone_id, settings);
    const set = (map: Record<string, string>, id: unknown, value: unknown) => {
      if (isText(id) && isText(value)) setOwn(map, id, value);
    };
    if (kind === 'waf_package') {
      set(settings.package_sensitivities, attributes.package_id, attributes.sensitivity);
      set(settings.package_action_modes, attributes.package_id, attributes.action_mode);
    } else if (kind === 'waf_group') set(settings.groups, attributes.group_id, attributes.mode);
    else set(settings.rules, attributes.rule_id, attributes.mode);
  }
  return zones;
}

/** @param waf - undefined for a migrated zone */
export function compareSettings(
  expected: PreviousSettings,
  waf: PreviousWaf | undefined,
  limits: TextLimits,
): CheckedSettings {
  if (waf === undefined) return { expected, compared: 0, finding: null };
  const found = judgePrevious(expected, waf);
  if (found === undefined) return { expected, compared: countOf(expected), finding: null };
  const { code, severity, settings, unknown } = found;
  return {
    expected,
    compared: countOf(expected),
    finding: { code, severity, settings, unknown, text: describePrevious(found, limits) },
  };
}

function countOf(settings: PreviousSettings): number {
  return Object.values(settings).flatMap((each: Readonly<Record<string, string>> | null) =>
    Object.keys(each ?? {}),
  ).length;
}

/** The provider stores an empty text for what a package does not have. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
