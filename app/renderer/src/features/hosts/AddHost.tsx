import { errorText, formatCount } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { HostAddressReply } from '@openwop-inspector/shell-contract';
import { Button, Icon, layout, SearchField } from '@openwop-inspector/ui';
import { useId, useState } from 'react';
import { focusRegion } from '../../commands/regions.ts';
import { Failure } from '../../shared/Failure.tsx';
import { Form } from '../../shared/Form.tsx';
import { addressText, understoodText } from './connect-text.ts';
import { useHostChanges } from './host-queries.ts';
import { readAddress, showHost, type UnderstoodAddress, useHostsStore } from './hosts-store.ts';

/** An address, parsed by the shell; a new host is added when the user confirms it. */
function useAddress() {
  const [text, setText] = useState('');
  const [reply, setReply] = useState<HostAddressReply | null>(null);
  const changes = useHostChanges();
  const read = async (pasted: string) => {
    if (pasted.trim() === '') return;
    const now = await readAddress(pasted);
    // What was understood is not left in the field: it may have contained a token.
    setText(now.ok ? '' : pasted);
    setReply(now);
    if (now.ok && now.host !== null) showHost(now.host.hostId, now.address.runId);
  };
  const add = async ({ address }: UnderstoodAddress) => {
    try {
      const host = await changes.save(address.baseUrl, null);
      showHost(host.hostId, address.runId);
      setReply(null);
      // The button that had the focus is gone; the added host comes next.
      requestAnimationFrame(() => focusRegion('host'));
    } catch (reason) {
      setReply({ ok: false, message: errorText(reason) });
    }
  };
  const type = (typed: string) => {
    setText(typed);
    setReply(null);
  };
  return { text, reply, read, add, type };
}

/** Accepts any address of a host, parsed by the shell, and displays its parts; a new one is added on confirmation. */
export function AddHost() {
  const { text, reply, read, add, type } = useAddress();
  const [requested] = useState(() => useHostsStore.getState().arrival !== null);
  const id = useId();
  const submit = () => void read(text);
  return (
    <Form className={layout('stack fixed ruled gap5 pad12')} aria-label="Add a host" onSubmit={submit}>
      <label htmlFor={id} className={layout.bold}>
        Address of a host or run
      </label>
      <div className={layout('rowTop gap8')}>
        <textarea
          id={id}
          className={layout.input}
          rows={2}
          // biome-ignore lint/a11y/noAutofocus: the user opened the screen, and this is its first field
          autoFocus={!requested}
          value={text}
          placeholder="https://… or a curl command"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-help`}
          aria-invalid={reply?.ok === false}
          onChange={(event) => type(event.target.value)}
          onPaste={(event) => {
            // A paste into an empty field is parsed at once and never displayed in it, since it may contain a token.
            if (text !== '') return;
            event.preventDefault();
            void read(event.clipboardData.getData('text/plain'));
          }}
        />
        <Button onPress={submit} isDisabled={text.trim() === ''}>
          Read
        </Button>
      </div>
      <small id={`${id}-help`} className={layout.aside}>
        Base URL, run URL, events URL or curl command. Reading it requests nothing.
      </small>
      {reply?.ok === false ? <Failure message={reply.message} /> : null}
      {reply?.ok ? <Understood understood={reply} onAdd={() => void add(reply)} /> : null}
    </Form>
  );
}

/** View: the parts of an understood address, and for a new host the button that adds it. */
function Understood(props: { readonly understood: UnderstoodAddress; readonly onAdd: () => void }) {
  const { understood, onAdd } = props;
  return (
    <div className={layout('stack boxed breaks gap8 leading pad8x10 marginTop3 accentTint')}>
      <div role="status">
        <VisibleText as="code" text={addressText(understood)} />
        {understoodText(understood).map((words) => (
          <p key={words} className={layout('rowTop second gap6 topIcon')}>
            <Icon name="check" size={12} /> {words}
          </p>
        ))}
      </div>
      {understood.host === null ? (
        <Button look="primary" icon="plus" onPress={onAdd} autoFocus>
          Add this host
        </Button>
      ) : null}
    </div>
  );
}

interface FindFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly found: number;
  readonly all: number;
}

/** Filters a long list by typed text, and counts the matches. */
export function FindField({ label, text, onText, found, all }: FindFieldProps) {
  return (
    <div className={layout('bar gap8 pad6x12')}>
      <SearchField type="search" label={label} placeholder={label} value={text} onChange={onText} />
      <span role="status" className={layout('aside fixed')}>
        {found === all ? formatCount(all) : `${formatCount(found)} of ${formatCount(all)}`}
      </span>
    </div>
  );
}
