import { wafFinding, type ChangedSetting, type ExpectedSetting, type PreviousFinding } from './findings';
import type { PreviousWaf, WafRule } from './previous';

/** Settings of the previous WAF, each by the id of its package, group or rule. What is not listed is not compared. */
export interface PreviousSettings {
  readonly package_sensitivities?: SettingsById | null;
  readonly package_action_modes?: SettingsById | null;
  readonly groups?: SettingsById | null;
  readonly rules?: SettingsById | null;
}

type SettingsById = Readonly<Record<string, string>>;

/** Compares the previous WAF with what it is expected to be. Undefined if nothing differs. */
export function judgePrevious(expected: PreviousSettings, waf: PreviousWaf): PreviousFinding | undefined {
  const actual = readSettings(waf);
  const found = {
    settings: [] as ChangedSetting[],
    unknown: [] as ExpectedSetting[],
    unchanged: [] as ExpectedSetting[],
  };
  for (const each of listSettings(expected)) {
    const setting = actual[each.kind].get(each.id);
    if (setting === undefined) found.unknown.push(each);
    else if (setting.effectOf(each.expected) === setting.effectOf(setting.found)) found.unchanged.push(each);
    else {
      const { name, found: actualValue, isDefault } = setting;
      found.settings.push({ ...each, name, found: actualValue, isDefault });
    }
  }
  const { settings, unknown } = found;
  if (settings.length === 0 && unknown.length === 0) return undefined;
  const isReset = settings.length > 0 && settings.every(({ isDefault }) => isDefault);
  return wafFinding(isReset ? 'waf.previous_reset' : 'waf.previous_changed', found);
}

function listSettings(expected: PreviousSettings): ExpectedSetting[] {
  const listed = (kind: ExpectedSetting['kind'], settings: SettingsById | null = {}) =>
    Object.entries(settings ?? {}).map(([id, value]) => ({ kind, id, expected: value }));
  return [
    ...listed('package', expected.package_sensitivities),
    ...listed('action', expected.package_action_modes),
    ...listed('group', expected.groups),
    ...listed('rule', expected.rules),
  ];
}

function readSettings({ packages }: PreviousWaf) {
  const groups = packages.flatMap((each) => each.groups);
  const rules = packages.flatMap((each) => each.rules);
  // The defaults of packages are public facts, sections 6.4 and 8.1.
  return {
    package: byId(packages, ({ name, sensitivity = 'high' }) => plain(name, sensitivity, 'high')),
    action: byId(packages, ({ name, action_mode: mode = 'challenge' }) => plain(name, mode, 'challenge')),
    group: byId(groups, ({ name, mode, default_mode: usual }) => plain(name, mode, usual)),
    rule: byId(rules, settingOfRule),
  };
}

function byId<T extends { readonly id: string }>(
  objects: readonly T[],
  read: (object: T) => ReturnType<typeof plain>,
) {
  return new Map(objects.map((each) => [each.id, read(each)]));
}

/** A setting as the previous WAF has it. Two values with the same effect are the same setting. */
function plain(name: string, found: string, usual: string) {
  return { name, found, isDefault: found === usual, effectOf: (mode: string) => mode };
}

/** A rule whose `default_mode` the API does not return is on by default: what 3.35 of the provider resets it to. */
function settingOfRule({ description, mode, default_mode }: WafRule) {
  const usual: string = default_mode ?? 'on';
  const effectOf = (value: string) => (value === 'default' ? usual : value);
  return { name: description, found: mode, isDefault: effectOf(mode) === usual, effectOf };
}
