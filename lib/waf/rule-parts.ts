import { fieldsOf, listOf, textsOf, type JsonObject } from '../ground/json';
import { constantOf } from './reach';
import { managedRulesets, otherManagedRulesets } from './managed';

export interface DeployedRule extends WrittenRule {
  readonly id: string;
  readonly description: string;
}

export interface WrittenRule {
  readonly action: string;
  readonly action_parameters?: Readonly<Record<string, unknown>>;
  readonly expression: string;
  readonly enabled: boolean;
}

/** A setting of `overrides`: of a rule (`id`), of a category, or, with neither, of the whole ruleset. */
export interface OverrideSetting {
  readonly id?: string;
  readonly category?: string;
  readonly action?: string;
  readonly enabled?: boolean;
  readonly score_threshold?: number;
  readonly sensitivity_level?: string;
}

export interface SkipScope {
  /** Whether it skips all managed rules after it. */
  readonly isAll: boolean;
  readonly rulesets: readonly string[];
  /** The ids of rules, by the id of their ruleset. */
  readonly rules: ReadonlyMap<string, readonly string[]>;
  /** Phases and products after the managed rules. */
  readonly beyond: readonly string[];
}

/** The id of the ruleset that the rule executes; undefined for other rules. */
export function executedRuleset({ action, action_parameters: parameters }: WrittenRule): string | undefined {
  return action === 'execute' && typeof parameters?.id === 'string' ? parameters.id : undefined;
}

/** The overrides of an execute rule: of the ruleset, of categories, of rules. Unknown fields are left out. */
export function settingsOf({ action_parameters: parameters }: WrittenRule): OverrideSetting[] {
  const { categories, rules, ...general } = fieldsOf(parameters?.overrides);
  return [
    ...[settingOf(general)].filter((each) => Object.keys(each).length > 0),
    ...listOf(categories).map((each) => ({
      category: String(fieldsOf(each).category),
      ...settingOf(fieldsOf(each)),
    })),
    ...listOf(rules).map((each) => ({ id: String(fieldsOf(each).id), ...settingOf(fieldsOf(each)) })),
  ];
}

/** Undefined for other rules, and for a skip rule that names nothing known. Source: public facts 6.3. */
export function skipScopeOf({ action, action_parameters: parameters }: WrittenRule): SkipScope | undefined {
  if (action !== 'skip') return undefined;
  const { ruleset, rulesets, rules, phase, phases, products } = fieldsOf(parameters);
  const allPhases = textsOf(phases);
  const scope = {
    isAll: ruleset === 'current' || phase === 'current' || allPhases.includes(managedPhase),
    rulesets: textsOf(rulesets),
    rules: new Map(Object.entries(fieldsOf(rules)).map(([id, ids]) => [id, textsOf(ids)])),
    beyond: [...allPhases.filter((each) => each !== managedPhase), ...textsOf(products)],
  };
  const isKnown = scope.isAll || scope.rulesets.length + scope.rules.size + scope.beyond.length > 0;
  return isKnown ? scope : undefined;
}

/** Whether a rule of an earlier phase makes requests skip all managed rules. Source: public facts 6.3. */
export function skipsManagedPhase({ action, action_parameters: parameters, enabled }: WrittenRule): boolean {
  return enabled && action === 'skip' && textsOf(fieldsOf(parameters).phases).includes(managedPhase);
}

/** Whether the rule is disabled, or its expression matches no request. */
export function isInert({ enabled, expression }: WrittenRule): boolean {
  return !enabled || constantOf(expression) === false;
}

/** The subject of an override: the id of a rule, `category sqli`, or `all rules`. */
export function subjectOf({ id, category }: OverrideSetting): string {
  return id ?? (category === undefined ? 'all rules' : `category ${category}`);
}

export function rulesetName(id: string): string {
  return rulesetNames.get(id) ?? id;
}

/** The phase of managed rules (specification 1). */
export const managedPhase = 'http_request_firewall_managed';

const rulesetNames: ReadonlyMap<string, string> = new Map([
  [managedRulesets.managed, 'Cloudflare Managed Ruleset'],
  [managedRulesets.owasp, 'Cloudflare OWASP Core Ruleset'],
  [managedRulesets.exposedCredentials, 'Cloudflare Exposed Credentials Check'],
  [managedRulesets.free, 'Cloudflare Free Managed Ruleset'],
  [otherManagedRulesets.ddosOfRequests, 'DDoS L7 ruleset'],
  [otherManagedRulesets.ddosOfPackets, 'Cloudflare L3/4 DDoS Ruleset'],
  [otherManagedRulesets.normalization, 'Cloudflare Normalization Ruleset'],
]);

/** The action of a disabled rule has no effect, so it is left out. */
function settingOf({ action, enabled, score_threshold: threshold, sensitivity_level: level }: JsonObject): {
  -readonly [Name in 'action' | 'enabled' | 'score_threshold' | 'sensitivity_level']?: OverrideSetting[Name];
} {
  if (enabled === false) return { enabled };
  return {
    ...(typeof action === 'string' && { action }),
    ...(enabled === true && { enabled }),
    ...(typeof threshold === 'number' && { score_threshold: threshold }),
    ...(typeof level === 'string' && { sensitivity_level: level }),
  };
}
