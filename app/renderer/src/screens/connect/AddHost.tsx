import { useState } from 'react';
import { focusRegion } from '../../commands/regions.ts';
import { useHostChanges } from '../../queries/host-queries.ts';
import { readAddress, showHost, wordsOf } from '../../state/hosts-actions.ts';
import { type UnderstoodAddress, useHostsStore } from '../../state/hosts-store.ts';
import { AddressField } from './AddressField.tsx';

type Reading =
  | { readonly kind: 'none' }
  | { readonly kind: 'understood'; readonly reply: UnderstoodAddress }
  | { readonly kind: 'failed'; readonly message: string };

/** The button that had the focus is gone; what comes next is the host that was added. */
function goOnWithHost(): void {
  requestAnimationFrame(() => focusRegion('host'));
}

/** Container: an address is read by the shell, and a host that is new is added when the person says so. */
export function AddHost() {
  const [text, setText] = useState('');
  const [reading, setReading] = useState<Reading>({ kind: 'none' });
  const [asked] = useState(() => useHostsStore.getState().arrival !== null);
  const changes = useHostChanges();
  const read = async (pasted: string) => {
    if (pasted.trim() === '') return;
    const reply = await readAddress(pasted);
    // Whatever was understood, the field no longer holds what was pasted: it may have held a token.
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
      setReading({ kind: 'failed', message: wordsOf(reason) });
    }
  };
  return (
    <AddressField
      text={text}
      isFirst={!asked}
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
