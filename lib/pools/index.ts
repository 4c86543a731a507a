export { byName, countCalls, longestBatch, mostSingleCalls, planClearing } from './clearing';
export type { ClearingBatch, ClearingCandidate, ClearingStep } from './clearing';
export {
  coverageOf,
  coveredEvents,
  faultOfPolicy,
  isCovered,
  isWorkingWebhook,
  mechanismIds,
  uncoveredEvents,
} from './coverage';
export type { CoveredPool, Coverage, CoveringPolicy, WebhookRecord, WorkingDestinations } from './coverage';
export type { AddressCount, FindingOf, PoolFinding, PoolFindingCode } from './findings';
export {
  distinctRecipients,
  hasLegacyEmail,
  isAddress,
  legacyEvents,
  legacyRecipients,
  recipientKey,
} from './legacy';
export type { LegacySetting } from './legacy';
export { describeEvent, eventSources, healthAlertType, healthEvents, healthStatuses } from './notification';
export type { EventSource, HealthEvent, HealthStatus } from './notification';
export { groupByRecipients, unnotifiedRecipients } from './recipients';
export type { RecipientSet, UnnotifiedRecipient } from './recipients';
