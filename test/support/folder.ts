import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of a test's own. It goes with the temporary folder of its file, see `environment.js`. */
export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'test-'));
}
