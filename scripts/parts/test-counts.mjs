/**
 * Adds up what the test runners reported, for the one closing line of `npm test`. Its default export is the reporter of
 * vitest that writes the counts of the unit tests.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repositoryRoot } from './run-command.mjs';

/** Counts of the unit tests, as `UnitReporter` writes them. */
export const unitReportFile = join(repositoryRoot, '.cache', 'unit-tests.json');

/**
 * `failures` names each failed test by file, name and the first line of why.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, failures: readonly string[] }} TestCounts
 */

/** @type {(file: string) => TestCounts} Counts that `UnitReporter` left. */
export const unitCounts = (file) => readReport(file) ?? noReport;

/**
 * A file that does not load, one whose worker ended before it had, and an error outside of every test count as one
 * failure each: the counts never look whole where a part of the tests was lost.
 */
export default class UnitReporter {
  onTestRunEnd(modules, unhandledErrors, _reason, file = unitReportFile) {
    const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
    for (const module of modules) countModule(module, counts);
    for (const error of unhandledErrors) fail(counts, 'outside of every test', error.cause ?? error);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(counts));
  }
}

function countModule(module, counts) {
  const file = relative(repositoryRoot, module.moduleId);
  let isWhole = ['passed', 'failed', 'skipped'].includes(module.state());
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result();
    if (state === 'failed') fail(counts, `${file}: ${test.fullName}`, errors[0]);
    else if (state === 'pending') isWhole = false;
    else counts[state]++;
  }
  if (!isWhole) fail(counts, `${file}: it did not run to its end`);
  for (const suite of [module, ...module.children.allSuites()]) {
    for (const error of suite.errors()) fail(counts, `${file}: outside of its tests`, error);
  }
}

function fail(counts, what, error) {
  counts.failed++;
  counts.failures.push(withWhy(what, error));
}

/** With the first line of the message, if there is one. */
function withWhy(what, error) {
  const [why] = stripVTControlCharacters(error?.message ?? '').split('\n');
  return why === '' ? what : `${what}: ${why}`;
}

/**
 * Counts in a report of Playwright. Errors outside of tests (a fixture file that does not load) count as failures, and so
 * does a scenario that passed on its second try alone.
 */
export function endToEndCounts(file) {
  const report = readReport(file);
  if (report === null) return noReport;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected,
    failed: unexpected + flaky + report.errors.length,
    skipped,
    failures: [
      ...report.suites.flatMap(failedIn),
      ...report.errors.map((error) => withWhy('outside of every scenario', error)),
    ],
  };
}

/** @returns {readonly string[]} `shell: title` of each scenario of a suite that failed */
function failedIn({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ status, projectName }) => (isFailure(status) ? [`${projectName}: ${title}`] : [])),
  );
  return [...own, ...suites.flatMap(failedIn)];
}

const isFailure = (status) => status === 'unexpected' || status === 'flaky';

/** A runner that left no report did not run to its end. */
const noReport = { passed: 0, failed: 1, skipped: 0, failures: ['a runner left no report'] };

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}
