import { masker } from '@openwop-inspector/base';
import { describe, expect, test } from 'vitest';
import { formText, stringForm, valueMeaning } from './value-meaning.ts';
import type { PayloadNode } from './value-source.ts';

interface NodeParts extends Partial<Omit<PayloadNode, 'key' | 'text'>> {
  readonly key?: string;
  readonly text?: string;
}

const node = ({ key = 'x', text = '', ...part }: NodeParts): PayloadNode => ({
  key: masker.text(key),
  pointer: '/x',
  kind: 'string',
  size: text.length,
  text: masker.text(text),
  truncated: false,
  masked: false,
  byteOffset: 0,
  byteLength: 0,
  ...part,
});

describe('a value has its meaning next to it', () => {
  test.each([
    ['startedAt', '2026-03-02T09:00:01.123Z', 'Mon, 2 Mar 2026, 09:00:01 UTC'],
    ['x', '2026-03-02T10:00:01+01:00', 'Mon, 2 Mar 2026, 09:00:01 UTC'],
    ['x', 'PT1H2M3S', '1 h 2 min'],
    ['x', 'P2D', '2 days'],
    ['x', 'PT0.5S', '500 ms'],
    ['x', '2026-13-02T09:00:01Z', null],
    ['x', 'P', null],
    ['x', 'PT', null],
    ['x', 'draft', null],
    ['timestamp', '2026', null],
  ])('%s: %j is %s', (key, text, meaning) => expect(valueMeaning(node({ key, text }))).toBe(meaning));

  test.each([
    ['createdAt', '1772442001', 'Mon, 2 Mar 2026, 09:00:01 UTC'],
    ['createdAt', '1772442001123', 'Mon, 2 Mar 2026, 09:00:01 UTC'],
    ['startMs', '1772442001123', 'Mon, 2 Mar 2026, 09:00:01 UTC'],
    ['exp', '1772442001', 'Mon, 2 Mar 2026, 09:00:01 UTC'],
    ['durationMs', '93784', '1 min 34 s'],
    ['duration_ms', '4300', '4.3 s'],
    ['timeoutSeconds', '7200', '2 h'],
    ['durationMs', '38', null],
    ['seconds', '12', null],
    ['sizeBytes', '18400', '18.4 KB'],
    ['items', '3', null],
    ['count', '1772442001', null],
    ['id', '12345678901234567890', 'more digits than a JavaScript number keeps'],
    ['n', '1.50e+10', null],
    ['n', '0.10', null],
    ['n', '1e400', 'more digits than a JavaScript number keeps'],
    ['n', '-0', null],
  ])('%s: %s is %s', (key, text, meaning) =>
    expect(valueMeaning(node({ key, kind: 'number', text, size: 0 }))).toBe(meaning),
  );

  test('what is masked or cut has none', () => {
    expect(valueMeaning(node({ text: 'PT5M', masked: true }))).toBeNull();
    expect(valueMeaning(node({ text: 'PT5M', truncated: true }))).toBeNull();
  });
});

describe('describes strings that are not prose by their form', () => {
  const png = `iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`;
  test.each([
    [png, 'base64, 70 bytes, PNG by its first bytes'],
    [`data:image/png;base64,${png}`, 'data URL, image/png, 70 bytes, PNG by its first bytes'],
    [`data:,${'x'.repeat(80)}`, 'data URL, text/plain, 80 bytes'],
    [`data:text/html;charset=utf-8,${'<b>'.repeat(40)}`, 'data URL, text/html, 120 bytes'],
    [
      Buffer.from(`%PDF-1.7 ${'x'.repeat(60)}`).toString('base64'),
      'base64, 69 bytes, PDF by its first bytes',
    ],
    [
      Buffer.from('a text of some length that is not a picture at all, 100 %').toString('base64'),
      'base64, 57 bytes',
    ],
  ])('%s', (text, words) => {
    const form = stringForm(node({ text }));
    expect(form && formText(form)).toBe(words);
  });

  test('a cut one counts all its characters', () => {
    const form = stringForm(node({ text: png.slice(0, 64), size: 24_000, truncated: true }));
    expect(form).toEqual({ kind: 'base64', bytes: 18_000, sniffed: 'PNG' });
  });

  test.each([
    ['a digest', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    ['a run of one letter', 'x'.repeat(64)],
    ['a short one', png.slice(0, 60)],
    ['words', 'a sentence of words that is as long as it takes to be examined closely'],
    ['nothing', ''],
  ])('%s is text', (_, text) => expect(stringForm(node({ text }))).toBeNull());

  test('never inspects a masked value', () => {
    expect(stringForm(node({ text: png, masked: true }))).toBeNull();
    const token = { header: [], claims: [], times: [], signatureLength: 1 };
    expect(stringForm(node({ text: 'eyJh…[masked:jwt]', masked: true, token }))).toEqual({ kind: 'token' });
  });
});
