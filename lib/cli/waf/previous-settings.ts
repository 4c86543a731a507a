import { readState, type StateObject } from '../../terraform/state';
import type { ExpectedPrevious } from '../../waves/waves-file';
import { filledTextOf } from '../../ground/json';
import { addSettings, settingsOfKind, type SettingsById } from '../../retired';

export type SettingsByZone = ReadonlyMap<string, ExpectedPrevious>;

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

/** The settings in managed resources of the previous WAF, whatever the prefix of their types is. */
export function settingsOfState(objects: readonly StateObject[]): SettingsByZone {
  const zones = new Map<string, SettingsById>();
  for (const { mode, type, attributes } of objects) {
    const [, kind = ''] = /_(waf_\w+)$/.exec(type) ?? [];
    const zone = filledTextOf(attributes.zone_id);
    // Providers of other services have types of the same name, without a zone.
    if (mode !== 'managed' || settingsOfKind(kind).length === 0 || zone === undefined) continue;
    const settings = zones.get(zone) ?? {};
    zones.set(zone, settings);
    addSettings(settings, kind, attributes);
  }
  const none = { package_sensitivities: {}, package_action_modes: {}, groups: {}, rules: {} };
  return new Map([...zones].map(([zone, settings]) => [zone, { ...none, ...settings }]));
}
