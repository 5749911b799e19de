import { bare, defineProperty, each, prototypeIn, readMember } from './early-natives.ts';

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
