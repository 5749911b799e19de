import type { SavedHost } from '@openwop-inspector/shell-contract';
import { classNames, EmptyState, layout, Pending } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { narrowedHosts } from '../../model/connect-rows.ts';
import { showHost } from '../../state/hosts-actions.ts';
import { Failure } from '../../ui/Failure.tsx';
import { AddHost } from './AddHost.tsx';
import { FindField } from './FindField.tsx';
import { HostList } from './HostList.tsx';
import styles from './Hosts.module.css';

export interface HostsPaneProps {
  readonly hosts: readonly SavedHost[];
  readonly isPending: boolean;
  readonly failure: string | null;
  readonly inSight: SavedHost | null;
}

/** Fewer hosts than this are found by looking. */
const WORTH_A_FIELD = 9;

/** Adding a host, and those that are saved. */
export function HostsPane({ hosts, isPending, failure, inSight }: HostsPaneProps) {
  const [text, setText] = useState('');
  const found = useMemo(() => narrowedHosts(hosts, text), [hosts, text]);
  return (
    <>
      <AddHost />
      <h2 className={classNames(layout.bar, layout.heading, layout.chrome, styles.paneHead)}>Saved hosts</h2>
      {hosts.length < WORTH_A_FIELD ? null : (
        <FindField label="Find a host" text={text} onText={setText} found={found.length} all={hosts.length} />
      )}
      {failure !== null ? (
        <Failure message={failure} />
      ) : isPending ? (
        <Pending>Saved hosts are being read.</Pending>
      ) : hosts.length === 0 ? (
        <NoHosts />
      ) : (
        <HostList hosts={found} inSight={inSight} onShow={showHost} />
      )}
    </>
  );
}

function NoHosts() {
  return (
    <EmptyState title="No host is saved">
      Paste the address of one above. Without a host of your own, <code>npm run demo:live</code> starts one to
      try.
    </EmptyState>
  );
}
