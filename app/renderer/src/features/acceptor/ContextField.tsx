import type { AcceptContext, Provenance } from '@openwop-inspector/acceptor-core';
import { Icon, layout, useLatest } from '@openwop-inspector/ui';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import styles from './Acceptor.module.css';
import { type ContextField, contextWith, fieldText } from './context-fields.ts';

export interface ContextInputProps {
  readonly context: AcceptContext;
  /** Sources of fields in the log. */
  readonly provenance: readonly Provenance[];
  readonly onReplace: (context: AcceptContext) => void;
}

/** A field of the context with its effect and its source. A choice is applied at once, a text on blur or Enter. */
export function ContextInput({
  field,
  context,
  provenance,
  onReplace,
}: ContextInputProps & { readonly field: ContextField }) {
  const { name, explain, choices } = field;
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const value = fieldText(context, field);
  const from = provenance.find((one) => one.field === name);
  /** False when the edited text is not applied. */
  const commit = (edited: string): boolean => {
    const made = edited === value ? null : contextWith(context, field, edited);
    setProblem(made?.ok === false ? made.why : null);
    if (made?.ok === true) onReplace(made.context);
    return made?.ok !== false;
  };
  return (
    <div className={layout('field', styles.field)}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is one of the two */}
      <label className={layout('field', styles.field)}>
        <span>{name.slice(name.lastIndexOf('.') + 1)}</span>
        {choices === undefined ? (
          <DraftInput
            field={field}
            value={value}
            aria-describedby={id}
            aria-invalid={problem !== null}
            onCommit={commit}
          />
        ) : (
          <select aria-describedby={id} value={value} onChange={({ target }) => commit(target.value)}>
            {Object.keys(choices).map((word) => (
              <option key={word}>{word}</option>
            ))}
          </select>
        )}
      </label>
      <small id={id}>
        {explain}
        {from === undefined ? null : <Standing provenance={from} />}
        {problem === null ? null : (
          <span className={layout('flex breaks errorText gap6 topIcon')} role="alert">
            <Icon name="failed" size={12} /> {problem}
          </span>
        )}
      </small>
    </div>
  );
}

interface DraftInputProps extends Pick<ComponentProps<'input'>, 'aria-describedby' | 'aria-invalid'> {
  readonly field: ContextField;
  readonly value: string;
  readonly onCommit: (edited: string) => boolean;
}

/** A text that is applied when it is left, also by an unmount: a removed element gets no blur event. */
function DraftInput({ field: { form, placeholder }, value, onCommit, ...described }: DraftInputProps) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const commit = () => {
    // Displays what is applied: secrets, for example, are moved to a field of their own.
    if (onCommit(draft)) setDraft(value);
  };
  const latest = useLatest(commit);
  useEffect(() => () => latest.current(), [latest]);
  const common = {
    ...described,
    value: draft,
    placeholder,
    spellCheck: false,
    autoComplete: 'off',
    onChange: ({ target }: { readonly target: { readonly value: string } }) => setDraft(target.value),
    onBlur: commit,
  };
  if (form === 'json') return <textarea {...common} />;
  return (
    <input
      {...common}
      {...(form === 'count' ? { type: 'number', min: 0, step: 1 } : {})}
      onKeyDown={({ key }: KeyboardEvent) => {
        if (key === 'Enter') commit();
      }}
    />
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
