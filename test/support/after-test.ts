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

/** The last one first. */
async function runAll(works: Work[]): Promise<void> {
  for (let work = works.pop(); work !== undefined; work = works.pop()) await work();
}
