import { filledTextOf, type JsonObject } from '../ground/json';
import { own, setOwn } from '../ground/record';
import { anyText, flag, number, withDefault, readMembers, texts, anyValue, type Members } from './form';
import { Source } from './source';

/** The types of the previous WAF, without the prefix that its resources have. */
export const previousKinds = ['waf_package', 'waf_group', 'waf_rule', 'waf_override'] as const;

export type PreviousKind = (typeof previousKinds)[number];

export function isPreviousKind(kind: string): kind is PreviousKind {
  return previousKinds.some((each) => each === kind);
}

/** A setting of a resource of the previous WAF: public facts, section 8.1. */
export interface PreviousSetting {
  readonly kind: PreviousKind;
  /** The map of `expected_previous` that has it, by the id of what it sets. */
  readonly expected: 'package_sensitivities' | 'package_action_modes' | 'groups' | 'rules';
  /** The argument with the id. */
  readonly id: string;
  readonly argument: string;
  /** The provider's default, which null stands for. */
  readonly providerDefault?: string;
}

const previousSettings: readonly PreviousSetting[] = [
  {
    kind: 'waf_package',
    expected: 'package_sensitivities',
    id: 'package_id',
    argument: 'sensitivity',
    providerDefault: 'high',
  },
  {
    kind: 'waf_package',
    expected: 'package_action_modes',
    id: 'package_id',
    argument: 'action_mode',
    providerDefault: 'challenge',
  },
  { kind: 'waf_group', expected: 'groups', id: 'group_id', argument: 'mode', providerDefault: 'on' },
  { kind: 'waf_rule', expected: 'rules', id: 'rule_id', argument: 'mode' },
];

export function settingsOfKind(kind: string): readonly PreviousSetting[] {
  return previousSettings.filter((each) => each.kind === kind);
}

/** The settings of one zone, by the maps of `expected_previous`. */
export type SettingsById = Partial<Record<PreviousSetting['expected'], Record<string, string>>>;

/** Adds the settings in the attributes of a resource. The provider stores an empty text for those that a package does not have. */
export function addSettings(settings: SettingsById, kind: string, attributes: JsonObject): void {
  for (const { expected, id, argument } of settingsOfKind(kind)) {
    const [key, value] = [filledTextOf(own(attributes, id)), filledTextOf(own(attributes, argument))];
    if (key !== undefined && value !== undefined) setOwn((settings[expected] ??= {}), key, value);
  }
}

export function overrideIdIn({ override_id: own, id }: JsonObject): unknown {
  return own ?? id;
}

/** The members of `cloudflare_waf_override`, whose id is in an attribute of its own. */
const override: Members = {
  id: (id, at, around) => anyText(around.take('override_id') ?? id, at, around),
  description: withDefault(anyText, ''),
  urls: withDefault(texts, []),
  priority: withDefault(number, 0),
  groups: withDefault(anyValue, {}),
  rules: withDefault(anyValue, {}),
  rewrite_action: withDefault(anyValue, {}),
  paused: withDefault(flag, false),
};

/** @throws an UnreadableState for a value that no version of the provider writes */
export function decodeOverride(attributes: JsonObject): JsonObject {
  return readMembers(override, new Source(attributes));
}
