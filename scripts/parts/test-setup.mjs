/**
 * For every unit test. What React or a library complains of in the console is a failure of the test that caused it. What is
 * waited for may take half a minute (a busy machine is late, not wrong), and property tests begin at one seed:
 * `PROPERTY_SEED=7` begins at another.
 */
import { format } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, vi } from 'vitest';

const complaints = [];

beforeEach(() => {
  complaints.length = 0;
  for (const level of ['error', 'warn']) console[level] = (...args) => complaints.push(format(...args));
});

afterEach(() => {
  expect(complaints, 'what was written to the console').toEqual([]);
});

const PATIENCE_MS = 30_000;

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

const isPatient = Symbol.for('waits half a minute');
if (!(isPatient in vi.waitFor)) {
  const waitFor = vi.waitFor.bind(vi);
  vi.waitFor = (callback, options = {}) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });
  vi.waitFor[isPatient] = true;
}

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: PATIENCE_MS });
}
