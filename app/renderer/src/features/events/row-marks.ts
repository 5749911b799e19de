/** Marks on rows of the event list: facts about their events that the rows themselves do not contain. */
import type { CausalChain, EventRow, SessionSummary } from '@openwop-inspector/run-log';
import { useMemo } from 'react';
import { DESCENDANT_LIMIT, useChain } from '../../shared/job-query.ts';
import type { TaintMark } from '../causes/taint-drawn.ts';
import { useTaintDrawn } from '../detail/content-queries.ts';
import type { ColourRule } from '../filter/filter-file.ts';
import { indexNotes, markOf, type NoteIndex, type NoteMark } from '../notes/notes.ts';
import { useNotes } from '../notes/notes-store.ts';

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
