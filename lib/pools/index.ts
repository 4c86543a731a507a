export { byName, countCalls, longestBatch, planClearing } from './clearing';
export type { ClearingBatch, ClearingCandidate, ClearingStep } from './clearing';
export {
  coverageOf,
  faultOfPolicy,
  isWorkingWebhook,
  unknownFilters,
  unknownMechanisms,
  unknownRecipient,
} from './coverage';
export type { Coverage, CoveringPolicy, WorkingDestinations } from './coverage';
export { poolFinding, poolFindings, textOf, textOfClearing } from './findings';
export type { PolicyName, PoolFinding } from './findings';
export {
  distinctRecipients,
  hasLegacyEmail,
  isAddress,
  legacyEvents,
  legacyRecipients,
  recipientKey,
  withoutRecipients,
} from './legacy';
export type { LegacySetting } from './legacy';
export { describeEvent, eventSources, healthAlertType, healthEvents, healthStatuses } from './notification';
export { groupByRecipients, unnotifiedRecipients, type RecipientSet } from './recipients';
export { byCount, findUnprotected, judgeClearing, labelsOf, withIds, withoutIds } from './judge';
export type { Clearing } from './judge';
export { findLosses, isNarrower } from './losses';
export { keyIn, makeParts, mechanismIds, mechanismNames, partNames, partsOf, withParts } from './parts';
export type { Parts } from './parts';
