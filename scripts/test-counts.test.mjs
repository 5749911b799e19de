import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { repositoryRoot } from './parts/run-command.mjs';
import UnitReporter, { endToEndCounts, unitCounts } from './parts/test-counts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'inspector-counts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(report) {
  const file = join(folder, 'report.json');
  writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
  return file;
}

/** A file of tests as vitest gives it to a reporter. */
const testFile = (name, state, results, errors = []) => ({
  moduleId: join(repositoryRoot, name),
  state: () => state,
  errors: () => errors,
  children: {
    allSuites: () => [],
    allTests: () => results.map((result) => ({ fullName: 'adds up', result: () => result })),
  },
});
const passed = { state: 'passed' };
const failed = { state: 'failed', errors: [{ message: '\u001b[31mexpected 1\u001b[0m\n  at a' }] };
const fine = testFile('a.test.ts', 'passed', [passed, passed, { state: 'skipped' }]);

test.each([
  [
    'a failure',
    [fine, testFile('b.test.ts', 'failed', [passed, failed])],
    [],
    'b.test.ts: adds up: expected 1',
  ],
  [
    'a file that does not load',
    [fine, testFile('b.test.ts', 'failed', [passed], [{ message: 'no such module' }])],
    [],
    'b.test.ts: outside of its tests: no such module',
  ],
  [
    'a file that did not begin',
    [fine, testFile('b.test.ts', 'queued', []), testFile('c.test.ts', 'passed', [passed])],
    [],
    'b.test.ts: it did not run to its end',
  ],
  [
    'a worker that ended within a file',
    [fine, testFile('b.test.ts', 'passed', [passed, { state: 'pending' }])],
    [],
    'b.test.ts: it did not run to its end',
  ],
  [
    'an error outside of every test',
    [fine, testFile('b.test.ts', 'passed', [passed])],
    [{ message: 'Worker emitted error.', cause: { message: 'Worker exited unexpectedly' } }],
    'outside of every test: Worker exited unexpectedly',
  ],
])('unit tests: %s', (_what, modules, unhandled, failure) => {
  const file = join(folder, 'unit.json');
  new UnitReporter().onTestRunEnd(modules, unhandled, 'passed', file);
  expect(unitCounts(file)).toEqual({ passed: 3, failed: 1, skipped: 1, failures: [failure] });
});

test('unit tests: a report cut off', () => {
  expect(unitCounts(written('{"passed'))).toMatchObject({ failed: 1, failures: ['a runner left no report'] });
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
    'what passed on its second try alone',
    {
      stats: { expected: 5, unexpected: 0, flaky: 1, skipped: 0 },
      errors: [],
      suites: [
        { suites: [{ specs: [{ title: 'a', tests: [{ status: 'flaky', projectName: 'electron' }] }] }] },
      ],
    },
    [5, 1, 0],
    ['electron: a'],
  ],
  [
    'nothing could be loaded',
    { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [{}], suites: [] },
    [0, 1, 0],
    ['outside of every scenario'],
  ],
])('end to end: %s', (_what, report, [passed, failed, skipped], failures) => {
  expect(endToEndCounts(written(report))).toEqual({ passed, failed, skipped, failures });
});

test('no report is a failure', () => {
  expect(unitCounts(join(folder, 'none.json')).failed).toBe(1);
  expect(endToEndCounts(join(folder, 'none.json')).failed).toBe(1);
});
