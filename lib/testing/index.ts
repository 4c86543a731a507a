export type { LogpushScope } from '../client';
export { startEmulator, defaultAccountId, defaultZoneId } from '../emulator';
export type {
  CallRecord,
  EmulatorOptions,
  Fixture,
  FixtureAccount,
  FixtureZone,
  Notification,
} from '../emulator';
export type { FaultInput, SampleRequest } from './controls';
export { Deployment, type DeployOptions } from './deployment';
export { TestEmulator } from './emulator';
export { accountWithPools, combineFixtures, enterpriseZone, zoneWithPreviousWaf } from './fixtures';
export { useEmulator, type TestHooks } from './hooks';
export { edgeMatchers, type EdgeMatchers } from './matchers';
export { TerraformError } from '../terraform/folder';
export type { Plan, PlannedChange } from '../terraform/plan';
export type { AnyConstruct } from './stack';
export type { TerraformDiagnostic } from '../terraform/messages';
