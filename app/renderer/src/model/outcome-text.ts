/** Outcome of an envelope in plain sentences. */

import type {
  AcceptContext,
  AcceptResult,
  Counters,
  Limits,
  PatchOperation,
} from '@openwop-inspector/acceptor-core';
import { countOf, unreachable } from '@openwop-inspector/base';
import { reasonsText, refusalInfo } from '@openwop-inspector/protocol';
import type { IconName } from '@openwop-inspector/ui';
import type { ResultLine, RunAnswer } from '../acceptor-worker/run-jobs.ts';
import { shortJson } from './short-json.ts';
import { stepTitle } from './step-text.ts';
import { endingRow } from './step-walk.ts';
import { violationInText } from './violation-text.ts';

/** A piece of a sentence: names as on the wire are code, the important part is strong. */
export type SentencePiece = string | { readonly code: string } | { readonly strong: string };

export interface OutcomeForm {
  readonly icon: IconName;
  readonly tone: 'ok' | 'error' | 'waiting' | 'warn';
  readonly title: string;
}

/** Glyph, tone and title of a status. */
export function outcomeForm({ status, replayed }: Pick<AcceptResult, 'status' | 'replayed'>): OutcomeForm {
  switch (status) {
    case 'accepted':
      return { icon: 'ok', tone: 'ok', title: replayed ? 'Accepted before' : 'Accepted' };
    case 'invalid':
      return { icon: 'failed', tone: 'error', title: 'Invalid' };
    case 'gated':
      return { icon: 'failed', tone: 'error', title: 'Gated' };
    case 'breached':
      return { icon: 'limit', tone: 'error', title: 'Breached' };
    case 'buffered':
      return { icon: 'waiting', tone: 'waiting', title: 'Kept back' };
    case 'skipped':
      return { icon: 'nodeSkipped', tone: 'waiting', title: 'Not processed' };
    case 'stopped':
      return { icon: 'stop', tone: 'warn', title: 'Stopped' };
    default:
      return unreachable(status);
  }
}

/** The outcome in one or two sentences: the deciding step, and the effect on the node. */
export function outcomeSentence(answer: RunAnswer, context: AcceptContext): readonly SentencePiece[] {
  const { result } = answer;
  switch (result.status) {
    case 'accepted':
      return acceptedText(result);
    case 'buffered':
      return [
        'A chunk that is not the last one. ',
        { strong: 'Nothing is recorded' },
        ' until the final chunk is there.',
      ];
    case 'skipped':
      return ['An envelope before it stopped the turn, so this one was ', { strong: 'never checked' }, '.'];
    case 'stopped':
      return stoppedText(result);
    case 'invalid':
    case 'gated':
    case 'breached':
      return refusedText(answer, context);
    default:
      return unreachable(result.status);
  }
}

function stoppedText({ reasons, step }: AcceptResult): readonly SentencePiece[] {
  return [
    'Stopped at ',
    { strong: stepTitle(step) },
    `: ${reasonsText(reasons)}. It is `,
    { strong: 'neither accepted nor refused' },
    '; no event is recorded and nothing is counted.',
  ];
}

/** Steps without anything to check against. */
function uncheckedSteps({ trace }: AcceptResult): readonly string[] {
  return trace
    .filter(({ verdict, hypothetical }) => verdict === 'unchecked' && !hypothetical)
    .map(({ step }) => stepTitle(step));
}

function acceptedText(result: AcceptResult): readonly SentencePiece[] {
  if (result.replayed) {
    return [
      'The same envelope was accepted before: ',
      { strong: 'the first outcome stands' },
      ', no event is recorded again.',
    ];
  }
  const recorded = countOf(result.events.length, 'event');
  const redacted = result.redactionCount === 0 ? '' : `, ${countOf(result.redactionCount, 'value')} redacted`;
  const warned = result.warnings.length === 0 ? '' : `, ${countOf(result.warnings.length, 'warning')}`;
  const unchecked = uncheckedSteps(result);
  if (unchecked.length === 0)
    return ['It passed every step: ', { strong: `${recorded} recorded` }, `${redacted}${warned}.`];
  return [
    'No step refused it: ',
    { strong: `${recorded} recorded` },
    `${redacted}${warned}. `,
    { strong: `Not checked: ${unchecked.join(', ')}` },
    ', since nothing is known to check against.',
  ];
}

function refusedText(answer: RunAnswer, context: AcceptContext): readonly SentencePiece[] {
  const { result, syntax } = answer;
  const decided = endingRow(result);
  const why = syntax === null ? whyOf(result, decided?.note ?? '') : lowerFirst(syntax.message);
  return ['Refused at ', { strong: stepTitle(result.step) }, `: ${why}. `, ...consequence(result, context)];
}

/** Violations named in the sentence; the step lists them all. */
const MAX_NAMED = 2;

function whyOf(result: AcceptResult, note: string): string {
  const details = result.outcome?.details ?? [];
  if (details.length > 0) {
    const named = details.slice(0, MAX_NAMED).map((detail) => violationInText(detail, result.step));
    const more = details.length - named.length;
    return [...named, ...(more > 0 ? [countOf(more, 'more violation')] : [])].join('; ');
  }
  if (note !== '') return lowerFirst(note.replace(/[.]$/, ''));
  return result.code === null ? 'the step refused it' : lowerFirst(refusalInfo(result.code).title);
}

/** Effect of the refusal on the node, and the number of tries left. */
function consequence(result: AcceptResult, context: AcceptContext): readonly SentencePiece[] {
  const failed = result.events.some(({ type }) => type === 'node.failed');
  const ends = result.events.some(({ type }) => type === 'run.failed')
    ? 'node and the run fail'
    : 'node fails';
  const retryable = ['parse', 'shape', 'kind', 'schema-version', 'payload'].includes(result.step);
  if (retryable) {
    const cap = context.host?.limits?.schemaRounds ?? null;
    const rounds = cap === null ? 'without a cap' : `${result.counters.schemaRounds} of ${cap}`;
    if (failed)
      return [
        'No retry is left (',
        { code: 'schemaRounds' },
        ` ${rounds}), so `,
        { strong: `the ${ends}` },
        '.',
      ];
    return [
      'A retry is left (',
      { code: 'schemaRounds' },
      ` ${rounds}), so `,
      { strong: 'no event is recorded' },
      '.',
    ];
  }
  if (failed) return [{ strong: `The ${ends}` }, '.'];
  return result.events.length === 0
    ? ['No event is recorded.']
    : [`${countOf(result.events.length, 'event')} recorded; the node goes on.`];
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** "accepted, 2 events, 1 value redacted": an outcome in a few words. */
export function lineInText({ status, code, events, redactionCount }: ResultLine): string {
  const parts: string[] = [code === null ? status : `${status}, ${code}`];
  if (events > 0) parts.push(countOf(events, 'event'));
  if (redactionCount > 0) parts.push(`${countOf(redactionCount, 'value')} redacted`);
  return parts.join(', ');
}

/** `add /payload/title "…"`: one operation of a repair in one line. */
export function operationInText(operation: PatchOperation): string {
  const path = operation.path === '' ? '(the whole envelope)' : operation.path;
  if (operation.op === 'move') return `move ${operation.from} to ${path}`;
  return operation.op === 'remove'
    ? `remove ${path}`
    : `${operation.op} ${path} ${shortJson(operation.value)}`;
}

/** One limit and its change by this emission. */
export interface MeterReading {
  readonly name: keyof Counters;
  readonly used: number;
  /** Added by this emission. */
  readonly added: number;
  /** Null for no cap. */
  readonly cap: number | null;
  readonly left: string;
}

const METERS: readonly (keyof Counters)[] = ['clarificationRounds', 'schemaRounds', 'envelopesPerTurn'];

/** The three limits before and after. */
export function meterReadings(
  before: Partial<Counters>,
  after: Counters,
  limits: Limits,
): readonly MeterReading[] {
  return METERS.map((name) => {
    const used = Math.min(before[name] ?? 0, after[name]);
    const cap = limits[name] ?? null;
    const left = cap === null ? 'no cap' : after[name] >= cap ? 'none left' : `${cap - after[name]} left`;
    return { name, used, added: after[name] - used, cap, left };
  });
}
