/** What went wrong according to a payload (run-events.md section 5.3). */
import {
  cutMasked,
  isRecord,
  type MaskedText,
  masker,
  member,
  textAt,
  words,
  writtenNumber,
} from '@openwop-inspector/base';
import type { AbnormalRule } from './description.ts';

/** Code and message of a failure; the message is masked and cut. */
export interface Failure {
  /** That of the host, or our `node_failed` where the host has none: `isCoded` distinguishes them. */
  readonly code: MaskedText;
  readonly message: MaskedText | null;
  /** True when the host gave the code. */
  readonly isCoded: boolean;
}

/** Our word for a failure that has none. */
const UNNAMED = words`node_failed`;

/** Longest message in UTF-16 units, and longest code. */
const MESSAGE_LENGTH = 300;
const CODE_LENGTH = 128;
/** Length of the text after the cut that is scanned too, so that a secret across the cut is recognised. */
const LOOK_AHEAD = 1024;

/** A bare `error` text that is a code and no sentence. */
const CODE_LIKE = /^[A-Za-z][\w.:-]{0,127}$/;

/**
 * Code and message by the ruling of section 5.3: `payload.error.{code,message}`, then `payload.{code,message}`, then
 * `payload.error` as text, then our own `node_failed`. Every form of payload is tolerated. O(1) in the size of the
 * message.
 */
export function failureOf(payload: unknown): Failure {
  if (typeof payload === 'string') return failureOf({ error: payload });
  if (!isRecord(payload)) return uncoded(null);
  const error = member(payload, 'error');
  const code = codeIn(error) ?? codeIn(payload);
  const message = textAt(error, 'message') ?? textAt(payload, 'message') ?? textAt(payload, 'reason');
  if (code !== null) return coded(code, message);
  if (typeof error !== 'string' || error === '') return uncoded(message);
  return CODE_LIKE.test(error) ? coded(error, message) : uncoded(error);
}

/** The code of the host, or words that say that there is none. */
export function codeText({ isCoded, code }: Failure): MaskedText {
  return isCoded ? code : words`failed, no code given`;
}

/** True when the host says nothing at all about what went wrong. */
export function isSilent({ isCoded, message }: Failure): boolean {
  return !isCoded && message === null;
}

function coded(code: string, message: string | null): Failure {
  const short = cutMasked(masker.text(code.slice(0, CODE_LENGTH + LOOK_AHEAD)), CODE_LENGTH);
  return { code: short, message: shortMessage(message), isCoded: true };
}

function uncoded(message: string | null): Failure {
  return { code: UNNAMED, message: shortMessage(message), isCoded: false };
}

function codeIn(value: unknown): string | null {
  if (!isRecord(value)) return null;
  const code = member(value, 'code');
  return typeof code === 'number' ? (writtenNumber(value, 'code') ?? String(code)) : textAt(value, 'code');
}

function shortMessage(message: string | null): MaskedText | null {
  if (message === null) return null;
  return cutMasked(masker.text(message.slice(0, MESSAGE_LENGTH + LOOK_AHEAD)), MESSAGE_LENGTH);
}

/** A failure says by its code whether time ran out or an answer was in conflict. */
export function failedBy(payload: unknown): AbnormalRule {
  const { code } = failureOf(payload);
  if (/time_?d?_?-?out|deadline/i.test(code)) return 'timeout';
  return code === 'envelope_correlation_conflict' ? 'conflict' : 'failure';
}

/** An answer was a no, or none came in time. */
export function answeredBy(payload: unknown): AbnormalRule | null {
  const answer = member(payload, 'resumeValue');
  return (
    ruleIn(payload, 'reason', { timeout: 'timeout' }) ??
    ruleIn(isRecord(answer) ? answer : payload, 'action', { reject: 'refusal', timeout: 'timeout' }) ??
    (member(answer, 'approved') === false ? 'refusal' : null) ??
    ruleIn(payload, 'decision', { rejected: 'refusal' }) ??
    ruleIn(payload, 'outcome', { rejected: 'refusal' })
  );
}

/** The rule that a member gives by its word; null for any other word. */
export function ruleIn(
  payload: unknown,
  key: string,
  rules: Readonly<Record<string, AbnormalRule>>,
): AbnormalRule | null {
  const word = member(payload, key);
  return (typeof word === 'string' && Object.hasOwn(rules, word) ? rules[word] : null) ?? null;
}
