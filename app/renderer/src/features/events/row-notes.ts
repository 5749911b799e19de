/**
 * What a row of the event list shows other than its fields: badges, gaps before it, and marks, which are facts about its
 * event that the row itself does not contain.
 */
import { countOf, formatBytes, formatCount, formatDuration, formatSequence } from '@openwop-inspector/base';
import { describeEvent } from '@openwop-inspector/events';
import type { CausalChain, EventRow, SessionSummary, StreamFold } from '@openwop-inspector/run-log';
import type { BadgeTone, IconName } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import { DESCENDANT_LIMIT, useChain } from '../../shared/job-query.ts';
import { SEVERITY_FORM } from '../../shared/severity-form.ts';
import type { TaintMark } from '../causes/taint-drawn.ts';
import { useTaintDrawn } from '../detail/content-queries.ts';
import type { ColourRule } from '../filter/filter-file.ts';
import { indexNotes, markOf, type NoteIndex, type NoteMark } from '../notes/notes.ts';
import { useNotes } from '../notes/notes-store.ts';

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

/** Position of a row on the causal path of the selection: a filled dot at the start of the chain, else a ring. */
export type PathMark = 'root' | 'path' | null;

/** The marks of one row. Each is the same object at every render, so that the row is rendered only when it changes. */
export interface MarksOfRow {
  readonly pathMark: PathMark;
  /** Taint at this event, on the rendered path of untrusted content. */
  readonly taint: TaintMark | null;
  /** The mark of its notes. */
  readonly note: NoteMark | null;
  /** The colouring rule that matches it. */
  readonly rule: ColourRule | null;
  /** True for the failure that ended its run. */
  readonly endedRun: boolean;
  /** It has an open interrupt. */
  readonly isOpen: boolean;
}

/** The marks of all rows, by the ordinals of their events. */
export interface RowMarks {
  readonly path: ReadonlyMap<number, PathMark>;
  /** Null while no path of untrusted content is rendered. */
  readonly taint: ReadonlyMap<number, TaintMark> | null;
  readonly notes: NoteIndex;
  /** Indexed by their numbers in rows. */
  readonly rules: readonly ColourRule[];
  readonly endings: ReadonlySet<number>;
  readonly openAt: readonly number[];
}

export function marksOfRow(marks: RowMarks, row: EventRow): MarksOfRow {
  const { ordinal } = row;
  return {
    pathMark: marks.path.get(ordinal) ?? null,
    taint: marks.taint?.get(ordinal) ?? null,
    note: markOf([...marks.notes.of(row), ...marks.notes.foldedIn(row)]),
    rule: row.colour === undefined ? null : (marks.rules[row.colour] ?? null),
    endedRun: marks.endings.has(ordinal),
    isOpen: marks.openAt.includes(ordinal),
  };
}

/** The marks of a session's rows; `rules` and `openAt` as its rows were requested. */
export function useRowMarks(
  sessionId: string,
  selected: number | null,
  { runs }: SessionSummary,
  rules: readonly ColourRule[],
  openAt: readonly number[],
): RowMarks {
  const target = selected === null ? null : { kind: 'event' as const, ordinal: selected };
  const { data: chain = null } = useChain(sessionId, target, DESCENDANT_LIMIT);
  const path = useMemo(() => pathMarks(chain, selected), [chain, selected]);
  const endings = useMemo(
    () => new Set(runs.flatMap((run) => (run.status === 'failed' ? (run.firstFailure?.ordinal ?? []) : []))),
    [runs],
  );
  const taint = useTaintDrawn(sessionId)?.marks ?? null;
  const written = useNotes(sessionId);
  const notes = useMemo(() => indexNotes(written), [written]);
  return { path, taint, notes, rules, endings, openAt };
}

/** The selection and its causes, the start of the chain filled. */
function pathMarks(chain: CausalChain | null, selected: number | null): ReadonlyMap<number, PathMark> {
  const marks = new Map<number, PathMark>();
  if (chain === null || chain.target.kind !== 'event' || chain.target.row.ordinal !== selected) return marks;
  if (chain.ancestors.length > 0) marks.set(selected, 'path');
  for (const { node } of chain.ancestors) if (node.kind === 'event') marks.set(node.row.ordinal, 'path');
  if (chain.ancestors.length > 0 && chain.chainStart?.kind === 'event') {
    marks.set(chain.chainStart.row.ordinal, 'root');
  }
  return marks;
}
