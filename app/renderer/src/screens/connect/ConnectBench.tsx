import type { SavedHost } from '@openwop-inspector/shell-contract';
import { classNames, EmptyState, layout, PaneEdge } from '@openwop-inspector/ui';
import { Group, Panel } from 'react-resizable-panels';
import { useSavedHosts } from '../../queries/host-queries.ts';
import { wordsOf } from '../../state/hosts-actions.ts';
import { leaveHosts } from '../../state/hosts-door.ts';
import { useHostsStore } from '../../state/hosts-store.ts';
import { Arrival } from './Arrival.tsx';
import styles from './Connect.module.css';
import { ConnectHeader } from './ConnectHeader.tsx';
import { HostAnswers } from './HostAnswers.tsx';
import { HostPane } from './HostPane.tsx';
import { HostsPane } from './HostsPane.tsx';

export interface ConnectBenchProps {
  /** False puts the three parts under each other. */
  readonly isWide: boolean;
}

const NO_HOSTS: readonly SavedHost[] = [];

/** The connection screen: which host, how it answers, and what it says of itself and its runs. */
export function ConnectBench({ isWide }: ConnectBenchProps) {
  const saved = useSavedHosts();
  const hosts = saved.data ?? NO_HOSTS;
  const hostId = useHostsStore((state) => state.hostId);
  const host = hosts.find((each) => each.hostId === hostId) ?? hosts[0] ?? null;
  const failure = saved.error === null ? null : wordsOf(saved.error);
  return (
    <section className={classNames(layout.column, layout.fill)} aria-label="Live host">
      <ConnectHeader onLeave={leaveHosts} />
      <Arrival />
      <Parts
        isWide={isWide}
        hosts={<HostsPane hosts={hosts} isPending={saved.isPending} failure={failure} inSight={host} />}
        host={host === null ? <NoHost /> : <HostPane key={host.hostId} host={host} />}
        answers={host === null ? null : <HostAnswers key={host.hostId} host={host} />}
      />
    </section>
  );
}

function NoHost() {
  return (
    <EmptyState title="No host in sight">
      A host is the server that runs agents and keeps their events. Add one by its address; nothing is asked
      of it before you press Test or Attach.
    </EmptyState>
  );
}

interface PartsProps {
  readonly isWide: boolean;
  readonly hosts: React.ReactNode;
  readonly host: React.ReactNode;
  readonly answers: React.ReactNode;
}

function Parts({ isWide, hosts, host, answers }: PartsProps) {
  const [left, middle, right] = [
    <section
      key="hosts"
      className={classNames(layout.column, layout.pane, layout.narrow, styles.pane)}
      aria-label="Hosts"
      data-region="hosts"
    >
      {hosts}
    </section>,
    <section
      key="host"
      className={classNames(layout.column, layout.pane, layout.narrow, styles.pane)}
      aria-label="Connection"
      data-region="host"
    >
      {host}
    </section>,
    <section
      key="answers"
      className={classNames(layout.column, layout.pane, layout.narrow, styles.pane)}
      aria-label="What the host says"
      data-region="host-answers"
    >
      {answers}
    </section>,
  ];
  if (!isWide) {
    return (
      <div className={classNames(layout.fill, layout.scrolls, styles.stack)}>
        {left}
        {middle}
        {answers === null ? null : right}
      </div>
    );
  }
  return (
    <Group
      key={answers === null ? 'two' : 'three'}
      id="connect"
      className={classNames(styles.panes)}
      orientation="horizontal"
    >
      <Panel id="connect-hosts" defaultSize="23" minSize="250px">
        {left}
      </Panel>
      <PaneEdge id="connect-edge-1" label="Width of the hosts" />
      <Panel id="connect-host" defaultSize={answers === null ? '77' : '36'} minSize="320px">
        {middle}
      </Panel>
      {answers === null ? null : (
        <>
          <PaneEdge id="connect-edge-2" label="Width of the connection" />
          <Panel id="connect-answers" defaultSize="41" minSize="320px">
            {right}
          </Panel>
        </>
      )}
    </Group>
  );
}
