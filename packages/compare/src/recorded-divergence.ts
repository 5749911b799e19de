/** What hosts record of a replay that diverged, compared with what the comparison found. */
import { countAt, literal, type MaskedText, masker, textAt } from '@openwop-inspector/base';
import { type RunLog, readEventDocument } from '@openwop-inspector/run-log';
import type { RunSide } from './run-side.ts';

/**
 * What became of one remark. `agrees`: it names the first divergence. `later`: it names another difference behind it.
 * `deviates`: it names an event that is the same in both. `unknown`: the log does not hold what it names, or it speaks of
 * another run.
 */
export type RecordedVerdict = 'agrees' | 'later' | 'deviates' | 'unknown';

export interface RecordedDivergence {
  readonly side: 'a' | 'b';
  /** The remark itself. */
  readonly ordinal: number;
  readonly verdict: RecordedVerdict;
  /** Event of the other side that it names; null when that is not loaded. */
  readonly names: number | null;
  /** Type that it names as the point of divergence. */
  readonly point: MaskedText | null;
  readonly why: MaskedText;
}

/** What the remarks are compared with. */
export interface Found {
  /** Ordinals of the first divergence on both sides; null on the side that has none, and where nothing differs. */
  readonly first: { readonly a: number | null; readonly b: number | null } | null;
  /** Whether an event of a side differs from its mate, or has none. */
  differs(side: 'a' | 'b', ordinal: number): boolean;
}

/** Remarks that are read. */
const MAX_REMARKS = 100;

/** The remarks of both sides, at most 100 each. Rejects with a `SourceError`. */
export async function recordedDivergences(
  a: RunSide,
  b: RunSide,
  found: Found,
): Promise<readonly RecordedDivergence[]> {
  const out: RecordedDivergence[] = [];
  for (const [side, own, other] of [
    ['a', a, b],
    ['b', b, a],
  ] as const) {
    for (const ordinal of own.remarks.slice(0, MAX_REMARKS))
      out.push(await judged(side, ordinal, own.log, other, found));
  }
  return out;
}

async function judged(
  side: 'a' | 'b',
  ordinal: number,
  log: RunLog,
  other: RunSide,
  found: Found,
): Promise<RecordedDivergence> {
  const payload = readEventDocument(await log.read(ordinal))?.payload;
  const point = textAt(payload, 'divergencePoint');
  const judgement = (verdict: RecordedVerdict, names: number | null, why: MaskedText) => ({
    side,
    ordinal,
    verdict,
    names,
    point: point === null ? null : masker.text(point),
    why,
  });
  const source = textAt(payload, 'sourceRunId');
  const [first] = other.rows;
  const otherRun = first === undefined ? null : other.log.index.runs.textOf(runOf(other.log, first));
  if (source !== null && otherRun !== null && source !== otherRun)
    return judgement('unknown', null, literal('it replays another run than this one'));
  const names = namedBy(payload, other);
  if (names === null) return judgement('unknown', null, literal('the event that it names is not in the log'));
  const otherSide = side === 'a' ? 'b' : 'a';
  if (found.first?.[otherSide] === names)
    return judgement('agrees', names, literal('it names the first divergence'));
  return found.differs(otherSide, names)
    ? judgement('later', names, literal('the runs differ there, but not for the first time'))
    : judgement('deviates', names, literal('the event that it names is the same in both'));
}

const runOf = (log: RunLog, ordinal: number): number => log.index.columns.run[ordinal] as number;

/** By `originalEventId`, else by `atSequence` (run-events 3.2.4). */
function namedBy(payload: unknown, { log, rows }: RunSide): number | null {
  const id = textAt(payload, 'originalEventId');
  const byId = id === null ? -1 : log.index.findById(id);
  const [first] = rows;
  if (byId >= 0 && first !== undefined && runOf(log, byId) === runOf(log, first)) return byId;
  const sequence = countAt(payload, 'atSequence');
  if (sequence === null) return null;
  return rows.find((row) => log.index.columns.sequence[row] === sequence) ?? null;
}
