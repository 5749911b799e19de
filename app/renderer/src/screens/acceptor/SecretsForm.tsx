import { type Secret, stepInfo } from '@openwop-inspector/acceptor-core';
import { Button, Icon, IconButton, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import styles from './Context.module.css';
import { ContextGroup } from './ContextField.tsx';

export interface SecretsFormProps {
  readonly secrets: readonly Secret[];
  readonly onChange: (secrets: readonly Secret[]) => void;
}

/** View: secret values. They are typed masked, stored in memory only and discarded with the window. */
export function SecretsForm({ secrets, onChange }: SecretsFormProps) {
  const [secretId, setSecretId] = useState('');
  const [value, setValue] = useState('');
  const isWhole = secretId.trim() !== '' && value !== '';
  const add = () => {
    if (!isWhole) return;
    onChange([
      ...secrets.filter((one) => one.secretId !== secretId.trim()),
      { secretId: secretId.trim(), value },
    ]);
    setSecretId('');
    setValue('');
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
      <form
        className={styles.secret}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <label className={layout('field', styles.field)}>
          <span>secretId</span>
          <input
            value={secretId}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setSecretId(event.target.value)}
          />
        </label>
        <label className={layout('field', styles.field)}>
          <span>value</span>
          <input
            type="password"
            value={value}
            autoComplete="new-password"
            onChange={(event) => setValue(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') add();
            }}
          />
        </label>
        <Button small onPress={add} isDisabled={!isWhole}>
          Add
        </Button>
      </form>
    </ContextGroup>
  );
}
