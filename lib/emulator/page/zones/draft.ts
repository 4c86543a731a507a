import { fieldsOf, listOf } from '../../../ground/json';
import { rulesetName, type Review } from '../../../waf';
import { control, readControl, type Control } from '../../controls/control';
import type { RuleDefinition } from '../../products/rulesets/model';
import type { Complete } from '../../schema/body';
import { control as useControl, type Action } from '../forms';
import { anyObject, flag, hexId, oneOf, text, wholeNumber } from '../../schema/values';

/** A rule as the API takes it. */
export interface ManagedRule extends RuleDefinition {
  readonly id: string;
  readonly version: string;
  readonly ref: string;
}
export type Rules = readonly ManagedRule[];

export type RuleOverride = Review['wronglyStopped'][number]['overrides'][number]['rule'];
export type OverrideChange = Omit<RuleOverride, 'id'>;

/** Effects that an override can give a rule. `none` has no override. */
export const effectNames = {
  none: 'As in the ruleset',
  log: 'Log only',
  block: 'Block',
  managed_challenge: 'Managed challenge',
  js_challenge: 'JavaScript challenge',
  challenge: 'Interactive challenge',
  enabled: 'Enabled',
  disabled: 'Disabled',
};
type Effect = keyof typeof effectNames;
const effects = Object.keys(effectNames) as Effect[];

export interface Draft {
  readonly rules: Rules;
  readonly isChanged: boolean;
  readonly isOutdated: boolean;
}

/** Adjustments that are not saved. They are of a stage of the zone, and end with the emulator. */
export class Drafts {
  private readonly kept = new Map<string, { readonly base: string; readonly rules: Rules }>();

  /** @param readRules - returns the rules of a zone, and its stage */
  constructor(
    private readonly readRules: (zoneId: string) => readonly [stage: string, rules: Rules],
    /** Throws a refusal of the API for rules that it does not take. */
    private readonly check: (zoneId: string, rules: Rules) => unknown,
    private readonly announce: () => void,
  ) {}

  of(zoneId: string): Draft {
    const [stage, rules] = this.readRules(zoneId);
    const kept = this.kept.get(`${zoneId} ${stage}`);
    const isOutdated = kept !== undefined && kept.base !== JSON.stringify(rules);
    return { rules: kept?.rules ?? rules, isChanged: kept !== undefined, isOutdated };
  }

  clear(): void {
    this.kept.clear();
  }

  controls(): readonly Control[] {
    const path = '/page/zones/:zone_id/draft';
    return [
      control.post(path, ({ param, bytes }) => {
        const zoneId = param('zone_id');
        const [stage, rules] = this.readRules(zoneId);
        const key = `${zoneId} ${stage}`;
        const base = JSON.stringify(rules);
        const kept = this.kept.get(key) ?? { base, rules };
        const next = adjust(kept.rules, readControl(bytes, adjustment));
        this.check(zoneId, next);
        if (JSON.stringify(next) === base) this.kept.delete(key);
        else this.kept.set(key, { base: kept.base, rules: next });
        this.announce();
        return {};
      }),
      control.delete(path, ({ param }) => {
        for (const key of this.kept.keys()) if (key.startsWith(param('zone_id'))) this.kept.delete(key);
        this.announce();
        return {};
      }),
    ];
  }
}

/** Enables a rule, overrides a rule of the ruleset that it executes, or deploys a ruleset. */
const adjustment = {
  index: wholeNumber(0, 1000).or(0),
  enabled: flag,
  id: hexId,
  effect: oneOf(effects),
  override: anyObject,
  ruleset: text.or(''),
};

type Adjustment = Partial<Complete<typeof adjustment>>;

export function adjust(rules: Rules, sent: Adjustment): Rules {
  const { index, enabled, id, effect, override, ruleset = '' } = sent;
  if (id === undefined && enabled === undefined) return [...rules, executing(ruleset)];
  const change = effect === undefined ? override : changeOf(effect);
  return rules.map((rule, at) => {
    if (at !== index) return rule;
    return id === undefined ? { ...rule, enabled: enabled ?? rule.enabled } : overriding(rule, id, change);
  });
}

function changeOf(effect: Effect): OverrideChange | undefined {
  if (effect === 'none') return undefined;
  return effect === 'enabled' || effect === 'disabled'
    ? { enabled: effect === 'enabled' }
    : { action: effect };
}

/** Changes the draft of a zone; nothing is saved. */
export function adjustAction(zoneId: string, body: object): Action {
  const done = 'Adjusted. Save the adjustments to deploy them.';
  return useControl('POST', `/page/zones/${zoneId}/draft`, done, body);
}

function executing(id: string): ManagedRule {
  const rule = { action: 'execute', action_parameters: { id }, expression: 'true', enabled: true };
  return { id: '', version: '', ref: '', ...rule, description: rulesetName(id) };
}

/**
 * Merges a change into the override of a rule, or removes the override. One that enables or disables replaces it, and another
 * one ends that it is disabled. The service refuses empty overrides, so they are left out.
 */
function overriding(rule: ManagedRule, id: string, change: OverrideChange | undefined): ManagedRule {
  const { overrides, ...parameters } = rule.action_parameters ?? {};
  const others = Object.entries(fieldsOf(overrides)).filter(([name]) => name !== 'rules');
  const before = overridesOf(rule);
  const { enabled, ...kept } = before.find((each) => each.id === id) ?? { id };
  const changed =
    change?.enabled === undefined
      ? { ...kept, ...(enabled === true && { enabled }), ...change }
      : { ...change, id };
  const rules = before.some((each) => each.id === id)
    ? before.map((each) => (each.id === id ? changed : each))
    : [...before, changed];
  const left = rules.filter((each) => each !== changed || change !== undefined);
  const next = { ...Object.fromEntries(others), ...(left.length > 0 && { rules: left }) };
  return {
    ...rule,
    action_parameters: { ...parameters, ...(Object.keys(next).length > 0 && { overrides: next }) },
  };
}

export function overridesOf({ action_parameters: parameters }: ManagedRule): readonly RuleOverride[] {
  return listOf(fieldsOf(parameters?.overrides).rules) as readonly RuleOverride[];
}

export function effectOf({ action, enabled }: OverrideChange): Effect {
  if (enabled === false) return 'disabled';
  return effects.find((each) => each === action) ?? (enabled === true ? 'enabled' : 'none');
}

/** The rules in the body of a call; that of validation mode omits what the service assigns (specification 4.2, rule 7). */
export function toSend(rules: Rules, trigger?: 'validation' | 'pending'): readonly object[] {
  if (trigger !== 'validation') return rules;
  return rules.map(({ id: _id, version: _version, ref: _ref, ...rule }) => rule);
}
