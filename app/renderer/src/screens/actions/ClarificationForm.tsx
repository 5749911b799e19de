import { useCheckResume } from '@openwop-inspector/renderers';
import { layout, Segmented } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import {
  type AnswerDrafts,
  answersAsJson,
  type ClarificationQuestion,
  clarificationValue,
  type DraftProblem,
  type FieldDraft,
  givenAnswers,
  readQuestions,
} from '../../model/actions/answers.ts';
import { AnswerField } from './AnswerField.tsx';
import { type AnswerFormProps, answerAction } from './answer-form.ts';
import { checkAnswers, resumeWarnings } from './check-answer.ts';
import { FormFrame } from './FormFrame.tsx';
import { JsonAnswerForm } from './JsonAnswerForm.tsx';
import { SendBar } from './SendBar.tsx';

type AnswerAs = 'fields' | 'json';

const WAYS = [
  { value: 'fields', label: 'Fields' },
  { value: 'json', label: 'JSON' },
] as const;

/** The questions of a clarification, as fields or as JSON, for hosts that require another form (bundles 8). */
export function ClarificationForm(props: AnswerFormProps) {
  const { data } = props.interrupt;
  const questions = useMemo(() => readQuestions(data), [data]);
  const [drafts, setDrafts] = useState<AnswerDrafts>(new Map());
  const [as, setAs] = useState<AnswerAs>('fields');
  if (questions.length === 0) return <JsonAnswerForm {...props} />;
  return (
    <>
      <div className={layout.field}>
        <Segmented<AnswerAs> label="Answer as" choices={WAYS} value={as} onChange={setAs} />
      </div>
      {as === 'json' ? (
        <JsonAnswerForm {...props} first={answersAsJson(questions, drafts)} />
      ) : (
        <QuestionFields {...props} questions={questions} drafts={drafts} onDrafts={setDrafts} />
      )}
    </>
  );
}

interface QuestionFieldsProps extends AnswerFormProps {
  readonly questions: readonly ClarificationQuestion[];
  readonly drafts: AnswerDrafts;
  readonly onDrafts: (change: (before: AnswerDrafts) => AnswerDrafts) => void;
}

/** Each question with the field for its schema (run-events 3.3). */
function QuestionFields({ sessionId, interrupt, place, questions, drafts, onDrafts }: QuestionFieldsProps) {
  const { resumeSchema } = interrupt;
  const check = useCheckResume();
  const [problems, setProblems] = useState<readonly DraftProblem[]>([]);
  const change = (id: string, draft: FieldDraft) => {
    onDrafts((before) => new Map(before).set(id, draft));
    setProblems((before) => before.filter(({ field }) => field !== id));
  };
  const make = async () => {
    const given = givenAnswers(questions, drafts);
    const found = given.ok
      ? await checkAnswers(check, given.answers)
      : { problems: given.problems, warnings: [] };
    setProblems(found.problems);
    if (!given.ok || found.problems.length > 0) return null;
    const value = clarificationValue(given.answers);
    const warnings = [...found.warnings, ...(await resumeWarnings(check, resumeSchema, value))];
    return { action: answerAction(interrupt, value, 'person'), warnings };
  };
  return (
    <>
      <FormFrame sessionId={sessionId} interrupt={interrupt}>
        {questions.map(({ id, question, form, control }) => (
          <AnswerField
            key={id}
            label={question ?? id}
            form={form}
            control={control}
            draft={drafts.get(id) ?? null}
            problem={problems.find(({ field }) => field === id)?.message ?? null}
            onChange={(draft) => change(id, draft)}
          />
        ))}
      </FormFrame>
      <SendBar sessionId={sessionId} place={place} verb="answer" draft={drafts} make={make} />
    </>
  );
}
