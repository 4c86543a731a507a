export { AccountsApi, type Account, type AccountListOptions } from './accounts';
export { AlertingApi } from './alerting';
export type {
  AvailableAlert,
  Mechanism,
  Mechanisms,
  PagerDutyService,
  Policy,
  PolicyFilters,
  PolicyInput,
  Webhook,
  WebhookInput,
  WebhookListOptions,
  WrittenId,
} from './alerting';
export { EdgeClient } from './client';
export type { Clock } from './clock';
export type {
  CallEvent,
  ClientEvent,
  CurrentWait,
  Observer,
  WaitEvent,
  WaitReason,
  WaitSummary,
} from './waits';
export type { ClientOptions, Credentials } from './options';
export type { CachedCallOptions, CallOptions, CreateOptions } from './transport';
export {
  ApiError,
  AuthenticationError,
  CancelledError,
  ConflictError,
  EdgeError,
  IncompleteListError,
  InvalidArgumentError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ReplyLimitError,
  TimeoutError,
  UnexpectedObjectError,
  UnreachableError,
  UnreadableReplyError,
  isApiError,
  isEdgeError,
  isNotFound,
  mayHaveBeenApplied,
} from './errors';
export type { ApiErrorEntry, RequestLine } from './errors';
export { ownerInPath, type PathOwner } from './permissions';
export { FirewallRulesApi, type FirewallRule } from './firewall-rules';
export { LogpushApi } from './logpush';
export type {
  FieldsAnswer,
  JobChanges,
  JobInput,
  LogpushJob,
  LogpushScope,
  OwnershipRequest,
  OwnershipValidation,
} from './logpush';
export { PageRulesApi, type PageRule } from './page-rules';
export { PoolsApi } from './pools';
export type {
  Pool,
  PoolChanges,
  PoolListOptions,
  PoolOrigin,
  PoolClearingOptions,
  PoolPageOptions,
} from './pools';
export { RulesetsApi } from './rulesets';
export type {
  CustomFieldParameters,
  NamedField,
  ReplaceRulesOptions,
  Rule,
  RuleInput,
  Ruleset,
  RulesetInput,
  RulesetSummary,
  RulesReplacement,
} from './rulesets';
export { WafApi, type WafGroup, type WafOverride, type WafPackage, type WafRule } from './waf';
export { managedPhase, WafMigrationApi } from './waf-migration';
export type { MigrationCheck, MigrationInput, MigrationMode, MigrationStatus } from './waf-migration';
export { ZonesApi, type Zone, type ZoneAccount, type ZoneListOptions, type ZonePlan } from './zones';
