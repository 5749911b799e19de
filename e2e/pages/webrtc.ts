import type { Frame, Page } from '@playwright/test';
import type { PacketCounter } from '../packet-counter.ts';

const NO_CONNECTION = 'there is no RTCPeerConnection';

/**
 * Ways for a script in the window to reach a constructor of connections. `find` runs in the page, by itself, and returns
 * what it finds before any other task runs.
 */
export const webRtcRoutes: readonly { readonly name: string; readonly find: () => unknown }[] = [
  { name: 'the window', find: () => Reflect.get(window, 'RTCPeerConnection') },
  {
    name: 'an empty frame',
    find() {
      document.body.append(document.createElement('iframe'));
      return Reflect.get(window[window.length - 1] ?? {}, 'RTCPeerConnection');
    },
  },
  {
    name: 'an empty frame, in its own load listener',
    find() {
      let found: unknown = null;
      const frame = document.createElement('iframe');
      frame.onload = () => {
        found = Reflect.get(window[window.length - 1] ?? {}, 'RTCPeerConnection');
      };
      document.body.appendChild(frame);
      return found;
    },
  },
  {
    name: 'an empty frame in an empty frame',
    find() {
      document.body.append(document.createElement('iframe'));
      const outer = window[window.length - 1];
      outer?.document.body.append(outer.document.createElement('iframe'));
      return Reflect.get(outer?.[0] ?? {}, 'RTCPeerConnection');
    },
  },
  {
    name: 'an empty frame in a shadow root',
    find() {
      const host = document.body.appendChild(document.createElement('div'));
      const frame = host.attachShadow({ mode: 'closed' }).appendChild(document.createElement('iframe'));
      return Reflect.get(frame.contentWindow ?? {}, 'RTCPeerConnection');
    },
  },
  {
    name: 'the document of an empty frame in a shadow root',
    find() {
      const host = document.body.appendChild(document.createElement('div'));
      const frame = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('iframe'));
      return Reflect.get(frame.contentDocument?.defaultView ?? {}, 'RTCPeerConnection');
    },
  },
  {
    name: 'a frame that loads',
    find() {
      const frame = document.createElement('iframe');
      frame.src = './surface.html';
      document.body.append(frame);
      return Reflect.get(window[window.length - 1] ?? {}, 'RTCPeerConnection');
    },
  },
  {
    name: 'a frame that went to about:blank again',
    async find() {
      const frame = document.body.appendChild(document.createElement('iframe'));
      const inner = window[window.length - 1];
      await new Promise((resolve) => {
        frame.addEventListener('load', resolve, { once: true });
        // The desktop shell refuses the navigation.
        setTimeout(resolve, 2000);
        frame.src = 'about:blank';
      });
      return Reflect.get(inner ?? {}, 'RTCPeerConnection');
    },
  },
  {
    name: 'a frame in a shadow root that went to about:blank again',
    async find() {
      const host = document.body.appendChild(document.createElement('div'));
      const frame = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('iframe'));
      const inner = frame.contentWindow;
      await new Promise((resolve) => {
        frame.addEventListener('load', resolve, { once: true });
        // The desktop shell refuses the navigation.
        setTimeout(resolve, 2000);
        frame.src = 'about:blank';
      });
      return Reflect.get(inner ?? {}, 'RTCPeerConnection');
    },
  },
  {
    name: 'insertAdjacentElement',
    find() {
      document.body.insertAdjacentElement('beforeend', document.createElement('iframe'));
      return Reflect.get(window[window.length - 1] ?? {}, 'RTCPeerConnection');
    },
  },
  {
    name: 'insertNode of a range',
    find() {
      const range = document.createRange();
      range.selectNodeContents(document.body);
      range.collapse(false);
      range.insertNode(document.createElement('iframe'));
      return Reflect.get(window[window.length - 1] ?? {}, 'RTCPeerConnection');
    },
  },
  {
    name: 'a method of a frame',
    find() {
      document.body.append(document.createElement('iframe'));
      const { Node: Foreign } = Object(window[window.length - 1]);
      const frame = document.createElement('iframe');
      Reflect.apply(Foreign.prototype.appendChild, document.body, [frame]);
      return Reflect.get(frame.contentWindow ?? {}, 'RTCPeerConnection');
    },
  },
  {
    name: 'replaced functions of the language',
    find() {
      const { apply, get } = Reflect;
      const iterate = Array.prototype[Symbol.iterator];
      const nothing: typeof iterate = () => Object({ next: () => ({ done: true }) });
      try {
        Object.assign(Reflect, { get: () => undefined, apply: () => undefined });
        Array.prototype[Symbol.iterator] = nothing;
        document.body.appendChild(document.createElement('iframe'));
        return get(window[window.length - 1] ?? {}, 'RTCPeerConnection');
      } finally {
        Object.assign(Reflect, { apply, get });
        Array.prototype[Symbol.iterator] = iterate;
      }
    },
  },
  { name: 'a popup', find: () => Reflect.get(window.open('about:blank') ?? {}, 'RTCPeerConnection') },
];

/**
 * Connects to the counter as a script would that sends data out: by STUN, and by TURN over UDP and TCP. Returns
 * `complete` when every candidate had been tried, `tried` after five seconds of trying, else why there was no connection
 * to try with.
 */
export async function connectByWebRtc(
  place: Page | Frame,
  { udpPort, tcpPort }: PacketCounter,
  find: () => unknown = () => Reflect.get(globalThis, 'RTCPeerConnection'),
): Promise<string> {
  const found = await place.evaluateHandle(find);
  return found.evaluate(
    async (definition, { udp, tcp, none }) => {
      if (typeof definition !== 'function') return none;
      try {
        const turn = { username: 'stolen', credential: 'text' };
        const connection: RTCPeerConnection = Reflect.construct(definition, [
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
    { udp: udpPort, tcp: tcpPort, none: NO_CONNECTION },
  );
}

/** Tries every route and the frame of a surface; returns the outcome of each by its name. */
export async function tryWebRtc(page: Page, surface: Frame, counter: PacketCounter) {
  const outcomes: Record<string, string> = { surface: await connectByWebRtc(surface, counter) };
  for (const { name, find } of webRtcRoutes) outcomes[name] = await connectByWebRtc(page, counter, find);
  return outcomes;
}

/** The outcomes where no route leads to a connection. */
export const noWebRtc = Object.fromEntries(
  [{ name: 'surface' }, ...webRtcRoutes].map(({ name }) => [name, NO_CONNECTION]),
);
