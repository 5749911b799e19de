import { type AcceptContext, type Provenance, type Secret, stepInfo } from '@openwop-inspector/acceptor-core';
import { Button, Icon, IconButton, layout, useLatest } from '@openwop-inspector/ui';
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Failure } from '../../shared/Failure.tsx';
import { Form } from '../../shared/Form.tsx';
import styles from './Acceptor.module.css';
import {
  CONTEXT_PRESETS,
  type ContextField,
  contextWith,
  DOCUMENT_FIELDS,
  FIELD_GROUPS,
  type Fields,
  fieldText,
  WHOLE_CONTEXT,
} from './context-fields.ts';

interface ContextInputProps {
  readonly context: AcceptContext;
  /** Sources of fields in the log. */
  readonly provenance: readonly Provenance[];
  readonly onReplace: (context: AcceptContext) => void;
}

export interface ContextPaneProps extends ContextInputProps {
  readonly secrets: readonly Secret[];
  /** Errors of the last file. */
  readonly problem: string | null;
  readonly onSecrets: (secrets: readonly Secret[]) => void;
  readonly onLoad: () => void;
}

const GROUP = layout('grid ruled gap10 pad12');
const FIELD = layout('field', styles.field);

/** View: the complete input of the acceptor, each field with its effect. A change runs the envelope again. */
export function ContextPane({ secrets, problem, onSecrets, onLoad, ...input }: ContextPaneProps) {
  const { context, onReplace } = input;
  return (
    <div className={layout('grid full scrolls packed')}>
      <section className={GROUP} aria-label="Whole context">
        <div className={layout('flex wrap gap6')}>
          <Button small icon="folder" onPress={onLoad}>
            From a file
          </Button>
          {Object.entries(CONTEXT_PRESETS).map(([title, apply]) => (
            <Button key={title} small onPress={() => onReplace(apply(context))}>
              {title}
            </Button>
          ))}
        </div>
        {problem === null ? null : <Failure message={problem} />}
        <details className={styles.whole}>
          <summary className={layout('rests rounded')}>As JSON</summary>
          <ContextInput {...input} field={WHOLE_CONTEXT} />
        </details>
      </section>
      {FIELD_GROUPS.map(([title, rows]) => (
        <FieldGroup key={title} title={title} rows={rows} {...input} />
      ))}
      <SecretsForm secrets={secrets} onSecrets={onSecrets} />
      <FieldGroup title="Schemas, earlier envelopes, readings" rows={DOCUMENT_FIELDS} {...input} />
    </div>
  );
}

function FieldGroup(props: ContextInputProps & { readonly title: string; readonly rows: Fields }) {
  const { title, rows, ...input } = props;
  return (
    <section className={GROUP} aria-label={title}>
      <h3 className={layout('row wrap gap6')}>{title}</h3>
      {rows.map((fields) => (
        <div key={fields[0]?.name} className={layout('grid gap10 columns150')}>
          {fields.map((field) => (
            <ContextInput key={field.name} {...input} field={field} />
          ))}
        </div>
      ))}
    </section>
  );
}

const STANDING_ICON = { known: 'ok', assumed: 'unknown', unknown: 'hypothetical' } as const;

/** A field of the context with its effect and its source. A choice is applied at once, a text on blur or Enter. */
function ContextInput(props: ContextInputProps & { readonly field: ContextField }) {
  const { field, context, provenance, onReplace } = props;
  const { name, explain, choices } = field;
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const value = fieldText(context, field);
  const source = provenance.find((one) => one.field === name);
  const sequences = source?.from?.map((sequence) => `#${sequence}`).join(', ') ?? '';
  /** False when the edited text is not applied. */
  const commit = (edited: string): boolean => {
    const made = edited === value ? null : contextWith(context, field, edited);
    setProblem(made?.ok === false ? made.why : null);
    if (made?.ok === true) onReplace(made.context);
    return made?.ok !== false;
  };
  const described = { 'aria-describedby': id, 'aria-invalid': problem !== null };
  return (
    <div className={FIELD}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is one of the two */}
      <label className={FIELD}>
        <span className={layout('code breaks')}>{name.slice(name.lastIndexOf('.') + 1)}</span>
        {choices === undefined ? (
          <DraftInput field={field} value={value} onCommit={commit} {...described} />
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
        {source === undefined ? null : (
          <span className={layout('inlineRow caption gap4')}>
            {' '}
            <Icon name={STANDING_ICON[source.standing]} size={12} />
            {source.standing}
            {sequences === '' ? '' : `, from ${sequences}`}. {source.note}
          </span>
        )}
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

const NO_SECRET: Secret = { secretId: '', value: '' };
const SECRET_INPUTS = [
  { name: 'secretId', autoComplete: 'off', spellCheck: false },
  { name: 'value', autoComplete: 'new-password', type: 'password' },
] as const;

/** View: secret values. They are typed masked, stored in memory only and discarded with the window. */
function SecretsForm({ secrets, onSecrets }: Pick<ContextPaneProps, 'secrets' | 'onSecrets'>) {
  const [typed, setTyped] = useState(NO_SECRET);
  const { value } = typed;
  const secretId = typed.secretId.trim();
  const isWhole = secretId !== '' && value !== '';
  const type = (name: keyof Secret, text: string) => setTyped({ ...typed, [name]: text });
  const forget = (secret: Secret) => onSecrets(secrets.filter((one) => one !== secret));
  const add = () => {
    if (!isWhole) return;
    onSecrets([...secrets.filter((one) => one.secretId !== secretId), { secretId, value }]);
    setTyped(NO_SECRET);
  };
  return (
    <section className={GROUP} aria-label="Secrets">
      <h3 className={layout('row wrap gap6')}>
        <Icon name="masked" /> Secrets
      </h3>
      <small className={layout('inlineRow caption gap4')}>
        Values of 8 characters and more are replaced by {stepInfo('redaction').number}. They stay in memory:
        never saved, never copied.
      </small>
      {secrets.length === 0 ? null : (
        <ul>
          {secrets.map((secret) => (
            <li key={secret.secretId} className={layout('flex wrap gap6')}>
              <code>{secret.secretId}</code> <span>•••••••• ({secret.value.length} characters)</span>
              <IconButton
                small
                icon="close"
                label={`Forget ${secret.secretId}`}
                onPress={() => forget(secret)}
              />
            </li>
          ))}
        </ul>
      )}
      <Form className={layout('grid gap6 secretColumns endAligned')} onSubmit={add}>
        {SECRET_INPUTS.map(({ name, ...input }) => (
          <label key={name} className={FIELD}>
            <span className={layout('code breaks')}>{name}</span>
            <input {...input} value={typed[name]} onChange={({ target }) => type(name, target.value)} />
          </label>
        ))}
        <Button small onPress={add} isDisabled={!isWhole}>
          Add
        </Button>
      </Form>
    </section>
  );
}
