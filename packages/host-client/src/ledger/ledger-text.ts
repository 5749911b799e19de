import { unreachable } from '@openwop-inspector/base';
import type { IncompleteReason, Ledger, LedgerSpan } from '../answers/live-status.ts';
import type { SequenceHole, SequenceRuns } from './sequence-runs.ts';

/** Most spans of an answer. */
const MAX_SPANS = 500;

/** A sequence or count as people write it: `4,812`. The same on every machine. */
export function counted(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `311 to 318`, or `311` alone. */
function stretch({ first, last }: SequenceHole): string {
  return first === last ? counted(first) : `${counted(first)} to ${counted(last)}`;
}

/** What a sentence about a ledger is made of. */
export interface SpokenLedger {
  readonly verdict: Ledger['verdict'];
  readonly all: SequenceHole | null;
  /** The first three at most, in order. */
  readonly holes: readonly SequenceHole[];
  readonly missing: number;
  readonly reasons: readonly IncompleteReason[];
  readonly hasEnded: boolean;
}

/** The verdict as one sentence. */
export function ledgerText({ verdict, all, reasons, hasEnded, ...told }: SpokenLedger): string {
  const range = all === null ? '' : stretch(all);
  switch (verdict) {
    case 'nothing':
      return 'no events yet';
    case 'complete':
      return range === '' ? 'complete, without any event' : `complete ${range}`;
    case 'whole-so-far':
      return range === '' ? 'no events yet' : `whole so far, ${range}`;
    case 'not-known': {
      const what = `not known to be ${hasEnded ? 'complete' : 'whole'}`;
      return `${range === '' ? what : `${range}, ${what}`}: ${reasonText(reasons)}`;
    }
    case 'missing': {
      const others = reasonText(reasons.filter(({ code }) => code !== 'missing'));
      return others === '' ? missingText(told) : `${missingText(told)}; ${others}`;
    }
    default:
      return unreachable(verdict);
  }
}

function missingText({ holes, missing }: Pick<SpokenLedger, 'holes' | 'missing'>): string {
  const [first, second] = holes;
  if (first === undefined) return `missing ${counted(missing)}`;
  if (second === undefined) return `missing ${stretch(first)}`;
  if (holes.length === 2) return `missing ${stretch(first)} and ${stretch(second)}`;
  return `missing ${stretch(first)} and more, ${counted(missing)} in all`;
}

/** Reasons that are losses or doubts; that a run goes on is none. */
function reasonText(reasons: readonly IncompleteReason[]): string {
  return reasons.flatMap(({ code, words }) => (code === 'goes-on' ? [] : [words])).join(', ');
}

/**
 * Runs and what is missing between them. Beyond 500 the oldest are joined, as missing when anything of them is. O(500),
 * however many runs there are.
 */
export function ledgerSpans(
  runs: SequenceRuns,
  leading: SequenceHole | null,
): { readonly spans: readonly LedgerSpan[]; readonly spansCut: boolean } {
  const all = runs.count + runs.holeCount + (leading === null ? 0 : 1);
  const isCut = all > MAX_SPANS;
  const { spans, oldest } = newestSpans(runs, leading, isCut ? MAX_SPANS - 1 : all);
  const first = leading?.first ?? runs.first?.first;
  if (!isCut || oldest === undefined || first === undefined) return { spans, spansCut: false };
  const holes = runs.holeCount + (leading === null ? 0 : 1);
  const isMissing = holes > spans.filter(({ via }) => via === 'missing').length;
  const via = isMissing ? 'missing' : (runs.first?.via ?? 'missing');
  return { spans: [{ first, last: oldest.first - 1, via }, ...spans], spansCut: true };
}

/** The newest spans, at most `most`, in order, and the first of them. */
function newestSpans(
  runs: SequenceRuns,
  leading: SequenceHole | null,
  most: number,
): { readonly spans: readonly LedgerSpan[]; readonly oldest: LedgerSpan | undefined } {
  const spans: LedgerSpan[] = [];
  for (const { first, last, via } of runs.fromNewest()) {
    const behind = spans.at(-1);
    if (behind !== undefined && last + 1 < behind.first && spans.length < most)
      spans.push({ first: last + 1, last: behind.first - 1, via: 'missing' });
    if (spans.length >= most) break;
    spans.push({ first, last, via });
  }
  if (leading !== null && spans.length < most) spans.push({ ...leading, via: 'missing' });
  return { spans: spans.reverse(), oldest: spans[0] };
}
