/**
 * Everything the window may ask of its shell, and everything a shell may tell the window. The desktop shell answers
 * over IPC, the browser shell over HTTP on loopback; the window cannot tell which. Requests are checked at run time on the
 * receiving side. The preload script allows the names of this module and no others; it runs in the sandbox, so nothing
 * is imported here at run time.
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

/** One call: when a page may make it, as a value; what crosses with it, as types alone. */
interface Call<Request, Reply> {
  readonly needsGesture: boolean;
  readonly request?: Request;
  readonly reply?: Reply;
}

const anyTime = <Request, Reply>(): Call<Request, Reply> => ({ needsGesture: false });

/** Answered only while a click or key of the person is fresh; each shell looks in its own way. */
const onGesture = <Request, Reply>(): Call<Request, Reply> => ({ needsGesture: true });

/** Calls: name, request, reply. */
const everyCall = {
  'shell/info': anyTime<null, ShellInfo>(),
  /** Files given on the command line and not yet taken; each is handed out once. */
  'files/startup': anyTime<null, OpenFilesReply>(),
  'files/pick': anyTime<null, OpenFilesReply>(),
  'files/reopen': anyTime<{ recentId: string }, OpenFilesReply>(),
  /** Our own sample runs that come with the application. */
  'files/samples': anyTime<null, readonly { readonly sampleId: string; readonly title: string }[]>(),
  'files/open-sample': anyTime<{ sampleId: string }, OpenFilesReply>(),
  /**
   * Lets the person choose where to save a text of at most 16 MiB as UTF-8, with the system's dialog. The name is only
   * proposed, reduced to a plain file name with the ending of the kind.
   */
  'files/save-text': onGesture<{ suggestedName: string; text: string; kind: SavedTextKind }, SaveTextReply>(),
  /**
   * The same for at most 64 MiB of bytes. The proposed name keeps its ending when it is one that no system runs; other
   * names get `.txt` or `.bin` after them.
   */
  'files/save-bytes': onGesture<{ suggestedName: string; bytes: Uint8Array<ArrayBuffer> }, SaveTextReply>(),
  /**
   * Begins a file of any size, as `save-bytes` does one of 64 MiB: asks where, then takes its bytes in parts of at most 8 MiB,
   * each answered when it is written. It takes its place when it ends whole; nothing of it is left otherwise, nor when the
   * window goes. One at a time.
   */
  'files/begin-save': onGesture<{ suggestedName: string }, BeginSaveReply>(),
  /** False where the file could not be written on: `end-save` says why. */
  'files/save-part': anyTime<{ saveId: string; bytes: Uint8Array<ArrayBuffer> }, boolean>(),
  'files/end-save': anyTime<{ saveId: string; isWhole: boolean }, SaveTextReply>(),
  'files/close': anyTime<{ fileId: string }, null>(),
  /**
   * Fetches an http or https address once: no credentials, no cookies, no referrer, no redirect followed, 20 s at most,
   * 64 MiB at most, and nothing of this machine or of a private network (security.md S-11, S-17). `loadId` is
   * made by the window, so that it can call the load off.
   */
  'content/load-once': onGesture<{ loadId: string; address: string }, LoadOnceReply>(),
  /** Ends a load, which then answers `cancelled`. One that has ended or never was is ignored. */
  'content/cancel-load': anyTime<{ loadId: string }, null>(),
  /** Opens an http or https address outside, after a question of the system that shows it whole (security.md S-04). */
  'links/open': onGesture<{ address: string }, OpenLinkReply>(),
  'hosts/list': anyTime<null, readonly SavedHost[]>(),
  /**
   * Reads whatever the user pasted: base URL, run URL, events URL, curl command (at most 16 KiB). A token in it is stored
   * for `hosts/save` of the same base URL within five minutes and is never returned.
   */
  'hosts/read-address': anyTime<{ text: string }, HostAddressReply>(),
  /** Adds a host, or renames one of the same base URL; `name` null takes the host's own. */
  'hosts/save': onGesture<{ baseUrl: string; name: string | null }, SavedHost>(),
  'hosts/remove': anyTime<{ hostId: string }, null>(),
  /**
   * Sets the token: typed (`token`, stored by the system when `remember` and there is a store), or the name of an
   * environment variable that holds it, or neither to forget it.
   */
  'hosts/set-token': onGesture<
    { hostId: string; token: string | null; variable: string | null; remember: boolean },
    TokenReply
  >(),
  /**
   * Lets the person choose the file of the host's certificate authority with the system's dialog, or goes back to the
   * public ones.
   */
  'hosts/set-authority': onGesture<{ hostId: string; choose: boolean }, AuthorityReply>(),
  /** Tries a host, and a run of it when one is named: at most 30 s. `examineId` is made by the window, to call it off. */
  'hosts/examine': onGesture<{ examineId: string; hostId: string; runId: string | null }, DoctorReport>(),
  'hosts/cancel-examine': anyTime<{ examineId: string }, null>(),
  /** The runs that a host lists, of one status or of all. */
  'hosts/runs': anyTime<{ hostId: string; status: ListedStatus | null }, RunList>(),
  /** An address from a deep link or the command line that nobody has taken yet; each is handed out once. */
  'hosts/startup': anyTime<null, HostAddressReply | null>(),
  /** Attaches to a run: discovery, snapshot, then the stream. One stream a run: a second call gives the same session. */
  'live/attach': onGesture<{ hostId: string; runId: string; a2uiDelta: boolean }, AttachReply>(),
  /** Ends an attaching that is under way; it answers that it was cancelled. Nothing when there is none. */
  'live/cancel-attach': anyTime<{ hostId: string; runId: string }, null>(),
  /** A session that runs in the shell, for a window that was reloaded; null when there is none. */
  'live/find': anyTime<{ liveId: string }, LiveSession | null>(),
  /** Fetches what the ledger misses, and the rest of the JSON log. */
  'live/fetch-missing': anyTime<{ liveId: string }, null>(),
  /** Tries again now instead of at `nextTryAtMs`; after an end, attaches again to the same capture. */
  'live/reconnect': anyTime<{ liveId: string }, null>(),
  /** Ends the connection. The capture stays open as a file. */
  'live/detach': anyTime<{ liveId: string }, null>(),
  /** Ends the connection and deletes the capture; that of a session that was stopped is left (`captures/list`). */
  'live/close': anyTime<{ liveId: string }, null>(),
  /** Copies the capture, scanned again for secrets, to where the person says. */
  'live/save-capture': onGesture<{ liveId: string }, SaveCaptureReply>(),
  /** Open interrupts as the host reports them. */
  'live/interrupts': anyTime<
    { liveId: string },
    | { readonly ok: true; readonly interrupts: readonly OpenHostInterrupt[] }
    | { readonly ok: false; readonly error: HostError }
  >(),
  /** The request an action would send. Nothing is sent. */
  'live/preview': anyTime<{ liveId: string; action: RunAction }, ActionPreview>(),
  /** Sends what was previewed, once. */
  'live/act': onGesture<{ liveId: string; previewId: string }, ActionOutcome>(),
  /** What was done in this session, oldest first. */
  'live/actions': anyTime<{ liveId: string }, readonly ActionRecord[]>(),
  /** Captures that earlier sessions left; those that a running shell holds are not among them. */
  'captures/list': anyTime<null, CapturesLeft>(),
  'captures/open': anyTime<{ captureId: string }, OpenFilesReply>(),
  /** Deletes one, for good. */
  'captures/delete': onGesture<{ captureId: string }, CapturesLeft>(),
  'captures/delete-all': onGesture<null, CapturesLeft>(),
  'recent/list': anyTime<null, readonly RecentFile[]>(),
  'recent/note': anyTime<{ fileId: string; events: number; tone: string }, null>(),
  'recent/clear': anyTime<null, null>(),
  /** The notes on a log as the window wrote them last; null when there are none. The key says which log. */
  'notes/read': anyTime<{ key: string }, string | null>(),
  /** Keeps a document of notes of at most 200 KiB, or forgets it for a null text; false when it could not. */
  'notes/write': anyTime<{ key: string; text: string | null }, boolean>(),
  /** What the user keeps for all logs: filters, colouring rules, rules of a comparison, declarations of hosts. */
  'texts/read': anyTime<{ name: StoredName }, StoredText>(),
  /** Keeps a text of at most 2 MiB, or forgets it for a null one; false when it could not. The last one counts. */
  'texts/write': anyTime<{ name: StoredName; text: string | null }, boolean>(),
  'settings/read': anyTime<null, Settings>(),
  'settings/write': anyTime<Settings, null>(),
};

/** What crosses with an event, as a type alone. */
const event = <Detail>(): { readonly detail?: Detail } => ({});

/** What a shell sends to the window unrequested. */
const everyEvent = {
  /** A second start, a file association or the menu opened files. */
  'files-opened': event<OpenFilesReply>(),
  /** A live session has news: its status, and how far its capture may be read. At most ten times a second each. */
  'live-news': event<{ readonly liveId: string; readonly status: LiveStatus; readonly sizeBytes: number }>(),
  /** Something went wrong that nobody expected; the shell continues. One sentence. */
  'shell-notice': event<{ readonly message: MaskedText }>(),
  /** A deep link or a second start named a host. */
  'host-address': event<HostAddressReply>(),
  /** A menu entry that the window carries out. */
  command: event<{ readonly name: ShellCommand }>(),
};

export type CallName = keyof typeof everyCall;
type Crossing<C> =
  C extends Call<infer Request, infer Reply> ? { request: Readonly<Request>; reply: Reply } : never;
type Crossings = { [N in CallName]: Crossing<(typeof everyCall)[N]> };
export type Request<N extends CallName> = Crossings[N]['request'];
export type Reply<N extends CallName> = Crossings[N]['reply'];
export type EventName = keyof typeof everyEvent;
export type ShellEvents = { [N in EventName]: NonNullable<(typeof everyEvent)[N]['detail']> };

/** `window.inspector` on the desktop; the browser shell's client has the same form. */
export interface ShellBridge {
  call<N extends CallName>(name: N, request: Request<N>): Promise<Reply<N>>;
  /** Returns the way to stop listening. */
  on<N extends EventName>(name: N, listener: (detail: ShellEvents[N]) => void): () => void;
}

export const callNames = Object.keys(everyCall) as readonly CallName[];

/** Calls that a page may make only while the user's click or key is fresh. */
export const needsGesture = (name: CallName): boolean => everyCall[name].needsGesture;

/** True for a call of the contract; inherited names such as `toString` are none. */
export function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(everyCall, name);
}

export function isEventName(name: unknown): name is EventName {
  return typeof name === 'string' && Object.hasOwn(everyEvent, name);
}
