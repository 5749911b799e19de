import { VisibleText } from '@openwop-inspector/renderers';
import { Button, classNames, Icon, layout } from '@openwop-inspector/ui';
import { useId, useState } from 'react';
import { focusRegion } from '../../commands/regions.ts';
import { addressText, understoodText } from '../../model/connect-text.ts';
import { useHostChanges } from '../../queries/host-queries.ts';
import { readAddress, showHost, textOf } from '../../state/hosts-actions.ts';
import { type UnderstoodAddress, useHostsStore } from '../../state/hosts-store.ts';
import { Failure } from '../../ui/Failure.tsx';
import { onEnter } from '../../ui/on-enter.ts';
import styles from './Connect.module.css';
import hostsStyles from './Hosts.module.css';

type Reading =
  | { readonly kind: 'none' }
  | { readonly kind: 'understood'; readonly reply: UnderstoodAddress }
  | { readonly kind: 'failed'; readonly message: string };

/** The button that had the focus is gone; the added host comes next. */
function goOnWithHost(): void {
  requestAnimationFrame(() => focusRegion('host'));
}

/** Container: an address is parsed by the shell, and a new host is added when the user confirms it. */
export function AddHost() {
  const [text, setText] = useState('');
  const [reading, setReading] = useState<Reading>({ kind: 'none' });
  const [requested] = useState(() => useHostsStore.getState().arrival !== null);
  const changes = useHostChanges();
  const read = async (pasted: string) => {
    if (pasted.trim() === '') return;
    const reply = await readAddress(pasted);
    // Whatever the result, the field no longer contains the pasted text: it may have contained a token.
    setText('');
    setReading(reply.ok ? { kind: 'understood', reply } : { kind: 'failed', message: reply.message });
    if (reply.ok && reply.host !== null) showHost(reply.host.hostId, reply.address.runId);
    else if (!reply.ok) setText(pasted);
  };
  const add = async ({ address }: UnderstoodAddress) => {
    try {
      const host = await changes.save(address.baseUrl, null);
      showHost(host.hostId, address.runId);
      setReading({ kind: 'none' });
      goOnWithHost();
    } catch (reason) {
      setReading({ kind: 'failed', message: textOf(reason) });
    }
  };
  return (
    <AddressField
      text={text}
      isFirst={!requested}
      understood={reading.kind === 'understood' ? reading.reply : null}
      failure={reading.kind === 'failed' ? reading.message : null}
      onText={(typed) => {
        setText(typed);
        setReading({ kind: 'none' });
      }}
      onRead={(pasted) => void read(pasted)}
      onAdd={(reply) => void add(reply)}
    />
  );
}

interface AddressFieldProps {
  readonly text: string;
  /** The screen opens with the focus here. */
  readonly isFirst: boolean;
  readonly understood: UnderstoodAddress | null;
  readonly failure: string | null;
  readonly onText: (text: string) => void;
  readonly onRead: (text: string) => void;
  readonly onAdd: (understood: UnderstoodAddress) => void;
}

/** View: accepts any address of a host, and displays its parsed parts. */
function AddressField(props: AddressFieldProps) {
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
          // biome-ignore lint/a11y/noAutofocus: the user opened the screen, and this is its first field
          autoFocus={isFirst}
          value={text}
          placeholder="https://… or a curl command"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-help`}
          aria-invalid={failure !== null}
          onChange={(event) => onText(event.target.value)}
          onPaste={(event) => {
            // A paste into an empty field is parsed at once and never displayed in it, since it may contain a token.
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
        {understoodText(understood).map((words) => (
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
