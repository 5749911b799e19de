import type { IncompleteCode, IncompleteReason } from '../answers/live-status.ts';
import { counted } from './ledger-text.ts';

/** Counts of what came and could not be kept, and of what is in doubt. */
export type LossCounts = Readonly<Record<Exclude<IncompleteCode, DerivedCode>, number>>;

/** Reasons that follow from what is held and how the session stands. */
type DerivedCode =
  | 'missing'
  | 'conflicting'
  | 'unsequenced'
  | 'stopped'
  | 'start-unknown'
  | 'end-unseen'
  | 'goes-on';

/** What completeness is told from. */
export interface CompletenessFacts {
  readonly missing: number;
  readonly conflicting: number;
  readonly unsequenced: number;
  readonly losses: LossCounts;
  readonly firstSequence: number | null;
  readonly hasEnded: boolean;
  /** The JSON log was read from its beginning. */
  readonly isLogWhole: boolean;
  /** An event that ends the run is held, or the JSON log was read to its end. */
  readonly isEndKnown: boolean;
}

const frames = (count: number, what: string): string =>
  `${counted(count)} ${count === 1 ? 'frame' : 'frames'} ${what}`;
const events = (count: number): string => `${counted(count)} ${count === 1 ? 'event' : 'events'}`;

const WORDS: Record<IncompleteCode, (count: number) => string> = {
  missing: (count) => `${events(count)} ${count === 1 ? 'is' : 'are'} missing`,
  'bad-frame': (count) => frames(count, 'could not be read'),
  'too-large': (count) => frames(count, `${count === 1 ? 'was' : 'were'} too large to read`),
  'too-deep': (count) => frames(count, 'nested too deep to read'),
  conflicting: (count) => `${events(count)} came again with other content`,
  unsequenced: (count) =>
    `${events(count)} ${count === 1 ? 'has' : 'have'} no sequence, so that a loss would not show`,
  unwritten: (count) => `${counted(count)} ${count === 1 ? 'line' : 'lines'} could not be written`,
  'answer-cut': () => 'an answer of the JSON log broke off',
  'log-restarted': () => "the host's log ends before what is held",
  'reader-failed': () => 'the reader failed',
  stopped: () => 'the last of what came may not be in the capture',
  'start-unknown': (first) => `nothing says what came before ${counted(first)}`,
  'end-unseen': () => 'the end of the log was not seen',
  'goes-on': () => 'the run had not ended',
};

/** Of a session whose process ended: it can have told of more than was written. */
export const STOPPED: IncompleteReason = { code: 'stopped', count: 1, words: WORDS.stopped(1) };

/** Every reason why the whole run is not known to be held; none when it is. Losses first. */
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
