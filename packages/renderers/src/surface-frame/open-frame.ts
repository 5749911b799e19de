/** The frame's side of the contract: takes one port, draws what comes on it, and says what the person did. */
import { unreachable } from '@openwop-inspector/base';
import {
  FRAME_LIMITS,
  type FrameMessage,
  type FrameSurface,
  type Posted,
  readOpening,
  readWindowMessage,
  type WindowMessage,
} from '../model/a2ui/frame-contract.ts';
import { type DrawnSurface, drawSurface } from './draw-surface.ts';
import { bare, defineProperty, each, prototypeIn, readMember } from './early-natives.ts';

/** Waits for the window's port. Only the first one is used; later messages, or from elsewhere, are ignored. */
export function openFrame(frame: Window): void {
  const take = (event: MessageEvent) => {
    const nonce = event.source === frame.parent ? readOpening(event.data) : null;
    const [port] = event.ports;
    if (nonce === null || port === undefined) return;
    frame.removeEventListener('message', take);
    serve(port, nonce, frame.document);
  };
  frame.addEventListener('message', take);
}

/** Draws what comes on the port until a message is wrong, which ends the frame. Exported for its tests. */
export function serve(port: MessagePort, nonce: string, document: Document): void {
  const post = (message: FrameMessage) => {
    const posted: Posted<FrameMessage> = { nonce, message };
    port.postMessage(posted);
  };
  let surface: DrawnSurface | null = null;
  const size = createSizeTeller(document, post);
  const show = (displayed: FrameSurface) => {
    surface = drawSurface(displayed, {
      valueChanged: (index, value) => post({ kind: 'values', values: [[index, value]] }),
      pressed: (index) => post({ kind: 'press', index }),
    });
    document.body.replaceChildren(surface.element);
    size.follow(surface.element);
  };
  const answer = (message: WindowMessage) => {
    switch (message.kind) {
      case 'show':
        show(message.surface);
        break;
      case 'state':
        surface?.setState(message.state);
        size.measure();
        break;
      case 'look':
        Object.assign(document.documentElement.dataset, message.look);
        size.measure();
        break;
      case 'ping':
        post({ kind: 'alive', count: message.count });
        break;
      default:
        unreachable(message);
    }
  };
  port.onmessage = ({ data }) => {
    const message = readWindowMessage(data, nonce);
    // Silent from here on: the window notices, and puts a notice in the place of the frame.
    if (message === null) port.close();
    else answer(message);
  };
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) post({ kind: 'leave' });
  });
  post({ kind: 'ready' });
}

function createSizeTeller(document: Document, post: (message: FrameMessage) => void) {
  let last = -1;
  let followed: HTMLElement | null = null;
  const measure = () => {
    if (followed === null) return;
    const height = Math.min(Math.ceil(followed.getBoundingClientRect().height), FRAME_LIMITS.height);
    if (height === last) return;
    last = height;
    // A bar that comes and goes would change the width, and with it the height that is being measured.
    document.documentElement.toggleAttribute('data-scrolls', height > FRAME_LIMITS.tallest);
    post({ kind: 'size', height });
  };
  // Not there without a layout, as in unit tests.
  const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
  return {
    /** Another element is to be measured, at once and whenever it changes. */
    follow(element: HTMLElement) {
      followed = element;
      observer?.disconnect();
      observer?.observe(element);
      // The observer sleeps while the frame is out of sight, and the window must know how much room to keep.
      measure();
    },
    measure,
  };
}

/** Connections that go past the sources of a policy. */
const CONNECTIONS = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCIceTransport', 'WebTransport'];

/** Capabilities of a frame on a gesture although no policy grants them: clipboard writes, beacons. */
const OF_FRAMES: readonly Member[] = [
  ['Document', 'execCommand'],
  ['Navigator', 'clipboard'],
  ['Navigator', 'sendBeacon'],
];

/** A member by the name of its interface and its own. */
export type Member = readonly [owner: string, name: string];

/** Removes connections that no policy covers from one window, for good. Its frames have their own: `guardConnections`. */
export function takeAwayConnections(window: object): void {
  each(CONNECTIONS, (name) => takeFrom(window, name));
}

/** Removes connections and the clipboard from the frame of a surface. Frames within it have an origin of their own. */
export function takeAwayFromFrame(frame: object): void {
  takeAwayConnections(frame);
  takeAwayMembers(frame, OF_FRAMES);
}

/** Whether a window has any of these connections. */
export function hasConnections(window: object): boolean {
  return CONNECTIONS.some((name) => readMember(window, name) !== undefined);
}

/** Removes members of interfaces from a window, for good. */
export function takeAwayMembers(window: object, members: readonly Member[]): void {
  each(members, (member) => {
    const prototype = prototypeIn(window, member[0]);
    if (prototype !== null) takeFrom(prototype, member[1]);
  });
}

/** Throws where that is not possible: a frame that cannot be confined does not start. */
export function takeFrom(owner: object, name: string): void {
  const removed = bare({ value: undefined, writable: false, configurable: false });
  if (!defineProperty(owner, name, removed)) throw new TypeError(`${name} cannot be removed`);
}
