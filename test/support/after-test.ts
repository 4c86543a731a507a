import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

type Work = () => unknown;

const [ofTest, ofFile]: [Work[], Work[]] = [[], []];
let isInTest = false;

// At the top of a file they enclose its own hooks.
beforeEach(() => {
  isInTest = true;
});
afterEach(async () => {
  isInTest = false;
  await runAll(ofTest);
});
afterAll(() => runAll(ofFile));

/** Closes what a test has opened when it has ended, and what `beforeAll` has opened after the tests of the file. */
export function afterTest(close: Work): void {
  (isInTest ? ofTest : ofFile).push(close);
}

/** Closes what all tests of the file use, after the last one. */
export function afterFile(close: Work): void {
  ofFile.push(close);
}

/** A folder inside the package, where programs find the package by its name, and what it depends on. It is removed after the test. */
export function makeFolderInPackage(): string {
  const parent = join(__dirname, '../../.tmp');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'test-'));
  afterTest(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** The last one first. */
async function runAll(works: Work[]): Promise<void> {
  for (let work = works.pop(); work !== undefined; work = works.pop()) await work();
}
