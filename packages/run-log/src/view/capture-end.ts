/** What a capture says of its own completeness in its last line. It is a file: nothing it says is relied on as words. */
import { formatCount, isRecord } from '@openwop-inspector/base';

/** Whether a capture is known to hold the whole run; reasons are clauses, at most one of each kind. */
export type CaptureCompleteness =
  | { readonly known: true }
  | { readonly known: false; readonly reasons: readonly string[] };

const frames = (n: string): string => `${n} ${n === '1' ? 'frame' : 'frames'}`;
const events = (n: string): string => `${n} ${n === '1' ? 'event' : 'events'}`;

/** The reasons that a session writes, in our words. */
const WORDS: ReadonlyMap<string, (n: string) => string> = new Map<string, (n: string) => string>([
  ['missing', (n) => `${events(n)} missing`],
  ['bad-frame', (n) => `${frames(n)} could not be read`],
  ['too-large', (n) => `${frames(n)} too large to read`],
  ['too-deep', (n) => `${frames(n)} nested too deep to read`],
  ['conflicting', (n) => `${events(n)} told again with other content`],
  ['unsequenced', (n) => `${events(n)} without a sequence`],
  ['unwritten', (n) => `${n === '1' ? '1 line' : `${n} lines`} could not be written`],
  ['answer-cut', () => 'an answer of the JSON log broke off'],
  ['log-restarted', () => 'the log of the host ended before what was held'],
  ['reader-failed', () => 'the reader failed'],
  ['stopped', () => 'the last of what came may not have been written'],
  ['start-unknown', () => 'nothing says what came before the first event'],
  ['end-unseen', () => 'the end of the log was not seen'],
  ['goes-on', () => 'the session ended before the run did'],
]);

/**
 * Completeness by the line `end` of a capture, from its members; null for what is no capture. Without such a line, or
 * with one that does not say it, it is not known.
 */
export function captureCompleteness(header: ReadonlyMap<string, unknown>): CaptureCompleteness | null {
  if (!header.has('captureForm')) return null;
  const end = header.get('captureEnd');
  if (!isRecord(end)) return { known: false, reasons: ['its session was not ended'] };
  const completeness = isRecord(end.ledger) ? end.ledger.completeness : undefined;
  if (!isRecord(completeness)) return { known: false, reasons: ['its last line does not say so'] };
  if (completeness.known === true && end.end === 'run-ended') return { known: true };
  const reasons = new Set(
    (Array.isArray(completeness.reasons) ? completeness.reasons.slice(0, 100) : []).flatMap(textOf),
  );
  return { known: false, reasons: reasons.size === 0 ? ['its last line gives no reason'] : [...reasons] };
}

function textOf(reason: unknown): readonly string[] {
  if (!isRecord(reason)) return [];
  const words = typeof reason.code === 'string' ? WORDS.get(reason.code) : undefined;
  const count = Number.isSafeInteger(reason.count) ? formatCount(Number(reason.count)) : 'some';
  return words === undefined ? [] : [words(count)];
}
