import { beforeEach, expect, test, vi } from 'vitest';
import { keepRules, savedRules } from './saved-rules.ts';

beforeEach(() => vi.stubGlobal('inspector', { call: async () => true }));

test('rules are there the next time, and gone when the field was blank', () => {
  void keepRules('{ "names": ["score"] }');
  expect(savedRules()).toBe('{ "names": ["score"] }');
  void keepRules('  ');
  expect(savedRules()).toBe('');
});

test.each([
  ['a secret', `{ "names": ["ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}"] }`],
  ['more than rules have', `{ "names": ["${'x'.repeat(70_000)}"] }`],
])('a text that contains %s is not saved', (_, text) => {
  void keepRules('');
  void keepRules(text);
  expect(savedRules()).toBe('');
});
