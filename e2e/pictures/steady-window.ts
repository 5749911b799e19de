import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository } from '@openwop-inspector/testing/files';
import type { Page } from '@playwright/test';
import { decode, encode } from 'fast-png';
import { expect, type Inspector } from '../shells.ts';

export type Theme = 'light' | 'dark';

/** The moment at which all pictures are taken. */
const pictureTime = new Date('2026-03-02T10:12:00Z');

const minutes = 60_000;

/** What the recent list shows: files that never were, as far back as a list of a working week goes. */
const recentRuns = [
  { name: 'acme-prd-draft.bundle.json', events: 219, tone: 'failed', minutesAgo: 4 },
  { name: 'nightly-report.ndjson', events: 1284, tone: 'ok', minutesAgo: 52 },
  { name: 'invoice-4711.poll.json', events: 61, tone: 'waiting', minutesAgo: 26 * 60 },
  { name: 'support-triage.sse', events: 5340, tone: 'warning', minutesAgo: 3 * 24 * 60 },
];

/** Writes a recent list into a folder of settings before the shell starts on it. */
export function writeRecentList(configDir: string): void {
  mkdirSync(configDir, { recursive: true });
  const entries = recentRuns.map(({ name, events, tone, minutesAgo }, at) => ({
    recentId: `picture-${String(at).padStart(4, '0')}`,
    path: join(configDir, name),
    openedAtMs: pictureTime.getTime() - minutesAgo * minutes,
    events,
    tone,
  }));
  writeFileSync(join(configDir, 'recent.json'), JSON.stringify(entries));
}

/**
 * Loads the window again with everything that would differ from picture to picture fixed: the time of day, and how
 * long a load took.
 */
export async function steady(page: Page): Promise<void> {
  await page.clock.setFixedTime(pictureTime);
  await page.addInitScript(holdDurations);
  await page.reload();
}

/** A window with nothing that differs from picture to picture, with a file opened if one is given. */
export async function openSteady(inspector: Inspector, file?: string, theme: Theme = 'light') {
  const window = await inspector.start({ files: file === undefined ? [] : [file], theme });
  await steady(window.page);
  if (file !== undefined) await window.verdict.region.waitFor();
  return window;
}

/** Runs in the page: what the workers say about durations becomes the same every time. */
function holdDurations(): void {
  const fixedTime = (name: string, holder: object) =>
    name === 'loadMs' ? 38 : name !== 'micros' ? null : 'trace' in holder || 'lines' in holder ? 240 : 12;
  const hold = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
    for (const [name, member] of Object.entries(value)) {
      const time = typeof member === 'number' ? fixedTime(name, value) : null;
      if (time !== null) Reflect.set(value, name, time);
      else hold(member);
    }
  };
  const property = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data');
  Object.defineProperty(MessageEvent.prototype, 'data', {
    get() {
      const data: unknown = property?.get?.call(this);
      hold(data);
      return data;
    },
  });
}

const folder = inRepository('docs', 'guide', 'pictures');
const mostBytes = 350_000;

/** The place of a row of a list that is not read yet. */
const unreadRow = /^row [\d,]+$/;

/**
 * Takes `name.png` of the whole window into the guide's folder, when every row is read. A picture too large for the
 * repository fails.
 */
export async function takePicture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await expect(page.getByText(unreadRow)).toHaveCount(0);
  const image = decode(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
  // Chromium filters every row for photographs and packs in haste; rows of flat colour and text pack better without.
  const picture = encode(image, { zlib: { level: 9 } });
  writeFileSync(`${folder}/${name}.png`, picture);
  expect(picture.length, `${name} is small enough for the repository`).toBeLessThan(mostBytes);
}
