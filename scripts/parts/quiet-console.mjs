/** For every unit test: what React or a library complains of in the console is a failure of the test that caused it. */
import { format } from 'node:util';
import { afterEach, beforeEach, expect } from 'vitest';

const complaints = [];

beforeEach(() => {
  complaints.length = 0;
  for (const level of ['error', 'warn']) {
    console[level] = (...args) => complaints.push(format(...args));
  }
});

afterEach(() => {
  expect(complaints, 'what was written to the console').toEqual([]);
});
