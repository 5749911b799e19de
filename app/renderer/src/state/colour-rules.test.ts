import { beforeEach, expect, test, vi } from 'vitest';
import type { ColourRule } from '../model/colour-rules.ts';
import { editRules, rulesNow, rulesWith } from './colour-rules.ts';

const rule = (filter: string): ColourRule => ({ filter, mark: 'B', isOn: true });
const filters = () => rulesNow().map(({ filter }) => filter);

beforeEach(() => {
  vi.stubGlobal('inspector', { call: async () => true });
  editRules(rulesNow(), 'remove');
});

test('rules are added for filters that have none, and taken away by their filters', () => {
  editRules([rule('a')], 'add');
  expect(rulesWith([{ ...rule('a'), mark: 'C' }, rule('b')])).toEqual([rule('a'), rule('b')]);
  editRules([rule('b'), rule('c')], 'add');
  expect(filters()).toEqual(['a', 'b', 'c']);
  editRules([rule('b')], 'remove');
  expect(filters()).toEqual(['a', 'c']);
});

test('a filter that contains a secret is not taken, and there are twelve at most', () => {
  editRules([rule(`ghp_${'a1B2'.repeat(9)}`)], 'add');
  expect(filters()).toEqual([]);
  editRules(
    Array.from({ length: 20 }, (_, at) => rule(`node:${at}`)),
    'add',
  );
  expect(filters()).toHaveLength(12);
});
