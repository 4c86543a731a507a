import { isObject, listOf, textsOf } from '../../../../ground/json';
import type { PreviousWaf, RuleMode, UriOverride, WafGroup, WafPackage, WafRule } from '../../../../waf';
import { actionModes, ruleModes, sensitivities } from '../../../../waf';
import type { OldConfiguration, OldInstance } from '../../model';
import { textIn, valueIn } from '../known';
import { own } from '../../../../ground/record';

/** The package that became the managed ruleset, by its id in reports: public facts, section 6.4. */
const cloudflarePackage = '1e334934fd7ae32ad705667f8c1057aa';

/** The package of groups and rules whose package is not known. */
const unknownPackage = 'unknown package';

/**
 * The previous WAF of a zone as code and state describe it. Where they do not say what something is, it is what carries over least:
 * a group of an unknown package is of the core rule set, and whatever is named is changed.
 */
export function describedWaf(
  instances: readonly OldInstance[],
  { dataSources, state }: Pick<OldConfiguration, 'dataSources' | 'state'>,
): PreviousWaf {
  const known = knownPackages(
    dataSources.flatMap((each) => each.instances),
    state,
  );
  const packages = new Map<string, Described>();
  const packageFor = (id: string): Described => {
    const found = packages.get(id);
    if (found !== undefined) return found;
    const added: Described = { id, settings: {}, groups: [], rules: [], facts: known.get(id) };
    packages.set(id, added);
    return added;
  };
  const rules = new Map(instances.filter(isKind('waf_rule')).map((each) => [textIn(each, 'rule_id'), each]));
  for (const instance of instances.filter(isKind('waf_package'))) {
    packageFor(textIn(instance, 'package_id') ?? instance.address).settings = settingsOf(instance);
  }
  for (const instance of instances.filter(isKind('waf_group')))
    packageFor(packageIdOf(instance)).groups.push(groupOf(instance));
  for (const instance of rules.values()) packageFor(packageIdOf(instance)).rules.push(ruleOf(instance));
  return {
    setting: 'on',
    packages: [...packages.values()].flatMap(toPackages),
    overrides: instances.filter(isKind('waf_override')).map(overrideOf),
    firewall_rules: [],
    page_rules: [],
  };
}

interface Described {
  readonly id: string;
  settings: Partial<Pick<WafPackage, 'sensitivity' | 'action_mode'>>;
  readonly groups: WafGroup[];
  readonly rules: WafRule[];
  readonly facts: PackageFacts | undefined;
}

interface PackageFacts {
  readonly name: string;
  readonly mode: WafPackage['detection_mode'] | undefined;
}

function isKind(kind: OldInstance['kind']) {
  return (instance: OldInstance) => instance.kind === kind;
}

function packageIdOf(instance: OldInstance): string {
  const stored: unknown = instance.state?.package_id;
  return (
    textIn(instance, 'package_id') ?? (typeof stored === 'string' && stored !== '' ? stored : unknownPackage)
  );
}

function settingsOf(instance: OldInstance): Described['settings'] {
  const sensitivity = sensitivities.find((each) => each === valueIn(instance, 'sensitivity')) ?? 'high';
  const action = actionModes.find((each) => each === valueIn(instance, 'action_mode')) ?? 'challenge';
  return { sensitivity, action_mode: action };
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

/** A package of which nothing else is known is told by its settings: only the core rule set scores requests. */
function toPackages({ id, settings, groups, rules, facts }: Described): WafPackage[] {
  const base = { id, name: facts?.name ?? '', description: '' };
  const isCore = facts?.mode === 'anomaly' || (facts === undefined && settings.sensitivity !== undefined);
  if (isCore) return [{ ...base, detection_mode: 'anomaly', ...settings, groups, rules }];
  const isManaged = facts?.name === 'Cloudflare' || id === cloudflarePackage;
  if (isManaged) return [{ ...base, name: 'Cloudflare', detection_mode: 'traditional', groups, rules }];
  if (facts?.mode === 'traditional') return [{ ...base, detection_mode: 'traditional', groups, rules }];
  // Rules that score are on or off, and all other modes are of the managed package. A group tells nothing.
  const scoring = rules.filter(({ mode }) => mode === 'on' || mode === 'off');
  const acting = rules.filter((rule) => !scoring.includes(rule));
  return [
    ...(scoring.length + groups.length > 0 || acting.length === 0
      ? [
          {
            ...base,
            detection_mode: 'anomaly' as const,
            groups: acting.length > 0 && scoring.length === 0 ? [] : groups,
            rules: scoring,
          },
        ]
      : []),
    ...(acting.length > 0
      ? [
          {
            ...base,
            name: 'Cloudflare',
            detection_mode: 'traditional' as const,
            groups: scoring.length === 0 ? groups : [],
            rules: acting,
          },
        ]
      : []),
  ].filter((each) => each.groups.length + each.rules.length > 0);
}

function overrideOf(instance: OldInstance): UriOverride {
  const texts = (name: string) => {
    const value = valueIn(instance, name);
    if (!isObject(value)) return {};
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, each]) => (typeof each === 'string' ? [[key, each]] : [])),
    );
  };
  const urls = valueIn(instance, 'urls');
  const priority = valueIn(instance, 'priority');
  return {
    id: overrideIdOf(instance),
    description: textIn(instance, 'description') ?? '',
    urls: textsOf(urls),
    priority: typeof priority === 'number' ? priority : 0,
    groups: texts('groups'),
    rules: texts('rules'),
    rewrite_action: texts('rewrite_action'),
    paused: valueIn(instance, 'paused') === true,
  };
}

function overrideIdOf({ state, address }: OldInstance): string {
  const id: unknown = state?.override_id ?? state?.id;
  return typeof id === 'string' ? id : address;
}

/** The id that the API has for what an instance sets: losses name it. */
export function apiIdOf(instance: OldInstance): string {
  if (instance.kind === 'waf_override') return overrideIdOf(instance);
  const name = own(
    { waf_package: 'package_id', waf_group: 'group_id', waf_rule: 'rule_id' },
    instance.kind as string,
  );
  return (name === undefined ? undefined : textIn(instance, name)) ?? instance.address;
}

/** What data sources of packages say, in the code or only in the state. */
function knownPackages(
  instances: readonly OldInstance[],
  state: OldConfiguration['state'],
): ReadonlyMap<string, PackageFacts> {
  const stored = (state ?? []).filter(({ mode, type }) => mode === 'data' && type.endsWith('_waf_packages'));
  const lists: unknown[] = [
    ...instances.map(({ state: attributes }) => attributes?.packages),
    ...stored.map(({ attributes }) => attributes.packages),
  ];
  const all = lists.flatMap((list): readonly unknown[] => listOf(list));
  return new Map(
    all.flatMap((each): [string, PackageFacts][] => {
      if (typeof each !== 'object' || each === null) return [];
      const { id, name, detection_mode: mode } = each as Readonly<Record<string, unknown>>;
      if (typeof id !== 'string') return [];
      return [
        [
          id,
          {
            name: typeof name === 'string' ? name : '',
            mode: mode === 'anomaly' || mode === 'traditional' ? mode : undefined,
          },
        ],
      ];
    }),
  );
}
