import type { Rule, Ruleset, Version } from './model';
import { managedPhase } from './phases';

/** A ruleset in a list: without its rules. */
export function renderSummary(ruleset: Ruleset, version: Version = ruleset.latest): object {
  return {
    id: ruleset.id,
    name: ruleset.name,
    description: version.description,
    ...(ruleset.kind === 'managed' && ruleset.phase === managedPhase ? { source: 'firewall_managed' } : {}),
    kind: ruleset.kind,
    version: String(version.version),
    last_updated: version.last_updated,
    phase: ruleset.phase,
  };
}

export function renderRuleset(ruleset: Ruleset, version: Version = ruleset.latest): object {
  return { ...renderSummary(ruleset, version), rules: version.rules.map(renderRule) };
}

/** Members that were not sent and that the service adds have their defaults. */
function renderRule(rule: Rule): object {
  return {
    ...rule,
    ...(rule.action === 'skip' && { logging: { enabled: true, ...rule.logging } }),
    ...(rule.ratelimit && { ratelimit: { mitigation_timeout: 0, ...rule.ratelimit } }),
    version: String(rule.version),
  };
}
