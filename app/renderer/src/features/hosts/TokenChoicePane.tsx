import { isReadableOnTheWay } from '@openwop-inspector/host-client';
import { VisibleText } from '@openwop-inspector/renderers';
import type { SavedHost } from '@openwop-inspector/shell-contract';
import { Button, layout } from '@openwop-inspector/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { Failure, ReadableOnTheWay, Remark, useAttempt } from '../../shared/Failure.tsx';
import { Form } from '../../shared/Form.tsx';
import { RadioChoices } from '../../shared/RadioChoices.tsx';
import { useInfoStore } from '../../shared/settings-store.ts';
import { cannotKeepText, tokenText } from './connect-text.ts';
import { type TokenChoice, useHostChanges } from './host-queries.ts';
import { watchTokenField } from './hosts-store.ts';

/** Container: the token of a host. It is sent to the shell once; the window only knows whether there is one. */
export function TokenChoicePane({ host }: { readonly host: SavedHost }) {
  const { hostId, token } = host;
  const shell = useInfoStore((state) => state.shell);
  const [isReplacing, setReplacing] = useState(false);
  // The replacement of a focused element takes the focus too.
  const [isTouched, setTouched] = useState(false);
  const { failure, attempt } = useAttempt();
  const changes = useHostChanges();
  const set = async (choice: TokenChoice): Promise<boolean> => {
    const refusal = await attempt(() => changes.setToken(hostId, choice));
    if (refusal !== undefined) setReplacing(false);
    return refusal === null;
  };
  const touching = (act: () => void) => () => {
    setTouched(true);
    act();
  };
  const isStored = token.store !== 'none';
  return (
    <section className={layout('stack fixed ruled gap8 pad12x16')} aria-label="Token">
      <h3>Token</h3>
      <Remark icon={isStored ? 'authorization' : 'unknown'} role="status">
        <VisibleText text={tokenText(token, shell)} />
      </Remark>
      {token.remark === null ? null : (
        <Remark icon="warning" tone="warning">
          <VisibleText text={token.remark} />
        </Remark>
      )}
      {isStored ? (
        <div className={layout('flex gap6')}>
          {isReplacing ? null : (
            <Button small onPress={touching(() => setReplacing(true))} autoFocus={isTouched}>
              Replace
            </Button>
          )}
          <Button small onPress={touching(() => void set({ token: null, variable: null, remember: false }))}>
            Forget
          </Button>
        </div>
      ) : null}
      {isStored && !isReplacing ? null : (
        <TokenForm
          host={host}
          takesFocus={isTouched}
          onSet={set}
          onPressed={() => setTouched(true)}
          onCancel={isReplacing ? () => setReplacing(false) : null}
        />
      )}
      {failure === null ? null : <Failure message={failure} />}
    </section>
  );
}

interface TokenFormProps {
  readonly host: SavedHost;
  /** The field takes the focus when it is mounted. */
  readonly takesFocus: boolean;
  /** False when it could not be set. */
  readonly onSet: (choice: TokenChoice) => Promise<boolean>;
  /** The form's own button or Enter was pressed: the focus stays with the token. */
  readonly onPressed: () => void;
  /** Null where there is nothing to go back to. */
  readonly onCancel: (() => void) | null;
}

type Keeping = 'session' | 'system' | 'variable';

const SESSION_ENDS = {
  desktop: 'Until the application ends',
  browser: 'Until the server of this window ends',
} as const;

/**
 * A token is typed, or a variable is named. The typed one is in its field alone, never in the state of a
 * component, and is removed from the field when it is sent.
 */
function TokenForm(props: TokenFormProps) {
  const { host, takesFocus, onSet, onPressed, onCancel } = props;
  const shell = useInfoStore((state) => state.shell);
  const canKeepTokens = useInfoStore((state) => state.canKeepTokens);
  const cannotKeep = cannotKeepText({ canKeepTokens, shell });
  const [keeping, setKeeping] = useState<Keeping>(cannotKeep === null ? 'system' : 'session');
  const id = useId();
  const isNamed = keeping === 'variable';
  const { field, isWhole, look, send } = useTypedToken(host.hostId, keeping, onSet);
  const choose = (next: Keeping) => {
    if ((next === 'variable') !== isNamed && field.current !== null) field.current.value = '';
    setKeeping(next);
    look();
  };
  const submit = () => {
    onPressed();
    void send();
  };
  return (
    <Form className={layout('stack choices gap5')} aria-label="Set the token" onSubmit={submit}>
      <RadioChoices<Keeping>
        legend="How long it is stored"
        choices={[
          { value: 'system', words: 'Stored by the system, encrypted', isDisabled: cannotKeep !== null },
          { value: 'session', words: SESSION_ENDS[shell] },
          { value: 'variable', words: 'From an environment variable' },
        ]}
        value={keeping}
        onChange={choose}
        why={cannotKeep}
      />
      <label htmlFor={id}>{isNamed ? 'Name of the variable' : 'Token'}</label>
      <div className={layout('rowTop gap8')}>
        <input
          key={isNamed ? 'variable' : 'token'}
          ref={field}
          id={id}
          className={layout.input}
          type={isNamed ? 'text' : 'password'}
          autoComplete={isNamed ? 'off' : 'new-password'}
          spellCheck={false}
          placeholder={isNamed ? 'OPENWOP_TOKEN' : ''}
          // biome-ignore lint/a11y/noAutofocus: it takes the place of a button that had the focus
          autoFocus={takesFocus}
          onChange={look}
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
      {isReadableOnTheWay(host.baseUrl) ? <ReadableOnTheWay /> : null}
    </Form>
  );
}

/** The field with the token or the name of a variable; `look` updates `isWhole` after its text has changed. */
function useTypedToken(hostId: string, keeping: Keeping, onSet: TokenFormProps['onSet']) {
  const field = useRef<HTMLInputElement>(null);
  const [isWhole, setWhole] = useState(false);
  const typed = () => field.current?.value.trim() ?? '';
  const send = async (): Promise<boolean> => {
    const value = typed();
    if (value === '' || field.current === null) return true;
    field.current.value = '';
    setWhole(false);
    return keeping === 'variable'
      ? onSet({ token: null, variable: value, remember: false })
      : onSet({ token: value, variable: null, remember: keeping === 'system' });
  };
  // Before the host is requested, the typed token is set.
  useEffect(() => watchTokenField(hostId, send));
  return { field, isWhole, look: () => setWhole(typed() !== ''), send };
}
