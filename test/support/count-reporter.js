/** Closes a run with one plain line of counts, for people and machines that read only the end of a log. */
module.exports = class CountReporter {
  onRunComplete(_contexts, results) {
    const skipped = results.numPendingTests + results.numTodoTests;
    const tail = skipped > 0 ? `, ${skipped} skipped` : '';
    const brokenSuites = results.numRuntimeErrorTestSuites;
    const line = `${results.numPassedTests} passed, ${results.numFailedTests + brokenSuites} failed${tail}`;
    // After jest's own summary, which comes later than this call.
    process.once('exit', () => console.log(line));
  }
};
