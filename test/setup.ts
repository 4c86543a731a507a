import type * as FastCheck from 'fast-check';
import { seed } from './support/exhaustive';

// A test that hangs still ends. One that only is slow, on a machine that is busy, is not at fault.
jest.setTimeout(300_000);

// Property tests repeat with the seed of the run. The library loads only where a test imports it.
jest.doMock('fast-check', () => {
  const library = jest.requireActual<typeof FastCheck>('fast-check');
  library.configureGlobal({ seed });
  return library;
});
