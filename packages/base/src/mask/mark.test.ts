import { expect, test } from 'vitest';
import { isRedacted, marksIn, maskedForm, maskMark } from './mark.ts';
import { masker } from './masker.ts';

const ONE = `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`;
const OTHER = `ghp_${'0123456789abcdefghijABCDEFGHIJ012346'}`;

test('a mark says which rule made it, and is not masked again', () => {
  expect(maskedForm(ONE, 'github')).toBe('ghp_…[masked:github]');
  expect(masker.text(`use ${ONE} now`)).toBe('use ghp_…[masked:github] now');
  expect(masker.text('hunter2hunter2', 'password')).toBe('hunt…[masked:name]');
  for (const marked of ['ghp_…[masked:github]', maskMark('name'), 'Bearer abcd…[masked:bearer]'])
    expect(masker.text(marked, 'token')).toBe(marked);
});

test('a mark of an older version is one, too', () => {
  for (const marked of ['ghp_…[masked]', '…[masked]', 'Bearer abcd…[masked]']) {
    expect(isRedacted(marked)).toBe(true);
    expect(masker.text(marked, 'token')).toBe(marked);
  }
});

test('marks are counted, of both versions', () => {
  expect(marksIn(`a …[masked:name] b ghp_…[masked] c ${maskMark('github')} …[maskedness]`)).toBe(3);
});

test('two ids that differ stay different once they are masked, and the same id stays the same', () => {
  const displayed = masker.identity(ONE);
  expect(displayed).toMatch(/^ghp_…\[masked:github [0-9a-f]{4}\]$/);
  expect(masker.identity(ONE)).toBe(displayed);
  expect(masker.identity(OTHER)).not.toBe(displayed);
  expect(masker.identity(displayed)).toBe(displayed);
  expect(masker.identity('node-1')).toBe('node-1');
});
