import { expect, test } from 'vitest';
import { formattedJson } from './formatted-json.ts';

test('a JSON text is laid out with its digits as written', () => {
  expect(formattedJson('{"n":1.50,"a":[]}')).toBe('{\n  "n": 1.50,\n  "a": []\n}');
});

test.each(['', '{', '{"a":1,}', '// c\n1', '1 2'])('what is not JSON stays as it is: %j', (text) => {
  expect(formattedJson(text)).toBeNull();
});

test('an envelope of 100,000 components is laid out: no edit is cut into the whole text', () => {
  const components = Array.from({ length: 100_000 }, (_, at) => ({ id: `c${at}`, kind: 'text', text: 'x' }));
  const text = JSON.stringify({ type: 'ui.a2ui-surface', payload: { components } });
  expect(formattedJson(text)?.split('\n')).toHaveLength(500_007);
});
