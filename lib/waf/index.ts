export { findObstacles, isIncompatible } from './eligibility';
export type { Obstacle } from './eligibility';
export { describeRule, reportReplaced } from './entry-point';
export type { DeployedRule } from './entry-point';
export { countRulesToMigrate, maxExpressionBytes, maxRulesToMigrate } from './firewall-rules';
export { reportLosses } from './losses';
export type { Loss, ManagedOverride } from './losses';
export { anomalyScoreRule, managedRulesets } from './managed';
export type { MigrationConfiguration, MigrationRule } from './managed';
export { toMigrationConfiguration } from './mapping';
export { actionModes, ruleModes, sensitivities } from './previous';
export type {
  FirewallRule,
  PageRule,
  PreviousWaf,
  RuleMode,
  UriOverride,
  WafGroup,
  WafPackage,
  WafRule,
} from './previous';
export { reviewEvents } from './review';
export type { Review, ReviewedRequest, SecurityEvent } from './review';
