/** The completeness ledger as a strip and as a sentence (bundles-and-transport.md section 7). Pure. */
import { countOf, formatCount } from '@openwop-inspector/base';
import type { EventChannel, Ledger, LedgerSpan } from '@openwop-inspector/host-client';

/** A piece of the strip. */
export interface LedgerPiece {
  readonly first: number;
  readonly last: number;
  readonly via: LedgerSpan['via'];
  /** Share of the strip, at least `LEAST_SHARE`, so that one missing event in a million is visible. */
  readonly weight: number;
}

/** Maximum number of pieces. */
export const MAX_PIECES = 120;
const LEAST_SHARE = 1 / 160;

/** The spans as pieces: small present neighbours are merged, gaps stay. */
export function ledgerPieces({ spans, firstSequence, lastSequence }: Ledger): readonly LedgerPiece[] {
  if (firstSequence === null || lastSequence === null) return [];
  const whole = Math.max(1, lastSequence - firstSequence + 1);
  let pieces = spans;
  for (let least = whole / 400; pieces.length > MAX_PIECES && least < whole; least *= 2)
    pieces = joined(spans, least);
  return pieces.slice(0, MAX_PIECES).map(({ first, last, via }) => ({
    first,
    last,
    via,
    weight: Math.max(LEAST_SHARE, (last - first + 1) / whole),
  }));
}

/** Merges spans shorter than `least` into the one before; merging a gap makes the result a gap. */
function joined(spans: readonly LedgerSpan[], least: number): readonly LedgerSpan[] {
  const out: LedgerSpan[] = [];
  for (const span of spans) {
    const before = out.at(-1);
    const isSmall = span.last - span.first + 1 < least;
    if (before !== undefined && isSmall) {
      const via = before.via === 'missing' || span.via === 'missing' ? 'missing' : before.via;
      out[out.length - 1] = { first: before.first, last: span.last, via };
    } else out.push(span);
  }
  return out;
}

/** "903–911"; a single number by itself. */
export const rangeText = (first: number, last: number): string =>
  first === last ? String(first) : `${first}–${last}`;

/** Number of gaps and ranges named in the sentence; more are counted. */
const NAMED = 5;

interface LedgerSentence {
  readonly tone: 'ok' | 'error' | 'quiet';
  /** "1 gap:"; null without. */
  readonly lead: string | null;
  readonly words: string;
}

/** Text of the strip: "1 gap: 1–1037 complete, 1038–1044 missing, 1045–1260 complete". */
export function ledgerSentence(ledger: Ledger): LedgerSentence {
  const { verdict, firstSequence, lastSequence, spans } = ledger;
  if (verdict === 'not-known')
    return { tone: 'error', lead: 'Not known to be whole:', words: doubtText(ledger) };
  if (verdict === 'nothing' || firstSequence === null || lastSequence === null)
    return { tone: 'quiet', lead: null, words: 'Nothing has come yet' };
  const whole = verdict === 'complete' ? 'Complete' : verdict === 'whole-so-far' ? 'Whole so far' : null;
  const range = `${formatCount(firstSequence)} to ${formatCount(lastSequence)}`;
  if (whole !== null) return { tone: 'ok', lead: null, words: `${whole}, ${range}` };
  const parts = stretches(spans);
  const doubts = doubtText(ledger);
  const state = doubts === '' ? 'complete' : 'stored';
  const gaps = parts.filter(({ isMissing }) => isMissing).length;
  const named = parts
    .slice(0, NAMED)
    .map(({ first, last, isMissing }) => `${rangeText(first, last)} ${isMissing ? 'missing' : state}`);
  const more = parts.slice(NAMED).filter(({ isMissing }) => isMissing).length;
  const rest = `${more === 0 ? '' : `, and ${countOf(more, 'gap')} more`}${doubts === '' ? '' : `; ${doubts}`}`;
  return { tone: 'error', lead: `${countOf(gaps, 'gap')}:`, words: `${named.join(', ')}${rest}` };
}

/** Lost or unproven events other than the gaps, which are named separately. */
function doubtText({ completeness }: Ledger): string {
  const reasons = completeness.known ? [] : completeness.reasons;
  return reasons
    .flatMap(({ code, words }) => (code === 'missing' || code === 'goes-on' ? [] : [words]))
    .join(', ');
}

/** Present and missing ranges, regardless of channel. */
function stretches(spans: readonly LedgerSpan[]) {
  const out: { readonly first: number; readonly last: number; readonly isMissing: boolean }[] = [];
  for (const { first, last, via } of spans) {
    const isMissing = via === 'missing';
    const before = out.at(-1);
    if (before?.isMissing === isMissing) out[out.length - 1] = { ...before, last };
    else out.push({ first, last, isMissing });
  }
  return out;
}

const CHANNEL_WORDS: Record<EventChannel, string> = {
  bundle: 'from the bundle',
  sse: 'streamed',
  poll: 'backfilled by poll',
};

const wordsOf = (via: LedgerSpan['via']): string => (via === 'missing' ? 'missing' : CHANNEL_WORDS[via]);

/** Legend of the patterns, each that occurs once; a single range is named by its numbers. */
export function ledgerKeys({ spans, verdict }: Ledger) {
  return (['bundle', 'sse', 'poll', 'missing'] as const).flatMap((via) => {
    const [only, ...others] = spans.filter((span) => span.via === via);
    if (only === undefined) return [];
    const words = wordsOf(via);
    const isNamed = others.length === 0 && (via !== 'sse' || spans.length === 1) && verdict !== 'nothing';
    return [{ via, words: isNamed ? `${rangeText(only.first, only.last)} ${words}` : words }];
  });
}

/** "3 duplicates dropped, 0 late, 0 conflicting", and other counts that are not zero. */
export function arrivalText(ledger: Ledger): string {
  const { duplicates, late, conflicting, restated, unsequenced, badFrames } = ledger;
  return [
    `${countOf(duplicates, 'duplicate')} dropped`,
    `${formatCount(late)} late`,
    `${formatCount(conflicting)} conflicting`,
    ...(restated === 0 ? [] : [`${formatCount(restated)} completed by poll`]),
    ...(unsequenced === 0 ? [] : [`${formatCount(unsequenced)} without a number`]),
    ...(badFrames === 0 ? [] : [countOf(badFrames, 'unreadable frame')]),
  ].join(', ');
}

/** Accessible name of the strip; long ones by their gaps alone. */
export function stripText(ledger: Ledger): string {
  const { spans } = ledger;
  if (spans.length > 20) return ledgerSentence(ledger).words;
  return spans.map(({ first, last, via }) => `${rangeText(first, last)} ${wordsOf(via)}`).join(', ');
}
