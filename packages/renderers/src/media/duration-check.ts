/** The duration that a payload declares against the one that was measured (envelope 6). */

/** A difference above either is named: seconds, and a share of the longer one. */
const MOST_SECONDS = 0.5;
const MOST_SHARE = 0.02;
/** Encoders pad a sound by up to a tenth of a second; that much is nobody's mistake. */
const PADDING_SECONDS = 0.1;

/** The difference in seconds, positive when it lasts longer than declared; null when it is not worth a word. */
export function durationDifference(declared: number | null, measured: number | null): number | null {
  if (declared === null || measured === null || !Number.isFinite(measured)) return null;
  const difference = measured - declared;
  const size = Math.abs(difference);
  if (size <= PADDING_SECONDS) return null;
  return size > MOST_SECONDS || size > MOST_SHARE * Math.max(declared, measured) ? difference : null;
}
