/** A stretch of time, epoch ms. */
export interface TimeStretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The filter that is in force: what was typed, and the brushed stretch as a `time:` term in seconds since the start.
 * Without a known start there is nothing to brush.
 */
export function effectiveFilter(text: string, brush: TimeStretch | null, startMs: number | null): string {
  if (brush === null || startMs === null) return text;
  const from = Math.floor(brush.fromMs - startMs) / 1000;
  const to = Math.ceil(brush.toMs - startMs) / 1000;
  return `${text} time:${from}..${to}`.trim();
}
