import { useCheckResume } from '@openwop-inspector/renderers';
import { useMemo, useState } from 'react';
import type { FieldDraft } from '../../model/actions/answer-field.ts';
import type { DraftProblem } from '../../model/actions/approval.ts';
import {
  type AnswerDrafts,
  askedQuestions,
  clarificationValue,
  givenAnswers,
} from '../../model/actions/clarification.ts';
import { AnswerField } from './AnswerField.tsx';
import { type AnswerFormProps, answerAction } from './answer-form.ts';
import { answerProblems, resumeWarnings } from './check-answer.ts';
import { FormFrame } from './FormFrame.tsx';
import { JsonAnswerForm } from './JsonAnswerForm.tsx';
import { SendBar } from './SendBar.tsx';

/** The questions of a clarification, each with the field its schema asks for (run-events 3.3). */
export function ClarificationForm(props: AnswerFormProps) {
  const { sessionId, interrupt, place } = props;
  const { data, resumeSchema } = interrupt;
  const check = useCheckResume();
  const questions = useMemo(() => askedQuestions(data), [data]);
  const [drafts, setDrafts] = useState<AnswerDrafts>(new Map());
  const [problems, setProblems] = useState<readonly DraftProblem[]>([]);
  if (questions.length === 0) return <JsonAnswerForm {...props} />;
  const change = (id: string, draft: FieldDraft) => {
    setDrafts((before) => new Map(before).set(id, draft));
    setProblems((before) => before.filter(({ field }) => field !== id));
  };
  const make = async () => {
    const given = givenAnswers(questions, drafts);
    const found = given.ok ? await answerProblems(check, given.answers) : given.problems;
    setProblems(found);
    if (!given.ok || found.length > 0) return null;
    const value = clarificationValue(given.answers);
    const warnings = await resumeWarnings(check, resumeSchema, value);
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
