export { byName, countCalls, planClearing } from './clearing';
export type { ClearingCandidate, ClearingStep } from './clearing';
export {
  coveredEvents,
  faultOfPolicy,
  isCovered,
  isWorkingWebhook,
  mechanismIds,
  uncoveredEvents,
} from './coverage';
export type { CoveringPolicy, WebhookRecord, WorkingDestinations } from './coverage';
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
