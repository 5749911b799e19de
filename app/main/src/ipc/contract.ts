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
 * What became of a text or of bytes to save. `name` is the base name of the file that was written. `message` is a sentence for the
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

/**
 * What came from an address. The bytes cross as they are: over IPC as a copy, over HTTP after a first line with the
 * rest of the reply as JSON (`http-bridge.ts`).
 */
export type LoadOnceReply =
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array<ArrayBuffer>;
      /** Media type as the answer declared it, in lower case, without parameters; null when it is none. */
      readonly declaredType: string | null;
      /** Host, with the port unless it is the usual one, that the bytes came from; in ASCII form. */
      readonly finalHost: string;
    }
  | {
      readonly kind: 'problem';
      readonly reason: LoadProblem;
      /** One sentence that names the host, never the rest of the address. */
      readonly message: string;
    };

/**
 * `address`: not one that is loaded (scheme, user name, length). `refused-place`: this machine, a private network or
 * another place that content may not reach. `cut-off`: fewer bytes came than were promised. `encoded`: compressed,
 * though nobody asked for it. `busy`: too many are loading.
 */
export type LoadProblem =
  | 'address'
  | 'refused-place'
  | 'no-such-host'
  | 'unreachable'
  | 'certificate'
  | 'out-of-time'
  | 'redirect'
  | 'status'
  | 'encoded'
  | 'too-large'
  | 'cut-off'
  | 'cancelled'
  | 'busy';

/**
 * What became of a link. `handled: false`: this shell asks nobody, so the window asks and opens it. Neither `opened`
 * nor `copied`: the person said no, another such question is open, or the address is not http or https.
 */
export type OpenLinkReply =
  | { readonly handled: false }
  | { readonly handled: true; readonly opened: boolean; readonly copied: boolean };

/** Facts about the shell, read once at start. */
export interface ShellInfo {
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
  /**
   * The same for at most 64 MiB of bytes. The proposed name keeps its ending when it is one that no system runs; other
   * names get `.txt` or `.bin` after them. Answered on a gesture of the person alone.
   */
  'files/save-bytes': {
    request: { readonly suggestedName: string; readonly bytes: Uint8Array<ArrayBuffer> };
    reply: SaveTextReply;
  };
  'files/close': { request: { readonly fileId: string }; reply: null };
  /**
   * Fetches an http or https address once: no credentials, no cookies, no referrer, no redirect followed, 20 s at most,
   * 64 MiB at most, and nothing of this machine or of a private network (security.md S-11, S-17). Answered on a gesture
   * of the person alone. `loadId` is made by the window, so that it can call the load off.
   */
  'content/load-once': {
    request: { readonly loadId: string; readonly address: string };
    reply: LoadOnceReply;
  };
  /** Ends a load, which then answers `cancelled`. One that has ended or never was is ignored. */
  'content/cancel-load': { request: { readonly loadId: string }; reply: null };
  /**
   * Opens an http or https address outside, after a question of the system that shows it whole (security.md S-04).
   * Answered on a gesture of the person alone.
   */
  'links/open': { request: { readonly address: string }; reply: OpenLinkReply };
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
