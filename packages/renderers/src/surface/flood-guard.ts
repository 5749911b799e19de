/** Counts messages, and says when there are more than a person could cause. */

/** More than this in one second, and a frame is taken away. */
export const MOST_A_SECOND = 200;

/** True for the message that is one too many. `atMs` never falls. */
export function createFloodGuard(): (atMs: number) => boolean {
  let secondFrom = Number.NEGATIVE_INFINITY;
  let inSecond = 0;
  return (atMs) => {
    if (atMs - secondFrom >= 1_000) {
      secondFrom = atMs;
      inSecond = 0;
    }
    inSecond += 1;
    return inSecond > MOST_A_SECOND;
  };
}
