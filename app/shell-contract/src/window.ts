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

/** Facts about the shell, and the settings that it keeps. */

export interface Settings {
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'compact' | 'normal' | 'comfortable';
  /** 0.5 to 3. */
  readonly zoom: number;
  /** Layout that the window wants back: pane sizes and the like, at most 64 KiB of JSON. */
  readonly layout: string;
}

/** Facts about the shell, read once at start. */
export interface ShellInfo {
  /** True when the system can keep tokens encrypted. */
  readonly canKeepTokens: boolean;
  readonly shell: 'desktop' | 'browser';
  readonly version: string;
  readonly platform: string;
  /** True when `files/pick` shows a dialog of the system; otherwise the window uses an input element. */
  readonly canPick: boolean;
  /** True when the calls that save show a dialog of the system; otherwise the window offers a download. */
  readonly canSave: boolean;
  /** True when the shell draws menus with accelerators of its own. */
  readonly hasMenu: boolean;
}
