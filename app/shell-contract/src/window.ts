/** How a browser's window proves to its shell that it was opened by it. The desktop has no need of it. */

/**
 * Header of every request of a browser's window, with the secret that its one-time key was exchanged for. The desktop
 * has none: its scheme is its window's alone.
 */
export const windowSecretHeader = 'inspector-window';

/** Header of a call that the user caused by a click or a key, as the page says; see `needsGesture`. */
export const gestureHeader = 'inspector-gesture';

/** Answer of `POST /window` with `{key}`: the key is used up. Refusals are 410 (used before) and 401 (none of ours). */
export interface WindowOpened {
  readonly secret: string;
  /** Opens this window once more, after a reload. */
  readonly nextKey: string;
}

/** Answer of `POST /window/key`: a key for another window of this browser; it can be used for ten seconds. */
export interface WindowKeyReply {
  readonly key: string;
}
