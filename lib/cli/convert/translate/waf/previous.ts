import { filledTextOf } from '../../../../ground/json';
import {
  previousManagedPackage,
  ruleModes,
  type PreviousWaf,
  type UriOverride,
  type WafRule,
} from '../../../../waf';
import type { OldInstance } from '../../model';
import { isWhollyKnown } from '../../../../schema';
import { textIn, valueIn } from '../argument-values';
import { unlessUnreadable } from '../decode-arguments';
import { decodeOverride, overrideIdIn } from '../../../../retired';

/** The package that became the managed ruleset, by its id in reports: public facts, section 6.4. */
export const cloudflarePackage = '1e334934fd7ae32ad705667f8c1057aa';

/** What code and state show of the previous WAF of a zone, as far as the replacement of an override depends on it. */
export function describedWaf(instances: readonly OldInstance[]): PreviousWaf {
  const rules = instances.filter(({ kind }) => kind === 'waf_rule').flatMap(ruleOf);
  const base = { id: cloudflarePackage, name: previousManagedPackage, description: '' };
  return {
    setting: 'on',
    packages: [{ ...base, detection_mode: 'traditional', groups: [], rules }],
    overrides: instances.filter(({ kind }) => kind === 'waf_override').flatMap(overrideOf),
    firewall_rules: [],
    page_rules: [],
  };
}

/** A rule of the managed package: no rule of the core rule set acts alone. Its code does not show its group. */
function ruleOf(instance: OldInstance): WafRule[] {
  const id = textIn(instance, 'rule_id');
  const mode = ruleModes.find((each) => each === valueIn(instance, 'mode')) ?? 'default';
  if (id === undefined || ['on', 'off', 'default'].includes(mode)) return [];
  return [{ id, description: '', priority: '0', group: { id: '', name: '' }, mode, allowed_modes: [] }];
}

const enforcing: Partial<Record<OldInstance['kind'], readonly string[]>> = {
  waf_package: ['sensitivity', 'action_mode'],
  waf_group: ['mode'],
  waf_rule: ['mode'],
  waf_override: ['urls', 'groups', 'rules', 'rewrite_action', 'paused'],
};

export function enforcingArguments({ kind }: Pick<OldInstance, 'kind'>): readonly string[] {
  return enforcing[kind] ?? [];
}

/** An override whose arguments are known, and of types that the provider has. */
function overrideOf(instance: OldInstance): UriOverride[] {
  const isKnown = (name: string) => isWhollyKnown(valueIn(instance, name));
  const names = enforcingArguments(instance);
  if (!names.every(isKnown)) return [];
  const values = [...names, ...['description', 'priority'].filter(isKnown)].map(
    (name) => [name, valueIn(instance, name)] as const,
  );
  const body = { ...Object.fromEntries(values), id: apiIdOf(instance) };
  const override = unlessUnreadable(() => decodeOverride(body) as unknown as UriOverride);
  return override === undefined ? [] : [override];
}

/** The id that the API has for an override: its replacement names it. */
export function apiIdOf({ state = {}, address }: OldInstance): string {
  return filledTextOf(overrideIdIn(state)) ?? address;
}
