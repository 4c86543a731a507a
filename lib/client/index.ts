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
  WrittenId,
} from './alerting';
export { EdgeClient } from './client';
export type { ClientOptions, Credentials } from './options';
export type { CallOptions } from './transport';
export {
  ApiError,
  AuthenticationError,
  CancelledError,
  ConflictError,
  EdgeError,
  InvalidArgumentError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TimeoutError,
  UnreachableError,
  UnreadableReplyError,
  isApiError,
  isEdgeError,
  isNotFound,
  mayHaveBeenApplied,
} from './errors';
export type { ApiErrorEntry, RequestLine } from './errors';
export { LogpushApi } from './logpush';
export type { JobChanges, JobInput, LogpushJob, OwnershipRequest, OwnershipValidation } from './logpush';
export { PoolsApi } from './pools';
export type { Pool, PoolChanges, PoolListOptions, PoolOrigin, PoolPageOptions } from './pools';
export { RulesetsApi } from './rulesets';
export type {
  CustomFieldParameters,
  NamedField,
  Rule,
  RuleInput,
  Ruleset,
  RulesetInput,
  RulesetSummary,
  RulesReplacement,
} from './rulesets';
