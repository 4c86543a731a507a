export { coreSettingOf } from './core-rule-set';
export { describeDeployment } from './deployment';
export { findObstacles, isIncompatible, unknownObstacle, type Obstacle } from './eligibility';
export { reportReplaced } from './entry-point';
export {
  acceptable,
  describeFinding,
  describeLoss,
  listPrevious,
  lossFindings,
  previousFindings,
  ruleFindings,
  settingFindings,
  unacceptable,
  wafFinding,
  wafFindings,
} from './findings';
export type { Loss, LossItem, ManagedOverride, PreviousFinding, WafFinding } from './findings';
export { maxExpressionBytes, maxRulesToMigrate, rulesToMigrate } from './firewall-rules';
export { judgeConfiguration } from './judge';
export { reportLosses } from './losses';
export { anomalyScoreRule, managedRulesets, previousManagedPackage } from './managed';
export type { MigrationConfiguration, MigrationRule } from './managed';
export { toCertainConfiguration, toMigrationConfiguration, toPossibleConfiguration } from './mapping';
export type { TextLimits } from './prose';
export { executedRuleset, managedPhase, rulesetName } from './rule-parts';
export type { DeployedRule, WrittenRule } from './rule-parts';
export { actionModes, ruleModes, sensitivities } from './previous';
export type {
  FirewallRule,
  PageRule,
  PreviousWaf,
  RuleMode,
  UnknownValue,
  UriOverride,
  WafGroup,
  WafPackage,
  WafRule,
} from './previous';
export { judgePrevious, type PreviousSettings } from './previous-settings';
export { judgeLost, judgeProtection } from './protection';
export { reviewEvents, type Review, type ReviewedRequest, type SecurityEvent } from './review';
