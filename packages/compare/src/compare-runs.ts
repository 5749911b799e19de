/** Two runs, compared: the one question of this room. */
import { literal, type MaskedText } from '@openwop-inspector/base';
import { nextTurn } from '@openwop-inspector/run-log';
import { alignRuns } from './align/align-runs.ts';
import {
  type Difference,
  type DifferenceCounts,
  differencesOf,
  type FirstDivergence,
} from './differences.ts';
import type { MaskedCounts } from './event-hash.ts';
import { type RecordedDivergence, recordedDivergences } from './recorded-divergence.ts';
import { compileRules, DEFAULT_RULES, type MaskRules } from './rules.ts';
import {
  type ComparedRun,
  type NodeDifferences,
  nodeDifferences,
  type RunSide,
  readSide,
  SharedNames,
} from './run-side.ts';

/** How far a comparison is. */
export interface CompareProgress {
  readonly phase: 'readingA' | 'readingB' | 'aligning' | 'summing';
  /** Events that were read of the side at hand. */
  readonly events: number;
}

export interface CompareOptions {
  /** `DEFAULT_RULES` where left out. */
  readonly rules?: MaskRules;
  /** Differences that are listed; all are counted. */
  readonly limit?: number;
  /** Called every now and then; true stops. */
  readonly onProgress?: (progress: CompareProgress) => boolean;
}

/** Something that limits what the comparison can say. */
interface CompareNote {
  readonly code: 'no-common-node' | 'no-common-event' | 'no-causes' | 'not-read' | 'empty';
  readonly side: 'a' | 'b' | null;
  readonly message: MaskedText;
}

/** What two runs have in common and where they differ. Plain data; events are named by their ordinals. */
export interface Comparison {
  /** No difference, and every event was compared. */
  readonly isSame: boolean;
  readonly events: { readonly a: number; readonly b: number };
  readonly counts: DifferenceCounts;
  /** Null when nothing differs. */
  readonly first: FirstDivergence | null;
  /** What differs without following from another difference, besides the first. */
  readonly apart: { readonly total: number; readonly list: readonly Difference[] };
  readonly differences: { readonly total: number; readonly list: readonly Difference[] };
  readonly recorded: readonly RecordedDivergence[];
  readonly figures: NodeDifferences;
  /** How many values were masked on both sides, by what masked them. */
  readonly masked: MaskedCounts;
  readonly notes: readonly CompareNote[];
}

/** A comparison with what it was made of, to ask on. */
export interface ComparedRuns {
  readonly comparison: Comparison;
  /** Ordinal of the event that corresponds to one on the other side; null for none. */
  mateOf(side: 'a' | 'b', ordinal: number): number | null;
}

const LIMIT = 1000;

/**
 * Compares two runs by causal position: siblings under causes that correspond to each other, in their order, by node, type,
 * and what they say. Values that the rules mask do not count. O(bytes) to read both, O(n log n) to align. Null when it was
 * stopped. Rejects with a `SourceError`.
 */
export async function compareRuns(
  runA: ComparedRun,
  runB: ComparedRun,
  { rules = DEFAULT_RULES, limit = LIMIT, onProgress = () => false }: CompareOptions = {},
): Promise<ComparedRuns | null> {
  const shared = new SharedNames();
  const runIds = [runA, runB].map(({ log, run }) => log.index.runs.textOf(run));
  const compiled = compileRules(rules, runIds);
  const a = await readSide(runA, shared, compiled, (events) => onProgress({ phase: 'readingA', events }));
  if (a === null) return null;
  const b = await readSide(runB, shared, compiled, (events) => onProgress({ phase: 'readingB', events }));
  if (b === null) return null;
  const events = a.length + b.length;
  const goesOn = async (): Promise<boolean> => {
    await nextTurn();
    return !onProgress({ phase: 'aligning', events });
  };
  const alignment = await alignRuns(a, b, rules.orderAcrossNodes, goesOn);
  if (alignment === null) return null;
  const { differs, ...found } = differencesOf({ a, b, alignment }, limit);
  const figures = await nodeDifferences(a, b, () => onProgress({ phase: 'summing', events }));
  if (figures === null) return null;
  const first = found.first?.difference ?? null;
  const recorded = await recordedDivergences(a, b, { first, differs });
  const comparison = {
    isSame: found.differences.total === 0 && a.unread + b.unread === 0,
    events: { a: a.length, b: b.length },
    ...found,
    recorded,
    figures,
    masked: sumOf(a.masked, b.masked),
    notes: notesOf(a, b, found.counts),
  };
  const mateOf = (side: 'a' | 'b', ordinal: number) =>
    side === 'a' ? mateIn(a, b, alignment.mateOfA, ordinal) : mateIn(b, a, alignment.mateOfB, ordinal);
  return { comparison, mateOf };
}

/** Ordinal of the mate of an event, by the places of the other side; null for none. */
function mateIn(own: RunSide, other: RunSide, mates: Int32Array, ordinal: number): number | null {
  const place = own.rows.indexOf(ordinal);
  const mate = place < 0 ? -1 : (mates[place] as number);
  return mate < 0 ? null : (other.rows[mate] ?? null);
}

function notesOf(a: RunSide, b: RunSide, { pairs }: DifferenceCounts): readonly CompareNote[] {
  const notes: CompareNote[] = [];
  for (const side of ['a', 'b'] as const) {
    const one = side === 'a' ? a : b;
    if (one.length === 0) notes.push({ code: 'empty', side, message: literal('it holds no event') });
    else if (!one.hasCauses) notes.push({ code: 'no-causes', side, message: literal(NO_CAUSES) });
    if (one.unread > 0) notes.push({ code: 'not-read', side, message: literal(NOT_READ) });
  }
  if (a.length === 0 || b.length === 0) return notes;
  const nodes = new Set(b.node);
  const isShared = a.node.some((node) => node !== 0 && nodes.has(node));
  const haveNodes = a.node.some((node) => node !== 0) && b.node.some((node) => node !== 0);
  if (haveNodes && !isShared)
    notes.push({ code: 'no-common-node', side: null, message: literal('the two share no node') });
  else if (pairs === 0)
    notes.push({ code: 'no-common-event', side: null, message: literal('no events match') });
  return notes;
}

const NO_CAUSES = 'no event names its cause: events are matched by order alone';
const NOT_READ = 'some events could not be read, and are compared by node and type alone';

function sumOf(a: MaskedCounts, b: MaskedCounts): MaskedCounts {
  return { names: a.names + b.names, pointers: a.pointers + b.pointers, shapes: a.shapes + b.shapes };
}
