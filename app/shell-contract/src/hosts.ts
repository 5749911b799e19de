/** Hosts the user has saved. Tokens never cross to the window. */
import type { DoctorReport, HostAddress, HostError, LiveStatus } from '@openwop-inspector/host-client';
import type { OpenedFile } from './files.ts';

/**
 * Where the token of a host is stored. It never crosses to the window: typed, it goes one way, once.
 * `session`: in the shell's memory until it ends. `system-store`: encrypted by the system, on the desktop.
 * `environment`: read from a variable whenever it is needed.
 */
export interface TokenState {
  readonly store: 'none' | 'session' | 'system-store' | 'environment';
  /** Name of the variable; null otherwise. */
  readonly variable: string | null;
  /** Why it is not stored longer, in words: the system has no store, the variable is empty. Null when there is nothing to say. */
  readonly remark: string | null;
}

/** The state after a token was set; what cannot be a token is not taken, and what was stored before stays. */
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

/** Address handed over from outside: a deep link or an argument. The user confirms before any request. */
export type HostAddressReply =
  | {
      readonly ok: true;
      readonly address: HostAddress;
      readonly host: SavedHost | null;
      readonly holdsToken: boolean;
    }
  | { readonly ok: false; readonly message: string };

/** A live session: its capture is a file like any other, which grows. */
export interface LiveSession {
  readonly liveId: string;
  readonly hostId: string;
  readonly baseUrl: string;
  readonly hostName: string;
  readonly runId: string;
  /** Id and same-origin URL of the capture (`OpenedFile`); its ETag stays the same while it grows. */
  readonly file: OpenedFile;
  /** Path of the capture, to be displayed to the person; the window reads it by `file.url` alone. */
  readonly storedAt: string;
  readonly status: LiveStatus;
  /** `limits` and name of the discovery document; null when there was none. */
  readonly discovery: DoctorReport['discovery'];
}

/** A capture of a session that is over: its shell was quit, or crashed, before it was saved or closed. */
export interface LeftCapture {
  readonly captureId: string;
  /** As the capture says; null when its first line cannot be read. Names are those a host gave. */
  readonly hostName: string | null;
  readonly runId: string | null;
  readonly startedAtMs: number | null;
  /** When its last line was written. */
  readonly endedAtMs: number;
  readonly sizeBytes: number;
}

/** The captures that were left, newest first, at most 100; `count` and `totalBytes` are those of all. */
export interface CapturesLeft {
  readonly captures: readonly LeftCapture[];
  readonly count: number;
  readonly totalBytes: number;
}

export type AttachReply =
  | { readonly ok: true; readonly live: LiveSession }
  | { readonly ok: false; readonly message: string; readonly error: HostError | null };
