import { startPacketCounter } from '../../packet-counter.ts';
import { connectByWebRtc } from '../../pages/webrtc.ts';
import { expect, test } from '../../shells.ts';

test('what the scenarios of WebRTC count is there to be counted: a page without our headers sends it', async ({
  chromiumBrowser,
}) => {
  const counter = await startPacketCounter();
  const page = await (await chromiumBrowser()).newPage();
  await connectByWebRtc(page, counter);
  expect(counter.count()).toBeGreaterThan(0);
  await page.close();
  await counter.close();
});
