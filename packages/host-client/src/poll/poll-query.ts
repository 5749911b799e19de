/** Events asked for at once; hosts that know no limit ignore it. */
export const POLL_LIMIT = 1000;

/**
 * Query of a poll that continues behind `cursor` (section 7): one less than held under both names, since one host skips
 * the event behind the cursor and one knows only the old name; no cursor at all on the first poll.
 */
export function pollQuery(cursor: number | null): Record<string, string> {
  const limit = { limit: String(POLL_LIMIT) };
  if (cursor === null) return limit;
  const from = String(Math.max(-1, cursor - 1));
  return { lastSequence: from, since: from, ...limit };
}
