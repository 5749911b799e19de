import type { Frame, Page } from '@playwright/test';
import type { PacketCounter } from '../packet-counter.ts';

const NO_CONNECTION = 'there is no RTCPeerConnection';

/*
 * The functions below run in the page: it gets their source with that of a route, so that routes can use them, and nothing
 * else of this file.
 */

function makeFrame(parent: Node = document.body) {
  return parent.appendChild(document.createElement('iframe'));
}

/** The window of the frame that was added last. */
function newestFrame() {
  return window[window.length - 1];
}

function constructorIn(place: unknown): unknown {
  return Reflect.get(Object(place), 'RTCPeerConnection');
}

function makeShadow(mode: ShadowRootMode) {
  return document.body.appendChild(document.createElement('div')).attachShadow({ mode });
}

/** Sends a frame to about:blank, and waits until it has loaded; the desktop shell refuses the navigation. */
async function goToBlank(frame: HTMLIFrameElement) {
  await new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true });
    setTimeout(resolve, 2000);
    frame.src = 'about:blank';
  });
}

const IN_PAGE = [makeFrame, newestFrame, constructorIn, makeShadow, goToBlank];

/**
 * Ways for a script in the window to reach a constructor of connections, each of which returns what it finds before any
 * other task runs.
 */
const ROUTES: Readonly<Record<string, () => unknown>> = {
  'the window': () => constructorIn(window),
  'an empty frame': () => {
    document.body.append(document.createElement('iframe'));
    return constructorIn(newestFrame());
  },
  'an empty frame, in its own load listener': () => {
    let found: unknown = null;
    const frame = document.createElement('iframe');
    frame.onload = () => {
      found = constructorIn(newestFrame());
    };
    document.body.appendChild(frame);
    return found;
  },
  'an empty frame in an empty frame': () => {
    makeFrame();
    const outer = newestFrame();
    outer?.document.body.append(outer.document.createElement('iframe'));
    return constructorIn(outer?.[0]);
  },
  'an empty frame in a shadow root': () => constructorIn(makeFrame(makeShadow('closed')).contentWindow),
  'the document of an empty frame in a shadow root': () =>
    constructorIn(makeFrame(makeShadow('open')).contentDocument?.defaultView),
  'a frame that loads': () => {
    const frame = document.createElement('iframe');
    frame.src = './surface.html';
    document.body.append(frame);
    return constructorIn(newestFrame());
  },
  'a frame that went to about:blank again': async () => {
    const frame = makeFrame();
    const inner = newestFrame();
    await goToBlank(frame);
    return constructorIn(inner);
  },
  'a frame in a shadow root that went to about:blank again': async () => {
    const frame = makeFrame(makeShadow('open'));
    const inner = frame.contentWindow;
    await goToBlank(frame);
    return constructorIn(inner);
  },
  insertAdjacentElement: () => {
    document.body.insertAdjacentElement('beforeend', document.createElement('iframe'));
    return constructorIn(newestFrame());
  },
  'insertNode of a range': () => {
    const range = document.createRange();
    range.selectNodeContents(document.body);
    range.collapse(false);
    range.insertNode(document.createElement('iframe'));
    return constructorIn(newestFrame());
  },
  'a method of a frame': () => {
    makeFrame();
    const { Node: Foreign } = Object(newestFrame());
    const frame = document.createElement('iframe');
    Reflect.apply(Foreign.prototype.appendChild, document.body, [frame]);
    return constructorIn(frame.contentWindow);
  },
  'replaced functions of the language': () => {
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
  'a popup': () => constructorIn(window.open('about:blank')),
};

/** The routes by name, each as the text of an expression for the page. */
export const webRtcRoutes = Object.entries(ROUTES).map(([name, find]) => ({
  name,
  find: `(() => { ${IN_PAGE.join('\n')} return (${find})(); })()`,
}));

/**
 * Connects to the counter as a script would that sends data out: by STUN, and by TURN over UDP and TCP. Returns
 * `complete` when every candidate had been tried, `tried` after five seconds of trying, else why there was no connection
 * to try with.
 */
export async function connectByWebRtc(
  place: Page | Frame,
  { udpPort, tcpPort }: PacketCounter,
  find = "Reflect.get(globalThis, 'RTCPeerConnection')",
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
