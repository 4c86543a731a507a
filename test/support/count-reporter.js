const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync } = require('node:fs');
const { join, relative } = require('node:path');

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
  onRunStart() {
    this.before = scratchFolders();
  }

  onRunComplete(_contexts, results) {
    this.left = scratchFolders().filter((name) => !this.before.includes(name));
    const counts = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites + (this.left.length > 0 ? 1 : 0),
      skipped: results.numPendingTests + results.numTodoTests,
    };
    const isMissing = spawnSync(terraform, ['version'], { stdio: 'ignore' }).error !== undefined;
    const lines = [slowestOf(results.testResults), seedLine(), ...(isMissing ? [withoutTerraform] : [])];
    if (process.send === undefined) lines.push(countLine(counts));
    else process.send(counts);
    // After jest's own summary, which comes later than this call.
    process.once('exit', () => console.log(lines.join('\n')));
  }

  /** Fails the run for what tests leave in the checkout. What they leave in the temporary folder fails the file (environment.js). */
  getLastError() {
    if (this.left.length > 0)
      return new Error(
        `Tests leave in .tmp: ${this.left.join(', ')}. Their names begin with what makes them.`,
      );
  }
}

/** The folders of tests that need the node_modules of the checkout: those of mkdtemp. */
function scratchFolders() {
  const folder = join(__dirname, '../../.tmp');
  return existsSync(folder) ? readdirSync(folder).filter((name) => /-\w{6}$/.test(name)) : [];
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
