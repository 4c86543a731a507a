import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import picomatch from 'picomatch';
import suites from './suites';

const root = join(__dirname, '..');
const rows = Object.entries(suites);

const testFiles = ['test', 'examples/testing']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => file.endsWith('.test.ts') && !file.startsWith('examples/testing/vitest/'));

/** As jest matches: by any pattern, and by none that starts with an exclamation mark. */
const isOf = (file: string, patterns: readonly string[]) =>
  picomatch(
    patterns.filter((pattern) => !pattern.startsWith('!')),
    { ignore: patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1)) },
  )(file);

describe('the suites of tests', () => {
  it('have each test file once, beside what runs again on the other host', () => {
    const suitesOf = (file: string) =>
      rows.filter(([name, { files }]) => name !== 'cdktn' && isOf(file, files)).map(([name]) => name);
    const wrong = testFiles.filter((file) => suitesOf(file).length !== 1);
    expect(
      wrong.map((file) => `${file}: ${suitesOf(file).join(', ') || 'no suite of test/suites.js'}`),
    ).toEqual([]);
  });

  it.each(rows)('%s names only files that exist, or those of a resource', (_, { files }) => {
    const isEmpty = (pattern: string) =>
      !testFiles.some((file) => picomatch.isMatch(file, pattern.replace(/^!/, '')));
    const ofResources = readdirSync(join(root, 'lib/resources')).map(
      (name) => `test/acceptance/edge/${name}.test.ts`,
    );
    expect(files.filter((pattern) => isEmpty(pattern) && !ofResources.includes(pattern))).toEqual([]);
  });

  it('are in CONTRIBUTING.md, with what they guard', () => {
    const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
    const shown = [...page.matchAll(/^\| `(\w+)` +\| `(npm [^`]+)` +\| (.*?) +\|$/gm)].map((row) =>
      row.slice(1),
    );
    expect(shown).toEqual(rows.map(([name, { run, guards }]) => [name, run, guards]));
  });
});
