import { describe, expect, test } from 'vitest';
import { normalize } from './kind-rules.ts';

describe('what the reference host changes before the schema (acceptor R5)', () => {
  test.each<[string, string, unknown, unknown]>([
    ['a text becomes a list', 'clarification.request', { options: 'x' }, { options: ['x'] }],
    ['items that are no texts go', 'clarification.request', { options: ['x', 1] }, { options: ['x'] }],
    ['questions are joined', 'clarification.request', { question: ['a', 'b', 1] }, { question: 'a\nb' }],
    ['name is renamed', 'schema.request', { name: 'a' }, { names: ['a'] }],
    ['schema is renamed', 'schema.request', { schema: 'a' }, { names: ['a'] }],
    ['names are left', 'schema.request', { name: 'a', names: ['b'] }, { name: 'a', names: ['b'] }],
    ['an array is spread', 'schema.request', ['a'], { 0: 'a' }],
    ['a result is wrapped', 'result', 5, { value: 5 }],
    ['null is no result to wrap', 'result', null, null],
    ['an array is no result to wrap', 'result', [1], [1]],
    ['other kinds are left', 'error', { options: 'x' }, { options: 'x' }],
    ['scalars are left', 'clarification.request', 'x', 'x'],
  ])('%s', (_rule, kind, payload, normalized) => {
    const before = JSON.stringify(payload);
    expect(normalize(kind, payload).payload).toEqual(normalized);
    expect(JSON.stringify(payload)).toBe(before);
  });

  test('what needs no change is the same object', () => {
    const payload = { questions: [] };
    expect(normalize('clarification.request', payload)).toEqual({ payload, changes: [] });
    expect(normalize('clarification.request', payload).payload).toBe(payload);
  });
});
