import { errorText } from '@openwop-inspector/base';
import { isReadableOnTheWay } from '@openwop-inspector/host-client';
import { VisibleText } from '@openwop-inspector/renderers';
import type { SavedHost, ShellInfo, TokenState } from '@openwop-inspector/shell-contract';
import { Button, Icon, layout } from '@openwop-inspector/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { cannotKeepText, tokenText } from '../../model/connect-text.ts';
import { type TokenChoice, useHostChanges } from '../../queries/host-queries.ts';
import { type SetTyped, watchTokenField } from '../../state/hosts-store.ts';
import { useInfoStore } from '../../state/settings-store.ts';
import { Failure, ReadableOnTheWay } from '../../ui/Failure.tsx';
import { onEnter } from '../../ui/on-enter.ts';
import { RadioChoices } from '../../ui/RadioChoices.tsx';

import styles from './Connect.module.css';

/** Container: the token of a host. It is sent to the shell once; the window only knows whether there is one. */
export function TokenChoicePane({ host }: { readonly host: SavedHost }) {
  const { hostId, token, baseUrl } = host;
  const shell = useInfoStore((state) => state.shell);
  const canKeepTokens = useInfoStore((state) => state.canKeepTokens);
  const [isReplacing, setReplacing] = useState(false);
  // The replacement of a focused element takes the focus too.
  const [isTouched, setTouched] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const changes = useHostChanges();
  const set = async (choice: TokenChoice): Promise<boolean> => {
    setFailure(null);
    try {
      const refusal = await changes.setToken(hostId, choice);
      setReplacing(false);
      return refusal === null;
    } catch (reason) {
      setFailure(errorText(reason));
      return false;
    }
  };
  return (
    <section className={layout('stack fixed ruled gap8', styles.group)} aria-label="Token">
      <h3>Token</h3>
      <TokenLine
        token={token}
        shell={shell}
        isReplacing={isReplacing}
        takesFocus={isTouched}
        onReplace={() => {
          setTouched(true);
          setReplacing(true);
        }}
        onForget={() => {
          setTouched(true);
          void set({ kind: 'none' });
        }}
      />
      {token.store === 'none' || isReplacing ? (
        <TokenForm
          shell={shell}
          cannotKeep={cannotKeepText({ canKeepTokens, shell })}
          takesFocus={isTouched}
          isReadable={isReadableOnTheWay(baseUrl)}
          onSet={set}
          onPressed={() => setTouched(true)}
          watch={(setTyped) => watchTokenField(hostId, setTyped)}
          onCancel={isReplacing ? () => setReplacing(false) : null}
        />
      ) : null}
      {failure === null ? null : <Failure message={failure} />}
    </section>
  );
}

interface TokenLineProps {
  readonly token: TokenState;
  readonly shell: ShellInfo['shell'];
  readonly isReplacing: boolean;
  /** The first button takes the focus when it is mounted. */
  readonly takesFocus: boolean;
  readonly onReplace: () => void;
  readonly onForget: () => void;
}

/** View: that a token is stored, where and for how long; never the token. */
function TokenLine(props: TokenLineProps) {
  const { token, shell, isReplacing, takesFocus, onReplace, onForget } = props;
  const isStored = token.store !== 'none';
  return (
    <>
      <p className={layout('rowTop second gap8 topIcon')} role="status">
        <Icon name={isStored ? 'authorization' : 'unknown'} />
        <VisibleText as="span" text={tokenText(token, shell)} />
      </p>
      {token.remark === null ? null : (
        <p className={layout('rowTop warnText gap8 topIcon')}>
          <Icon name="warning" /> <VisibleText text={token.remark} />
        </p>
      )}
      {isStored ? (
        <div className={layout('flex gap6')}>
          {isReplacing ? null : (
            <Button small onPress={onReplace} autoFocus={takesFocus}>
              Replace
            </Button>
          )}
          <Button small onPress={onForget}>
            Forget
          </Button>
        </div>
      ) : null}
    </>
  );
}

interface TokenFormProps {
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
function TokenForm(props: TokenFormProps) {
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
      className={styles.tokenForm}
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
      legend="How long it is stored"
      choices={[
        { value: 'system', words: 'Stored by the system, encrypted', isDisabled: cannotKeep !== null },
        { value: 'session', words: end },
        { value: 'variable', words: 'From an environment variable' },
      ]}
      value={keeping}
      onChange={onChange}
      why={cannotKeep}
    />
  );
}
