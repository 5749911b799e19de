/** Files that a shell opens for the window, and what it saves for it. The window never sees a path. */
import type { MaskedText } from '@openwop-inspector/base';

/** A file the shell has opened for the window. The window reads it by range requests to `url`; it never sees a path. */
export interface OpenedFile {
  readonly fileId: string;
  /** Base name, for display. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Same-origin URL that answers GET with `Range`, and carries an ETag that changes when the file does. */
  readonly url: string;
  /** Its entry in the recent list, which outlives the shell; null for samples and captures. */
  readonly recentId: string | null;
}

/** A file that could not be opened, in words that name the file. */
export interface FileProblem {
  readonly name: MaskedText;
  readonly message: MaskedText;
}

export interface OpenFilesReply {
  readonly opened: readonly OpenedFile[];
  readonly failed: readonly FileProblem[];
}

/** An entry of the recent list. `recentId` represents the path, which stays in the shell. */
export interface RecentFile {
  readonly recentId: string;
  readonly name: string;
  readonly openedAtMs: number;
  /** What the window said about it when it was open: events and verdict tone. */
  readonly events: number | null;
  readonly tone: string | null;
}

/** What a saved text is: decides the ending of its name. A report is a page in which nothing can run (`INERT_PAGE_HEAD`). */
export type SavedTextKind = 'json' | 'markdown' | 'report';

/** Bytes of one part of a file that is saved in parts. */
export const MAX_SAVED_PART = 8 * 1024 * 1024;

/**
 * What became of a text or of bytes to save. `name` is the base name of the file that was written. `message` is a sentence for the
 * person; a dialog that was cancelled needs none.
 */
export type SaveTextReply =
  | { readonly saved: true; readonly name: string }
  | { readonly saved: false; readonly reason: 'cancelled' }
  | { readonly saved: false; readonly reason: SaveTextFailure; readonly message: string };

/** A file that is saved in parts was begun, or why not. */
export type BeginSaveReply =
  | { readonly begun: true; readonly saveId: string }
  | ({ readonly begun: false } & Extract<SaveTextReply, { readonly saved: false }>);

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

/** What the user loads from an address, and links that leave the window. */

/**
 * What came from an address. The bytes cross as they are: over IPC as a copy, over HTTP after a first line with the
 * rest of the reply as JSON (`bridge.ts`).
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
 * though nobody requested it. `busy`: too many are loading.
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

/** What the user keeps for all logs: the texts that the shell holds, and what both sides say of their size. */

/** The texts there are. */
export const STORED_NAMES = ['filters', 'colours', 'compare-rules', 'hosts'] as const;
export type StoredName = (typeof STORED_NAMES)[number];

/** Longest text of one, in bytes of UTF-8. */
export const MAX_STORED_BYTES = 2 * 1024 * 1024;

/** A text as the window wrote it last. `unusable`: there is one, and it cannot be read. */
export type StoredText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unusable' };

/** Notes that the user writes on a log: how much of them a shell keeps. */

/** Longest key of a log, in UTF-16 units. */
export const MAX_NOTES_KEY = 1000;
/** Longest document of notes, in bytes as UTF-8; as JSON it fits into one call. */
export const MAX_NOTES_BYTES = 200 * 1024;
