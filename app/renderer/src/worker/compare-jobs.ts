/** Two runs of opened sessions, compared (`packages/compare`): jobs and their results. */

import { type MaskedText, parsedJson, type Result } from '@openwop-inspector/base';
import {
  type CompareProgress,
  type Comparison,
  type Cone,
  compareRuns,
  DEFAULT_RULES,
  type Difference,
  type EventDifference,
  eventDifference,
  type MaskRules,
  type RecordedDivergence,
  readMaskRules,
} from '@openwop-inspector/compare';
import { foldedType, isPieceType } from '@openwop-inspector/protocol';
import type { RunLog } from '@openwop-inspector/run-log';
import { Latest, sessionOf } from './sessions.ts';

/** A run of a session; null for the first that the log shows. */
export interface ComparedSide {
  readonly sessionId: string;
  readonly run: string | null;
}

/** The run itself is A. */
export interface CompareQuestion extends ComparedSide {
  readonly b: ComparedSide;
  /** A document of rules as typed (`readMaskRules`); blank for the usual ones. */
  readonly rules: string;
}

export interface EventOfSession {
  readonly sessionId: string;
  readonly ordinal: number;
}

/** The event itself is A. */
export interface EventsQuestion extends EventOfSession {
  readonly b: EventOfSession;
  readonly rules: string;
}

/** An event of a comparison, as far as the index knows it. */
export interface ComparedEvent {
  readonly ordinal: number;
  readonly sequence: number | null;
  readonly type: MaskedText;
  readonly nodeId: MaskedText | null;
}

export interface ComparedDifference extends Pick<Difference, 'kind' | 'parts'> {
  readonly a: ComparedEvent | null;
  readonly b: ComparedEvent | null;
  /** Consecutive pieces of a stream that differ alike; 1 for anything else. The events are the first of them. */
  readonly pieces: number;
}

export interface ComparedCone extends Pick<Cone, 'events' | 'different'> {
  readonly first: readonly ComparedEvent[];
}

export interface ComparedRecord extends Pick<RecordedDivergence, 'side' | 'verdict' | 'why'> {
  readonly event: ComparedEvent | null;
}

/** A comparison with its events in place of their ordinals. */
export interface ComparedView extends Omit<Comparison, 'first' | 'apart' | 'differences' | 'recorded'> {
  readonly first: (ComparedDifference & { readonly before: number }) | null;
  readonly cones: { readonly a: ComparedCone | null; readonly b: ComparedCone | null };
  /** What differs without following from another difference, besides the first. */
  readonly apart: number;
  readonly total: number;
  /** The first of them, in order. */
  readonly differences: readonly ComparedDifference[];
  readonly recorded: readonly ComparedRecord[];
}

export interface RulesProblem {
  readonly pointer: string;
  readonly message: string;
}

export type CompareAnswer =
  | ({ readonly kind: 'running' } & CompareProgress)
  | { readonly kind: 'stopped' }
  | { readonly kind: 'bad-rules'; readonly problems: readonly RulesProblem[] }
  /** The log of a side has no such run. */
  | { readonly kind: 'no-run'; readonly side: 'a' | 'b' }
  | { readonly kind: 'done'; readonly view: ComparedView };

/** Differences that the window is given. */
const MAX_LISTED = 5000;

/** Comparisons of all sessions. */
export const comparisons = new Latest();

/** Compares; `say` gets the progress. One comparison ends the one before. */
export async function compareSessions(
  { b, rules, ...a }: CompareQuestion,
  say: (answer: CompareAnswer) => void = () => undefined,
): Promise<CompareAnswer> {
  const isStopped = comparisons.begin();
  const read = rulesOf(rules);
  if (!read.ok) return { kind: 'bad-rules', problems: read.problems };
  const [logA, logB] = [sessionOf(a.sessionId).log, sessionOf(b.sessionId).log];
  const [runA, runB] = [runOf(logA, a.run), runOf(logB, b.run)];
  if (runA === null || runB === null) return { kind: 'no-run', side: runA === null ? 'a' : 'b' };
  const compared = await compareRuns(
    { log: logA, run: runA },
    { log: logB, run: runB },
    {
      rules: read.rules,
      limit: MAX_LISTED,
      onProgress: (progress) => {
        if (!isStopped()) say({ kind: 'running', ...progress });
        return isStopped();
      },
    },
  );
  if (compared === null || isStopped()) return { kind: 'stopped' };
  return { kind: 'done', view: viewOf(compared.comparison, logA, logB) };
}

/** Two events side by side, value by value; null where the rules cannot be read. */
export async function compareEvents({ b, rules, ...a }: EventsQuestion): Promise<EventDifference | null> {
  const read = rulesOf(rules);
  if (!read.ok) return null;
  const place = ({ sessionId, ordinal }: EventOfSession) => ({ log: sessionOf(sessionId).log, ordinal });
  return eventDifference(place(a), place(b), read.rules);
}

function rulesOf(text: string): Result<{ rules: MaskRules }, { problems: readonly RulesProblem[] }> {
  if (text.trim() === '') return { ok: true, rules: DEFAULT_RULES };
  const document = parsedJson(text);
  if (document !== undefined) return readMaskRules(document);
  return { ok: false, problems: [{ pointer: '', message: 'This is not JSON.' }] };
}

/** Number of a run; null where the log has none of that id. */
function runOf({ order, index }: RunLog, runId: string | null): number | null {
  if (runId === null) return order.length === 0 ? 0 : (index.columns.run[order.ordinalAt(0)] as number);
  const run = index.runs.find(runId);
  return run < 0 ? null : run;
}

function viewOf(comparison: Comparison, a: RunLog, b: RunLog): ComparedView {
  const { first, apart, differences, recorded, ...counted } = comparison;
  const reported = ({ kind, parts, ...at }: Difference): ComparedDifference => {
    return { kind, parts, a: eventOf(a, at.a), b: eventOf(b, at.b), pieces: 1 };
  };
  return {
    ...counted,
    first: first === null ? null : { ...reported(first.difference), before: first.before },
    cones: { a: coneOf(a, first?.coneA ?? null), b: coneOf(b, first?.coneB ?? null) },
    apart: apart.total,
    total: differences.total,
    differences: foldStreams(differences.list.map(reported)),
    recorded: recorded.map(({ side, verdict, why, ordinal }) => {
      return { side, verdict, why, event: eventOf(side === 'a' ? a : b, ordinal) };
    }),
  };
}

/** Consecutive pieces of a stream as one difference. */
function foldStreams(list: readonly ComparedDifference[]): readonly ComparedDifference[] {
  const rows: ComparedDifference[] = [];
  for (const one of list) {
    const last = rows.at(-1);
    if (last === undefined || !isSameStream(last, one)) rows.push(one);
    else rows.splice(-1, 1, { ...last, pieces: last.pieces + 1 });
  }
  return rows;
}

function isSameStream(last: ComparedDifference, one: ComparedDifference): boolean {
  const [before, event] = [last.a ?? last.b, one.a ?? one.b];
  return (
    last.kind === one.kind &&
    before?.type === event?.type &&
    before?.nodeId === event?.nodeId &&
    isPieceType(foldedType(event?.type ?? ''))
  );
}

function eventOf({ index }: RunLog, ordinal: number | null): ComparedEvent | null {
  if (ordinal === null) return null;
  return {
    ordinal,
    sequence: index.sequenceOf(ordinal),
    type: index.typeLabelOf(ordinal),
    nodeId: index.nodeIdOf(ordinal),
  };
}

function coneOf(log: RunLog, cone: Cone | null): ComparedCone | null {
  if (cone === null) return null;
  const { events, different, first } = cone;
  return { events, different, first: first.flatMap((ordinal) => eventOf(log, ordinal) ?? []) };
}
