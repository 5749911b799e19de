import { expect, test } from 'vitest';
import { filterFile, MAX_FILTERS, readFilterFile } from './filter-file.ts';

test('a written file is read back', () => {
  const filters = ['type:node.failed', 'node:"draft one" or is:failed'];
  const colours = [{ filter: 'is:failed', mark: 'B', isOn: false }] as const;
  expect(readFilterFile(filterFile(filters, colours))).toEqual({
    kind: 'filters',
    filters,
    leftOut: 0,
    colours,
  });
  expect(filterFile(filters, [])).not.toContain('colours');
});

test.each([
  ['[', 'not JSON'],
  ['[]', 'no list'],
  ['{"filters":"x","form":"openwop-inspector-filters/1"}', 'no list'],
  ['{"filters":[]}', 'form'],
  ['{"filters":[],"form":"openwop-inspector-filters/2"}', 'form'],
])('%s is reported', (text, words) =>
  expect(readFilterFile(text)).toMatchObject({ kind: 'wrong', message: expect.stringContaining(words) }),
);

test('entries that are not filters are omitted and counted, and so are those beyond the limit', () => {
  const many = Array.from({ length: MAX_FILTERS + 5 }, (_, at) => `seq:${at}`);
  const document = JSON.stringify({
    form: 'openwop-inspector-filters/1',
    filters: ['a', 1, null, ' ', 'x'.repeat(3000), { text: 'b' }],
  });
  expect(readFilterFile(document)).toEqual({
    kind: 'filters',
    filters: ['a'],
    leftOut: 5,
    colours: [],
  });
  expect(readFilterFile(filterFile(many, []))).toMatchObject({ leftOut: 5 });
});
