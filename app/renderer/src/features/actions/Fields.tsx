import { VisibleText } from '@openwop-inspector/renderers';
import { Icon, layout, Pending, Segmented } from '@openwop-inspector/ui';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import type { DraftProblem } from './answers.ts';

/** A draft as it is edited in a form, and what is wrong with its fields; a change clears that. */
export function useDraft<Draft extends object>(first: () => Draft) {
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<readonly DraftProblem[]>([]);
  return {
    draft,
    change: (part: Partial<Draft>): void => {
      setDraft((before) => ({ ...before, ...part }));
      setProblems([]);
    },
    setProblems,
    /** The failure of a field; null for none. */
    problemOf: (field: string): string | null => problems.find((one) => one.field === field)?.message ?? null,
  };
}

/** A form with the draft of it. */
export type DraftForm<Draft extends object> = Omit<ReturnType<typeof useDraft<Draft>>, 'setProblems'>;

interface FieldProblemProps {
  /** Null renders nothing. */
  readonly problem: string | null;
  /** For `aria-describedby` of the field; without it the problem is announced as an alert. */
  readonly id?: string;
}

/** View: the error of a field, below it. */
export function FieldProblem({ problem, id }: FieldProblemProps) {
  if (problem === null) return null;
  const named = id === undefined ? ({ role: 'alert' } as const) : { id };
  return (
    <span className={layout('flex breaks meta errorText gap6 topIcon')} {...named}>
      <Icon name="failed" size={12} /> <VisibleText text={problem} />
    </span>
  );
}

interface TextLineProps {
  readonly label: string;
  /** Quiet word after the label. */
  readonly aside?: string;
  readonly explain?: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly problem?: string | null;
  readonly isLong?: boolean;
  readonly onChange: (value: string) => void;
}

/** View: a labelled line of text, with its error below. */
export function TextLine(props: TextLineProps) {
  const { label, aside, explain, placeholder, value, problem = null, isLong = false, onChange } = props;
  const id = useId();
  const common = {
    id,
    value,
    placeholder,
    'aria-invalid': problem !== null,
    'aria-describedby': `${id}-said`,
    autoComplete: 'off',
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
  };
  return (
    <div className={layout.field}>
      <label htmlFor={id}>
        {label} {aside === undefined ? null : <span className={layout.aside}>{aside}</span>}
      </label>
      {isLong ? <textarea {...common} /> : <input {...common} />}
      {explain === undefined && problem === null ? null : (
        <span id={`${id}-said`}>
          {explain === undefined ? null : <small>{explain}</small>}
          <FieldProblem problem={problem} id={`${id}-problem`} />
        </span>
      )}
    </div>
  );
}

interface ChoiceLineProps<Value extends string> {
  readonly title: string;
  /** Name of the choice; the title unless given. */
  readonly label?: string;
  readonly choices: readonly Value[];
  /** What is displayed for the values; the values unless given. */
  readonly words?: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Hints below it. */
  readonly children?: ReactNode;
}

/** View: one of a few words, with a title above. */
export function ChoiceLine<Value extends string>(props: ChoiceLineProps<Value>) {
  const { title, label = title, choices, words, value, onChange, children } = props;
  return (
    <div className={layout.field}>
      <span>{title}</span>
      <Segmented<Value>
        label={label}
        choices={choices.map((choice) => ({ value: choice, label: words?.[choice] ?? choice }))}
        value={value}
        onChange={onChange}
      />
      {children}
    </div>
  );
}

/** Loaded with the first answer that is written as JSON. */
const JsonEditor = lazy(async () => ({
  default: (await import('../../shared/editor/JsonEditor.tsx')).JsonEditor,
}));

interface JsonLineProps {
  /** Foreign text. An editor has a label of its own: an element cannot reference into its shadow tree. */
  readonly label: string;
  readonly explain?: string;
  readonly text: string;
  readonly problem?: string | null;
  readonly onChange: (text: string) => void;
  /** Hints below the editor. */
  readonly children?: ReactNode;
}

/** View: a value as JSON, in the editor of the acceptor. */
export function JsonLine(props: JsonLineProps) {
  const { label, explain = 'as JSON', text, problem = null, onChange, children } = props;
  return (
    <div className={layout.field}>
      <span>
        <VisibleText text={label} /> <small>{explain}</small>
      </span>
      <div className={layout('flex crops roundedMore high180 inputEdge')}>
        <Suspense fallback={<Pending>The editor is on its way.</Pending>}>
          <JsonEditor label={label} text={text} onChange={onChange} />
        </Suspense>
      </div>
      {children}
      <FieldProblem problem={problem} />
    </div>
  );
}
