/** What became of one attempt, by its events (acceptor 2, 5 and 8, envelope 3). */

import {
  countOf,
  cutMasked,
  formatBytes,
  formatCount,
  isRecord,
  type MaskedText,
  masker,
  valuesIn,
  words,
} from '@openwop-inspector/base';
import { brief, clip, Fields, failureOf, joined } from '@openwop-inspector/events';
import { isRefusalCode, refusalInfo } from '@openwop-inspector/protocol';
import type { EventFacts } from '../stories/written-values.ts';

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
  /** The event that represents the attempt; -1 for an envelope next to the events. */
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
  /** The event that represents the attempt. */
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
    // Some messages begin with a pointer.
    pointer: violation?.pointer ?? /^(\/[^\s:]{1,200})(?=[\s:])/.exec(previousError(events))?.[1] ?? null,
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
  // A code that ends a dispatch, and one of a host's own, names no outcome.
  const known = code !== null && isRefusalCode(code) ? refusalInfo(code).status : 'failed';
  if (known !== 'failed') return known;
  const retry = events.find((event) => event.type === 'envelope.retry.attempted');
  const exhausted = events.find((event) => event.type === 'envelope.retry.exhausted');
  const reason = retry?.fields.text('reason') || exhausted?.fields.text('finalReason') || '';
  if (reason === 'truncation') return 'truncated';
  if (reason === 'refusal') return 'refused';
  if (code !== null || retry !== undefined || exhausted !== undefined) return 'invalid';
  return has('cap.breached') ? 'breached' : 'unknown';
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
  const [kind, limit] = [p.text('kind'), p.count('limit')];
  return joined(kind && `limit of ${kind}`, limit && `${p.count('observed')} of ${limit}`);
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
  return { reason: 'other', note: OTHER_REASONS.get(reason) ?? clip(reason, 80) };
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

/** A redaction marker that a host left (run-events 5.4). */
const MARKER = /\[REDACTED(?::[^\]]{1,128})?\]|<<redacted:[^>]{1,128}>>/g;

/** Values of a payload in which markers are counted, and characters of each. */
const COUNTED_IN = 20_000;

const MAX_INSPECTED = 64 * 1024;

/** A title, the number of questions, a media type and size; empty when nothing is recorded of the payload. */
export function contentText(envelopeType: string | null, payload: unknown): string {
  if (payload === undefined) return '';
  const p = new Fields(payload);
  switch (envelopeType) {
    case 'ui.a2ui-surface':
      return p.child('surface').text('title') || componentsOf(p);
    case 'clarification.request':
      return countOf(p.list('questions').length, 'question');
    case 'schema.request':
      return p.text('envelopeType') && `for ${p.text('envelopeType')}`;
    case 'schema.response':
      return p.text('envelopeType') && `${p.text('envelopeType')} taken`;
    case 'error':
      return [p.text('code'), p.text('message', 100)].filter((text) => text !== '').join(': ');
    default:
      return envelopeType?.startsWith('media.') === true ? mediaText(p) : freeText(payload, p);
  }
}

/** For the card of an accepted attempt: what came through, and how much of it was redacted. */
function acceptedText(envelopeType: string | null, payload: unknown): string {
  const isSurface = envelopeType === 'ui.a2ui-surface';
  const words = isSurface ? componentsOf(new Fields(payload)) : contentText(envelopeType, payload);
  return joined(words, redactedText(payload));
}

function componentsOf(p: Fields): string {
  const { length } = p.child('surface').list('components');
  return p.child('surface').isObject ? countOf(length, 'component') : '';
}

function redactedText(payload: unknown): string {
  let markers = 0;
  for (const { value } of valuesIn(payload, COUNTED_IN))
    if (typeof value === 'string') markers += value.slice(0, MAX_INSPECTED).match(MARKER)?.length ?? 0;
  return markers === 0 ? '' : `${countOf(markers, 'value')} redacted`;
}

function mediaText(p: Fields): string {
  const place =
    p.value('base64') !== undefined ? 'inline' : p.value('url') !== undefined ? 'by URL' : 'no source';
  const size = p.number('bytes');
  const type = [p.text('mimeType'), place].filter((text) => text !== '').join(' ');
  return joined(p.text('name', 60), type, size !== null && size >= 0 && formatBytes(size));
}

function freeText(payload: unknown, p: Fields): string {
  if (!p.isObject) return new Fields({ payload }).brief('payload', 100);
  const named = p.first('title', 'name', 'subject', 'summary', 'label');
  if (named !== '') return named;
  for (const key of ['text', 'markdown', 'content', 'body', 'message']) {
    const line = firstLine(p.value(key));
    if (line !== '') return new Fields({ line }).text('line', 100);
  }
  return brief(payload);
}

/** The first line that says anything, without the marks of a heading. */
function firstLine(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = value
    .slice(0, 2_000)
    .split('\n')
    .find((one) => one.trim() !== '');
  return (line ?? '')
    .replace(/^\s*#{1,6}\s+/, '')
    .replace(/\*\*/g, '')
    .trim();
}

/** Types by which the state of an attempt is known, the one that says most first. */
const SAYS_MOST = [
  'node.failed',
  'log.appended',
  'envelope.refusal',
  'envelope.truncated',
  'cap.breached',
  'envelope.retry.exhausted',
  'envelope.retry.attempted',
];

/** Of the events by which an attempt is known the one that represents it, unless one says that it was taken. */
export function saysMost<T extends { readonly type: string }>(events: readonly T[]): T | undefined {
  for (const type of SAYS_MOST) {
    const found = events.find((event) => event.type === type);
    if (found !== undefined) return found;
  }
  return events[0];
}
