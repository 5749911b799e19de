import type { SavedHost } from '@openwop-inspector/shell-contract';
import { Button, classNames, EmptyState, Icon, layout, PaneEdge } from '@openwop-inspector/ui';
import { Group, Panel } from 'react-resizable-panels';
import { keysOf } from '../../commands/commands.ts';
import { useHostChanges, useSavedHosts } from '../../queries/host-queries.ts';
import {
  attach,
  cancelAttach,
  cancelExamination,
  examine,
  setA2uiDelta,
  setRunId,
  wordsOf,
} from '../../state/hosts-actions.ts';
import { useHostsStore, useHostWork } from '../../state/hosts-store.ts';
import { leaveHosts } from '../../state/open-hosts.ts';
import { Arrival } from './Arrival.tsx';
import { AuthorityPane } from './AuthorityPane.tsx';
import styles from './Connect.module.css';
import { Doctor } from './Doctor.tsx';
import { HostAnswers } from './HostAnswers.tsx';
import { HostHead } from './HostHead.tsx';
import { HostsPane } from './HostsPane.tsx';
import { RunForm } from './RunForm.tsx';
import { TokenChoicePane } from './TokenChoicePane.tsx';

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
  const left = (
    <Part key="hosts" label="Hosts" region="hosts">
      {hosts}
    </Part>
  );
  const middle = (
    <Part key="host" label="Connection" region="host">
      {host}
    </Part>
  );
  const right = (
    <Part key="answers" label="What the host says" region="host-answers">
      {answers}
    </Part>
  );
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

/** View: what this screen is for, and the way out of it. */
function ConnectHeader({ onLeave }: { readonly onLeave: () => void }) {
  return (
    <header className={classNames(layout.bar, layout.wrap, styles.header)} data-region="bench">
      <h1 className={classNames(layout.row, layout.fixed, layout.title, layout.gap8)}>
        <Icon name="live" size={18} /> Live host
      </h1>
      <p className={classNames(layout.words, layout.narrow, styles.about)}>
        Follow a run while it happens. Requests go from the shell to the host you name, and nowhere else.
      </p>
      <Button onPress={onLeave} keys={keysOf('leave-hosts')}>
        Close
      </Button>
    </header>
  );
}

/** One host: its name, its token, its certificate authority, the run to attach to, and whether all of that works. */
function HostPane({ host }: { readonly host: SavedHost }) {
  return (
    <>
      <HostHead host={host} />
      <TokenChoicePane host={host} />
      <AuthorityPane host={host} />
      <RunChoice host={host} />
      <DoctorPane host={host} />
    </>
  );
}

/** Container: the test of a host. It may teach the shell the host's own name, so the list is asked again. */
function DoctorPane({ host }: { readonly host: SavedHost }) {
  const { hostId } = host;
  const { examination, runId } = useHostWork(hostId);
  const changes = useHostChanges();
  return (
    <Doctor
      examination={examination}
      runId={runId.trim()}
      onTest={() => void examine(hostId).then(changes.again)}
      onCancel={() => cancelExamination(hostId)}
    />
  );
}

/** Container: the run to attach to. */
function RunChoice({ host }: { readonly host: SavedHost }) {
  const { hostId, name } = host;
  const { runId, a2uiDelta, attachment } = useHostWork(hostId);
  return (
    <RunForm
      hostName={name}
      runId={runId}
      a2uiDelta={a2uiDelta}
      attachment={attachment}
      onRunId={(typed) => setRunId(hostId, typed)}
      onA2uiDelta={(asked) => setA2uiDelta(hostId, asked)}
      onAttach={() => void attach(hostId, runId.trim())}
      onCancel={() => cancelAttach(hostId)}
    />
  );
}

interface PartProps {
  readonly label: string;
  readonly region: string;
  readonly children: React.ReactNode;
}

function Part({ label, region, children }: PartProps) {
  return (
    <section
      className={classNames(layout.column, layout.pane, layout.narrow, styles.pane)}
      aria-label={label}
      data-region={region}
    >
      {children}
    </section>
  );
}
