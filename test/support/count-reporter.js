const { spawnSync } = require('node:child_process');

const withoutTerraform = `
terraform is not on the PATH: the tests that need it were skipped.
Install it from https://developer.hashicorp.com/terraform/install (1.11 or later) and run them again.
`;

/** Closes a run with one plain line of counts, for people and machines that read only the end of a log. */
module.exports = class CountReporter {
  onRunComplete(_contexts, results) {
    const skipped = results.numPendingTests + results.numTodoTests;
    const tail = skipped > 0 ? `, ${skipped} skipped` : '';
    const brokenSuites = results.numRuntimeErrorTestSuites;
    const line = `${results.numPassedTests} passed, ${results.numFailedTests + brokenSuites} failed${tail}`;
    const isMissing = spawnSync('terraform', ['version'], { stdio: 'ignore' }).error !== undefined;
    // After jest's own summary, which comes later than this call.
    process.once('exit', () => console.log(isMissing ? `${withoutTerraform}\n${line}` : line));
  }
};
