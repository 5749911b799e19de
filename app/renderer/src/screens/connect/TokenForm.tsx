import type { ShellInfo } from '@openwop-inspector/shell-contract';
import { Button, layout } from '@openwop-inspector/ui';
import { useEffect, useId, useRef, useState } from 'react';
import type { TokenChoice } from '../../queries/host-queries.ts';
import type { SetTyped } from '../../state/typed-token.ts';
import { onEnter } from '../../ui/on-enter.ts';
import { RadioChoices } from '../../ui/RadioChoices.tsx';
import { ReadableOnTheWay } from '../../ui/ReadableOnTheWay.tsx';
import styles from './Connect.module.css';
import hostStyles from './Host.module.css';

export interface TokenFormProps {
  readonly shell: ShellInfo['shell'];
  /** Why the system cannot store a token; null when it can. */
  readonly cannotKeep: string | null;
  /** The token would be sent over a network unencrypted. */
  readonly isReadable: boolean;
  /** The field takes the focus when it is mounted. */
  readonly takesFocus: boolean;
  /** False when it could not be set. */
  readonly onSet: (choice: TokenChoice) => Promise<boolean>;
  /** The form's own button or Enter was pressed: the focus stays with the token. */
  readonly onPressed: () => void;
  /** Registers a function that sets the typed token before the host is requested; returns its removal. */
  readonly watch: (setTyped: SetTyped) => () => void;
  /** Null where there is nothing to go back to. */
  readonly onCancel: (() => void) | null;
}

type Keeping = 'session' | 'system' | 'variable';

/**
 * View: a token is typed, or a variable is named. The typed one is in its field alone, never in the state of a
 * component, and is removed from the field when it is sent.
 */
export function TokenForm(props: TokenFormProps) {
  const { shell, cannotKeep, isReadable, takesFocus, onSet, onPressed, watch, onCancel } = props;
  const [keeping, setKeeping] = useState<Keeping>(cannotKeep === null ? 'system' : 'session');
  const [isWhole, setWhole] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const isNamed = keeping === 'variable';
  const choose = (next: Keeping) => {
    if ((next === 'variable') !== isNamed && field.current !== null) field.current.value = '';
    setKeeping(next);
    setWhole((field.current?.value ?? '').trim() !== '');
  };
  const setTyped = async (): Promise<boolean> => {
    const value = field.current?.value.trim() ?? '';
    if (value === '' || field.current === null) return true;
    field.current.value = '';
    setWhole(false);
    return onSet(
      isNamed
        ? { kind: 'variable', variable: value }
        : { kind: 'typed', token: value, remember: keeping === 'system' },
    );
  };
  const submit = () => {
    onPressed();
    void setTyped();
  };
  useEffect(() => watch(setTyped));
  return (
    <form
      className={hostStyles.tokenForm}
      aria-label="Set the token"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Keepings shell={shell} keeping={keeping} cannotKeep={cannotKeep} onChange={choose} />
      <label htmlFor={id}>{isNamed ? 'Name of the variable' : 'Token'}</label>
      <div className={layout('rowTop gap8', styles.fieldAndButton)}>
        <input
          key={isNamed ? 'variable' : 'token'}
          ref={field}
          className={layout.input}
          // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
          autoFocus={takesFocus}
          id={id}
          type={isNamed ? 'text' : 'password'}
          autoComplete={isNamed ? 'off' : 'new-password'}
          spellCheck={false}
          placeholder={isNamed ? 'OPENWOP_TOKEN' : ''}
          onChange={(event) => setWhole(event.target.value.trim() !== '')}
          onKeyDown={onEnter(submit)}
        />
        <Button onPress={submit} isDisabled={!isWhole}>
          {isNamed ? 'Use the variable' : 'Set the token'}
        </Button>
        {onCancel === null ? null : (
          <Button look="quiet" onPress={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      {isReadable ? <ReadableOnTheWay /> : null}
    </form>
  );
}

interface KeepingsProps {
  readonly shell: ShellInfo['shell'];
  readonly keeping: Keeping;
  readonly cannotKeep: string | null;
  readonly onChange: (keeping: Keeping) => void;
}

function Keepings({ shell, keeping, cannotKeep, onChange }: KeepingsProps) {
  const end = shell === 'desktop' ? 'Until the application ends' : 'Until the server of this window ends';
  return (
    <RadioChoices<Keeping>
      legend="How long it is kept"
      choices={[
        { value: 'system', words: 'Kept by the system, encrypted', isDisabled: cannotKeep !== null },
        { value: 'session', words: end },
        { value: 'variable', words: 'From an environment variable' },
      ]}
      value={keeping}
      onChange={onChange}
      why={cannotKeep}
    />
  );
}
