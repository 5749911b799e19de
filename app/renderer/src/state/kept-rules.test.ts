// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { keepRules, keptRules } from './kept-rules.ts';

beforeEach(() => localStorage.clear());

test('rules are there the next time, and gone when the field was blank', () => {
  keepRules('{ "names": ["score"] }');
  expect(keptRules()).toBe('{ "names": ["score"] }');
  keepRules('  ');
  expect(keptRules()).toBe('');
});

test.each([
  ['a secret', `{ "names": ["ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}"] }`],
  ['more than rules have', `{ "names": ["${'x'.repeat(70_000)}"] }`],
])('what holds %s is not kept', (_, text) => {
  keepRules(text);
  expect(keptRules()).toBe('');
});
