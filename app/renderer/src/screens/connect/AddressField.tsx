import { VisibleText } from '@openwop-inspector/renderers';
import { Button, classNames, Icon, layout } from '@openwop-inspector/ui';
import { useId } from 'react';
import { addressText, understoodWords } from '../../model/connect-words.ts';
import type { UnderstoodAddress } from '../../state/hosts-store.ts';
import { Failure } from '../../ui/Failure.tsx';
import { onEnter } from '../../ui/on-enter.ts';
import styles from './Connect.module.css';
import hostsStyles from './Hosts.module.css';

export interface AddressFieldProps {
  readonly text: string;
  /** The screen opens with the focus here. */
  readonly isFirst: boolean;
  readonly understood: UnderstoodAddress | null;
  readonly failure: string | null;
  readonly onText: (text: string) => void;
  readonly onRead: (text: string) => void;
  readonly onAdd: (understood: UnderstoodAddress) => void;
}

/** View: takes any address of a host, and says what it understood of it. */
export function AddressField(props: AddressFieldProps) {
  const { text, isFirst, understood, failure, onText, onRead, onAdd } = props;
  const id = useId();
  return (
    <form
      className={classNames(layout.stack, layout.fixed, layout.ruled, layout.gap5, hostsStyles.address)}
      aria-label="Add a host"
      onSubmit={(event) => {
        event.preventDefault();
        onRead(text);
      }}
    >
      <label htmlFor={id}>Address of a host or run</label>
      <div className={classNames(layout.rowTop, layout.gap8, styles.fieldAndButton)}>
        <textarea
          id={id}
          className={layout.input}
          rows={2}
          // biome-ignore lint/a11y/noAutofocus: the screen was asked for, and this is where it begins
          autoFocus={isFirst}
          value={text}
          placeholder="https://… or a curl command"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-help`}
          aria-invalid={failure !== null}
          onChange={(event) => onText(event.target.value)}
          onPaste={(event) => {
            // A paste into an empty field is read at once and is never shown in it, since it may hold a token.
            if (text !== '') return;
            event.preventDefault();
            onRead(event.clipboardData.getData('text/plain'));
          }}
          onKeyDown={onEnter(() => onRead(text))}
        />
        <Button onPress={() => onRead(text)} isDisabled={text.trim() === ''}>
          Read
        </Button>
      </div>
      <small id={`${id}-help`}>
        Base URL, run URL, events URL or curl command. Reading it requests nothing.
      </small>
      {failure === null ? null : <Failure message={failure} />}
      {understood === null ? null : <Understood understood={understood} onAdd={onAdd} />}
    </form>
  );
}

interface UnderstoodProps {
  readonly understood: UnderstoodAddress;
  readonly onAdd: (understood: UnderstoodAddress) => void;
}

function Understood({ understood, onAdd }: UnderstoodProps) {
  return (
    <div
      className={classNames(layout.stack, layout.boxed, layout.breaks, layout.gap8, hostsStyles.understood)}
    >
      <div role="status">
        <code>
          <VisibleText text={addressText(understood)} />
        </code>
        {understoodWords(understood).map((words) => (
          <p key={words}>
            <Icon name="check" size={12} /> {words}
          </p>
        ))}
      </div>
      {understood.host === null ? (
        <Button look="primary" icon="plus" onPress={() => onAdd(understood)} autoFocus>
          Add this host
        </Button>
      ) : null}
    </div>
  );
}
