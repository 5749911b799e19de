/** Adds up what the test runners reported, for the one closing line of `npm test`. */
import { readFileSync } from 'node:fs';

/**
 * `repeated` names what failed first and passed when it was tried again; those are among the passed.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, repeated: readonly string[] }} TestCounts
 */

/**
 * Counts in a report of vitest. A file that could not even be loaded holds no tests, and counts as one failure.
 *
 * @param {string} file
 * @returns {TestCounts}
 */
export function unitCounts(file) {
  const report = readReport(file);
  if (report === null) return noReport;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    repeated: [],
  };
}

/**
 * Counts in a report of Playwright. Errors outside of tests (a fixture file that does not load) count as failures.
 *
 * @param {string} file
 * @returns {TestCounts}
 */
export function endToEndCounts(file) {
  const report = readReport(file);
  if (report === null) return noReport;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected + flaky,
    failed: unexpected + report.errors.length,
    skipped,
    repeated: report.suites.flatMap(repeatedIn),
  };
}

/** @returns {readonly string[]} `shell: title` of each scenario of a suite that passed on its second try */
function repeatedIn({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ status, projectName }) => (status === 'flaky' ? [`${projectName}: ${title}`] : [])),
  );
  return [...own, ...suites.flatMap(repeatedIn)];
}

/** A runner that left no report did not run to its end. */
const noReport = { passed: 0, failed: 1, skipped: 0, repeated: [] };

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}
