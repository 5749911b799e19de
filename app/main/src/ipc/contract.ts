/**
 * Everything the window may ask of its shell, and everything a shell may tell the window. The desktop shell answers
 * over IPC, the browser shell over HTTP on loopback; the window cannot tell which. Requests are
 * checked at run time on the receiving side.
 */

import type {
  ActionOutcome,
  ActionPreview,
  ActionRecord,
  DoctorReport,
  HostAddress,
  HostError,
  ListedStatus,
  LiveStatus,
  OpenHostInterrupt,
  RunAction,
  RunList,
} from '@openwop-inspector/host-client';

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

/**
 * What became of a capture to save. Where the shell has no dialog the window downloads `download`, a copy that was gone
 * over for secrets; it is deleted when the session closes or is saved again.
 */
export type SaveCaptureReply =
  | SaveTextReply
  | {
      readonly saved: false;
      readonly reason: 'no-dialog';
      readonly message: string;
      readonly download: OpenedFile;
    };

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

/**
 * Where the token of a host is kept. It never crosses to the window: typed, it goes one way, once.
 * `session`: in the shell's memory until it ends. `system-store`: encrypted by the system, on the desktop.
 * `environment`: read from a variable whenever it is needed.
 */
export interface TokenState {
  readonly kept: 'none' | 'session' | 'system-store' | 'environment';
  /** Name of the variable; null otherwise. */
  readonly variable: string | null;
  /** Why it is not kept longer, in words: the system has no store, the variable is empty. Null when there is nothing to say. */
  readonly remark: string | null;
}

/** The state after a token was set; what cannot be a token is not taken, and what was kept before stays. */
export interface TokenReply extends TokenState {
  readonly isTaken: boolean;
}

/** What became of choosing an authority: a sentence when the file was not taken, null when it was or nothing was chosen. */
export interface AuthorityReply {
  readonly message: string | null;
}

/** A run of a host that was attached to before. */
export interface RecentRun {
  readonly runId: string;
  readonly workflowId: string | null;
  readonly status: string | null;
  readonly attachedAtMs: number;
}

/** A host the person has saved or attached to. */
export interface SavedHost {
  readonly hostId: string;
  readonly baseUrl: string;
  /** As the person named it, else as discovery does, else the host's name in the address. */
  readonly name: string;
  readonly token: TokenState;
  /** Name of the file with its certificate authority; null for the public ones alone. */
  readonly authority: string | null;
  /** Newest first, at most 20. */
  readonly recentRuns: readonly RecentRun[];
}

/** A live session: its capture is a file like any other, which grows. */
export interface LiveSession {
  readonly liveId: string;
  readonly hostId: string;
  readonly baseUrl: string;
  readonly hostName: string;
  readonly runId: string;
  /** Id and same-origin URL of the capture (`OpenedFile`); its ETag stays the same while it grows. */
  readonly file: OpenedFile;
  readonly status: LiveStatus;
  /** `limits` and name of the discovery document; null when there was none. */
  readonly discovery: DoctorReport['discovery'];
}

export type AttachReply =
  | { readonly ok: true; readonly live: LiveSession }
  | { readonly ok: false; readonly message: string; readonly error: HostError | null };

/** Address handed over from outside: a deep link or an argument. The person confirms before anything is asked. */
export type HostAddressReply =
  | {
      readonly ok: true;
      readonly address: HostAddress;
      readonly host: SavedHost | null;
      readonly holdsToken: boolean;
    }
  | { readonly ok: false; readonly message: string };

/**
 * Header of every request of a browser's window, with the secret that its one-time key was exchanged for. The desktop
 * has none: its scheme is its window's alone.
 */
export const windowSecretHeader = 'inspector-window';

/** Header of a call that a person caused by a click or a key, as the page says; see `needsGesture`. */
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
  'hosts/list': { request: null; reply: readonly SavedHost[] };
  /**
   * Reads whatever a person pasted: base URL, run URL, events URL, curl command (at most 16 KiB). A token in it is kept
   * for `hosts/save` of the same base URL within five minutes and is never told.
   */
  'hosts/read-address': { request: { readonly text: string }; reply: HostAddressReply };
  /**
   * Adds a host, or renames one of the same base URL; `name` null takes the host's own. Answered on a gesture of the
   * person alone.
   */
  'hosts/save': {
    request: { readonly baseUrl: string; readonly name: string | null };
    reply: SavedHost;
  };
  'hosts/remove': { request: { readonly hostId: string }; reply: null };
  /**
   * Sets the token: typed (`token`, kept by the system when `remember` and there is a store), or the name of an
   * environment variable that holds it, or neither to forget it. Answered on a gesture of the person alone.
   */
  'hosts/set-token': {
    request: {
      readonly hostId: string;
      readonly token: string | null;
      readonly variable: string | null;
      readonly remember: boolean;
    };
    reply: TokenReply;
  };
  /**
   * Lets the person choose the file of the host's certificate authority with the system's dialog, or goes back to the
   * public ones. Answered on a gesture of the person alone.
   */
  'hosts/set-authority': {
    request: { readonly hostId: string; readonly choose: boolean };
    reply: AuthorityReply;
  };
  /**
   * Tries a host, and a run of it when one is named: at most 30 s. `examineId` is made by the window, to call it off.
   * Answered on a gesture of the person alone.
   */
  'hosts/examine': {
    request: { readonly examineId: string; readonly hostId: string; readonly runId: string | null };
    reply: DoctorReport;
  };
  'hosts/cancel-examine': { request: { readonly examineId: string }; reply: null };
  /** The runs that a host lists, of one status or of all. */
  'hosts/runs': {
    request: { readonly hostId: string; readonly status: ListedStatus | null };
    reply: RunList;
  };
  /** An address from a deep link or the command line that nobody has taken yet; each is handed out once. */
  'hosts/startup': { request: null; reply: HostAddressReply | null };
  /**
   * Attaches to a run: discovery, snapshot, then the stream. One stream a run: a second call gives the same session.
   * Answered on a gesture of the person alone.
   */
  'live/attach': {
    request: { readonly hostId: string; readonly runId: string; readonly a2uiDelta: boolean };
    reply: AttachReply;
  };
  /** A session that runs in the shell, for a window that was reloaded; null when there is none. */
  'live/find': { request: { readonly liveId: string }; reply: LiveSession | null };
  /** Fetches what the ledger misses, and the rest of the JSON log. */
  'live/fetch-missing': { request: { readonly liveId: string }; reply: null };
  /** Tries again now instead of at `nextTryAtMs`; after an end, attaches anew to the same capture. */
  'live/reconnect': { request: { readonly liveId: string }; reply: null };
  /** Ends the connection. The capture stays open as a file. */
  'live/detach': { request: { readonly liveId: string }; reply: null };
  /** Ends the connection and closes the capture; one that was not saved is deleted. */
  'live/close': { request: { readonly liveId: string }; reply: null };
  /** Copies the capture, scanned again for secrets, to where the person says. Answered on a gesture alone. */
  'live/save-capture': { request: { readonly liveId: string }; reply: SaveCaptureReply };
  /** Open interrupts as the host tells them. */
  'live/interrupts': {
    request: { readonly liveId: string };
    reply:
      | { readonly ok: true; readonly interrupts: readonly OpenHostInterrupt[] }
      | { readonly ok: false; readonly error: HostError };
  };
  /** The request an action would send. Nothing is sent. */
  'live/preview': {
    request: { readonly liveId: string; readonly action: RunAction };
    reply: ActionPreview;
  };
  /** Sends what was previewed, once. Answered on a gesture of the person alone. */
  'live/act': {
    request: { readonly liveId: string; readonly previewId: string };
    reply: ActionOutcome;
  };
  /** What was done in this session, oldest first. */
  'live/actions': { request: { readonly liveId: string }; reply: readonly ActionRecord[] };
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
  /** A live session has news: its status, and how far its capture may be read. At most ten times a second each. */
  'live-news': { readonly liveId: string; readonly status: LiveStatus; readonly sizeBytes: number };
  /** A deep link or a second start named a host. */
  'host-address': HostAddressReply;
  /** A menu entry that the window carries out. */
  command: { readonly name: ShellCommand };
}

export type ShellCommand =
  | 'open'
  | 'close-session'
  | 'next-session'
  | 'palette'
  | 'keys'
  | 'about'
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
