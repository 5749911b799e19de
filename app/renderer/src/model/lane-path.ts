/** A critical path over the lanes: row numbers and pixels of its steps, and its description of a lane. Pure. */
import { formatDuration, formatShare } from '@openwop-inspector/base';
import type { CriticalPath, PathKind, PathStep } from '@openwop-inspector/run-log';
import type { LaneRow } from './lane-rows.ts';
import type { LaneTrack } from './lane-track.ts';

/** A segment of the path in one lane. */
export interface PathPiece {
  readonly row: number;
  readonly kind: PathKind;
  /** Pixels of the track, `x1` no greater than `x2`. */
  readonly x1: number;
  readonly x2: number;
  /** The row of the preceding piece, which ends where this one begins; null where that is not rendered. */
  readonly fromRow: number | null;
}

export interface DrawnPath {
  readonly pieces: readonly PathPiece[];
  /** Rows on the path, with working and waiting time of each. */
  readonly rows: readonly { readonly row: number; readonly tookMs: number }[];
  /** Duration of the run. */
  readonly durationMs: number;
}

/** Pieces of one row and kind closer than this are merged, px. */
const JOINS = 2;

/** The pieces of a path in a track's window. A step in a folded lane is placed in its run's. O(rows + steps). */
export function drawnPath(path: CriticalPath, rows: readonly LaneRow[], track: LaneTrack): DrawnPath {
  const rowOf = rowsOfRun(rows, path.runId);
  const pieces: PathPiece[] = [];
  const tookMs = new Map<number, number>();
  let before: { readonly row: number; readonly toMs: number } | null = null;
  for (const step of path.steps) {
    const row = rowOf(step);
    if (row === null) continue;
    if (step.kind !== 'queueing') tookMs.set(row, (tookMs.get(row) ?? 0) + step.toMs - step.fromMs);
    const fromRow = before?.toMs === step.fromMs ? before.row : null;
    before = { row, toMs: step.toMs };
    const piece = pieceOf(step, row, fromRow, track);
    if (piece !== null) addPiece(pieces, piece);
  }
  const { durationMs } = path;
  return { pieces, rows: [...tookMs].map(([row, ms]) => ({ row, tookMs: ms })), durationMs };
}

function pieceOf(step: PathStep, row: number, fromRow: number | null, track: LaneTrack): PathPiece | null {
  const { widthPx } = track.places;
  const [x1, x2] = [track.xOfTime(step.fromMs), track.xOfTime(step.toMs)];
  if (x1 === null || x2 === null || x2 < 0 || x1 > widthPx) return null;
  const isCut = x1 < 0;
  const inside = { x1: Math.max(0, x1), x2: Math.min(widthPx, x2) };
  return { row, kind: step.kind, ...inside, fromRow: isCut ? null : fromRow };
}

function addPiece(pieces: PathPiece[], piece: PathPiece): void {
  const last = pieces.at(-1);
  const joins = last?.row === piece.row && last.kind === piece.kind && piece.x1 - last.x2 < JOINS;
  if (joins && last !== undefined) pieces[pieces.length - 1] = { ...last, x2: Math.max(last.x2, piece.x2) };
  else pieces.push(piece);
}

/** Rows by node; the run's own row for steps without a node, and for nodes that are folded. */
function rowsOfRun(rows: readonly LaneRow[], runId: string): (step: PathStep) => number | null {
  const nodes = new Map<string, number>();
  let run: number | null = null;
  for (const [at, { lane }] of rows.entries()) {
    if (lane.runId !== runId) continue;
    if (lane.kind === 'run') run ??= at;
    else if (lane.kind === 'node' && lane.nodeId !== null && !nodes.has(lane.nodeId))
      nodes.set(lane.nodeId, at);
  }
  return ({ nodeId }) => (nodeId === null ? run : (nodes.get(nodeId) ?? run));
}

/** Path time of a lane, appended to its accessible name; empty for one that is not on the path. */
export function pathTextAt(path: DrawnPath | null, row: number): string {
  const found = path?.rows.find((each) => each.row === row);
  if (path === null || found === undefined) return '';
  const { tookMs } = found;
  return `, on the critical path for ${formatDuration(tookMs)}, ${formatShare(tookMs, path.durationMs)} of the run`;
}
