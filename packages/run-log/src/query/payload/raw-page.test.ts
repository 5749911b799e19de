import { describe, expect, test } from 'vitest';
import { openText } from '../../../test/given-log.ts';
import type { RunLog } from '../../open-run-log.ts';
import { clearPage, type RawPage, rawPage } from './raw-page.ts';

/** Opens one event written exactly so, behind another line. */
async function openEvent(event: string): Promise<RunLog> {
  return openText(`{"type":"run.started","sequence":0,"runId":"r"}\n${event}\n`);
}

type ClearPage = NonNullable<Awaited<ReturnType<typeof clearPage>>>;

async function allPages(log: RunLog, length: number, reveal: boolean): Promise<(RawPage | ClearPage)[]> {
  const pages: (RawPage | ClearPage)[] = [];
  for (let offset = 0; ; ) {
    const page = await (reveal ? clearPage : rawPage)(log, 1, { offset, length });
    if (page === null) return pages;
    expect(page.offset).toBe(offset);
    expect(page.length).toBeGreaterThan(0);
    pages.push(page);
    offset += page.length;
  }
}

const text =
  '{"type":"x.y", "sequence":1,"runId":"r","payload":{"ä":"grüße 火 🜂 \\u00e4","token":"QWERZZZZZZZZZZZZ","b":[1,  2]}}';

describe('pages of an event', () => {
  test.each([1, 2, 3, 4, 5, 7, 16, 64, 100_000])('of %i bytes give its exact text', async (length) => {
    const pages = await allPages(await openEvent(text), length, true);
    expect(pages.map((page) => page.text).join('')).toBe(text);
  });

  test.each([1, 3, 7, 16, 64, 100_000])(
    'of %i bytes never show a character behind the first four of a secret',
    async (length) => {
      const pages = await allPages(await openEvent(text), length, false);
      expect(pages.map((page) => page.text).join('')).not.toMatch(/Z/);
      expect(pages.reduce((sum, page) => sum + ('masked' in page ? page.masked : 0), 0)).toBeGreaterThan(0);
    },
  );

  test('say where they stand', async () => {
    const log = await openEvent(text);
    const page = await rawPage(log, 1, { offset: 0, length: 10 });
    expect(page).toMatchObject({
      text: '{"type":"x',
      offset: 0,
      length: 10,
      byteOffset: log.index.columns.offset[1],
      byteLength: new TextEncoder().encode(text).length,
      line: 2,
      masked: 0,
    });
  });

  test('begin at the character that an offset is in', async () => {
    const at = new TextEncoder().encode(text.slice(0, text.indexOf('火'))).length;
    const page = await clearPage(await openEvent(text), 1, { offset: at + 1, length: 3 });
    expect(page).toMatchObject({ offset: at, text: '火' });
  });

  test.each([1_000_000, -1, Number.NaN])('there is none at %d', async (offset) => {
    expect(await rawPage(await openEvent(text), 1, { offset, length: 10 })).toBeNull();
    expect(await rawPage(await openEvent(text), 7, { offset: 0, length: 10 })).toBeNull();
  });
});

test('a secret whose name is on the page before is masked', async () => {
  const filler = 'x'.repeat(30_000);
  const log = await openEvent(
    `{"type":"x.y","sequence":1,"runId":"r","payload":{"a":"${filler}","token":"${'S'.repeat(20_000)}","z":1}}`,
  );
  const page = await rawPage(log, 1, { offset: 40_000, length: 50_000 });
  expect(page?.text).toBe('…[masked:name]","z":1}}');
  expect(page?.masked).toBe(1);
});

test('a secret that continues after the page is masked', async () => {
  const log = await openEvent(
    '{"type":"x.y","sequence":1,"runId":"r","payload":{"a":"Bearer abc123def456ghi789"}}',
  );
  const end = '{"type":"x.y","sequence":1,"runId":"r","payload":{"a":"Bearer abc123'.length;
  expect((await rawPage(log, 1, { offset: 0, length: end }))?.text).toMatch(/Bearer abc1…\[masked:bearer\]$/);
});

test('a page is no larger than 256 KiB', async () => {
  const log = await openEvent(`{"type":"x.y","sequence":1,"runId":"r","payload":"${'x'.repeat(400_000)}"}`);
  expect((await rawPage(log, 1, { offset: 0, length: 1e9 }))?.length).toBe(256 * 1024);
});
