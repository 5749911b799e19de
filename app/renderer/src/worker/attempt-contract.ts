/** The difference between two attempts at an envelope, as sent to the window. */
import type { MaskedText } from '@openwop-inspector/base';
import type { TextPiece, ValueDifference } from '@openwop-inspector/compare';

/** Sorts of events that record a model's input. */
export type InputSort = 'prompt' | 'sources' | 'substitution' | 'model';

/** Two texts of a prompt as one, by their member. */
export interface TextChange {
  readonly pointer: string;
  readonly pieces: readonly (TextPiece & { readonly text: MaskedText })[];
}

/** One sort of event of two attempts. */
export interface InputChange {
  readonly sort: InputSort;
  /** Sequences of the events of the attempt before and of this one. */
  readonly from: number | null;
  readonly to: number | null;
  /** `missing`: the log has no such event of one of the two, or none could be read. */
  readonly kind: 'same' | 'changed' | 'missing';
  readonly values: readonly ValueDifference[];
  readonly texts: readonly TextChange[];
  /** True when the prompts differ and the log has only a digest of them, no text. */
  readonly isDigestAlone: boolean;
}

/** What an attempt was given that the one before was not. */
export interface AttemptChange {
  /** Ordinal of the attempt's event. */
  readonly attempt: number;
  /** The prompt always; the others where the log has an event of either attempt. */
  readonly inputs: readonly InputChange[];
}
