/** User input of one form field, and its JSON value. */
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
import { type FormControl, formOf } from '@openwop-inspector/renderers';
import type { OpenInterrupt } from './open-interrupt.ts';

/** The control for an answer of one schema. Lists, objects and whatever no other control can edit are JSON. */
export type AnswerControl =
  | Exclude<FormControl, { readonly kind: 'list' | 'group' | 'schema' }>
  | { readonly kind: 'json' };

export function controlFor(control: FormControl): AnswerControl {
  switch (control.kind) {
    case 'list':
    case 'group':
    case 'schema':
      return { kind: 'json' };
    default:
      return control;
  }
}

/**
 * Input of a control: a text as typed, the index of a chosen option or the indexes of several, yes or no; null for
 * nothing.
 */
export type FieldDraft = string | boolean | number | readonly number[] | null;

type FieldValue =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'empty' }
  | { readonly kind: 'problem'; readonly message: string };

const EMPTY: FieldValue = { kind: 'empty' };

/** The value of a draft. A draft of another control than this counts as nothing. */
export function fieldValue(control: AnswerControl, draft: FieldDraft): FieldValue {
  switch (control.kind) {
    case 'constant':
      return { kind: 'value', value: control.value };
    case 'text':
      return typeof draft === 'string' && draft.trim() !== '' ? { kind: 'value', value: draft } : EMPTY;
    case 'number':
      return typeof draft === 'string' ? numberValue(draft.trim()) : EMPTY;
    case 'check':
      return typeof draft === 'boolean' ? { kind: 'value', value: draft } : EMPTY;
    case 'choice':
      return choiceValue(control.values, control.many, draft);
    case 'json':
      return typeof draft === 'string' && draft.trim() !== '' ? jsonValue(draft) : EMPTY;
    default:
      return unreachable(control);
  }
}

function numberValue(text: string): FieldValue {
  if (text === '') return EMPTY;
  const value = Number(text);
  const exact = exactNumber(text);
  if (exact instanceof WrittenNumber) return { kind: 'problem', message: lossyText(exact) };
  return Number.isFinite(value)
    ? { kind: 'value', value }
    : { kind: 'problem', message: 'This is no number.' };
}

function choiceValue(values: readonly unknown[], many: boolean, draft: FieldDraft): FieldValue {
  if (many) {
    const places = Array.isArray(draft) ? draft : [];
    return places.length === 0
      ? EMPTY
      : { kind: 'value', value: values.filter((_, at) => places.includes(at)) };
  }
  return typeof draft === 'number' && draft < values.length ? { kind: 'value', value: values[draft] } : EMPTY;
}

function jsonValue(text: string): FieldValue {
  const read = readJson(text);
  return read.ok ? { kind: 'value', value: read.value } : { kind: 'problem', message: read.message };
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
    if (found.kind === 'value') answers.push({ question, value: found.value });
    else {
      const message = found.kind === 'empty' ? 'Answer required.' : found.message;
      problems.push({ field: question.id, message });
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, answers };
}

/** The resume value in the protocol's form: a list of `{id, answer}`. Other forms are offered after a refusal. */
export function clarificationValue(answers: readonly GivenAnswer[]): unknown {
  return { answers: answers.map(({ question, value }) => ({ id: question.id, answer: value })) };
}

/** The answers given so far, as JSON to continue with; a question without one has an empty text. */
export function answersAsJson(
  questions: readonly ClarificationQuestion[],
  drafts: AnswerDrafts,
): FirstAnswer {
  const answers = questions.map((question): GivenAnswer => {
    const found = fieldValue(question.control, drafts.get(question.id) ?? null);
    return { question, value: found.kind === 'value' ? found.value : '' };
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
  if (kind === 'external-event' && typeof correlation === 'object' && correlation !== null) {
    return { text: textOf(correlation), isFromContent: true };
  }
  if (kind === 'conversation.exchange' || kind === 'conversation') {
    const turn = { operation: 'exchange', turn: { role: 'user', content: '' } };
    return { text: textOf(turn), isFromContent: false };
  }
  return { text: '{}', isFromContent: false };
}

const textOf = (value: unknown): string => JSON.stringify(value, null, 2);

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

/** What was made of the input of a form, or what is wrong with its fields. */
export type Made<What extends object> = Result<What, { problems: readonly DraftProblem[] }>;
