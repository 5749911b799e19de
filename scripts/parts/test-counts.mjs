/** Adds up what the test runners reported, for the one closing line of `npm test`. */
import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} TestCounts */

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
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}

/** A runner that left no report did not run to its end. */
const noReport = { passed: 0, failed: 1, skipped: 0 };

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}
