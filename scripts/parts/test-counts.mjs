/** Adds up what the test runners reported, for the one closing line of `npm test`. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repositoryRoot } from './run-command.mjs';

/**
 * `failures` tells each failed test by file, name and the first line of why. `repeated` names what failed first and
 * passed when it was tried again; those are among the passed.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, failures: readonly string[], repeated: readonly string[] }} TestCounts
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
    failures: [
      ...report.testResults.flatMap(failuresOfFile),
      ...broken.map(({ name, message }) => failure(name, 'the file does not load', message)),
    ],
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
    failures: [
      ...report.suites.flatMap((suite) => namesOf(suite, 'unexpected')),
      ...report.errors.map(({ message }) => failure('', 'outside of every scenario', message)),
    ],
    repeated: report.suites.flatMap((suite) => namesOf(suite, 'flaky')),
  };
}

function failuresOfFile({ name, assertionResults }) {
  return assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages?.[0]));
}

function failure(file, name, message = '') {
  const where = file === '' ? '' : `${relative(repositoryRoot, file)}: `;
  const why = stripVTControlCharacters(message).split('\n')[0];
  return `${where}${name}${why === '' ? '' : `: ${why}`}`;
}

/** @returns {readonly string[]} `shell: title` of each scenario of a suite that ended so */
function namesOf({ suites = [], specs = [] }, end) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ status, projectName }) => (status === end ? [`${projectName}: ${title}`] : [])),
  );
  return [...own, ...suites.flatMap((suite) => namesOf(suite, end))];
}

/** A runner that left no report did not run to its end. */
const noReport = { passed: 0, failed: 1, skipped: 0, failures: ['a runner left no report'], repeated: [] };

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}
