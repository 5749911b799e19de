/** Reasoning and prompts around one moment, as returned by the log (envelope 5). */

/** One piece. Masked; `cut` says that more was written. */
export interface ReasoningEntry {
  readonly ordinal: number;
  readonly sequence: number | null;
  readonly type: string;
  readonly text: string;
  readonly cut: boolean;
  readonly untrusted: boolean;
  readonly timeMs: number | null;
  /** Of a stream: how many events the text was put together from. */
  readonly pieces: number;
}

/** Three sources of the same node and turn. They are shown side by side and never merged. */
export interface ReasoningMoment {
  readonly nodeId: string | null;
  readonly timeMs: number | null;
  readonly payload: readonly ReasoningEntry[];
  readonly agent: readonly ReasoningEntry[];
  readonly prompt: readonly ReasoningEntry[];
}
