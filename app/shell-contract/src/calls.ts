/**
 * Everything the window may ask of its shell, and everything a shell may tell the window. The desktop shell answers
 * over IPC, the browser shell over HTTP on loopback; the window cannot tell which. Requests are
 * checked at run time on the receiving side.
 */
import type { MaskedText } from '@openwop-inspector/base';
import type {
  ActionOutcome,
  ActionPreview,
  ActionRecord,
  DoctorReport,
  HostError,
  ListedStatus,
  LiveStatus,
  OpenHostInterrupt,
  RunAction,
  RunList,
} from '@openwop-inspector/host-client';
import type {
  BeginSaveReply,
  LoadOnceReply,
  OpenFilesReply,
  OpenLinkReply,
  RecentFile,
  SaveCaptureReply,
  SavedTextKind,
  SaveTextReply,
  StoredName,
  StoredText,
} from './files.ts';
import type {
  AttachReply,
  AuthorityReply,
  CapturesLeft,
  HostAddressReply,
  LiveSession,
  SavedHost,
  TokenReply,
} from './hosts.ts';
import type { ShellCommand } from './menu-commands.ts';
import type { Settings, ShellInfo } from './window.ts';

type Call<Request, Reply> = { request: Readonly<Request>; reply: Reply };

/** Calls: name, request, reply. */
export interface ShellCalls {
  'shell/info': Call<null, ShellInfo>;
  /** Files given on the command line and not yet taken; each is handed out once. */
  'files/startup': Call<null, OpenFilesReply>;
  'files/pick': Call<null, OpenFilesReply>;
  'files/reopen': Call<{ recentId: string }, OpenFilesReply>;
  /** Our own sample runs that come with the application. */
  'files/samples': Call<null, readonly { readonly sampleId: string; readonly title: string }[]>;
  'files/open-sample': Call<{ sampleId: string }, OpenFilesReply>;
  /**
   * Lets the person choose where to save a text of at most 16 MiB as UTF-8, with the system's dialog. The name is only
   * proposed, reduced to a plain file name with the ending of the kind. Answered on a gesture of the person alone.
   */
  'files/save-text': Call<{ suggestedName: string; text: string; kind: SavedTextKind }, SaveTextReply>;
  /**
   * The same for at most 64 MiB of bytes. The proposed name keeps its ending when it is one that no system runs; other
   * names get `.txt` or `.bin` after them. Answered on a gesture of the person alone.
   */
  'files/save-bytes': Call<{ suggestedName: string; bytes: Uint8Array<ArrayBuffer> }, SaveTextReply>;
  /**
   * Begins a file of any size, as `save-bytes` does one of 64 MiB: asks where, then takes its bytes in parts of at most 8 MiB,
   * each answered when it is written. It takes its place when it ends whole; nothing of it is left otherwise, nor when the
   * window goes. Answered on a gesture of the person alone. One at a time.
   */
  'files/begin-save': Call<{ suggestedName: string }, BeginSaveReply>;
  /** False where the file could not be written on: `end-save` says why. */
  'files/save-part': Call<{ saveId: string; bytes: Uint8Array<ArrayBuffer> }, boolean>;
  'files/end-save': Call<{ saveId: string; isWhole: boolean }, SaveTextReply>;
  'files/close': Call<{ fileId: string }, null>;
  /**
   * Fetches an http or https address once: no credentials, no cookies, no referrer, no redirect followed, 20 s at most,
   * 64 MiB at most, and nothing of this machine or of a private network (security.md S-11, S-17). Answered on a gesture
   * of the person alone. `loadId` is made by the window, so that it can call the load off.
   */
  'content/load-once': Call<{ loadId: string; address: string }, LoadOnceReply>;
  /** Ends a load, which then answers `cancelled`. One that has ended or never was is ignored. */
  'content/cancel-load': Call<{ loadId: string }, null>;
  /**
   * Opens an http or https address outside, after a question of the system that shows it whole (security.md S-04).
   * Answered on a gesture of the person alone.
   */
  'links/open': Call<{ address: string }, OpenLinkReply>;
  'hosts/list': Call<null, readonly SavedHost[]>;
  /**
   * Reads whatever the user pasted: base URL, run URL, events URL, curl command (at most 16 KiB). A token in it is stored
   * for `hosts/save` of the same base URL within five minutes and is never returned.
   */
  'hosts/read-address': Call<{ text: string }, HostAddressReply>;
  /**
   * Adds a host, or renames one of the same base URL; `name` null takes the host's own. Answered on a gesture of the
   * person alone.
   */
  'hosts/save': Call<{ baseUrl: string; name: string | null }, SavedHost>;
  'hosts/remove': Call<{ hostId: string }, null>;
  /**
   * Sets the token: typed (`token`, stored by the system when `remember` and there is a store), or the name of an
   * environment variable that holds it, or neither to forget it. Answered on a gesture of the person alone.
   */
  'hosts/set-token': Call<
    { hostId: string; token: string | null; variable: string | null; remember: boolean },
    TokenReply
  >;
  /**
   * Lets the person choose the file of the host's certificate authority with the system's dialog, or goes back to the
   * public ones. Answered on a gesture of the person alone.
   */
  'hosts/set-authority': Call<{ hostId: string; choose: boolean }, AuthorityReply>;
  /**
   * Tries a host, and a run of it when one is named: at most 30 s. `examineId` is made by the window, to call it off.
   * Answered on a gesture of the person alone.
   */
  'hosts/examine': Call<{ examineId: string; hostId: string; runId: string | null }, DoctorReport>;
  'hosts/cancel-examine': Call<{ examineId: string }, null>;
  /** The runs that a host lists, of one status or of all. */
  'hosts/runs': Call<{ hostId: string; status: ListedStatus | null }, RunList>;
  /** An address from a deep link or the command line that nobody has taken yet; each is handed out once. */
  'hosts/startup': Call<null, HostAddressReply | null>;
  /**
   * Attaches to a run: discovery, snapshot, then the stream. One stream a run: a second call gives the same session.
   * Answered on a gesture of the person alone.
   */
  'live/attach': Call<{ hostId: string; runId: string; a2uiDelta: boolean }, AttachReply>;
  /** Ends an attaching that is under way; it answers that it was cancelled. Nothing when there is none. */
  'live/cancel-attach': Call<{ hostId: string; runId: string }, null>;
  /** A session that runs in the shell, for a window that was reloaded; null when there is none. */
  'live/find': Call<{ liveId: string }, LiveSession | null>;
  /** Fetches what the ledger misses, and the rest of the JSON log. */
  'live/fetch-missing': Call<{ liveId: string }, null>;
  /** Tries again now instead of at `nextTryAtMs`; after an end, attaches again to the same capture. */
  'live/reconnect': Call<{ liveId: string }, null>;
  /** Ends the connection. The capture stays open as a file. */
  'live/detach': Call<{ liveId: string }, null>;
  /** Ends the connection and deletes the capture; that of a session that was stopped is left (`captures/list`). */
  'live/close': Call<{ liveId: string }, null>;
  /** Copies the capture, scanned again for secrets, to where the person says. Answered on a gesture alone. */
  'live/save-capture': Call<{ liveId: string }, SaveCaptureReply>;
  /** Open interrupts as the host reports them. */
  'live/interrupts': Call<
    { liveId: string },
    | { readonly ok: true; readonly interrupts: readonly OpenHostInterrupt[] }
    | { readonly ok: false; readonly error: HostError }
  >;
  /** The request an action would send. Nothing is sent. */
  'live/preview': Call<{ liveId: string; action: RunAction }, ActionPreview>;
  /** Sends what was previewed, once. Answered on a gesture of the person alone. */
  'live/act': Call<{ liveId: string; previewId: string }, ActionOutcome>;
  /** What was done in this session, oldest first. */
  'live/actions': Call<{ liveId: string }, readonly ActionRecord[]>;
  /** Captures that earlier sessions left; those that a running shell holds are not among them. */
  'captures/list': Call<null, CapturesLeft>;
  'captures/open': Call<{ captureId: string }, OpenFilesReply>;
  /** Deletes one, for good. Answered on a gesture of the person alone, as is the next. */
  'captures/delete': Call<{ captureId: string }, CapturesLeft>;
  'captures/delete-all': Call<null, CapturesLeft>;
  'recent/list': Call<null, readonly RecentFile[]>;
  'recent/note': Call<{ fileId: string; events: number; tone: string }, null>;
  'recent/clear': Call<null, null>;
  /** The notes on a log as the window wrote them last; null when there are none. The key says which log. */
  'notes/read': Call<{ key: string }, string | null>;
  /** Keeps a document of notes of at most 200 KiB, or forgets it for a null text; false when it could not. */
  'notes/write': Call<{ key: string; text: string | null }, boolean>;
  /** What the user keeps for all logs: filters, colouring rules, rules of a comparison, declarations of hosts. */
  'texts/read': Call<{ name: StoredName }, StoredText>;
  /** Keeps a text of at most 2 MiB, or forgets it for a null one; false when it could not. The last one counts. */
  'texts/write': Call<{ name: StoredName; text: string | null }, boolean>;
  'settings/read': Call<null, Settings>;
  'settings/write': Call<Settings, null>;
}

/** What a shell sends to the window unrequested. */
export interface ShellEvents {
  /** A second start, a file association or the menu opened files. */
  'files-opened': OpenFilesReply;
  /** A live session has news: its status, and how far its capture may be read. At most ten times a second each. */
  'live-news': { readonly liveId: string; readonly status: LiveStatus; readonly sizeBytes: number };
  /** Something went wrong that nobody expected; the shell continues. One sentence. */
  'shell-notice': { readonly message: MaskedText };
  /** A deep link or a second start named a host. */
  'host-address': HostAddressReply;
  /** A menu entry that the window carries out. */
  command: { readonly name: ShellCommand };
}

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
