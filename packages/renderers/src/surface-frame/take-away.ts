/** Connections that go past the sources of a policy. */
const CONNECTIONS = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCIceTransport', 'WebTransport'];

/** What a frame may do on a gesture although no policy grants it: write to the clipboard, send without an answer. */
const OF_FRAMES: readonly (readonly [owner: string, name: string])[] = [
  ['Document', 'execCommand'],
  ['Navigator', 'clipboard'],
  ['Navigator', 'sendBeacon'],
];

/**
 * Takes connections that no policy covers from a window, for good and before anything else runs in it. A document within
 * it of the same origin would have its own.
 */
export function takeAwayConnections(window: object): void {
  for (const name of CONNECTIONS) takeFrom(window, name);
}

/** The same for the frame of a surface, and the clipboard. What is framed within it has an origin of its own. */
export function takeAwayFromFrame(frame: object): void {
  takeAwayConnections(frame);
  for (const [name, member] of OF_FRAMES) {
    const owner: unknown = Reflect.get(frame, name);
    const prototype: unknown = typeof owner === 'function' ? owner.prototype : null;
    if (typeof prototype === 'object' && prototype !== null) takeFrom(prototype, member);
  }
}

function takeFrom(owner: object, name: string): void {
  Object.defineProperty(owner, name, { value: undefined, writable: false, configurable: false });
}
