/** Questions of a clarification as a form, and the value that answers them (bundles-and-transport.md section 8). */
import { member, textAt } from '@openwop-inspector/base';
import { type FormItem, formOf } from '@openwop-inspector/renderers';
import { type AnswerControl, controlFor, type FieldDraft, fieldValue } from './answer-field.ts';
import type { DraftProblem } from './approval.ts';
import type { FirstAnswer } from './first-answer.ts';

/** One question. Texts are foreign. */
export interface ClarificationQuestion {
  readonly id: string;
  readonly question: string | null;
  readonly schema: unknown;
  readonly form: FormItem;
  readonly control: AnswerControl;
}

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

function readQuestion(entry: unknown, fallbackId: string): ClarificationQuestion {
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

export type GivenAnswers =
  | { readonly ok: true; readonly answers: readonly GivenAnswer[] }
  | { readonly ok: false; readonly problems: readonly DraftProblem[] };

/** The answers as far as the form can check. Every question is required; fields of problems are ids. */
export function givenAnswers(
  questions: readonly ClarificationQuestion[],
  drafts: AnswerDrafts,
): GivenAnswers {
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
