import { cutMasked, type MaskedText, masker } from '@openwop-inspector/base';
import type { LoadedLog } from '../loaded-log.ts';
import { isUntrusted } from '../trust/taint.ts';

/** Longest text of an entry in UTF-16 units, and how far behind the cut is looked for a secret across it. */
export const MAX_TEXT = 20_000;
const LOOK_AHEAD = 1_024;

/** One piece of reasoning. The three sources are never merged (envelope 5). */
export interface ReasoningEntry {
  readonly ordinal: number;
  readonly sequence: number | null;
  readonly type: MaskedText;
  /** Masked; at most 20,000 characters, `cut` says that more was written. */
  readonly text: MaskedText;
  readonly cut: boolean;
  readonly untrusted: boolean;
  readonly timeMs: number | null;
  /** Of a stream: how many events the text was put together from. */
  readonly pieces: number;
}

/** An entry of one event; the text is masked and cut here. */
export function entryOf(log: LoadedLog, row: number, text: string): ReasoningEntry {
  const { index } = log;
  const masked = masker.text(text.slice(0, MAX_TEXT + LOOK_AHEAD));
  return {
    ordinal: row,
    sequence: index.sequenceOf(row),
    type: index.shownTypeOf(row),
    text: cutMasked(masked, MAX_TEXT),
    cut: text.length > MAX_TEXT || masked.length > MAX_TEXT,
    untrusted: isUntrusted(index, row),
    timeMs: index.timeOf(row),
    pieces: 1,
  };
}
