import { type Secret, stepInfo } from '@openwop-inspector/acceptor-core';
import { Button, Icon, IconButton, layout } from '@openwop-inspector/ui';
import { type ComponentProps, useState } from 'react';
import { Failure } from '../../shared/Failure.tsx';
import { Form } from '../../shared/Form.tsx';
import styles from './Acceptor.module.css';
import { ContextGroup, ContextInput, type ContextInputProps } from './ContextField.tsx';
import {
  CONTEXT_PRESETS,
  COUNTER_FIELDS,
  type ContextField,
  DOCUMENT_FIELDS,
  HOST_FIELDS,
  LIMIT_FIELDS,
  NODE_FIELDS,
  WHOLE_CONTEXT,
} from './context-fields.ts';

export interface ContextPaneProps extends ContextInputProps {
  readonly secrets: readonly Secret[];
  /** Errors of the last file. */
  readonly problem: string | null;
  readonly onSecrets: (secrets: readonly Secret[]) => void;
  readonly onLoad: () => void;
}

/** View: the complete input of the acceptor, each field with its effect. A change runs the envelope again. */
export function ContextPane({ secrets, problem, onSecrets, onLoad, ...input }: ContextPaneProps) {
  const { context, onReplace } = input;
  return (
    <div className={layout('grid full scrolls packed')}>
      <ContextGroup title="Whole context" heading={null}>
        <div className={layout('flex wrap gap6')}>
          <Button small icon="folder" onPress={onLoad}>
            From a file
          </Button>
          {CONTEXT_PRESETS.map(({ title, apply }) => (
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
      </ContextGroup>
      <FieldGroup title="Host" rows={HOST_FIELDS} {...input} />
      <FieldGroup title="Limits of the host" rows={LIMIT_FIELDS} {...input} />
      <FieldGroup title="Used so far" rows={COUNTER_FIELDS} {...input} />
      <FieldGroup title="Node and run" rows={NODE_FIELDS} {...input} />
      <SecretsForm secrets={secrets} onChange={onSecrets} />
      <FieldGroup title="Schemas, earlier envelopes, readings" rows={DOCUMENT_FIELDS} {...input} />
    </div>
  );
}

interface FieldGroupProps extends ContextInputProps {
  readonly title: string;
  readonly rows: readonly (readonly ContextField[])[];
}

function FieldGroup({ title, rows, ...input }: FieldGroupProps) {
  return (
    <ContextGroup title={title}>
      {rows.map((fields) => (
        <div key={fields[0]?.name} className={layout('grid gap10', styles.row)}>
          {fields.map((field) => (
            <ContextInput key={field.name} {...input} field={field} />
          ))}
        </div>
      ))}
    </ContextGroup>
  );
}

interface SecretsFormProps {
  readonly secrets: readonly Secret[];
  readonly onChange: (secrets: readonly Secret[]) => void;
}

const NO_SECRET: Secret = { secretId: '', value: '' };

/** View: secret values. They are typed masked, stored in memory only and discarded with the window. */
function SecretsForm({ secrets, onChange }: SecretsFormProps) {
  const [typed, setTyped] = useState(NO_SECRET);
  const { value } = typed;
  const secretId = typed.secretId.trim();
  const isWhole = secretId !== '' && value !== '';
  const add = () => {
    if (!isWhole) return;
    onChange([...secrets.filter((one) => one.secretId !== secretId), { secretId, value }]);
    setTyped(NO_SECRET);
  };
  return (
    <ContextGroup
      title="Secrets"
      heading={
        <>
          <Icon name="masked" /> Secrets
        </>
      }
    >
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
                onPress={() => onChange(secrets.filter((one) => one !== secret))}
              />
            </li>
          ))}
        </ul>
      )}
      <Form className={layout('grid gap6', styles.secret)} onSubmit={add}>
        <SecretInput
          name="secretId"
          value={typed.secretId}
          autoComplete="off"
          spellCheck={false}
          onText={(text) => setTyped({ ...typed, secretId: text })}
        />
        <SecretInput
          name="value"
          type="password"
          value={value}
          autoComplete="new-password"
          onText={(text) => setTyped({ ...typed, value: text })}
        />
        <Button small onPress={add} isDisabled={!isWhole}>
          Add
        </Button>
      </Form>
    </ContextGroup>
  );
}

interface SecretInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly name: string;
  readonly onText: (text: string) => void;
}

function SecretInput({ name, onText, ...input }: SecretInputProps) {
  return (
    <label className={layout('field', styles.field)}>
      <span>{name}</span>
      <input {...input} onChange={({ target }) => onText(target.value)} />
    </label>
  );
}
