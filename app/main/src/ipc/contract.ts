/**
 * Everything the window may ask of its shell, and everything a shell may tell the window. The desktop shell answers
 * over IPC, the browser shell over HTTP on loopback; the window cannot tell which (design.md section 2). Requests are
 * checked at run time on the receiving side.
 */

/** A file the shell has opened for the window. The window reads it by range requests to `url`; it never sees a path. */
export interface OpenedFile {
  readonly fileId: string;
  /** Base name, for display. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Same-origin URL that answers GET with `Range`, and carries an ETag that changes when the file does. */
  readonly url: string;
}

/** A file that could not be opened, in words that name the file. */
export interface FileProblem {
  readonly name: string;
  readonly message: string;
}

export interface OpenFilesReply {
  readonly opened: readonly OpenedFile[];
  readonly failed: readonly FileProblem[];
}

/** An entry of the recent list. `recentId` stands for the path, which stays in the shell. */
export interface RecentFile {
  readonly recentId: string;
  readonly name: string;
  readonly openedAtMs: number;
  /** What the window said about it when it was open: events and verdict tone. */
  readonly events: number | null;
  readonly tone: string | null;
}

export interface Settings {
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'compact' | 'normal' | 'comfortable';
  /** 0.5 to 3. */
  readonly zoom: number;
  /** Layout that the window wants back: pane sizes and the like, at most 64 KiB of JSON. */
  readonly layout: string;
}

/** What a saved text is: decides the ending of its name. */
export type SavedTextKind = 'json' | 'markdown';

/**
 * What became of a text to save. `name` is the base name of the file that was written. `message` is a sentence for the
 * person; a dialog that was cancelled needs none.
 */
export type SaveTextReply =
  | { readonly saved: true; readonly name: string }
  | { readonly saved: false; readonly reason: 'cancelled' }
  | { readonly saved: false; readonly reason: SaveTextFailure; readonly message: string };

/** `no-dialog`: this shell has none. `dialog-open`: one asks already. The others: nothing was written, and why. */
export type SaveTextFailure =
  | 'no-dialog'
  | 'dialog-open'
  | 'too-large'
  | 'no-permission'
  | 'disk-full'
  | 'not-written';

/** Facts about the shell, read once at start. */
export interface ShellInfo {
  readonly shell: 'desktop' | 'browser';
  readonly version: string;
  readonly platform: string;
  /** True when `files/pick` shows a dialog of the system; otherwise the window uses an input element. */
  readonly canPick: boolean;
  /** True when `files/save-text` shows a dialog of the system; otherwise the window offers a download. */
  readonly canSave: boolean;
  /** True when the shell draws menus with accelerators of its own. */
  readonly hasMenu: boolean;
}

/** Calls: name, request, reply. */
export interface ShellCalls {
  'shell/info': { request: null; reply: ShellInfo };
  /** Files given on the command line and not yet taken; each is handed out once. */
  'files/startup': { request: null; reply: OpenFilesReply };
  'files/pick': { request: null; reply: OpenFilesReply };
  'files/reopen': { request: { readonly recentId: string }; reply: OpenFilesReply };
  /** Our own sample runs that come with the application. */
  'files/samples': { request: null; reply: readonly { readonly sampleId: string; readonly title: string }[] };
  'files/open-sample': { request: { readonly sampleId: string }; reply: OpenFilesReply };
  /**
   * Lets the person choose where to save a text of at most 16 MiB as UTF-8, with the system's dialog. The name is only
   * proposed, reduced to a plain file name with the ending of the kind. Answered on a gesture of the person alone.
   */
  'files/save-text': {
    request: { readonly suggestedName: string; readonly text: string; readonly kind: SavedTextKind };
    reply: SaveTextReply;
  };
  'files/close': { request: { readonly fileId: string }; reply: null };
  'recent/list': { request: null; reply: readonly RecentFile[] };
  'recent/note': {
    request: { readonly fileId: string; readonly events: number; readonly tone: string };
    reply: null;
  };
  'recent/clear': { request: null; reply: null };
  'settings/read': { request: null; reply: Settings };
  'settings/write': { request: Settings; reply: null };
}

/** What a shell tells the window unasked. */
export interface ShellEvents {
  /** A second start, a file association or the menu opened files. */
  'files-opened': OpenFilesReply;
  /** A menu entry that the window carries out. */
  command: { readonly name: ShellCommand };
}

export type ShellCommand =
  | 'open'
  | 'close-session'
  | 'next-session'
  | 'palette'
  | 'keys'
  | 'toggle-theme'
  | 'zoom-in'
  | 'zoom-out'
  | 'zoom-reset';

export type CallName = keyof ShellCalls;
export type Request<N extends CallName> = ShellCalls[N]['request'];
export type Reply<N extends CallName> = ShellCalls[N]['reply'];
export type EventName = keyof ShellEvents;

/** `window.inspector` on the desktop; the browser shell's client has the same form. */
export interface ShellBridge {
  call<N extends CallName>(name: N, request: Request<N>): Promise<Reply<N>>;
  /** Returns the way to stop listening. */
  on<N extends EventName>(name: N, listener: (detail: ShellEvents[N]) => void): () => void;
}
