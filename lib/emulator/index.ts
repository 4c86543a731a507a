export { startEmulator, type Emulator, type EmulatorOptions } from './start';
export { FixtureError } from './fixture/seed';
export { readFixture } from './fixture/seed-fixture';
export { StateFileError } from './state/journal';
export type { AnswerQuirk, Fixture, FixtureAccount, FixtureZone } from './fixture/fixture';
export type { CallRecord } from './controls/calls';
export type { KeyPair } from './http/auth';
export type { Notification } from './products/alerting/notification';
export type { Plan } from './world';
export {
  defaultAccount,
  defaultAccountId,
  defaultFixture,
  defaultKey,
  defaultToken,
  defaultZone,
  defaultZoneId,
} from './fixture/default-fixture';
