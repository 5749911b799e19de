import type { Ledger, LedgerSpan } from '../answers/live-status.ts';
import type { SequenceHole, SequenceRun } from './sequence-runs.ts';

/** Most spans of an answer. */
const MOST_SPANS = 500;

/** A sequence or count as people write it: `4,812`. The same on every machine. */
export function counted(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `311 to 318`, or `311` alone. */
function stretch({ first, last }: SequenceHole): string {
  return first === last ? counted(first) : `${counted(first)} to ${counted(last)}`;
}

/** The verdict as one sentence. `holes` are in order. */
export function ledgerWords(
  verdict: Ledger['verdict'],
  all: SequenceHole | null,
  holes: readonly SequenceHole[],
  missing: number,
): string {
  if (verdict === 'nothing') return 'no events yet';
  if (verdict === 'complete')
    return all === null ? 'complete, without any event' : `complete ${stretch(all)}`;
  if (verdict === 'whole-so-far') return all === null ? 'no events yet' : `whole so far, ${stretch(all)}`;
  const [first, second] = holes;
  if (first === undefined) return `missing ${counted(missing)}`;
  if (second === undefined) return `missing ${stretch(first)}`;
  if (holes.length === 2) return `missing ${stretch(first)} and ${stretch(second)}`;
  return `missing ${stretch(first)} and more, ${counted(missing)} in all`;
}

/** Runs and what is missing between them. Beyond 500 the oldest are joined, as missing when anything of them is. */
export function ledgerSpans(
  runs: readonly SequenceRun[],
  leading: SequenceHole | null,
): { readonly spans: readonly LedgerSpan[]; readonly spansCut: boolean } {
  const spans: LedgerSpan[] = leading === null ? [] : [{ ...leading, via: 'missing' }];
  for (const run of runs) {
    const before = spans.at(-1);
    if (before !== undefined && before.last + 1 < run.first) {
      spans.push({ first: before.last + 1, last: run.first - 1, via: 'missing' });
    }
    spans.push({ first: run.first, last: run.last, via: run.via });
  }
  if (spans.length <= MOST_SPANS) return { spans, spansCut: false };
  const older = spans.slice(0, spans.length - MOST_SPANS + 1);
  const [oldest] = older;
  const newest = older.at(-1);
  if (oldest === undefined || newest === undefined) return { spans, spansCut: false };
  const via = older.some((span) => span.via === 'missing') ? 'missing' : oldest.via;
  const joined: LedgerSpan = { first: oldest.first, last: newest.last, via };
  return { spans: [joined, ...spans.slice(older.length)], spansCut: true };
}
