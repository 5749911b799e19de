/** The chain of spans that determines when a run ends, found from the end back. Pure. */
import type { PathLink } from './path-text.ts';

/** A stretch of a node. Places are those of its first and last event in the order of the run. */
export interface ChainSpan {
  readonly startMs: number;
  readonly endMs: number;
  readonly from: number;
  readonly to: number;
}

/** Where a recorded cause leads: a span, and when and where in it that cause stands. */
export interface CausedBy<S> {
  readonly span: S;
  readonly ms: number;
}

/** A run to find the chain of. */
export interface ChainRun<S> {
  readonly startMs: number;
  readonly endMs: number;
  readonly spans: readonly S[];
  /** The span that the same event of the same node ended. */
  readonly endedBy: (span: S) => S | null;
  /** The span that the recorded causes of the first event of a span lead to, or of the end of the run (null). */
  readonly causeOf: (span: S | null) => CausedBy<S> | null;
}

/** A span of the chain, cut to what lies before the next one; null for a gap before `next`, or before the end. */
export type ChainStep<S> =
  | { readonly span: S; readonly fromMs: number; readonly toMs: number; readonly link: PathLink }
  | { readonly span: null; readonly fromMs: number; readonly toMs: number; readonly next: S | null };

/**
 * The chain from the end of a run back to its start, in order of time. Of each span the one before it is that which the
 * same event ended, else that which recorded causes lead to, else the one that ended last before it began. Steps lie end to
 * end: their times add up to those of the run. O(n log n) for n spans, with one look at a cause for each span of the chain.
 */
export function spanChain<S extends ChainSpan>(run: ChainRun<S>): readonly ChainStep<S>[] {
  const steps: ChainStep<S>[] = [];
  const earlier = new Earlier(run.spans);
  let next: S | null = null;
  let until = run.endMs;
  for (;;) {
    const found: Found<S> | null = before(run, next, until, earlier);
    if (found === null) break;
    const { span, link }: Found<S> = found;
    const toMs = within(found.ms, run.startMs, until);
    const fromMs = within(span.startMs, run.startMs, toMs);
    if (toMs < until) steps.push({ span: null, fromMs: toMs, toMs: until, next });
    steps.push({ span, fromMs, toMs, link });
    until = fromMs;
    next = span;
  }
  if (run.startMs < until) steps.push({ span: null, fromMs: run.startMs, toMs: until, next });
  return steps.reverse();
}

interface Found<S> extends CausedBy<S> {
  readonly link: PathLink;
}

function before<S extends ChainSpan>(
  run: ChainRun<S>,
  next: S | null,
  until: number,
  earlier: Earlier<S>,
): Found<S> | null {
  const place = next?.from ?? Number.POSITIVE_INFINITY;
  const same = next === null ? null : run.endedBy(next);
  if (same !== null && same.from < place) return { span: same, ms: same.endMs, link: 'sameEvent' };
  const cause = run.causeOf(next);
  if (cause !== null && cause.span.from < place) return { ...cause, link: 'cause' };
  const span = earlier.last(until, place);
  return span === null ? null : { span, ms: span.endMs, link: 'time' };
}

/** The spans by their end. Asked with moments and places that only become earlier, so that all questions cost O(n). */
class Earlier<S extends ChainSpan> {
  private readonly byEnd: S[];

  constructor(spans: readonly S[]) {
    this.byEnd = [...spans].sort((a, b) => a.endMs - b.endMs || a.to - b.to);
  }

  /** The span that ended last by a moment, and in the log by a place. */
  last(untilMs: number, place: number): S | null {
    for (let span = this.byEnd.pop(); span !== undefined; span = this.byEnd.pop()) {
      if (span.endMs <= untilMs && span.to <= place && span.from < place) return span;
    }
    return null;
  }
}

const within = (ms: number, low: number, high: number): number => Math.min(Math.max(ms, low), high);
