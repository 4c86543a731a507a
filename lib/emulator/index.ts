export { startEmulator } from './start';
export type { Emulator, EmulatorOptions } from './start';
export { FixtureError } from './fixture';
export { StateFileError } from './state-file-error';
export type { Fixture, FixtureAccount, FixtureZone } from './fixture';
export type { KeyPair } from './auth';
export type { Plan } from './world';
export { defaultAccountId, defaultKey, defaultToken, defaultZoneId } from './default-fixture';
