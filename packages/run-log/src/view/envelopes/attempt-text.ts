/** What became of one attempt, by its events (acceptor 2, 5 and 8, envelope 3). */
import { cutMasked, formatCount, isRecord, type MaskedText, masker, words } from '@openwop-inspector/base';
import { Fields, failureOf, joined, shown } from '@openwop-inspector/events';
import { isRefusalCode, refusalInfo } from '@openwop-inspector/protocol';
import type { EventFacts } from '../stories/written-values.ts';
import { saysMost } from './logical-envelope.ts';
import { acceptedText } from './other-stories.ts';

/** What became of an emission, or of the envelope as a whole: the state of its last emission (acceptor 8, envelope 3). */
export type EnvelopeState =
  | 'accepted'
  | 'gated'
  | 'invalid'
  | 'breached'
  | 'refused'
  | 'truncated'
  /** A fragment that waits for the final one (envelope 2.3). */
  | 'buffered'
  /** Recorded without any word about what became of it. */
  | 'unknown';

/** One emission of a logical envelope. */
export interface EnvelopeAttempt {
  /** From 1. */
  readonly number: number;
  readonly state: EnvelopeState;
  /** Code of the refusal as recorded; null when none was. */
  readonly code: MaskedText | null;
  /** One short sentence for a card, for example "max_tokens at 512, JSON left open". Masked. */
  readonly note: MaskedText;
  /** Pointer into the payload of the first violation, when one was recorded. */
  readonly pointer: string | null;
  /** The event that stands for the attempt; -1 for an envelope beside the events. */
  readonly ordinal: number;
  readonly sequence: number | null;
  readonly type: MaskedText;
  /** Why it was tried again after this attempt; null for the last. */
  readonly retry: EnvelopeRetry | null;
}

/** The retry that led from one attempt to the next. Retries for truncation and for the schema are distinguished. */
export interface EnvelopeRetry {
  readonly reason: 'truncation' | 'schema' | 'other';
  /** In words, for example "budget 512 → 1,024" or "corrective fragment"; empty when nothing more is known. */
  readonly note: MaskedText;
  /** The event that says so; null when only the next attempt does. */
  readonly ordinal: number | null;
  readonly sequence: number | null;
}

/** The words of one attempt, without its place. */
export interface AttemptText extends Pick<EnvelopeAttempt, 'state' | 'code' | 'note' | 'pointer'> {
  /** The event that stands for the attempt. */
  readonly event: EventFacts;
}

/** The words of the events of one attempt; `accepted` is the one that says it was taken. */
export function attemptText(
  events: readonly EventFacts[],
  first: EventFacts,
  accepted: EventFacts | undefined,
  known: { readonly envelopeType: string | null; readonly payload: unknown },
): AttemptText {
  if (accepted !== undefined) {
    const own = events.find((event) => event.payload !== undefined)?.payload;
    const note = acceptedText(known.envelopeType, own ?? known.payload);
    return { event: accepted, state: 'accepted', code: null, note: masker.text(note), pointer: null };
  }
  const failed = events.find((event) => event.type === 'node.failed');
  const warning = events.find((event) => event.type === 'log.appended');
  const event = saysMost(events) ?? first;
  const code = codeOf(failed, warning, events);
  const state = stateOf(events, code);
  const violation = violationIn(failed) ?? violationIn(warning);
  return {
    event,
    state,
    code: code === null ? null : masker.text(code),
    note: masker.text(noteOf(events, state, violation?.message ?? '', failed ?? warning)),
    pointer: violation?.pointer ?? pointerIn(previousError(events)),
  };
}

function codeOf(
  failed: EventFacts | undefined,
  warning: EventFacts | undefined,
  events: readonly EventFacts[],
): string | null {
  if (failed !== undefined) {
    const { isCoded, code } = failureOf(failed.fields.whole);
    return isCoded ? code : null;
  }
  if (warning !== undefined) return warningCode(warning.fields);
  return events.some((event) => event.type === 'envelope.refusal') ? 'envelope_refusal' : null;
}

/** A warning names its code among its fields, or is the code. */
function warningCode(p: Fields): string | null {
  const named = p.child('fields').text('code', 128);
  if (named !== '') return named;
  const message = p.text('message', 128);
  if (isRefusalCode(message)) return message;
  return p.child('fields').value('allowedKinds') === undefined ? null : 'envelope_contract_violation';
}

function stateOf(events: readonly EventFacts[], code: string | null): EnvelopeState {
  const has = (type: string): boolean => events.some((event) => event.type === type);
  if (has('envelope.refusal') || code === 'envelope_refusal') return 'refused';
  if (has('envelope.truncated') || code === 'envelope_truncation_unrecoverable') return 'truncated';
  const known = code === null ? null : statusOf(code);
  if (known !== null) return known;
  const retry = events.find((event) => event.type === 'envelope.retry.attempted');
  const exhausted = events.find((event) => event.type === 'envelope.retry.exhausted');
  const reason = retry?.fields.text('reason') || exhausted?.fields.text('finalReason') || '';
  if (reason === 'truncation') return 'truncated';
  if (reason === 'refusal') return 'refused';
  if (code !== null || retry !== undefined || exhausted !== undefined) return 'invalid';
  return has('cap.breached') ? 'breached' : 'unknown';
}

/** The outcome that a code comes with; null for one that ends a dispatch, and for codes of a host's own. */
function statusOf(code: string): EnvelopeState | null {
  if (!isRefusalCode(code)) return null;
  const { status } = refusalInfo(code);
  return status === 'failed' ? null : status;
}

/** The first violation that a refusal lists, where the host puts them (acceptor 3.3). */
function violationIn(event: EventFacts | undefined) {
  if (event === undefined) return null;
  const details = event.fields.child('error').child('details');
  const list = [details.list('violations'), event.fields.child('fields').list('violations')];
  const first = list.flat().find(isRecord);
  if (first === undefined) return null;
  const p = new Fields(first);
  const pointer = p.value('instancePath');
  return {
    pointer: typeof pointer === 'string' ? cutMasked(masker.text(pointer.slice(0, 1024)), 512) : null,
    message: p.text('message', 110),
  };
}

function previousError(events: readonly EventFacts[]): string {
  for (const { fields } of events) {
    const error = fields.text('previousError', 140) || fields.text('finalError', 140);
    if (error !== '') return error;
  }
  return '';
}

/** A pointer that an error message begins with. */
function pointerIn(message: string): string | null {
  return /^(\/[^\s:]{1,200})(?=[\s:])/.exec(message)?.[1] ?? null;
}

function noteOf(
  events: readonly EventFacts[],
  state: EnvelopeState,
  violation: string,
  verdict: EventFacts | undefined,
): string {
  const truncated = events.find((event) => event.type === 'envelope.truncated');
  if (truncated !== undefined) return truncatedText(truncated.fields);
  const refusal = events.find((event) => event.type === 'envelope.refusal');
  if (refusal !== undefined) {
    const { fields } = refusal;
    return joined(fields.text('safetyCategory'), fields.quoted('refusalText')) || 'the model refused';
  }
  const previous = previousError(events);
  if (verdict !== undefined && verdict.type === 'node.failed')
    return violation || previous || failureOf(verdict.fields.whole).message || '';
  if (verdict !== undefined) return violation || verdict.fields.text('message', 110);
  const cap = events.find((event) => event.type === 'cap.breached');
  if (previous === '' && state === 'breached' && cap !== undefined) return capText(cap.fields);
  const recovered =
    events.find((event) => event.type === 'envelope.recovery.applied')?.fields.text('path') ?? '';
  return previous || (recovered && `recovered by ${recovered}`);
}

function truncatedText(p: Fields): string {
  const tokens = p.count('outputTokenCount');
  const stop = [p.text('stopReason') || 'cut off', tokens && `at ${tokens}`].filter((text) => text !== '');
  return joined(stop.join(' '), p.value('partialPayloadAvailable') === true && 'JSON left open');
}

function capText(p: Fields): string {
  const limit = p.count('limit');
  return joined(
    p.text('kind') && `limit of ${p.text('kind')}`,
    limit && `${p.count('observed')} of ${limit}`,
  );
}

/** Why it was tried again, said by the retry that ends an attempt, or by the attempt's own state. */
export function retryText(
  events: readonly EventFacts[],
  attempt: AttemptText,
  budget: MaskedText,
): Pick<EnvelopeRetry, 'reason' | 'note'> {
  const retry = events.find((event) => event.type === 'envelope.retry.attempted');
  const reason = retry?.fields.text('reason') ?? '';
  if (reason === 'truncation' || (retry === undefined && attempt.state === 'truncated'))
    return { reason: 'truncation', note: budget };
  if (
    reason === 'schema-violation' ||
    reason === 'type-mismatch' ||
    (retry === undefined && attempt.state === 'invalid')
  )
    return { reason: 'schema', note: retry === undefined ? words`` : words`corrective fragment` };
  return { reason: 'other', note: OTHER_REASONS.get(reason) ?? shown(reason, 80) };
}

const OTHER_REASONS: ReadonlyMap<string, MaskedText> = new Map([
  ['parse-error', words`text that was no JSON`],
  ['type-drift', words`wrong envelope type`],
  ['unknown', words``],
]);

/** Tokens at which an attempt was cut off; null when that is not recorded. */
export function tokensCut(events: readonly EventFacts[]): number | null {
  const truncated = events.find((event) => event.type === 'envelope.truncated');
  if (truncated === undefined || truncated.fields.text('stopReason') === 'stop_sequence') return null;
  const tokens = truncated.fields.number('outputTokenCount');
  return tokens !== null && tokens > 0 ? tokens : null;
}

/** "budget 512 → 1,024": to where the next attempt was cut off, else by the multiplier of the host (acceptor 5). */
export function budgetText(from: number | null, next: number | null, multiplier: number): MaskedText {
  if (from === null) return words``;
  return masker.text(`budget ${formatCount(from)} → ${formatCount(next ?? Math.round(from * multiplier))}`);
}
