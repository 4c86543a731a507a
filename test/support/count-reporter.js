const { spawnSync } = require('node:child_process');
const { relative } = require('node:path');

const withoutTerraform = `
terraform is not on the PATH: the tests that need it were skipped.
Install it from https://developer.hashicorp.com/terraform/install (1.11 or later) and run them again.
`;

/**
 * Closes a run with the slowest test files, the seed and one plain line of counts, for people and machines that read only
 * the end of a log.
 */
module.exports = class CountReporter {
  onRunComplete(_contexts, results) {
    const skipped = results.numPendingTests + results.numTodoTests;
    const tail = skipped > 0 ? `, ${skipped} skipped` : '';
    const brokenSuites = results.numRuntimeErrorTestSuites;
    const line = `${results.numPassedTests} passed, ${results.numFailedTests + brokenSuites} failed${tail}`;
    const isMissing = spawnSync('terraform', ['version'], { stdio: 'ignore' }).error !== undefined;
    const lines = [
      slowestOf(results.testResults),
      seedLine(),
      ...(isMissing ? [withoutTerraform] : []),
      line,
    ];
    // After jest's own summary, which comes later than this call.
    process.once('exit', () => console.log(lines.join('\n')));
  }
};

function slowestOf(files) {
  const slowest = files
    .map(({ testFilePath, perfStats }) => ({
      path: relative(process.cwd(), testFilePath),
      seconds: (perfStats.end - perfStats.start) / 1000,
    }))
    .sort((one, two) => two.seconds - one.seconds)
    .slice(0, 10);
  return [
    '\nSlowest test files:',
    ...slowest.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`),
  ].join('\n');
}

function seedLine() {
  const { TEST_SEED, EXHAUSTIVE } = process.env;
  const cases = EXHAUSTIVE === '1' ? 'All cases of all grids ran' : 'Grids were sampled';
  return `${cases}; TEST_SEED=${TEST_SEED} repeats this run's random choices.`;
}
