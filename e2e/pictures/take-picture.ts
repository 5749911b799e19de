import { writeFileSync } from 'node:fs';
import { inRepository } from '@openwop-inspector/testing/files';
import type { Page } from '@playwright/test';
import { decode, encode } from 'fast-png';
import { expect } from '../shells.ts';

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
  const picture = smallerPng(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
  writeFileSync(`${folder}/${name}.png`, picture);
  expect(picture.length, `${name} is small enough for the repository`).toBeLessThan(mostBytes);
}

/**
 * The same picture in fewer bytes. Chromium filters every row for photographs and packs in haste; rows of flat colour
 * and text pack better without a filter.
 */
function smallerPng(png: Buffer): Uint8Array {
  return encode(decode(png), { zlib: { level: 9 } });
}
