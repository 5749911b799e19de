/** Kinds of envelopes by hosts: what each host would say, counted, with one example of each reason. */
import type { PortableAnswer, PortableVerdict } from './judge-at-host.ts';

/** Kinds that have a row of their own; a hostile file names as many as it likes. */
const MAX_KINDS = 500;
/** Reasons reported of one cell. */
const MAX_REASONS = 20;

/** Where an envelope is. Masked, as the log gives it. */
export interface PortablePlace {
  readonly file: string;
  readonly runId: string | null;
  readonly sequence: number | null;
  readonly eventId: string | null;
  readonly correlationId: string | null;
  /** Line of a file of envelopes, from 1. */
  readonly line: number | null;
}

/** Envelopes of a cell that got the same answer for the same reason; note and example are those of the first. */
export interface CellReason extends PortableVerdict {
  readonly count: number;
  readonly example: PortablePlace;
}

export interface PortabilityCell {
  /** The worst of its envelopes: refused, then not known, then accepted. */
  readonly answer: PortableAnswer;
  readonly counts: Readonly<Record<PortableAnswer, number>>;
  /** Those that weigh most first. */
  readonly reasons: readonly CellReason[];
  /** Envelopes whose reason is not reported. */
  readonly leftOut: number;
}

export interface PortabilityRow {
  readonly kind: string;
  readonly envelopes: number;
  /** One for each host, in their order. */
  readonly cells: readonly PortabilityCell[];
}

interface OpenCell {
  readonly counts: Record<PortableAnswer, number>;
  readonly reasons: Map<string, CellReason & { count: number }>;
  leftOut: number;
}

/** Gathers verdicts. O(hosts) for each envelope. */
export class PortabilityGrid {
  private readonly rowsByKind = new Map<string, { envelopes: number; readonly cells: readonly OpenCell[] }>();
  /** Envelopes of kinds beyond the first five hundred, which have no row. */
  leftOut = 0;
  /** Envelopes that were taken. */
  taken = 0;

  /** `verdicts` stand in the order of the hosts. */
  take(kind: string, place: PortablePlace, verdicts: readonly PortableVerdict[]): void {
    this.taken++;
    let row = this.rowsByKind.get(kind);
    if (row === undefined) {
      if (this.rowsByKind.size >= MAX_KINDS) {
        this.leftOut++;
        return;
      }
      row = { envelopes: 0, cells: verdicts.map(emptyCell) };
      this.rowsByKind.set(kind, row);
    }
    row.envelopes++;
    for (const [at, verdict] of verdicts.entries()) addTo(row.cells[at], verdict, place);
  }

  /** The most frequent kinds first. */
  rows(): readonly PortabilityRow[] {
    return [...this.rowsByKind]
      .map(([kind, { envelopes, cells }]) => ({ kind, envelopes, cells: cells.map(closed) }))
      .sort((a, b) => b.envelopes - a.envelopes || (a.kind < b.kind ? -1 : 1));
  }
}

function emptyCell(): OpenCell {
  return { counts: { accepted: 0, refused: 0, unknown: 0 }, reasons: new Map(), leftOut: 0 };
}

function addTo(cell: OpenCell | undefined, verdict: PortableVerdict, example: PortablePlace): void {
  if (cell === undefined) return;
  cell.counts[verdict.answer]++;
  const { answer, step, decides, missing } = verdict;
  const key = JSON.stringify([answer, step, decides, missing.map(({ what }) => what)]);
  const known = cell.reasons.get(key);
  if (known !== undefined) known.count++;
  else if (cell.reasons.size < MAX_REASONS) cell.reasons.set(key, { ...verdict, example, count: 1 });
  else cell.leftOut++;
}

const WEIGHT: readonly PortableAnswer[] = ['refused', 'unknown', 'accepted'];

function closed({ counts, reasons, leftOut }: OpenCell): PortabilityCell {
  return {
    answer: WEIGHT.find((answer) => counts[answer] > 0) ?? 'unknown',
    counts: { ...counts },
    reasons: [...reasons.values()].sort(
      (a, b) => WEIGHT.indexOf(a.answer) - WEIGHT.indexOf(b.answer) || b.count - a.count,
    ),
    leftOut,
  };
}
