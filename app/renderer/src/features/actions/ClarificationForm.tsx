import { unreachable } from '@openwop-inspector/base';
import { type FormItem, useCheckResume, VisibleText } from '@openwop-inspector/renderers';
import { layout, Segmented } from '@openwop-inspector/ui';
import { useId, useMemo, useState } from 'react';
import {
  type AnswerControl,
  type AnswerDrafts,
  type AnswerFormProps,
  answerAction,
  answersAsJson,
  type ClarificationQuestion,
  checkAnswers,
  clarificationValue,
  type DraftProblem,
  type FieldDraft,
  givenAnswers,
  readQuestions,
  resumeWarnings,
} from './answers.ts';
import { FieldProblem, JsonLine } from './Fields.tsx';
import { FormFrame, JsonAnswerForm, SendBar } from './FormFrame.tsx';

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
    if (!given.ok) {
      setProblems(given.problems);
      return null;
    }
    const found = await checkAnswers(check, given.answers);
    setProblems(found.problems);
    if (found.problems.length > 0) return null;
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

interface AnswerFieldProps {
  /** The question, foreign text. */
  readonly label: string;
  readonly form: FormItem;
  readonly control: AnswerControl;
  readonly draft: FieldDraft;
  readonly problem: string | null;
  readonly onChange: (draft: FieldDraft) => void;
}

function AnswerField(props: AnswerFieldProps) {
  const { label, form, control, draft, problem, onChange } = props;
  const id = useId();
  const isSpread = control.kind === 'choice' && (control.many || control.options.length <= MAX_SPREAD);
  const said = [form.description, ...form.hints].filter((words) => words !== null && words !== '');
  const below = (
    <>
      {said.length === 0 ? null : (
        <small id={`${id}-hint`}>
          <VisibleText text={said.join('; ')} />
        </small>
      )}
      <FieldProblem problem={problem} id={`${id}-problem`} />
    </>
  );
  const describedBy = `${id}-hint ${id}-problem`;
  if (control.kind === 'check' || isSpread) {
    return (
      <fieldset className={layout.field} aria-describedby={describedBy}>
        <legend>
          <VisibleText text={label} />
        </legend>
        <Options {...props} name={id} />
        {below}
      </fieldset>
    );
  }
  if (control.kind === 'json')
    return (
      <JsonLine label={label} text={typeof draft === 'string' ? draft : ''} onChange={onChange}>
        {below}
      </JsonLine>
    );
  return (
    <div className={layout.field}>
      <label htmlFor={id}>
        <VisibleText text={label} />
      </label>
      <Control {...props} id={id} describedBy={describedBy} />
      {below}
    </div>
  );
}

/** More options than this are a drop-down list. */
const MAX_SPREAD = 5;

/** Yes or no, one of a few, or any of several. Nothing is preselected. */
function Options({ control, draft, name, onChange }: AnswerFieldProps & { readonly name: string }) {
  const isMany = control.kind === 'choice' && control.many;
  const chosen = Array.isArray(draft) ? draft : [];
  const toggle = (at: number) => (chosen.includes(at) ? chosen.filter((one) => one !== at) : [...chosen, at]);
  const options =
    control.kind === 'choice'
      ? control.options.map((text, value) => ({ text, value, isChosen: chosen.includes(value) }))
      : [true, false].map((value) => ({ text: value ? 'yes' : 'no', value, isChosen: false }));
  return (
    <div className={layout('flex wrap gap4x12')}>
      {options.map(({ text, value, isChosen }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: options may repeat, and name values by their place
        <label key={at} className={layout('row rowText gap6')}>
          <input
            type={isMany ? 'checkbox' : 'radio'}
            name={name}
            checked={isChosen || draft === value}
            onChange={() => onChange(isMany ? toggle(at) : value)}
          />
          <VisibleText text={text} />
        </label>
      ))}
    </div>
  );
}

interface ControlProps extends AnswerFieldProps {
  readonly id: string;
  readonly describedBy: string;
}

function Control({ control, draft, problem, id, describedBy, onChange }: ControlProps) {
  const common = { id, 'aria-describedby': describedBy, 'aria-invalid': problem !== null };
  const text = {
    ...common,
    autoComplete: 'off',
    value: typeof draft === 'string' ? draft : '',
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
  };
  switch (control.kind) {
    case 'constant':
      return <input {...common} value={JSON.stringify(control.value) ?? ''} readOnly />;
    case 'number':
      return <input {...text} inputMode="decimal" />;
    case 'text':
      return control.long ? <textarea {...text} /> : <input {...text} type={control.inputType} />;
    case 'choice':
      return (
        <select
          {...common}
          value={typeof draft === 'number' ? draft : ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        >
          <option value="">Choose…</option>
          {control.options.map((option, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: options may repeat, and name values by their place
            <option key={at} value={at}>
              {option}
            </option>
          ))}
        </select>
      );
    case 'json':
    case 'check':
      return null;
    default:
      return unreachable(control);
  }
}
