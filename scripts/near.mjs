// What a change is near to, in seconds: types, lint and format of the changed files, the tests of their folders, and the tests that
// quote a text that the change takes out. `npm run near` takes what is not committed, `npm run near -- main` what differs from a
// branch or commit.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [since = 'HEAD'] = process.argv.slice(2);
const changed = [
  ...git('diff', '--name-only', since),
  ...git('ls-files', '--others', '--exclude-standard'),
].filter((file) => existsSync(file));
const code = changed.filter((file) => /\.(?:ts|tsx|js|mjs)$/.test(file));
const lib = code.filter((file) => file.startsWith('lib/'));
const tests = [...new Set([...changed.flatMap(testsBeside), ...testsThatQuote(removedTexts())])];
// Stories take minutes, and run the built command.
const stories = tests.filter((file) => /^test\/(?:acceptance|faults|languages)\//.test(file));
const quick = tests.filter((file) => !stories.includes(file));

const steps = [
  ['tsgo', '--noEmit'],
  ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...changed],
  ['oxlint', ...code],
  ['eslint', '--no-warn-ignored', ...lib],
  ['jest', '--ci=false', ...quick],
].filter(([program, ...given]) => program === 'tsgo' || given.some((each) => !each.startsWith('--')));
let failed = 0;
for (const [program, ...given] of steps) {
  console.log(`\n> ${program} ${given.slice(0, 3).join(' ')}${given.length > 3 ? ' …' : ''}`);
  if (spawnSync('npx', [program, ...given], { stdio: 'inherit' }).status !== 0) failed += 1;
}
console.log(
  `\n${changed.length} changed files, ${quick.length} test files; ${failed} of ${steps.length} steps failed.`,
);
if (stories.length > 0) console.log(`After \`npm run build\` also: npx jest ${stories.join(' ')}`);
process.exitCode = failed === 0 ? 0 : 1;

function git(...given) {
  const { stdout } = spawnSync('git', given, { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}

/** Of `lib/a/b.ts`, those of the nearest folder of `test/a`; of a story, itself; of docs, those that hold them. */
function testsBeside(file) {
  if (file.endsWith('.test.ts')) return [file];
  if (/^(?:docs\/|examples\/|scripts\/docs\/|[A-Z]+\.md$)/.test(file)) return testsIn('test');
  const [, path] = /^(?:lib|test)\/(.+)$/.exec(file) ?? [];
  if (path === undefined) return [];
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const found = testsIn(join('test', folder));
    if (found.length > 0) return found;
  }
  return [];
}

function testsIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
}

/** Texts of lines that the change takes out: a test may quote them. */
function removedTexts() {
  return git('diff', '--unified=0', since, '--', 'lib')
    .filter((line) => line.startsWith('-'))
    .flatMap((line) => line.match(/[A-Z][\w ,.:;()-]{19,}/g) ?? []);
}

function testsThatQuote(texts) {
  if (texts.length === 0) return [];
  return git(
    'grep',
    '--files-with-matches',
    '--fixed-strings',
    ...texts.flatMap((text) => ['-e', text]),
    '--',
    'test/*.test.ts',
  );
}
