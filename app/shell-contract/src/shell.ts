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
