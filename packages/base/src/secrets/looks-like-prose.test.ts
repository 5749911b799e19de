import { expect, test } from 'vitest';
import { secretsIn } from './find-secrets.ts';
import { isChanceCase, looksLikeWords } from './looks-like-prose.ts';

test.each([
  'required',
  'task-management',
  'maxTokens',
  'yourTokenGoesHere',
  'someCamelCaseIdentifierName',
  'replaceWithYourOwnAccessToken',
])('%s is words, and not by chance', (text) => {
  expect(looksLikeWords(text)).toBe(true);
  expect(isChanceCase(text)).toBe(false);
});

test.each(['SaqIzpPikXsxYzwjeeHO', 'BcdFghXkrPqwLmn', 'aQxRtBnKoWeQrTzUiOpA'])(
  '%s is not taken for words',
  (text) => expect(!looksLikeWords(text) || isChanceCase(text) || text.length < 16).toBe(true),
);

test('finds a token of letters alone by its prefix, but no placeholder after the same prefix', () => {
  expect(secretsIn('"code": "glpat-SaqIzpPikXsxYzwjeeHO"')).toHaveLength(1);
  expect(secretsIn('"code": "glpat-yourTokenGoesHere"')).toHaveLength(0);
});
