import { openRunLog, rawPage, textSource } from '@openwop-inspector/run-log';
import { expect, test } from 'vitest';
import { byteOnPage, PAGE_BYTES, pageStart, rangeOnPage } from './RawBytes.tsx';

const event =
  '{"type":"x","sequence":0,"runId":"r","payload":{"ä":"grüße 🜂","token":"QWERZZZZZZZZZZZZ","b":[10,20]}}';

async function pageOf(offset: number, length: number) {
  const log = openRunLog(textSource('log.ndjson', `${event}\n`));
  await log.loaded;
  const page = await rawPage(log, 0, { offset, length });
  if (page === null) throw new Error('there is no such page');
  return page;
}

const byteOf = (words: string): number =>
  new TextEncoder().encode(event.slice(0, event.indexOf(words))).length;

test.each(['"grüße 🜂"', '[10,20]', '20', '"x"'])('the value %s is marked at its position', async (words) => {
  const page = await pageOf(0, PAGE_BYTES);
  const byteLength = new TextEncoder().encode(words).length;
  const range = rangeOnPage(page, { byteOffset: page.byteOffset + byteOf(words), byteLength });
  expect(page.text.slice(range?.from, range?.to)).toBe(words);
  expect(byteOnPage(page, range?.from ?? -1)).toBe(page.byteOffset + byteOf(words));
});

test('a masked value is marked with its mask', async () => {
  const page = await pageOf(0, PAGE_BYTES);
  const range = rangeOnPage(page, { byteOffset: byteOf('"QWER'), byteLength: 18 });
  expect(page.text.slice(range?.from, range?.to)).toBe('"QWER…[masked:name]"');
});

test('of a value that extends beyond the page its part on it is marked, of one elsewhere nothing', async () => {
  const page = await pageOf(byteOf('b":[') + 1, 6);
  const range = rangeOnPage(page, { byteOffset: byteOf('[10'), byteLength: 7 });
  expect(page.text.slice(range?.from, range?.to)).toBe('[10,');
  expect(rangeOnPage(page, { byteOffset: 0, byteLength: 10 })).toBeNull();
  expect(rangeOnPage(page, { byteOffset: byteOf('20'), byteLength: 2 })).toBeNull();
});

test.each([
  [0, 0],
  [PAGE_BYTES - 1, 0],
  [PAGE_BYTES, PAGE_BYTES],
  [-5, 0],
])('byte %i is on the page from %i', (byte, first) => expect(pageStart(byte)).toBe(first));
