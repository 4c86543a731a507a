import { IdleClock } from '../../support/idle-clock';

/** The clock of every client in this test file, so that no test waits for a retry or the request limit. Import it first. */
export const clock = new IdleClock();

jest.doMock('../../../lib/client/clock', () => ({ systemClock: clock }));
