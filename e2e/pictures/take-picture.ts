import { writeFileSync } from 'node:fs';
import { inRepository } from '@openwop-inspector/testing/files';
import type { Page } from '@playwright/test';
import { expect } from '../shells.ts';
import { smallerPng } from './smaller-png.ts';

const folder = inRepository('docs', 'guide', 'pictures');
const mostBytes = 350_000;

/** Takes `name.png` of the whole window into the guide's folder. A picture too large for the repository fails. */
export async function takePicture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  const picture = smallerPng(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
  writeFileSync(`${folder}/${name}.png`, picture);
  expect(picture.length, `${name} is small enough for the repository`).toBeLessThan(mostBytes);
}
