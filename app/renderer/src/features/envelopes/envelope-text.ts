/** Texts of a logical envelope and its attempts: states, retries, accessible names. */

import { countOf, formatCount } from '@openwop-inspector/base';
import { displayText } from '@openwop-inspector/renderers';
import type {
  EnvelopeAttempt,
  EnvelopeRetry,
  EnvelopeState,
  LogicalEnvelope,
  LogicalEnvelopePage,
} from '@openwop-inspector/run-log';

/** Glyph, tone and word of a state, always used together. */
const FORMS = {
  accepted: { icon: 'ok', tone: 'ok', word: 'Accepted' },
  gated: { icon: 'failed', tone: 'error', word: 'Gated' },
  invalid: { icon: 'failed', tone: 'error', word: 'Invalid' },
  breached: { icon: 'limit', tone: 'error', word: 'Limit breached' },
  refused: { icon: 'failed', tone: 'error', word: 'Refused' },
  truncated: { icon: 'truncated', tone: 'warning', word: 'Truncated' },
  buffered: { icon: 'waiting', tone: 'note', word: 'Buffered' },
  unknown: { icon: 'unknown', tone: 'plain', word: 'Outcome not recorded' },
} as const satisfies Readonly<Record<EnvelopeState, object>>;

/** The form of an envelope as a whole. */
export const envelopeForm = ({ state }: Pick<LogicalEnvelope, 'state'>) => FORMS[state];

/** The form of one attempt. One that was retried is a warning; only a final one is a refusal. */
export function attemptForm({ state, retry }: Pick<EnvelopeAttempt, 'state' | 'retry'>) {
  if (retry === null || FORMS[state].tone !== 'error') return FORMS[state];
  const isSchema = retry.reason === 'schema' && (state === 'invalid' || state === 'refused');
  const word = isSchema ? 'Schema violation' : FORMS[state].word;
  return { icon: 'warning', tone: 'warning', word } as const;
}

const SMALL = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** "one retry for truncation, two for schema"; empty without a retry. */
export function retryText({ attempts }: Pick<LogicalEnvelope, 'attempts'>): string {
  const parts: string[] = [];
  for (const reason of ['truncation', 'schema', 'other'] as const) {
    const count = attempts.filter(({ retry }) => retry?.reason === reason).length;
    if (count === 0) continue;
    const noun = parts.length > 0 ? '' : count === 1 ? ' retry' : ' retries';
    parts.push(`${SMALL[count] ?? formatCount(count)}${noun} for ${retryReason({ reason })}`);
  }
  return parts.join(', ');
}

/** Outcome, as the sentence after its kind: "accepted at attempt 3 of 3: one retry for truncation". */
export function storyText(envelope: LogicalEnvelope): string {
  const total = envelope.attempts.length + envelope.attemptsLeftOut;
  const retries = retryText(envelope);
  const story = retries === '' ? '' : `: ${retries}`;
  switch (envelope.state) {
    case 'accepted':
      return total === 1 ? 'accepted' : `accepted at attempt ${total} of ${total}${story}`;
    case 'buffered':
      return 'buffered until its final fragment arrives';
    case 'unknown':
      return 'outcome not recorded';
    default:
      return `${ENDINGS[envelope.state]}${total === 1 ? '' : ` after ${formatCount(total)} attempts`}${story}`;
  }
}

const ENDINGS = {
  gated: 'gated',
  invalid: 'invalid',
  breached: 'ended by a limit',
  refused: 'refused',
  truncated: 'truncated and not tried again',
} as const;

/** "retry for truncation". */
export function retryReason({ reason }: Pick<EnvelopeRetry, 'reason'>): string {
  return reason === 'other' ? 'another reason' : reason;
}

/** "6 logical envelopes from 10 attempts". */
export function totalText({ total, attempts }: Pick<LogicalEnvelopePage, 'total' | 'attempts'>): string {
  return `${countOf(total, 'logical envelope')} from ${countOf(attempts, 'attempt')}`;
}

/** Name of the kind; one that was recorded without has no name. */
export function kindText({ envelopeType }: Pick<LogicalEnvelope, 'envelopeType'>): string {
  return envelopeType ?? 'Kind not recorded';
}

/** Accessible name of a row: the words on screen in their order, then the meaning of the glyphs. */
export function envelopeRowName(envelope: LogicalEnvelope): string {
  const { nodeId, attempts, untrusted, summary } = envelope;
  const parts = [
    kindText(envelope),
    nodeId ?? '',
    envelopeForm(envelope).word,
    untrusted ? 'Untrusted' : '',
    summary,
    attempts.length > 1 ? `attempts ${attempts.map((attempt) => attemptForm(attempt).word).join(', ')}` : '',
  ];
  return displayText(parts.filter((part) => part !== '').join(', '));
}

/**
 * The attempt an event belongs to: its own, that of a retry after it, else the last. `number` selects one of an
 * envelope that has no event.
 */
export function attemptAt(
  { attempts }: Pick<LogicalEnvelope, 'attempts'>,
  ordinal: number | null,
  number: number | null = null,
): EnvelopeAttempt | null {
  return (
    attempts.find((attempt) => attempt.number === number) ??
    attempts.find((attempt) => attempt.ordinal === ordinal) ??
    attempts.find((attempt) => attempt.retry?.ordinal === ordinal) ??
    attempts.at(-1) ??
    null
  );
}

/** True when an event describes the envelope. */
export function isReportedBy(envelope: LogicalEnvelope, ordinal: number | null): boolean {
  const isOf = ({ ordinal: own, retry }: EnvelopeAttempt): boolean =>
    own === ordinal || retry?.ordinal === ordinal;
  return ordinal !== null && (envelope.ordinal === ordinal || envelope.attempts.some(isOf));
}
