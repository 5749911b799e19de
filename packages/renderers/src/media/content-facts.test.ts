import { describe, expect, test } from 'vitest';
import { type ContentFacts, factRows, factsText, sizeText } from './content-facts.ts';

const plain: ContentFacts = {
  mimeType: 'image/png',
  sniffedType: 'image/png',
  declaredBytes: 100,
  actualBytes: 100,
  size: { width: 30, height: 20 },
  durationSeconds: null,
};
const remarkOf = (change: Partial<ContentFacts>, name: string) =>
  factRows({ ...plain, ...change }).find((row) => row.name === name)?.remark;

test('facts that agree have no remark', () => {
  expect(factsText(factRows(plain))).toBe('Type: image/png\nSize: 100 bytes\nDimensions: 30 × 20 px');
});

describe('compares declared and found facts (envelope 2.2, 6)', () => {
  test.each([
    ['Type', { mimeType: 'image/jpeg' }, 'declared as image/jpeg'],
    ['Type', { sniffedType: null }, 'no image or sound'],
    ['Type', { answeredType: 'text/html' }, 'the host answered text/html'],
    ['Size', { declaredBytes: 7 }, 'declared as 7 bytes'],
    ['Size', { isCutOff: true }, 'cut off'],
    ['Dimensions', { drawnSize: { width: 9, height: 9 } }, 'the header says 30 × 20 px'],
    ['Duration', { durationSeconds: 23, measuredSeconds: 1 }, 'declared as 23 s, it is 22 s shorter'],
  ])('%s, %j', (name, change, words) => expect(remarkOf(change, name)).toContain(words));

  test.each([
    ['Dimensions', { drawnSize: { width: 20, height: 30 } }],
    ['Type', { mimeType: 'image/svg+xml', sniffedType: null }],
    ['Duration', { durationSeconds: 23, measuredSeconds: 23.1 }],
  ])('%s, %j is no contradiction', (name, change) => expect(remarkOf(change, name)).toBeNull());

  test('a claim about content that is not here is called one', () => {
    const rows = factRows({ ...plain, sniffedType: null, actualBytes: null, size: null, durationSeconds: 5 });
    expect(factsText(rows)).toBe(
      'Type: image/png, declared\nSize: 100 bytes, declared\nDuration: 5 s, declared',
    );
  });
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1292, '1.3 KB (1,292 bytes)'],
  [64 * 1024 * 1024, '67.1 MB (67,108,864 bytes)'],
  [1e18, '1,000,000 TB (1,000,000,000,000,000,000 bytes)'],
])('%d bytes', (bytes, text) => expect(sizeText(bytes)).toBe(text));
