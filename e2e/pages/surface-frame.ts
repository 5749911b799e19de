import type { Frame, Page } from '@playwright/test';

/** Puts the document of surfaces into the window as the renderer does; resolves when it has loaded. */
export async function loadSurfaceFrame(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const frame = document.createElement('iframe');
        frame.setAttribute('sandbox', 'allow-scripts');
        frame.setAttribute('allow', '');
        frame.onload = resolve;
        frame.src = './surface.html';
        document.body.append(frame);
      }),
  );
}

/** The same, and the frame as a driver holds it. */
export async function openSurfaceFrame(page: Page): Promise<Frame> {
  await loadSurfaceFrame(page);
  const frame = page.frames().find((one) => one.url().endsWith('/surface.html'));
  if (frame === undefined) throw new Error('The surface document was not loaded');
  return frame;
}
