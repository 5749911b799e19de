/** User input of a form, its JSON value, and the check of it against the schemas of a host before anything is sent. */
import {
  errorText,
  exactNumber,
  member,
  parseExactly,
  type Result,
  textAt,
  unreachable,
  WrittenNumber,
} from '@openwop-inspector/base';
import type { RunAction } from '@openwop-inspector/host-client';
import { type CheckResume, type FormControl, formOf, type ResumeCheck } from '@openwop-inspector/renderers';
import { answerPlace, type OpenInterrupt } from './open-interrupt.ts';

/** The control for an answer of one schema. Lists, objects and whatever no other control can edit are JSON. */
export type AnswerControl =
  | Exclude<FormControl, { readonly kind: 'list' | 'group' | 'schema' }>
  | { readonly kind: 'json' };

export const controlFor = (control: FormControl): AnswerControl =>
  control.kind === 'list' || control.kind === 'group' || control.kind === 'schema'
    ? { kind: 'json' }
    : control;

/**
 * Input of a control: a text as typed, the index of a chosen option or the indexes of several, yes or no; null for
 * nothing.
 */
export type FieldDraft = string | boolean | number | readonly number[] | null;

/** No message where nothing is given. */
type FieldValue = Result<{ value: unknown }, { message: string | null }>;

const EMPTY: FieldValue = { ok: false, message: null };
const given = (value: unknown): FieldValue => ({ ok: true, value });

/** The value of a draft. A draft of another control than this counts as nothing. */
export function fieldValue(control: AnswerControl, draft: FieldDraft): FieldValue {
  const text = typeof draft === 'string' && draft.trim() !== '' ? draft : null;
  switch (control.kind) {
    case 'constant':
      return given(control.value);
    case 'text':
      return text === null ? EMPTY : given(text);
    case 'number':
      return text === null ? EMPTY : numberValue(text.trim());
    case 'check':
      return typeof draft === 'boolean' ? given(draft) : EMPTY;
    case 'choice':
      return choiceValue(control.values, control.many, draft);
    case 'json':
      return text === null ? EMPTY : readJson(text);
    default:
      return unreachable(control);
  }
}

function numberValue(text: string): FieldValue {
  const exact = exactNumber(text);
  if (exact instanceof WrittenNumber) return { ok: false, message: lossyText(exact) };
  return Number.isFinite(Number(text)) ? given(Number(text)) : { ok: false, message: 'This is no number.' };
}

function choiceValue(values: readonly unknown[], many: boolean, draft: FieldDraft): FieldValue {
  if (!many) return typeof draft === 'number' && draft < values.length ? given(values[draft]) : EMPTY;
  const places = Array.isArray(draft) ? draft : [];
  return places.length === 0 ? EMPTY : given(values.filter((_, at) => places.includes(at)));
}

/** One question. Texts are foreign. */
export type ClarificationQuestion = ReturnType<typeof readQuestion>;

/** Key of the answer when a host asks one question without an id (run-events 3.3). */
const ONLY_QUESTION = 'answer';

/** Maximum number of questions displayed; answers to more are written as JSON. */
const MAX_QUESTIONS = 50;

/** The questions of a clarification's data, or the one question that some hosts write; empty when it has none. */
export function readQuestions(data: unknown): readonly ClarificationQuestion[] {
  const list = member(data, 'questions');
  if (Array.isArray(list)) {
    return list.slice(0, MAX_QUESTIONS).map((entry, at) => readQuestion(entry, `question ${at + 1}`));
  }
  return textAt(data, 'question') === null ? [] : [readQuestion(data, ONLY_QUESTION)];
}

function readQuestion(entry: unknown, fallbackId: string) {
  const schema = member(entry, 'schema') ?? { type: 'string' };
  const form = formOf(schema, null);
  return {
    id: textAt(entry, 'id') ?? fallbackId,
    question: textAt(entry, 'question'),
    schema,
    form,
    control: controlFor(form.control),
  };
}

/** Drafts by id of the question. */
export type AnswerDrafts = ReadonlyMap<string, FieldDraft>;

/** One answer, to be validated against the schema of its question. */
export interface GivenAnswer {
  readonly question: ClarificationQuestion;
  readonly value: unknown;
}

/** The answers as far as the form can check. Every question is required; fields of problems are ids. */
export function givenAnswers(
  questions: readonly ClarificationQuestion[],
  drafts: AnswerDrafts,
): Made<{ answers: readonly GivenAnswer[] }> {
  const problems: DraftProblem[] = [];
  const answers: GivenAnswer[] = [];
  for (const question of questions) {
    const found = fieldValue(question.control, drafts.get(question.id) ?? null);
    if (found.ok) answers.push({ question, value: found.value });
    else problems.push({ field: question.id, message: found.message ?? 'Answer required.' });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, answers };
}

/** The resume value in the protocol's form: a list of `{id, answer}`. Other forms are offered after a refusal. */
export function clarificationValue(answers: readonly GivenAnswer[]): unknown {
  return { answers: answers.map(({ question, value }) => ({ id: question.id, answer: value })) };
}

/** The answers given so far, as JSON to continue with; a question without one has an empty text. */
export function answersAsJson(questions: readonly ClarificationQuestion[], drafts: AnswerDrafts) {
  const answers = questions.map((question) => {
    const found = fieldValue(question.control, drafts.get(question.id) ?? null);
    return { question, value: found.ok ? found.value : '' };
  });
  return { text: JSON.stringify(clarificationValue(answers), null, 2), isFromContent: false };
}

export interface FirstAnswer {
  readonly text: string;
  /** Some of it was copied from the request. */
  readonly isFromContent: boolean;
}

/**
 * An external event must return its correlation, and one host rejects another (bundles 8); a conversation takes a turn.
 * Approvals and everything else start empty.
 */
export function firstAnswer({ kind, data }: Pick<OpenInterrupt, 'kind' | 'data'>): FirstAnswer {
  const correlation = member(data, 'correlation');
  const isFromContent = kind === 'external-event' && typeof correlation === 'object' && correlation !== null;
  const isTurn = kind === 'conversation.exchange' || kind === 'conversation';
  const turn = { operation: 'exchange', turn: { role: 'user', content: '' } };
  const first = isFromContent ? correlation : isTurn ? turn : {};
  return { text: JSON.stringify(first, null, 2), isFromContent };
}

/** Parses user-typed JSON to be sent. A number that would be sent with another value is rejected. */
export function readJson(text: string): Result<{ value: unknown }, { message: string }> {
  try {
    const lossy = firstLossy(parseExactly(text));
    return lossy === null ? { ok: true, value: JSON.parse(text) } : { ok: false, message: lossyText(lossy) };
  } catch (error) {
    return { ok: false, message: `Not JSON: ${errorText(error)}` };
  }
}

/** The first number of a value that a double cannot represent; null for none. Iterative. */
function firstLossy(value: unknown): WrittenNumber | null {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (next instanceof WrittenNumber) return next;
    if (typeof next !== 'object' || next === null) continue;
    for (const member of Object.values(next).reverse()) pending.push(member);
  }
  return null;
}

/** Why a number is rejected. */
function lossyText({ text }: WrittenNumber): string {
  const displayed = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return `The number ${displayed} would be sent with another value: it has more digits than a double keeps.`;
}

export interface DraftProblem {
  /** Name of the field. */
  readonly field: string;
  readonly message: string;
}

/** The failure of one field. */
export const wrong = (field: string, message: string) =>
  ({ ok: false, problems: [{ field, message }] }) satisfies Made<object>;

/** What was made of the input of a form, or what is wrong with its fields. */
export type Made<What extends object> = Result<What, { problems: readonly DraftProblem[] }>;

/** Checks are not cancelled: they finish within the limits of the worker. */
const NEVER = new AbortController().signal;

/** The checker; null for none, and then nothing is checked. */
export type Checker = CheckResume | null;

/** Checks each answer whose question has a schema; warnings are of those that could not be checked. */
export async function checkAnswers(check: Checker, answers: readonly GivenAnswer[]) {
  const problems: DraftProblem[] = [];
  const warnings: string[] = [];
  for (const { question, value } of answers) {
    if (question.schema === null || question.schema === undefined) continue;
    const verdict = await verdictOf(check, question.schema, value);
    if (verdict.kind === 'violated')
      problems.push({ field: question.id, message: violated(verdict.details) });
    if (verdict.kind === 'not-checked')
      warnings.push(`The answer to ${question.id} was not checked against its schema. ${verdict.why}`);
  }
  return { problems, warnings };
}

/** Warnings about a value and the resume schema before it is sent; the host decides. */
export async function resumeWarnings(check: Checker, schema: unknown, value: unknown) {
  if (schema === null || schema === undefined) return [];
  const verdict = await verdictOf(check, schema, value);
  if (verdict.kind === 'satisfied') return [];
  if (verdict.kind === 'not-checked') return [`Not checked against the resumeSchema. ${verdict.why}`];
  return [`It does not satisfy the resumeSchema of the interrupt: ${violated(verdict.details)}`];
}

async function verdictOf(check: Checker, schema: unknown, value: unknown): Promise<ResumeCheck> {
  if (check === null) return { kind: 'not-checked', why: 'Nothing here checks schemas of hosts.' };
  try {
    return await check(schema, value, NEVER);
  } catch {
    return { kind: 'not-checked', why: 'The check could not be made.' };
  }
}

function violated(details: Extract<ResumeCheck, { readonly kind: 'violated' }>['details']): string {
  const [first] = details;
  if (first === undefined) return 'its schema refuses it.';
  const more = details.length > 1 ? `, and ${details.length - 1} more` : '';
  return `${first.pointer === '' ? '' : `${first.pointer} `}${first.message}${more}.`;
}

/** Props of every form of an interrupt, and the action it composes. */
export interface AnswerFormProps {
  readonly sessionId: string;
  readonly interrupt: OpenInterrupt;
  /** Name of the place the outcome is displayed at. */
  readonly place: string;
}

/**
 * The answer to an interrupt. The user's input is trusted; content copied from the request has its trust, and untrusted
 * content never advances an approval (security a2ui-untrusted-blocks-approval).
 */
export function answerAction(
  interrupt: OpenInterrupt,
  resumeValue: unknown,
  valueOrigin: 'person' | 'content',
): RunAction {
  const isTainted = valueOrigin === 'content' && interrupt.isUntrusted;
  return {
    kind: 'resolve-interrupt',
    interruptKind: interrupt.kind,
    ...answerPlace(interrupt),
    resumeValue,
    valueOrigin,
    contentTrust: isTainted ? 'untrusted' : 'trusted',
  };
}
