import type { EmulatorOptions } from '../emulator';
import { TestEmulator } from './emulator';
import { edgeMatchers } from './matchers';

/** Hooks of a test runner, as jest and vitest name them. */
export interface TestHooks {
  readonly beforeAll: (start: () => Promise<void>) => unknown;
  readonly afterAll: (close: () => Promise<void>) => unknown;
  /** @default - the matchers are not added */
  readonly expect?: { extend(matchers: typeof edgeMatchers): unknown };
}

/**
 * An emulator for the tests of a file: it starts before the first and closes after the last one. Adds the matchers too.
 *
 * @param options - as `startEmulator` takes them. Without a fixture: one account with one Enterprise zone
 * @param hooks - of the test runner, by default the globals of jest, or of vitest with `globals: true`
 *
 * @example
 * const edge = useEmulator({ fixture: enterpriseZone() });
 */
export function useEmulator(options: EmulatorOptions = {}, hooks: TestHooks = globalHooks()): TestEmulator {
  const edge = new TestEmulator(options);
  hooks.expect?.extend(edgeMatchers);
  hooks.beforeAll(() => edge.start());
  hooks.afterAll(() => edge.close());
  return edge;
}

function globalHooks(): TestHooks {
  const { beforeAll, afterAll, expect } = globalThis as Partial<TestHooks>;
  if (beforeAll !== undefined && afterAll !== undefined)
    return { beforeAll, afterAll, ...(expect !== undefined && { expect }) };
  throw new Error(
    'useEmulator finds no global beforeAll and afterAll. Pass those of your test runner: ' +
      "import { afterAll, beforeAll, expect } from 'vitest'; useEmulator({}, { beforeAll, afterAll, expect }).",
  );
}
