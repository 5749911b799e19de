import { failedDraft } from '@openwop-inspector/testing/files';
import { type PacketCounter, startPacketCounter } from '../packet-counter.ts';
import { openSurfaceFrame } from '../pages/surface-frame.ts';
import { noWebRtc, tryWebRtc } from '../pages/webrtc.ts';
import { expect, test } from '../shells.ts';

let counter: PacketCounter;
test.beforeEach(async () => {
  counter = await startPacketCounter();
});
test.afterEach(() => counter.close());

test('no packet leaves the window, its frames or a surface by WebRTC (security S-02, S-03)', async ({
  inspector,
}) => {
  // The desktop shell refuses the popup and the second document of a frame.
  inspector.allow(/"event":"navigation-refused"/);
  const { page } = await inspector.open(failedDraft);
  expect(await tryWebRtc(page, await openSurfaceFrame(page), counter)).toEqual(noWebRtc);
  expect(counter.count()).toBe(0);
});

test('About says that WebRTC is removed', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  await window.press('?');
  await window.keySheet.about.click();
  await expect(window.about.dialog).toContainText('WebRTC: removed from this window and its frames.');
});
