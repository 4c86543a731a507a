const { spawnSync } = require('node:child_process');
const { relative } = require('node:path');

const terraform = process.env.TERRAFORM_BINARY_NAME;

const withoutTerraform = `
Cannot find ${terraform}: the tests that need it were skipped.
Install Terraform from https://developer.hashicorp.com/terraform/install (1.11 or later) and run them again.
`;

/**
 * Closes a run with the slowest test files, the seed and one plain line of counts, for people and machines that read only
 * the end of a log. scripts/test.mjs gets the counts as a message and prints the line itself.
 */
class CountReporter {
  onRunComplete(_contexts, results) {
    const counts = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    };
    const isMissing = spawnSync(terraform, ['version'], { stdio: 'ignore' }).error !== undefined;
    const lines = [slowestOf(results.testResults), seedLine(), ...(isMissing ? [withoutTerraform] : [])];
    if (process.send === undefined) lines.push(countLine(counts));
    else process.send(counts);
    // After jest's own summary, which comes later than this call.
    process.once('exit', () => console.log(lines.join('\n')));
  }
}

function countLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

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

module.exports = CountReporter;
module.exports.countLine = countLine;
