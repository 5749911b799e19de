import { expect, test } from 'vitest';
import { formattedJson } from './json-text.ts';

test('a JSON text is formatted with its original digits', () => {
  expect(formattedJson('{"n":1.50,"a":[]}')).toBe('{\n  "n": 1.50,\n  "a": []\n}');
});

test.each(['', '{', '{"a":1,}', '// c\n1', '1 2'])('text that is not JSON is unchanged: %j', (text) => {
  expect(formattedJson(text)).toBeNull();
});

test('an envelope of 100,000 components is formatted without cutting each edit into the complete text', () => {
  const components = Array.from({ length: 100_000 }, (_, at) => ({ id: `c${at}`, kind: 'text', text: 'x' }));
  const text = JSON.stringify({ type: 'ui.a2ui-surface', payload: { components } });
  expect(formattedJson(text)?.split('\n')).toHaveLength(500_007);
});
