/** Outcome of an envelope in plain sentences. */

import {
  type AcceptContext,
  type AcceptResult,
  type Counters,
  type Limits,
  type OutcomeDetail,
  type PatchOperation,
  type StepId,
  type StepTrace,
  type StepVerdict,
  stepInfo,
} from '@openwop-inspector/acceptor-core';
import { countOf, unreachable } from '@openwop-inspector/base';
import { reasonsText, refusalInfo } from '@openwop-inspector/protocol';
import type { ResultLine, RunAnswer } from '../../acceptor-worker/run-jobs.ts';
import { endingRow } from './step-walk.ts';

/** A piece of a sentence: names as on the wire are code, the important part is strong. */
type SentencePiece = string | { readonly code: string } | { readonly strong: string };

const FORMS = {
  accepted: { icon: 'ok', tone: 'ok', title: 'Accepted' },
  invalid: { icon: 'failed', tone: 'error', title: 'Invalid' },
  gated: { icon: 'failed', tone: 'error', title: 'Gated' },
  breached: { icon: 'limit', tone: 'error', title: 'Breached' },
  buffered: { icon: 'waiting', tone: 'waiting', title: 'Buffered' },
  skipped: { icon: 'nodeSkipped', tone: 'waiting', title: 'Not processed' },
  stopped: { icon: 'stop', tone: 'warn', title: 'Stopped' },
} as const satisfies Readonly<Record<AcceptResult['status'], object>>;

/** Glyph, tone and title of a status. */
export function outcomeForm({ status, replayed }: Pick<AcceptResult, 'status' | 'replayed'>) {
  const form = FORMS[status];
  return status === 'accepted' && replayed ? { ...form, title: 'Accepted before' } : form;
}

/** The outcome in one or two sentences: the deciding step, and the effect on the node. */
export function outcomeSentence(answer: RunAnswer, context: AcceptContext): readonly SentencePiece[] {
  const { result, syntax } = answer;
  const step = { strong: stepTitle(result.step) };
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
      return [
        'Stopped at ',
        step,
        `: ${reasonsText(result.reasons)}. It is `,
        { strong: 'neither accepted nor refused' },
        '; no event is recorded and nothing is counted.',
      ];
    case 'invalid':
    case 'gated':
    case 'breached': {
      const why = syntax === null ? whyOf(result) : inSentence(syntax.message);
      return ['Refused at ', step, `: ${why}. `, ...consequence(result, context)];
    }
    default:
      return unreachable(result.status);
  }
}

function acceptedText(result: AcceptResult): readonly SentencePiece[] {
  if (result.replayed)
    return [
      'The same envelope was accepted before: ',
      { strong: 'the first outcome counts' },
      ', no event is recorded again.',
    ];
  const recorded = { strong: `${countOf(result.events.length, 'event')} recorded` };
  const redacted = result.redactionCount === 0 ? '' : `, ${countOf(result.redactionCount, 'value')} redacted`;
  const warned = result.warnings.length === 0 ? '' : `, ${countOf(result.warnings.length, 'warning')}`;
  const unchecked = result.trace
    .filter(({ verdict, hypothetical }) => verdict === 'unchecked' && !hypothetical)
    .map(({ step }) => stepTitle(step));
  if (unchecked.length === 0) return ['It passed every step: ', recorded, `${redacted}${warned}.`];
  const lacks = [
    { strong: `Not checked: ${unchecked.join(', ')}` },
    ', since nothing is known to check against.',
  ];
  return ['No step refused it: ', recorded, `${redacted}${warned}. `, ...lacks];
}

/** Violations named in the sentence; the step lists them all. */
const MAX_NAMED = 2;

function whyOf(result: AcceptResult): string {
  const note = endingRow(result)?.note ?? '';
  const details = result.outcome?.details ?? [];
  const named = details.slice(0, MAX_NAMED).map((detail) => violationInText(detail, result.step));
  const more = details.length - named.length;
  if (details.length > 0)
    return `${named.join('; ')}${more > 0 ? `; ${countOf(more, 'more violation')}` : ''}`;
  if (note !== '') return inSentence(note);
  return result.code === null ? 'the step refused it' : lowerFirst(refusalInfo(result.code).title);
}

/** Effect of the refusal on the node, and the number of tries left. */
function consequence(result: AcceptResult, context: AcceptContext): readonly SentencePiece[] {
  const failed = result.events.some(({ type }) => type === 'node.failed');
  const ends = result.events.some(({ type }) => type === 'run.failed')
    ? 'node and the run fail'
    : 'node fails';
  if (['parse', 'shape', 'kind', 'schema-version', 'payload'].includes(result.step)) {
    const cap = context.host?.limits?.schemaRounds ?? null;
    const rounds = cap === null ? 'without a cap' : `${result.counters.schemaRounds} of ${cap}`;
    return [
      failed ? 'No retry is left (' : 'A retry is left (',
      { code: 'schemaRounds' },
      ` ${rounds}), so `,
      { strong: failed ? `the ${ends}` : 'no event is recorded' },
      '.',
    ];
  }
  if (failed) return [{ strong: `The ${ends}` }, '.'];
  return result.events.length === 0
    ? ['No event is recorded.']
    : [`${countOf(result.events.length, 'event')} recorded; the node continues.`];
}

const inSentence = (sentence: string): string => lowerFirst(sentence.replace(/[.]$/, ''));

const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** "accepted, 2 events, 1 value redacted": an outcome in a few words. */
export function lineInText({ status, code, events, redactionCount }: ResultLine): string {
  const recorded = events > 0 ? `, ${countOf(events, 'event')}` : '';
  const redacted = redactionCount > 0 ? `, ${countOf(redactionCount, 'value')} redacted` : '';
  return `${code === null ? status : `${status}, ${code}`}${recorded}${redacted}`;
}

/** `add /payload/title "…"`: one operation of a repair in one line. */
export function operationInText(operation: PatchOperation): string {
  const path = operation.path === '' ? '(the whole envelope)' : operation.path;
  if (operation.op === 'move') return `move ${operation.from} to ${path}`;
  return `${operation.op} ${path}${operation.op === 'remove' ? '' : ` ${shortJson(operation.value)}`}`;
}

/** One limit and its change by this emission. */
export type MeterReading = ReturnType<typeof meterReadings>[number];

const METERS: readonly (keyof Counters)[] = ['clarificationRounds', 'schemaRounds', 'envelopesPerTurn'];

/** The three limits before and after. */
export function meterReadings(before: Partial<Counters>, after: Counters, limits: Limits) {
  return METERS.map((name) => {
    const used = Math.min(before[name] ?? 0, after[name]);
    const cap = limits[name] ?? null;
    const left = cap === null ? 'no cap' : after[name] >= cap ? 'none left' : `${cap - after[name]} left`;
    return {
      name,
      used,
      /** By this emission. */
      added: after[name] - used,
      /** Null for no cap. */
      cap,
      left,
    };
  });
}

/** Root of the pointers of a step's details, as a pointer from the envelope. */
export const violationBase = (step: StepId | 'stopped'): string => stepInfo(step)?.base ?? '';

/** `/payload/title is not of type string`, `title is missing`, `"options" is not declared in the schema`. */
export function violationInText(detail: OutcomeDetail, step: StepId | 'stopped'): string {
  const { instancePath, message, keyword } = detail;
  const words = message ?? keyword;
  if (instancePath === '' && namesMember(detail)) return words;
  const top = violationBase(step) === '' ? 'the envelope' : 'the payload';
  const place = instancePath === '' ? top : `${violationBase(step)}${instancePath}`;
  return namesMember(detail) ? `${words} at ${place}` : `${place} ${words}`;
}

/** Keywords whose message begins with the member it is about. */
const NAME_MEMBER = new Set([
  'required',
  'dependentRequired',
  'dependencies',
  'discriminator',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
]);

/** The branches of `anyOf` and `oneOf` are named by their tag where they have one. */
function namesMember({ keyword, message = '' }: OutcomeDetail): boolean {
  if (keyword === 'anyOf' || keyword === 'oneOf') return !/^(?:is|has|fits) /.test(message);
  return NAME_MEMBER.has(keyword);
}

/** Display name of the step. */
export const stepTitle = (step: StepId | 'stopped'): string => step.replace('-', ' ');

/** Glyph, word and tone of a verdict, always used together. */
const RAN = {
  passed: { icon: 'ok', word: 'Passed', tone: 'ok' },
  changed: { icon: 'ok', word: 'Changed', tone: 'note' },
  skipped: { icon: 'minus', word: 'Not applied', tone: 'plain' },
  unchecked: { icon: 'unknown', word: 'Not checked', tone: 'warn' },
  stopped: { icon: 'stop', word: 'Stopped', tone: 'warn' },
  decided: { icon: 'decided', word: 'Decided here', tone: 'error' },
  'would-refuse': { icon: 'failed', word: 'Would refuse', tone: 'error' },
} as const satisfies Readonly<Record<StepVerdict, object>>;

const LATER = {
  passed: { icon: 'wouldPass', word: 'Would pass', tone: 'normal' },
  changed: { icon: 'wouldPass', word: 'Would change', tone: 'normal' },
  skipped: { icon: 'hypothetical', word: 'Would not apply', tone: 'normal' },
  unchecked: { icon: 'unknown', word: 'Would not be checked', tone: 'normal' },
  stopped: { icon: 'stop', word: 'Would be stopped', tone: 'normal' },
  decided: { icon: 'wouldPass', word: 'Would accept', tone: 'normal' },
  'would-refuse': { icon: 'failed', word: 'Would refuse', tone: 'error' },
} as const satisfies Readonly<Record<StepVerdict, object>>;

/** Form of a row of the trace and its text at the end. */
export function verdictForm({ verdict, hypothetical, step, code }: StepTrace) {
  const form = (hypothetical ? LATER : RAN)[verdict];
  if (step === 'redaction' && verdict === 'changed') return { ...form, icon: 'redacted' } as const;
  if (hypothetical || verdict !== 'decided' || code !== null) return form;
  return { icon: 'decided', word: step === 'emit' ? 'Accepted here' : 'Decided here', tone: 'ok' } as const;
}

/** "7 passed, 1 not checked, decided at S7": the trace in one line. */
export function traceInText(trace: readonly StepTrace[]): string {
  const ran = trace.filter(({ hypothetical }) => !hypothetical);
  const decided = ran.find(({ verdict }) => verdict === 'decided');
  const stopped = ran.find(({ verdict }) => verdict === 'stopped');
  const unchecked = ran.filter(({ verdict }) => verdict === 'unchecked').length;
  const passed = ran.filter(({ verdict }) => verdict === 'passed' || verdict === 'changed').length;
  const parts = [`${passed} passed`];
  if (unchecked > 0) parts.push(`${unchecked} not checked`);
  if (stopped !== undefined) parts.push(`stopped at ${stepInfo(stopped.step).number}`);
  if (decided !== undefined)
    parts.push(`${decided.step === 'emit' ? 'accepted' : 'decided'} at ${stepInfo(decided.step).number}`);
  return parts.join(', ');
}

/** Maximum length of one value in a line, in UTF-16 units. */
const LONGEST = 160;

/** A value as one line of JSON, truncated when it is long. */
export function shortJson(value: unknown): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value) ?? '';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
