import type { Provenance } from '@openwop-inspector/acceptor-core';
import { errorText, type Result } from '@openwop-inspector/base';
import { Icon, layout, useLatest } from '@openwop-inspector/ui';
import { type ReactNode, useEffect, useId, useState } from 'react';
import styles from './Acceptor.module.css';

interface FieldProps {
  /** The field's name as in a context file. */
  readonly name: string;
  readonly explain: string;
  /** Its source in the log, if any. */
  readonly provenance?: Provenance | undefined;
}

export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly placeholder?: string;
  readonly onCommit: (value: string) => void;
  readonly type?: 'text' | 'number' | 'password';
}

/** A field that is applied on blur or Enter. */
export function TextField({ value, placeholder, onCommit, type = 'text', ...field }: TextFieldProps) {
  const [draft, setDraft] = useDraft(value);
  const commit = () => {
    if (draft !== value) onCommit(draft);
  };
  useOnLeave(commit);
  return (
    <Field {...field}>
      {(id) => (
        <input
          aria-describedby={id}
          type={type}
          {...(type === 'number' ? { min: 0, step: 1 } : {})}
          value={draft}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
          }}
        />
      )}
    </Field>
  );
}

export interface ChoiceFieldProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly choices: readonly Value[];
  readonly onChange: (value: Value) => void;
}

/** A field with a few values; the empty one is for none. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { value, choices, onChange, ...field } = props;
  return (
    <Field {...field}>
      {(id) => (
        <select
          aria-describedby={id}
          value={value}
          onChange={({ target }) => onChange(choices.find((one) => one === target.value) ?? value)}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice === '' ? 'not stated' : choice}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export interface JsonFieldProps extends FieldProps {
  readonly value: unknown;
  /** Applies the value, or returns the error message. */
  readonly onCommit: (value: unknown) => string | null;
}

/** A field whose value is JSON; an empty one is not set. It is applied on blur. */
export function JsonField({ value, onCommit, ...field }: JsonFieldProps) {
  const displayed = value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
  const [draft, setDraft] = useDraft(displayed);
  const [problem, setProblem] = useState<string | null>(null);
  const commit = () => {
    if (draft === displayed) return setProblem(null);
    const read = readJson(draft);
    const why = read.ok ? onCommit(read.value) : read.why;
    setProblem(why);
    // Displays the applied value: secrets, for example, are moved to a field of their own.
    if (why === null) setDraft(displayed);
  };
  useOnLeave(commit);
  return (
    <Field {...field} problem={problem}>
      {(id) => (
        <textarea
          aria-describedby={id}
          aria-invalid={problem !== null}
          value={draft}
          spellCheck={false}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={commit}
        />
      )}
    </Field>
  );
}

function readJson(text: string): Result<{ value: unknown }, { why: string }> {
  if (text.trim() === '') return { ok: true, value: null };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, why: `Not JSON: ${errorText(error)}` };
  }
}

/** Also applies the typed text on unmount: a removed element gets no blur event. */
function useOnLeave(commit: () => void): void {
  const latest = useLatest(commit);
  useEffect(() => () => latest.current(), [latest]);
}

/** The text being typed; an external change of the value replaces it. */
function useDraft(value: string) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  return [draft, setDraft] as const;
}

interface FrameProps extends FieldProps {
  readonly problem?: string | null;
  readonly children: (describedBy: string) => ReactNode;
}

function Field({ name, explain, provenance, problem = null, children }: FrameProps) {
  const id = useId();
  return (
    <div className={layout('field', styles.field)}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is made by the child */}
      <label className={layout('field', styles.field)}>
        <span>{name.slice(name.lastIndexOf('.') + 1)}</span>
        {children(id)}
      </label>
      <small id={id}>
        {explain}
        {provenance === undefined ? null : <Standing provenance={provenance} />}
        {problem === null ? null : (
          <span className={layout('flex breaks errorText gap6 topIcon')} role="alert">
            <Icon name="failed" size={12} /> {problem}
          </span>
        )}
      </small>
    </div>
  );
}

const STANDING_ICON = { known: 'ok', assumed: 'unknown', unknown: 'hypothetical' } as const;

function Standing({ provenance }: { readonly provenance: Provenance }) {
  const { standing, from = [], note } = provenance;
  const places = from.length === 0 ? '' : `, from ${from.map((sequence) => `#${sequence}`).join(', ')}`;
  return (
    <span className={layout('inlineRow caption gap4')}>
      {' '}
      <Icon name={STANDING_ICON[standing]} size={12} />
      {standing}
      {places}. {note}
    </span>
  );
}

export interface ContextGroupProps {
  readonly title: string;
  /** Heading above the fields; the title unless given, null for none. */
  readonly heading?: ReactNode;
  readonly children: ReactNode;
}

/** View: a group of related fields. */
export function ContextGroup({ title, heading = title, children }: ContextGroupProps) {
  return (
    <section className={layout('grid ruled gap10 pad12')} aria-label={title}>
      {heading === null ? null : <h3 className={layout('row wrap gap6')}>{heading}</h3>}
      {children}
    </section>
  );
}
