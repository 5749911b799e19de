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
