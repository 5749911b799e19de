import { countOf, formatCount, unreachable } from '@openwop-inspector/base';
import type { IncompleteCode, IncompleteReason, Ledger, LedgerSpan } from '../answers/live-status.ts';
import type { SequenceHole, SequenceRuns } from './sequence-runs.ts';

/** Most spans of an answer. */
const MAX_SPANS = 500;

/** `311 to 318`, or `311` alone. */
function stretch({ first, last }: SequenceHole): string {
  return first === last ? formatCount(first) : `${formatCount(first)} to ${formatCount(last)}`;
}

/** What a sentence about a ledger is made of. */
interface SpokenLedger {
  readonly verdict: Ledger['verdict'];
  readonly all: SequenceHole | null;
  /** The first three at most, in order. */
  readonly holes: readonly SequenceHole[];
  readonly missing: number;
  readonly reasons: readonly IncompleteReason[];
  readonly hasEnded: boolean;
}

/** The verdict as one sentence. */
export function ledgerText({ verdict, all, reasons, hasEnded, ...reported }: SpokenLedger): string {
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
      return others === '' ? missingText(reported) : `${missingText(reported)}; ${others}`;
    }
    default:
      return unreachable(verdict);
  }
}

function missingText({ holes, missing }: Pick<SpokenLedger, 'holes' | 'missing'>): string {
  const [first, second] = holes;
  if (first === undefined) return `missing ${formatCount(missing)}`;
  if (second === undefined) return `missing ${stretch(first)}`;
  if (holes.length === 2) return `missing ${stretch(first)} and ${stretch(second)}`;
  return `missing ${stretch(first)} and more, ${formatCount(missing)} in all`;
}

/** Reasons that are losses or doubts; that a run continues is none. */
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
function newestSpans(runs: SequenceRuns, leading: SequenceHole | null, most: number) {
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

/** Counts of what came and could not be stored, and of what is in doubt. */
export type LossCounts = Readonly<Record<Exclude<IncompleteCode, DerivedCode>, number>>;

/** Reasons that follow from what is stored and from the state of the session. */
type DerivedCode =
  | 'missing'
  | 'conflicting'
  | 'unsequenced'
  | 'stopped'
  | 'start-unknown'
  | 'end-unseen'
  | 'goes-on';

/** State of a session. */
export interface SessionStanding {
  /** The run is over and all of it was requested from the host. */
  readonly hasEnded: boolean;
  /** The JSON log was read from its beginning, so that a first sequence over 1 means a loss (run-events.md section 1.1). */
  readonly isLogWhole: boolean;
  /** An event that ends the run is stored, or the JSON log was read to its end. */
  readonly isEndKnown: boolean;
}

/** What completeness is computed from. */
interface CompletenessFacts extends SessionStanding {
  readonly missing: number;
  readonly conflicting: number;
  readonly unsequenced: number;
  readonly losses: LossCounts;
  readonly firstSequence: number | null;
}

const frames = (count: number, what: string): string => `${countOf(count, 'frame')} ${what}`;
const events = (count: number): string => countOf(count, 'event');

const WORDS: Record<IncompleteCode, (count: number) => string> = {
  missing: (count) => `${events(count)} ${count === 1 ? 'is' : 'are'} missing`,
  'bad-frame': (count) => frames(count, 'could not be read'),
  'too-large': (count) => frames(count, `${count === 1 ? 'was' : 'were'} too large to read`),
  'too-deep': (count) => frames(count, 'nested too deep to read'),
  conflicting: (count) => `${events(count)} came again with other content`,
  unsequenced: (count) =>
    `${events(count)} ${count === 1 ? 'has' : 'have'} no sequence, so that a loss would not show`,
  unwritten: (count) => `${countOf(count, 'line')} could not be written`,
  'answer-cut': () => 'an answer of the JSON log broke off',
  'log-restarted': () => "the host's log ends before what was received",
  'reader-failed': () => 'the reader failed',
  stopped: () => 'the last of what came may not be in the capture',
  'start-unknown': (first) => `nothing says what came before ${formatCount(first)}`,
  'end-unseen': () => 'the end of the log was not seen',
  'goes-on': () => 'the run had not ended',
};

/** Of a session whose process ended: it can have reported more than was written. */
export const STOPPED: IncompleteReason = { code: 'stopped', count: 1, words: WORDS.stopped(1) };

/** Every reason why the whole run is not known to be stored; none when it is. Losses first. */
export function incompleteReasons(facts: CompletenessFacts): readonly IncompleteReason[] {
  const { losses, firstSequence, hasEnded, isLogWhole } = facts;
  const isStartKnown = isLogWhole || firstSequence === null || firstSequence <= 1;
  const found: readonly (readonly [IncompleteCode, number])[] = [
    ['missing', facts.missing],
    ['bad-frame', losses['bad-frame']],
    ['too-large', losses['too-large']],
    ['too-deep', losses['too-deep']],
    ['unwritten', losses.unwritten],
    ['reader-failed', losses['reader-failed']],
    ['answer-cut', losses['answer-cut']],
    ['log-restarted', losses['log-restarted']],
    ['conflicting', facts.conflicting],
    ['unsequenced', hasEnded && !isLogWhole ? facts.unsequenced : 0],
    ['start-unknown', hasEnded && !isStartKnown ? (firstSequence ?? 0) : 0],
    ['end-unseen', hasEnded && !facts.isEndKnown ? 1 : 0],
    ['goes-on', hasEnded ? 0 : 1],
  ];
  return found.flatMap(([code, count]) => (count === 0 ? [] : [{ code, count, words: WORDS[code](count) }]));
}
