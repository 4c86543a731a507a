import './host';
export {
  CustomFieldLimits,
  EdgeDriver,
  EdgeProvider,
  EdgeProviderExecutable,
  type EdgeProviderProps,
} from './edge-provider';
export { LogFilter, LogFilterField } from './logs/log-filter';
export { LogDataset, LogField } from './logs/log-names';
export { LogScope, SqlDialect, type SqlOptions, SqlSource } from './logs/log-sql';
export {
  CustomFieldsRuleset,
  type CustomFieldsRulesetProps,
} from './resources/custom-fields-ruleset/construct';
export { EdgeResource, type EdgeResourceProps, type ResourceTimeouts } from './resources/edge-resource';
export {
  JobFrequency,
  JobKind,
  LogOutput,
  type LogOutputOptions,
  LogpushJob,
  type LogpushJobProps,
  OutputType,
  TimestampFormat,
} from './resources/logpush-job/construct';
export {
  ClearLegacyEmail,
  HealthEventSource,
  HealthStatus,
  type PerRecipientsProps,
  PoolNotificationPolicy,
  type PoolNotificationPolicyProps,
  type PoolRecipients,
} from './resources/pool-notification-policy/construct';
export {
  WafMigration,
  type WafMigrationProps,
  type WafPreviousSettings,
  OnIneligible,
  WafMigrationTarget,
  WafRuleAction,
  type WafRuleOverride,
  type WafSkipRule,
} from './resources/waf-migration/construct';
export { SecretVariable, type SecretVariableProps } from './secret-variable';
