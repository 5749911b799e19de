import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { repositoryRoot } from './parts/run-command.mjs';
import { endToEndCounts, unitCounts } from './parts/test-counts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'inspector-counts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(report) {
  const file = join(folder, 'report.json');
  writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
  return file;
}

const passedFile = { status: 'passed', assertionResults: [{ status: 'passed' }] };
const failedFile = {
  name: join(repositoryRoot, 'a.test.ts'),
  status: 'failed',
  assertionResults: [
    { status: 'failed', fullName: 'adds up', failureMessages: ['\u001b[31mexpected 1\u001b[0m\n  at a'] },
  ],
};
const brokenFile = {
  name: join(repositoryRoot, 'b.test.ts'),
  status: 'failed',
  message: 'no such module',
  assertionResults: [],
};
const isFailed = 'a.test.ts: adds up: expected 1';
const isBroken = 'b.test.ts: the file does not load: no such module';
const unit = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1 };

test.each([
  ['a run with a failure', { ...unit, testResults: [passedFile, failedFile] }, [7, 1, 2], [isFailed]],
  [
    'a file that does not load',
    { ...unit, testResults: [passedFile, failedFile, brokenFile] },
    [7, 2, 2],
    [isFailed, isBroken],
  ],
  ['a report cut off', '{"numPassed', [0, 1, 0], ['a runner left no report']],
])('unit tests: %s', (_what, report, [passed, failed, skipped], failures) => {
  expect(unitCounts(written(report))).toEqual({ passed, failed, skipped, failures, repeated: [] });
});

test.each([
  [
    'a run with a failure',
    {
      stats: { expected: 5, unexpected: 1, flaky: 0, skipped: 2 },
      errors: [],
      suites: [{ specs: [{ title: 'a', tests: [{ status: 'unexpected', projectName: 'electron' }] }] }],
    },
    [5, 1, 2],
    ['electron: a'],
  ],
  [
    'nothing could be loaded',
    { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [{}], suites: [] },
    [0, 1, 0],
    ['outside of every scenario'],
  ],
])('end to end: %s', (_what, report, [passed, failed, skipped], failures) => {
  expect(endToEndCounts(written(report))).toEqual({ passed, failed, skipped, failures, repeated: [] });
});

test('end to end: what passed on its second try counts as passed and is named', () => {
  const spec = (title, status) => ({ title, tests: [{ status, projectName: 'electron' }] });
  const suites = [{ specs: [spec('a', 'expected')], suites: [{ specs: [spec('b', 'flaky')] }] }];
  const report = { stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 }, errors: [], suites };
  expect(endToEndCounts(written(report))).toEqual({
    passed: 2,
    failed: 0,
    skipped: 0,
    failures: [],
    repeated: ['electron: b'],
  });
});

test('no report is a failure', () => {
  expect(unitCounts(join(folder, 'none.json')).failed).toBe(1);
  expect(endToEndCounts(join(folder, 'none.json')).failed).toBe(1);
});
