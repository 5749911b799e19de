/** Each of the two walls against WebRTC in a browser, without the other one. */
import { failedDraft } from '@openwop-inspector/testing/files';
import type { Page } from '@playwright/test';
import { test } from '../../packet-counter.ts';
import { openSurfaceFrame } from '../../pages/views.ts';
import { connectByWebRtc, noWebRtc, tryWebRtc, webRtcRoutes } from '../../pages/webrtc.ts';
import { expect } from '../../shells.ts';

const HEADER = 'connection-allowlist';

/** Loads the window again, its documents without the header that lists allowed connections. */
async function reloadWithoutHeader(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => ['/', '/surface.html'].includes(pathname),
    async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers() };
      expect(headers[HEADER]).toBe('(response-origin); webrtc=block');
      delete headers[HEADER];
      await route.fulfill({ response, headers });
    },
  );
  const reloaded = await page.reload();
  expect(reloaded?.headers()).not.toHaveProperty(HEADER);
}

test('no packet leaves by WebRTC where a browser ignores the header (security S-02, S-03)', async ({
  inspector,
  counter,
}) => {
  const window = await inspector.open(failedDraft);
  await reloadWithoutHeader(window.page);
  await expect(window.verdict.region).toBeVisible();
  expect(await tryWebRtc(window.page, await openSurfaceFrame(window.page), counter)).toEqual(noWebRtc);
  expect(counter.count()).toBe(0);
});

test('without its guard every route leads to a connection, and About warns', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  await window.page.route('**/guard.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  await window.page.reload();
  await expect(window.verdict.region).toBeVisible();
  for (const { name, find } of webRtcRoutes) {
    const found = await window.page.evaluateHandle(find);
    expect(await found.evaluate((definition) => typeof definition), name).toBe('function');
  }
  await window.press('?');
  await window.keySheet.about.click();
  await expect(window.about.dialog.getByRole('alert')).toContainText('WebRTC could not be removed');
});

test('the counter counts: a page without our headers sends packets', async ({ chromiumBrowser, counter }) => {
  const page = await (await chromiumBrowser()).newPage();
  await connectByWebRtc(page, counter);
  expect(counter.count()).toBeGreaterThan(0);
  await page.close();
});
