/** Live sessions, and the captures that they leave. */
import type { DoctorReport, HostError, LiveStatus } from '@openwop-inspector/host-client';
import type { OpenedFile } from './files.ts';

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
  readonly keptAt: string;
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
