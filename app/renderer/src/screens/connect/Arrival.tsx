import { VisibleText } from '@openwop-inspector/renderers';
import { Button, Icon, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import { useHostChanges } from '../../queries/host-queries.ts';
import { putArrivalAway, showHost, textOf } from '../../state/hosts-actions.ts';
import { type UnderstoodAddress, useHostsStore } from '../../state/hosts-store.ts';
import { Failure } from '../../ui/Failure.tsx';
import styles from './Connect.module.css';

/** Container: an address from a link or an argument. It needs a confirmation; nothing happens automatically. */
export function Arrival() {
  const arrival = useHostsStore((state) => state.arrival);
  const changes = useHostChanges();
  const [failure, setFailure] = useState<string | null>(null);
  if (arrival === null) return null;
  const take = async (named: UnderstoodAddress) => {
    try {
      const { address } = named;
      const host = named.host ?? (await changes.save(address.baseUrl, null));
      showHost(host.hostId, address.runId);
      putArrivalAway();
    } catch (reason) {
      setFailure(textOf(reason));
    }
  };
  return (
    <section className={layout('bar wrap body', styles.arrival)} aria-label="Address from outside">
      <Icon name="link" size={16} />
      <div className={styles.arrivalWords} role="status">
        {arrival.ok ? (
          <AddressPrompt named={arrival} />
        ) : (
          <p>A link named a host, but {asClause(arrival.message)}</p>
        )}
        {failure === null ? null : <Failure message={failure} />}
      </div>
      {arrival.ok ? (
        <Button look="primary" onPress={() => void take(arrival)} autoFocus>
          Use this address
        </Button>
      ) : null}
      <Button onPress={putArrivalAway}>Put away</Button>
    </section>
  );
}

function AddressPrompt({ named }: { readonly named: UnderstoodAddress }) {
  const { address, host } = named;
  return (
    <>
      <p>
        A link or an argument names{' '}
        <b>{host === null ? 'a host that is not saved' : <VisibleText text={host.name} />}</b> at{' '}
        <code>
          <VisibleText text={address.baseUrl} />
        </code>
        {address.runId === null ? null : (
          <>
            , run{' '}
            <code>
              <VisibleText text={address.runId} />
            </code>
          </>
        )}
        .
      </p>
      <p className={layout.second}>Nothing has been requested. Use it only if you expected it.</p>
    </>
  );
}

function asClause(sentence: string): string {
  return `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`;
}
