import { filledTextOf } from '../../../../ground/json';
import type { PreviousWaf, RuleMode, UriOverride, WafGroup, WafPackage, WafRule } from '../../../../waf';
import { actionModes, ruleModes, sensitivities } from '../../../../waf';
import type { OldInstance } from '../../model';
import { isWhollyKnown } from '../../../../schema';
import { textIn, valueIn } from '../argument-values';
import { decodeOverride, overrideIdIn, settingsOfKind, UnreadableState } from '../../../../retired';

/** The package that became the managed ruleset, by its id in reports: public facts, section 6.4. */
export const cloudflarePackage = '1e334934fd7ae32ad705667f8c1057aa';

/** The package of groups and rules whose package is not known. */
const unknownPackage = 'unknown package';

/** The part of an instance that code and state do not show. The described WAF leaves it out. */
export interface UnknownPart {
  readonly instance: OldInstance;
  /** The arguments or attributes whose values decide. */
  readonly names: readonly string[];
}

/** The previous WAF of a zone as code and state describe it, and the parts that they do not show. */
export function describedWaf(instances: readonly OldInstance[]): {
  readonly waf: PreviousWaf;
  readonly unknown: readonly UnknownPart[];
} {
  const hasGroupsOff = instances.some((each) => each.kind === 'waf_group' && mayBeOff(each));
  const unset = instances.flatMap((instance): UnknownPart[] => {
    const names = unknownIn(instance);
    if (names.length > 0) return [{ instance, names }];
    return hasGroupsOff && mayBeWithoutEffect(instance) ? [{ instance, names: ['group_id'] }] : [];
  });
  const isSet = (instance: OldInstance) => !unset.some((each) => each.instance === instance);
  const of = (kind: OldInstance['kind']) => instances.filter(isKind(kind));
  // Of several blocks of a rule, the last one counts.
  const rules = new Map(of('waf_rule').map((each) => [textIn(each, 'rule_id'), each]));
  const members = [...of('waf_package'), ...[...of('waf_group'), ...rules.values()].filter(isSet)].map(
    (instance) => ({ instance, id: packageIdOf(instance) }),
  );
  const described = [...new Set(members.map(({ id }) => id))].map((id) => {
    const own = members.filter((each) => each.id === id).map(({ instance }) => instance);
    return toPackage(id, own, own.filter(isKind('waf_package')).findLast(isSet));
  });
  return {
    waf: {
      setting: 'on',
      packages: described.flatMap((each) => each.packages),
      overrides: of('waf_override').filter(isSet).map(overrideOf),
      firewall_rules: [],
      page_rules: [],
    },
    unknown: [
      ...unset,
      ...described.flatMap((each) =>
        each.unassigned.map((instance) => ({ instance, names: ['package_id'] })),
      ),
    ],
  };
}

/** The arguments that each kind enforces, with their known values. Null is the default of the provider or of the service. */
const enforcing: Partial<
  Record<OldInstance['kind'], Readonly<Record<string, readonly string[] | undefined>>>
> = {
  waf_package: { sensitivity: sensitivities, action_mode: actionModes },
  waf_group: { mode: ['on', 'off'] },
  waf_rule: { mode: ruleModes },
  waf_override: {
    urls: undefined,
    groups: undefined,
    rules: undefined,
    rewrite_action: undefined,
    paused: undefined,
  },
};

function mayBeOff(instance: OldInstance): boolean {
  const mode = valueIn(instance, 'mode');
  return mode !== 'on' && mode !== null && mode !== '';
}

/** Whether a rule may have no effect: it challenges only where its group is on, and its code does not show the group. */
function mayBeWithoutEffect(instance: OldInstance): boolean {
  return (
    instance.kind === 'waf_rule' &&
    valueIn(instance, 'mode') === 'challenge' &&
    typeof instance.state?.group_id !== 'string'
  );
}

export function enforcingArguments({ kind }: Pick<OldInstance, 'kind'>): readonly string[] {
  return Object.keys(enforcing[kind] ?? {});
}

function unknownIn(instance: OldInstance): string[] {
  if (instance.kind === 'waf_override')
    return enforcingArguments(instance).filter((name) => !isReadable(instance, name));
  return Object.entries(enforcing[instance.kind] ?? {}).flatMap(([name, values]) => {
    const value = valueIn(instance, name);
    const isValid = value === null || value === '' || values?.some((each) => each === value);
    return isWhollyKnown(value) && isValid !== false ? [] : [name];
  });
}

function isKind(kind: OldInstance['kind']) {
  return (instance: OldInstance) => instance.kind === kind;
}

function packageIdOf(instance: OldInstance): string {
  const { kind, state, address } = instance;
  const stored = kind === 'waf_package' ? address : filledTextOf(state?.package_id);
  return textIn(instance, 'package_id') ?? stored ?? unknownPackage;
}

/** The settings of a package. Null is the default of the provider. */
function settingsOf(instance: OldInstance): Partial<Pick<WafPackage, 'sensitivity' | 'action_mode'>> {
  const values = settingsOfKind('waf_package').map(({ argument, providerDefault }) => [
    argument,
    textIn(instance, argument) ?? providerDefault,
  ]);
  return Object.fromEntries(values) as ReturnType<typeof settingsOf>;
}

function groupOf(instance: OldInstance): WafGroup {
  const id = textIn(instance, 'group_id') ?? instance.address;
  const mode = valueIn(instance, 'mode') === 'off' ? 'off' : 'on';
  return { id, name: '', description: '', mode, default_mode: 'on' };
}

function ruleOf(instance: OldInstance): WafRule {
  const mode: RuleMode = ruleModes.find((each) => each === valueIn(instance, 'mode')) ?? 'default';
  const group: unknown = instance.state?.group_id;
  return {
    id: textIn(instance, 'rule_id') ?? instance.address,
    description: '',
    priority: '0',
    group: { id: typeof group === 'string' ? group : '', name: '' },
    mode,
    allowed_modes: [],
  };
}

/**
 * A package, and the instances that no package is known to have. A block that sets a package makes it the core rule set, and a rule that acts alone makes it the managed package: only its modes say so.
 *
 * @param setting - the block whose settings are known
 */
function toPackage(
  id: string,
  instances: readonly OldInstance[],
  setting: OldInstance | undefined,
): { readonly packages: readonly WafPackage[]; readonly unassigned: readonly OldInstance[] } {
  const base = { id, name: '', description: '' };
  const groups = instances.filter(isKind('waf_group')).map(groupOf);
  const rules = instances.filter(isKind('waf_rule')).map(ruleOf);
  // Only the core rule set has settings.
  const isScoring = instances.some(isKind('waf_package'));
  const only = (found: WafPackage) => ({ packages: [found], unassigned: [] });
  const managed = { ...base, name: 'Cloudflare', detection_mode: 'traditional' as const };
  if (isScoring)
    return only({ ...base, detection_mode: 'anomaly', ...(setting && settingsOf(setting)), groups, rules });
  if (id === cloudflarePackage) return only({ ...managed, groups, rules });
  const acting = rules.filter(({ mode }) => !['on', 'off', 'default'].includes(mode));
  if (acting.length > 0 && id !== unknownPackage) return only({ ...managed, groups, rules });
  return {
    packages: acting.length === 0 ? [] : [{ ...managed, groups: [], rules: acting }],
    // What is on is so anyway.
    unassigned: instances.filter((instance) => valueIn(instance, 'mode') === 'off'),
  };
}

function overrideOf(instance: OldInstance): UriOverride {
  const names = ['description', 'priority', ...enforcingArguments(instance)];
  const readable = names.filter((name) => isReadable(instance, name));
  const values = readable.map((name) => [name, valueIn(instance, name)] as const);
  const body = { ...Object.fromEntries(values), id: apiIdOf(instance) };
  return decodeOverride(body) as unknown as UriOverride;
}

/** Whether an argument of an override is known, and of a type that the provider has. */
function isReadable(instance: OldInstance, name: string): boolean {
  const value = valueIn(instance, name);
  if (!isWhollyKnown(value)) return false;
  try {
    decodeOverride({ [name]: value });
    return true;
  } catch (error) {
    if (error instanceof UnreadableState) return false;
    throw error;
  }
}

/** The id that the API has for what an instance sets: losses name it. */
export function apiIdOf(instance: OldInstance): string {
  const { kind, state = {}, address } = instance;
  if (kind === 'waf_override') return filledTextOf(overrideIdIn(state)) ?? address;
  const [setting] = settingsOfKind(kind);
  return (setting && textIn(instance, setting.id)) ?? address;
}
