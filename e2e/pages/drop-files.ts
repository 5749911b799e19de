import type { Page } from '@playwright/test';

/** How often a drop is tried that the browser's own tools did not deliver to the page. */
const ATTEMPTS = 6;
/** How long a delivered drop may take to reach the page. */
const DELIVERY_MS = 4_000;

/** Drags files over the middle of the window and lets go, as the system does; folders arrive as folders. */
export async function dropFiles(page: Page, files: readonly string[]): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) if (await tryToDrop(page, files)) return;
  throw new Error(`a drop did not reach the page in ${ATTEMPTS} attempts`);
}

/**
 * Whether the page was told of a drop. The developer tools lose one now and then on a busy machine, which says nothing
 * of the application; what it does with a drop that arrived is the scenario's matter.
 */
async function tryToDrop(page: Page, files: readonly string[]): Promise<boolean> {
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const place = { x: width / 2, y: height / 2 };
  const devTools = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devTools.send('Input.dispatchDragEvent', { type, ...place, data });
  await page.evaluate((patienceMs) => {
    const arrival = new Promise<boolean>((resolve) => {
      window.addEventListener('drop', () => resolve(true), { once: true, capture: true });
      setTimeout(() => resolve(false), patienceMs);
    });
    Object.assign(window, { dropArrived: arrival });
  }, DELIVERY_MS);
  await send('dragEnter');
  await send('dragOver');
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
  await send('dragOver');
  await send('drop');
  const arrived = await page.evaluate(() => 'dropArrived' in window && window.dropArrived);
  await devTools.detach();
  return arrived === true;
}
