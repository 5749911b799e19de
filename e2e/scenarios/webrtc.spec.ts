import { failedDraft } from '@openwop-inspector/testing/files';
import { test } from '../packet-counter.ts';
import { openSurfaceFrame } from '../pages/views.ts';
import { noWebRtc, tryWebRtc } from '../pages/webrtc.ts';
import { expect } from '../shells.ts';

test('no packet leaves by WebRTC (security S-02, S-03) @desktop', async ({ inspector, counter }) => {
  const window = await inspector.open(failedDraft);

  await test.step('no packet leaves the window, its frames or a surface by WebRTC (security S-02, S-03)', async () => {
    // The desktop shell refuses the popup and the second document of a frame.
    inspector.allow(/"event":"navigation-refused"/);
    expect.soft(await tryWebRtc(window.page, await openSurfaceFrame(window.page), counter)).toEqual(noWebRtc);
    expect.soft(counter.count()).toBe(0);
  });

  await test.step('About says that WebRTC is removed', async () => {
    await window.press('?');
    await window.keySheet.about.click();
    await expect.soft(window.about.dialog).toContainText('WebRTC: removed from this window and its frames.');
  });
});
