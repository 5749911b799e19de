import { VisibleText } from '@openwop-inspector/renderers';
import type { SavedHost } from '@openwop-inspector/shell-contract';
import { Button, classNames, EmptyState, Icon, layout, PaneEdge, Pending } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { Group, Panel } from 'react-resizable-panels';
import { keysOf } from '../../commands/commands.ts';
import { narrowedHosts } from '../../model/connect-rows.ts';
import { useHostChanges, useSavedHosts } from '../../queries/host-queries.ts';
import {
  attach,
  cancelAttach,
  cancelExamination,
  examine,
  setA2uiDelta,
  setRunId,
  showHost,
  textOf,
} from '../../state/hosts-actions.ts';
import { useHostsStore, useHostWork } from '../../state/hosts-store.ts';
import { useInfoStore } from '../../state/info-store.ts';
import { leaveHosts } from '../../state/open-hosts.ts';
import { Failure } from '../../ui/Failure.tsx';
import { AddHost } from './AddHost.tsx';
import { Arrival } from './Arrival.tsx';
import styles from './Connect.module.css';
import { Doctor } from './Doctor.tsx';
import { FindField } from './FindField.tsx';
import hostStyles from './Host.module.css';
import { HostAnswers } from './HostAnswers.tsx';
import { HostHead } from './HostHead.tsx';
import { HostList } from './HostList.tsx';
import hostsStyles from './Hosts.module.css';
import { RunForm } from './RunForm.tsx';
import { TokenChoicePane } from './TokenChoicePane.tsx';

/** Fewer hosts than this need no search field. */
const WORTH_A_FIELD = 9;

export interface ConnectBenchProps {
  /** False stacks the three parts vertically. */
  readonly isWide: boolean;
}

const NO_HOSTS: readonly SavedHost[] = [];

/** The connection screen: the hosts, their tests, their capabilities and their runs. */
export function ConnectBench({ isWide }: ConnectBenchProps) {
  const saved = useSavedHosts();
  const hosts = saved.data ?? NO_HOSTS;
  const hostId = useHostsStore((state) => state.hostId);
  const host = hosts.find((each) => each.hostId === hostId) ?? hosts[0] ?? null;
  const failure = saved.error === null ? null : textOf(saved.error);
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
    <EmptyState title="No host selected">
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

/** View: purpose of this screen, and its close button. */
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

/** One host: its name, its token, its certificate authority, the run to attach to, and its test. */
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

/** Container: the test of a host. The shell may learn the host's own name by it, so the list is reloaded. */
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
      onA2uiDelta={(requested) => setA2uiDelta(hostId, requested)}
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

interface HostsPaneProps {
  readonly hosts: readonly SavedHost[];
  readonly isPending: boolean;
  readonly failure: string | null;
  readonly inSight: SavedHost | null;
}

/** Adding a host, and the saved ones. */
function HostsPane({ hosts, isPending, failure, inSight }: HostsPaneProps) {
  const [text, setText] = useState('');
  const found = useMemo(() => narrowedHosts(hosts, text), [hosts, text]);
  return (
    <>
      <AddHost />
      <h2 className={classNames(layout.bar, layout.heading, layout.chrome, hostsStyles.paneHead)}>
        Saved hosts
      </h2>
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

/** Container: the certificate authority of a host. Hosts over plain http have none. */
function AuthorityPane({ host }: { readonly host: SavedHost }) {
  const canPick = useInfoStore((state) => state.canPick);
  const [failure, setFailure] = useState<string | null>(null);
  const changes = useHostChanges();
  if (!host.baseUrl.startsWith('https:')) return null;
  const set = async (choose: boolean) => {
    setFailure(null);
    try {
      setFailure(await changes.setAuthority(host.hostId, choose));
    } catch (reason) {
      setFailure(textOf(reason));
    }
  };
  return (
    <section
      className={classNames(layout.stack, layout.fixed, layout.ruled, layout.gap8, hostStyles.group)}
      aria-label="Certificate authority"
    >
      <h3>Certificate authority</h3>
      <p className={classNames(layout.rowTop, layout.second, layout.gap8, layout.topIcon)} role="status">
        <Icon name="authorization" />
        <span>
          {host.authority === null ? (
            'The public authorities are trusted.'
          ) : (
            <>
              The public authorities are trusted, and those in <VisibleText text={host.authority} />.
            </>
          )}
        </span>
      </p>
      {canPick ? (
        <div className={classNames(layout.flex, layout.gap6)}>
          <Button small onPress={() => void set(true)}>
            Choose a file…
          </Button>
          {host.authority === null ? null : (
            <Button small onPress={() => void set(false)}>
              Forget the file
            </Button>
          )}
        </div>
      ) : (
        <p className={classNames(layout.rowTop, layout.second, layout.gap8, layout.topIcon)}>
          A private one is named at the start: openwop-inspector serve --ca FILE
        </p>
      )}
      {failure === null ? null : <Failure message={failure} />}
    </section>
  );
}
