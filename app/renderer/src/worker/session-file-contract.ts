/** Session files: requests to the worker, and their results. */
import type { MaskedText } from '@openwop-inspector/base';

export interface SessionTextQuestion {
  readonly sessionId: string;
  /** The head, one line of JSON, not masked. */
  readonly head: string;
  readonly holdsLog: boolean;
}

/** A session file that was made, or how far it is, or why there is none. */
export type SessionTextAnswer =
  /** UTF-16 units that are done, of the log twice. */
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'written'; readonly content: Blob; readonly remarks: readonly MaskedText[] }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unreadable'; readonly message: MaskedText }
  /** The output still contains what looks like a secret. */
  | { readonly kind: 'leaks'; readonly places: readonly MaskedText[] };
