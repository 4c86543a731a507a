import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '..', '..', 'examples', 'testing');

/** A test without its imports and its first statement, which are those of the test runner. */
function bodyOf(file: string): string {
  const text = readFileSync(join(folder, file), 'utf8');
  return text.slice(text.indexOf('const destination'));
}

describe('the example of a test', () => {
  it('is the same for jest and for vitest, except for its first lines', () => {
    const body = bodyOf('zone-logs.test.ts');
    expect(body.length).toBeGreaterThan(1000);
    expect(bodyOf('vitest/zone-logs.test.ts')).toBe(body);
  });
});
