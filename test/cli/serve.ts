import type { EmulatorOptions, Fixture } from '../../lib/emulator';
import { start, world, type Running } from '../emulator/support';
import { afterTest } from '../support/after-test';
import { setEnvironment } from './support';

/** Starts an emulator that commands find in the environment, until the test has ended. */
export async function serve(fixture: Fixture = world, options: EmulatorOptions = {}): Promise<Running> {
  const emulator = await start({ fixture, ...options });
  setEnvironment({ EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token });
  afterTest(() => {
    setEnvironment({});
  });
  return emulator;
}
