import { useCheckResume } from '@openwop-inspector/renderers';
import { layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import { type FirstAnswer, firstAnswer, readJson } from '../../model/actions/answers.ts';
import { Fold } from '../../rendering/Fold.tsx';
import { type AnswerFormProps, answerAction } from './answer-form.ts';
import { resumeWarnings } from './check-answer.ts';
import { FieldProblem } from './FieldProblem.tsx';
import { FormFrame } from './FormFrame.tsx';
import { JsonField } from './JsonField.tsx';
import { JsonView } from './JsonView.tsx';
import { SendBar } from './SendBar.tsx';

export interface JsonAnswerFormProps extends AnswerFormProps {
  /** Initial text, where another form has been filled in before. */
  readonly first?: FirstAnswer;
}

/** An answer as JSON: for every kind without a form, and as an alternative to the other forms. */
export function JsonAnswerForm({ sessionId, interrupt, place, first }: JsonAnswerFormProps) {
  const check = useCheckResume();
  const [start] = useState(() => first ?? firstAnswer(interrupt));
  const [text, setText] = useState(start.text);
  const [problem, setProblem] = useState<string | null>(null);
  const make = async () => {
    const read = readJson(text);
    setProblem(read.ok ? null : read.message);
    if (!read.ok) return null;
    const warnings = await resumeWarnings(check, interrupt.resumeSchema, read.value);
    const origin = start.isFromContent && text === start.text ? 'content' : 'person';
    return { action: answerAction(interrupt, read.value, origin), warnings };
  };
  return (
    <>
      <FormFrame sessionId={sessionId} interrupt={interrupt}>
        <JsonView label="What is asked" value={interrupt.data} />
      </FormFrame>
      {interrupt.resumeSchema === null ? null : (
        <Fold title="Schema of the answer">
          <JsonView label="Schema of the answer" value={interrupt.resumeSchema} />
        </Fold>
      )}
      <div className={layout.field}>
        <span>
          resumeValue <small>as JSON</small>
        </span>
        <JsonField
          label="resumeValue"
          text={text}
          onChange={(next) => {
            setText(next);
            setProblem(null);
          }}
        />
        {start.isFromContent ? <small>Begun with the correlation that the request names.</small> : null}
        <FieldProblem problem={problem} />
      </div>
      <SendBar sessionId={sessionId} place={place} verb="answer" draft={text} make={make} />
    </>
  );
}
