import type { Frame, Page } from '@playwright/test';
import type { PacketCounter } from '../packet-counter.ts';

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

/**
 * Connects to the counter as a script would that wants to tell something: by STUN, and by TURN over UDP and TCP. Says
 * what became of it: `complete` when every way had been tried, `tried` after five seconds of trying, else why there was
 * no connection to try with.
 */
export function connectByWebRtc(place: Page | Frame, { udpPort, tcpPort }: PacketCounter): Promise<string> {
  return place.evaluate(
    async ({ udp, tcp }) => {
      const own: unknown = Reflect.get(globalThis, 'RTCPeerConnection');
      if (typeof own !== 'function') return 'there is no RTCPeerConnection';
      try {
        const turn = { username: 'stolen', credential: 'text' };
        const connection: RTCPeerConnection = Reflect.construct(own, [
          {
            iceServers: [
              { urls: `stun:127.0.0.1:${udp}` },
              { urls: `turn:127.0.0.1:${udp}?transport=udp`, ...turn },
              { urls: `turn:127.0.0.1:${tcp}?transport=tcp`, ...turn },
            ],
          },
        ]);
        connection.createDataChannel('x');
        const isDone = new Promise<string>((resolve) => {
          connection.onicegatheringstatechange = () => {
            if (connection.iceGatheringState === 'complete') resolve('complete');
          };
          setTimeout(resolve, 5000, 'tried');
        });
        await connection.setLocalDescription(await connection.createOffer());
        const outcome = await isDone;
        connection.close();
        return outcome;
      } catch (error) {
        return error instanceof Error ? error.name : 'an error';
      }
    },
    { udp: udpPort, tcp: tcpPort },
  );
}
