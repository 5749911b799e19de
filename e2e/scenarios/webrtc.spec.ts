import { failedDraft } from '@openwop-inspector/testing/files';
import type { Page } from '@playwright/test';
import { type PacketCounter, startPacketCounter } from '../packet-counter.ts';
import { connectByWebRtc, openSurfaceFrame } from '../pages/surface-frame.ts';
import { expect, test } from '../shells.ts';

/** A frame without content has a window of its own, whose RTCPeerConnection nobody has looked at. */
async function addEmptyFrame(page: Page): Promise<void> {
  await page.evaluate(() => document.body.append(document.createElement('iframe')));
}

let counter: PacketCounter;
test.beforeEach(async () => {
  counter = await startPacketCounter();
});
test.afterEach(() => counter.close());

test('no packet leaves the window or the frame of a surface by WebRTC (security S-02, S-03)', async ({
  inspector,
}) => {
  inspector.allow(/WebRTC|the page crashed/i);
  const { page } = await inspector.open(failedDraft);
  const frame = await openSurfaceFrame(page);
  const outcomes = [await connectByWebRtc(page, counter), await connectByWebRtc(frame, counter)];
  expect(outcomes).toEqual(['there is no RTCPeerConnection', 'there is no RTCPeerConnection']);
  await addEmptyFrame(page);
  const inner = page.frames().find((one) => one.url() === 'about:blank');
  // What the shell itself refuses: the session on the desktop; in a browser the header of allowed connections, for which
  // Chromium ends the page that tries.
  outcomes.push(
    inner === undefined ? 'no frame' : await connectByWebRtc(inner, counter).catch(() => 'ended'),
  );
  expect({ tried: outcomes[2], packets: counter.count() }).toEqual({
    tried: expect.stringMatching(/tried|complete|Error|ended/),
    packets: 0,
  });
});
