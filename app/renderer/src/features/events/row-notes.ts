/** Texts of a row of the event list other than its fields: badges, and gaps before it. */

import { countOf, formatBytes, formatCount, formatDuration, formatSequence } from '@openwop-inspector/base';
import { describeEvent } from '@openwop-inspector/events';
import type { EventRow, StreamFold } from '@openwop-inspector/run-log';
import type { BadgeTone, IconName } from '@openwop-inspector/ui';
import { SEVERITY_FORM } from '../../shared/severity-form.ts';

/** A glyph and a word at the end of a row. */
export interface RowBadge {
  readonly tone: BadgeTone;
  readonly word: string;
  readonly icon?: IconName;
  /** A warning or note shows its glyph alone. */
  readonly isMark?: boolean;
}

/** At most four badges, an open interrupt first, then by severity; notes are in the problems view alone. */
export function rowBadges(
  row: EventRow,
  endedRun: boolean,
  isOpen = false,
  showsTrust = true,
): readonly RowBadge[] {
  const badges: RowBadge[] = [];
  if (isOpen) badges.push({ tone: 'warning', word: 'Waiting', icon: 'waiting' });
  if (endedRun) badges.push({ tone: 'error', word: 'Ended the run', icon: 'endedRun' });
  const own = describeEvent(row.type).badge;
  if (own !== undefined) badges.push({ ...own, isMark: own.tone === 'warning' || own.tone === 'note' });
  else if (row.tone === 'failed' && !endedRun) badges.push({ tone: 'error', word: 'Failed' });
  if (row.problem === 'error' || row.problem === 'warning') {
    const word = row.problem === 'error' ? 'Problem' : SEVERITY_FORM.warning.word;
    badges.push({ tone: row.problem, word, icon: 'problems', isMark: row.problem === 'warning' });
  }
  // Entry of the content; the rows that follow have the strip.
  if (showsTrust && row.contentTrust === 'untrusted' && row.taintFrom === null)
    badges.push({ tone: 'untrusted', word: 'Untrusted' });
  return badges;
}

/** "Untrusted, from #137" of a row whose untrusted content came in by another event; null for any other. */
export function taintedFrom({ contentTrust, taintFrom }: EventRow): string | null {
  if (contentTrust !== 'untrusted' || taintFrom === null) return null;
  return `Untrusted, from ${taintFrom.sequence === null ? 'another event' : formatSequence(taintFrom.sequence)}`;
}

/** Missing numbers or idle time before a row. */
export interface BeforeRow {
  readonly kind: 'gap' | 'idle';
  readonly words: string;
}

/** Shorter waits are not mentioned, in ms. */
const IDLE_MS = 5000;

/** Gap between two neighbours of one run; null for neighbours of different runs and when nothing is missing. */
export function beforeRow(previous: EventRow | null, row: EventRow): BeforeRow | null {
  if (previous === null || previous.runId !== row.runId) return null;
  // Of a folded stream those of its last piece.
  const { lastSequence: sequence, lastTimeMs: timeMs } = previous.stream?.fold ?? {
    lastSequence: previous.sequence,
    lastTimeMs: previous.timeMs,
  };
  // Messages are numbered over all channels: those of another one are between.
  if (row.isMessage !== true && sequence !== null && row.sequence !== null && row.sequence - sequence > 1) {
    const first = sequence + 1;
    const last = row.sequence - 1;
    return { kind: 'gap', words: first === last ? `${first} is missing` : `${first} to ${last} are missing` };
  }
  if (timeMs === null || row.timeMs === null || row.timeMs - timeMs < IDLE_MS) return null;
  return { kind: 'idle', words: `after ${formatDuration(row.timeMs - timeMs)} idle` };
}

/** "63 pieces, 4.2 KB, 8.3 s". */
export function foldText({ pieces, bytes, durationMs }: StreamFold): string {
  const took = durationMs === null ? [] : [formatDuration(durationMs)];
  return [countOf(pieces, 'piece'), formatBytes(bytes), ...took].join(', ');
}

/** The column of an event that has not been fetched yet. */
export const placeText = (index: number): string => `row ${formatCount(index + 1)}`;

/**
 * Short labels for the runs of one source. Runs of one family often share a long prefix, which would fill a narrow
 * column; the shared part is omitted.
 */
export function runLabels(runIds: readonly string[]): ReadonlyMap<string, string> {
  const shared = sharedBeginning(runIds);
  return new Map(
    runIds.map((runId) => [runId, runId.length > shared && shared > 0 ? `…${runId.slice(shared)}` : runId]),
  );
}

/** Below this length the complete id fits. */
const WORTH_CUTTING = 4;

/** Length of the common prefix of all ids, cut back to a separator. */
function sharedBeginning(runIds: readonly string[]): number {
  const [first, ...others] = runIds;
  if (first === undefined || others.length === 0) return 0;
  let length = first.length;
  for (const other of others) {
    let at = 0;
    while (at < length && first[at] === other[at]) at += 1;
    length = at;
  }
  const isWhole = runIds.some((runId) => runId.length === length);
  const cut = isWhole ? length : first.slice(0, length).search(/[-_.:/][^-_.:/]*$/);
  return cut < WORTH_CUTTING ? 0 : cut;
}
