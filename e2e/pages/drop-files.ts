import type { Page } from '@playwright/test';

/** Drags files over the middle of the window and lets go, as the system does; folders arrive as folders. */
export async function dropFiles(page: Page, files: readonly string[]): Promise<void> {
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const place = { x: width / 2, y: height / 2 };
  const devTools = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files: [...files], dragOperationsMask: 1 };
    await devTools.send('Input.dispatchDragEvent', { type, ...place, data });
  }
  await devTools.detach();
}
