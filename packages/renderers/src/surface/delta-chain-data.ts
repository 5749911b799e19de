/** Delta frames as the player takes them; a run log's answer about a captured stream has this form. */

export interface DeltaChainData {
  /** Id of the event that delivered the full surface. */
  readonly surfaceRef: string;
  /** The event of the base, to jump to; null when it is not loaded. */
  readonly baseOrdinal: number | null;
  /** Payload the frames begin at, masked; null when it is not loaded. */
  readonly base: unknown;
  readonly baseUntrusted: boolean;
  /** In order of arrival, masked. */
  readonly frames: readonly DeltaFrameData[];
  /** Frames that were not handed over. */
  readonly framesLeftOut: number;
  readonly finalOrdinal: number | null;
  /** The next full surface in the log, to compare the end with; null when none is loaded. */
  readonly final: unknown;
}

export interface DeltaFrameData {
  /** As parsed; the text of a frame that is not JSON. */
  readonly value: unknown;
  /** The same as JSON where a number in it is printed otherwise than it was written; absent or null elsewhere. */
  readonly written?: string | null;
  /** `id` of the stream's frame. */
  readonly sequence: number | null;
}
