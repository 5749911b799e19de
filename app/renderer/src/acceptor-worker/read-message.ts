import { ACCEPT_STATUSES } from '@openwop-inspector/acceptor-core';
import { isRecord, unreachable } from '@openwop-inspector/base';
import type { AcceptorMessage, AcceptorRequest } from './acceptor-contract.ts';

/**
 * Checks a message of the worker: it compiles schemas of strangers to code, so what it says is not taken on trust. Null
 * for anything that is neither `ready` nor the answer to the last request.
 */
export function readMessage(data: unknown, asked: AcceptorRequest | null): AcceptorMessage | null {
  if (!isRecord(data)) return null;
  if (data.ready === true) return { ready: true };
  if (asked === null || data.id !== asked.id) return null;
  if (typeof data.bug === 'string') return { id: asked.id, bug: data.bug };
  const { running } = data;
  if (typeof running === 'string' || running === null) return { id: asked.id, running };
  return isAnswer(asked, data.result) ? { id: asked.id, result: data.result } : null;
}

function isAnswer(asked: AcceptorRequest, result: unknown): boolean {
  switch (asked.job) {
    case 'run':
      return isRecord(result) && isRunAnswer(result);
    case 'profiles':
      return Array.isArray(result) && result.every((one) => isRecord(one) && isResult(one.result));
    case 'hosts':
      return Array.isArray(result) && result.every((one) => isRecord(one) && isLine(one.outcome));
    case 'audit':
      return Array.isArray(result) && result.every(isAudited);
    case 'portability':
      return Array.isArray(result) && result.every(isJudged);
    case 'published':
      return Array.isArray(result) && result.every(isGroup);
    case 'turn':
    case 'gate':
    case 'discovery':
      return isRecord(result) && isSimulated(result);
    case 'check':
      return isRecord(result) && isVerdict(result);
    default:
      return unreachable(asked.job);
  }
}

function isJudged(value: unknown): boolean {
  if (!isRecord(value) || typeof value.kind !== 'string' || !isRecord(value.place)) return false;
  return Array.isArray(value.verdicts) && value.verdicts.every(isPortable);
}

function isPortable(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value.missing) || !value.missing.every(isRecord)) return false;
  return ['accepted', 'refused', 'unknown'].some((answer) => answer === value.answer);
}

function isAudited(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value.answer)) return false;
  const { kind, deviations, missing } = value.answer;
  if (kind === 'deviates') return Array.isArray(deviations) && deviations.every(isRecord);
  if (kind === 'not-reconstructable') return Array.isArray(missing) && missing.every(isRecord);
  return kind === 'agrees';
}

function isGroup(value: unknown): boolean {
  return (
    isRecord(value) &&
    [value.source, value.clause, value.id, value.title].every((text) => typeof text === 'string') &&
    Number.isSafeInteger(value.count) &&
    Array.isArray(value.places) &&
    value.places.every(isRecord)
  );
}

function isSimulated({ kind, answer, marks, problems }: Readonly<Record<string, unknown>>): boolean {
  if (kind === 'refused')
    return Array.isArray(problems) && problems.every((one) => isMark(one) && isRecord(one));
  return kind === 'answered' && isRecord(answer) && Array.isArray(marks) && marks.every(isMark);
}

function isVerdict({ kind, details, why }: Readonly<Record<string, unknown>>): boolean {
  if (kind === 'violated') return Array.isArray(details) && details.every(isViolation);
  return kind === 'satisfied' || (kind === 'not-checked' && typeof why === 'string');
}

function isViolation(value: unknown): boolean {
  return isRecord(value) && typeof value.pointer === 'string' && typeof value.message === 'string';
}

function isRunAnswer(answer: Readonly<Record<string, unknown>>): boolean {
  return (
    Array.isArray(answer.lines) &&
    answer.lines.length > 0 &&
    answer.lines.every(isLine) &&
    Number.isSafeInteger(answer.at) &&
    isResult(answer.result) &&
    Array.isArray(answer.textWarnings) &&
    Array.isArray(answer.marks) &&
    answer.marks.every(isMark) &&
    Array.isArray(answer.violations) &&
    answer.violations.every(isPlacedViolation) &&
    (answer.syntax === null || isMark(answer.syntax)) &&
    (answer.repair === null || isRepair(answer.repair))
  );
}

function isPlacedViolation(value: unknown): boolean {
  if (!isRecord(value) || typeof value.pointer !== 'string' || typeof value.message !== 'string')
    return false;
  const { line, column, meant, known, excerpt } = value;
  const areNames = [meant, known].every(
    (names) => Array.isArray(names) && names.every((one) => typeof one === 'string'),
  );
  return areNames && [line, column].every(Number.isSafeInteger) && (excerpt === null || isExcerpt(excerpt));
}

function isExcerpt(value: unknown): boolean {
  return (
    isRecord(value) && typeof value.text === 'string' && [value.from, value.to].every(Number.isSafeInteger)
  );
}

function isResult(value: unknown): boolean {
  return (
    isLine(value) &&
    isRecord(value) &&
    [value.events, value.warnings, value.notes, value.trace, value.lossyNumbers, value.reasons].every(
      Array.isArray,
    ) &&
    isRecord(value.counters)
  );
}

function isLine(value: unknown): boolean {
  return isRecord(value) && isStatus(value.status) && typeof value.step === 'string';
}

/** An unknown status has no label and no icon: it must not be taken for a known one. */
function isStatus(value: unknown): boolean {
  return ACCEPT_STATUSES.some((status) => status === value);
}

function isMark(value: unknown): boolean {
  return (
    isRecord(value) &&
    Number.isSafeInteger(value.from) &&
    Number.isSafeInteger(value.to) &&
    typeof value.message === 'string'
  );
}

function isRepair(value: unknown): boolean {
  return (
    isRecord(value) && Array.isArray(value.patch) && typeof value.text === 'string' && isLine(value.outcome)
  );
}
