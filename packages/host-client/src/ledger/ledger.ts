import type { EventChannel, IncompleteReason, Ledger } from '../answers/live-status.ts';
import { type EntryScan, mixHashes } from '../scan/entry-scan.ts';
import {
  incompleteReasons,
  type LossCounts,
  ledgerSpans,
  ledgerText,
  type SessionStanding,
} from './ledger-text.ts';
import { type EventMark, SeenEvents } from './seen-events.ts';
import { type SequenceHole, SequenceRuns } from './sequence-runs.ts';

/**
 * What an arrival is. `new`, `restated` and `unsequenced` are to be stored: the first report of an event, one that has
 * more than the first, and one that cannot be placed. `repeated` is the same unsequenced event again.
 */
export type Arrival = 'new' | 'restated' | 'duplicate' | 'conflicting' | 'unsequenced' | 'repeated';

/** What is counted next to events: delta frames, frames that could not be read, lines that could not be written. */
export type FrameCount = 'deltaFrames' | 'bad-frame' | 'too-large' | 'too-deep' | 'unwritten';

/** What is in doubt as long as it holds. */
export type Doubt = 'answer-cut' | 'log-restarted' | 'reader-failed';

/** Unsequenced events that are distinguished; beyond, a repeat counts as another event. */
const MAX_UNSEQUENCED = 100_000;
/** Holes that words and fetches look at. */
const MAX_HOLES = 500;

/** Which events of a run are stored, and how they came. */
export class LedgerBook {
  private readonly seen = new SeenEvents();
  private readonly runs = new SequenceRuns();
  private readonly unsequencedSeen = new Set<number>();
  private readonly counts = {
    duplicates: 0,
    late: 0,
    conflicting: 0,
    restated: 0,
    unsequenced: 0,
    deltaFrames: 0,
  };
  private readonly losses: { -readonly [Loss in keyof LossCounts]: number } = {
    'bad-frame': 0,
    'too-large': 0,
    'too-deep': 0,
    unwritten: 0,
    'answer-cut': 0,
    'log-restarted': 0,
    'reader-failed': 0,
  };
  private state: SessionStanding = { hasEnded: false, isLogWhole: false, isEndKnown: false };
  private reported: Ledger | null = null;
  lastSequence: number | null = null;

  get conflicting(): number {
    return this.counts.conflicting;
  }

  get events(): number {
    return this.seen.count;
  }

  /**
   * Takes in an event. O(1) for the newest, about 18 bytes of memory for each. Duplicates and late intake are counted of
   * the stream alone: a poll repeats and fills by design.
   */
  add(event: EntryScan, via: EventChannel): Arrival {
    this.reported = null;
    const { sequence } = event;
    if (sequence === null) {
      const key = mixHashes(event.identityHash, event.eventIdHash) * 2 ** 20 + (event.payloadHash & 0xfffff);
      if (this.unsequencedSeen.has(key)) return 'repeated';
      if (this.unsequencedSeen.size < MAX_UNSEQUENCED) this.unsequencedSeen.add(key);
      this.counts.unsequenced++;
      return 'unsequenced';
    }
    const before =
      this.lastSequence !== null && sequence <= this.lastSequence ? this.seen.get(sequence) : null;
    if (before === null) {
      this.seen.set(sequence, event);
      this.runs.add(sequence, via);
      if (this.lastSequence === null || sequence > this.lastSequence) this.lastSequence = sequence;
      else if (via === 'sse') this.counts.late++;
      return 'new';
    }
    const arrival = compare(before, event);
    if (arrival === 'restated') {
      this.counts.restated++;
      this.seen.set(sequence, {
        identityHash: before.identityHash,
        eventIdHash: event.eventIdHash || before.eventIdHash,
        payloadHash: event.payloadHash || before.payloadHash,
        hasCause: before.hasCause || event.hasCause,
      });
    } else if (arrival === 'conflicting') this.counts.conflicting++;
    else if (via === 'sse') this.counts.duplicates++;
    return arrival;
  }

  count(what: FrameCount): void {
    this.reported = null;
    if (what === 'deltaFrames') this.counts.deltaFrames++;
    else this.losses[what]++;
  }

  /** Says whether a doubt holds. */
  doubt(what: Doubt, holds: boolean): void {
    this.reported = null;
    this.losses[what] = holds ? 1 : 0;
  }

  settle(state: SessionStanding): void {
    this.reported = null;
    this.state = state;
  }

  has(sequence: number): boolean {
    return this.seen.has(sequence);
  }

  /** Holes in order, at most `limit`. */
  holes(limit = MAX_HOLES): readonly SequenceHole[] {
    const leading = this.leading();
    const between = this.runs.holes(limit);
    return leading === null ? between : [leading, ...between];
  }

  /** What is missing before the first stored event. Hosts begin with 0 or with 1. */
  private leading(): SequenceHole | null {
    const first = this.runs.first?.first;
    const { hasEnded, isLogWhole } = this.state;
    if (first === undefined || first <= 1 || !hasEnded || !isLogWhole) return null;
    return { first: 1, last: first - 1 };
  }

  answer(): Ledger {
    this.reported ??= this.asAnswer();
    return this.reported;
  }

  private asAnswer(): Ledger {
    const firstSequence = this.runs.first?.first ?? null;
    const { lastSequence } = this;
    const leading = this.leading();
    const all =
      firstSequence === null || lastSequence === null ? null : { first: firstSequence, last: lastSequence };
    const between = all === null ? 0 : all.last - all.first + 1 - this.seen.count;
    const missing = between + (leading === null ? 0 : leading.last - leading.first + 1);
    const { hasEnded } = this.state;
    const { unsequenced, conflicting } = this.counts;
    const { losses } = this;
    const facts = { missing, conflicting, unsequenced, losses, firstSequence };
    const reasons = incompleteReasons({ ...facts, ...this.state });
    const verdict = this.verdict(missing, reasons);
    return {
      verdict,
      completeness: reasons.length === 0 ? { known: true } : { known: false, reasons },
      words: ledgerText({ verdict, all, holes: this.holes(3), missing, reasons, hasEnded }),
      ...ledgerSpans(this.runs, leading),
      firstSequence,
      lastSequence,
      events: this.seen.count + unsequenced,
      missing,
      ...this.counts,
      badFrames: losses['bad-frame'] + losses['too-large'] + losses['too-deep'],
    };
  }

  private verdict(missing: number, reasons: readonly IncompleteReason[]): Ledger['verdict'] {
    if (missing > 0) return 'missing';
    if (reasons.length === 0) return 'complete';
    if (reasons.some(({ code }) => code !== 'goes-on')) return 'not-known';
    return this.seen.count + this.counts.unsequenced === 0 ? 'nothing' : 'whole-so-far';
  }
}

/**
 * A second telling of a sequence against the first. Channels leave out ids, causes and payloads (run-events.md section
 * 5.1), so that what one of the two lacks is no contradiction.
 */
function compare(first: EventMark, second: EventMark): 'restated' | 'duplicate' | 'conflicting' {
  const differs = (a: number, b: number): boolean => a !== 0 && b !== 0 && a !== b;
  if (first.identityHash !== second.identityHash) return 'conflicting';
  if (differs(first.eventIdHash, second.eventIdHash) || differs(first.payloadHash, second.payloadHash))
    return 'conflicting';
  const hasMore =
    (second.hasCause && !first.hasCause) ||
    (second.eventIdHash !== 0 && first.eventIdHash === 0) ||
    (second.payloadHash !== 0 && first.payloadHash === 0);
  return hasMore ? 'restated' : 'duplicate';
}
