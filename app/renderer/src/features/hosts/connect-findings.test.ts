import { expect, test } from 'vitest';
import { discoveryDocument, findingGroups } from './HostAnswers.tsx';

const finding = (rule: string, level: 'error' | 'warning' | 'note', pointer = '') => ({
  rule,
  level,
  pointer,
  message: rule,
  clause: 'c',
});

test('findings of both lints are listed once each, worst first', () => {
  const documentText = JSON.stringify({ envelopes: { tierOneSubsetCompliance: true } });
  const own = finding('tier_one_value', 'error', '/envelopes/tierOneSubsetCompliance');
  const findings = [finding('b', 'note'), finding('a', 'warning'), own, finding('a', 'warning', '/x')];
  const groups = findingGroups({ documentText, findings });
  expect(groups.map(({ title, findings: each }) => [title, each.map(({ rule }) => rule)])).toEqual([
    ['1 error', ['tier_one_value']],
    ['2 warnings', ['a', 'a']],
    ['1 note', ['b']],
  ]);
});

test.each(['', '{"a": 1', '"text"', '[]', 'null'])(
  'a document of %j yields no findings and no failure',
  (text) => {
    expect(findingGroups({ documentText: text, findings: [] })).toEqual([]);
  },
);

test('a truncated document is not a document', () => {
  expect(discoveryDocument({ documentText: '{"a": 1' })).toBeUndefined();
});
