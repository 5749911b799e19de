import { countOf, errorText } from '@openwop-inspector/base';
import { displayText, VisibleText } from '@openwop-inspector/renderers';
import type { SavedHost } from '@openwop-inspector/shell-contract';
import { Button, EmptyState, Icon, ItemRows, layout, Panes, Pending, tones } from '@openwop-inspector/ui';
import { type ReactNode, useMemo, useState } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { Failure, Remark, useAttempt } from '../../shared/Failure.tsx';
import { useInfoStore } from '../../shared/settings-store.ts';
import { closeBench } from '../acceptor/open-acceptor.ts';
import { AddHost, FindField } from './AddHost.tsx';
import { narrowedHosts } from './connect-text.ts';
import { Doctor } from './Doctor.tsx';
import { HostAnswers } from './HostAnswers.tsx';
import { HostHead, RunForm } from './HostHead.tsx';
import { useHostChanges, useSavedHosts } from './host-queries.ts';
import { putArrivalAway, showHost, type UnderstoodAddress, useHostsStore } from './hosts-store.ts';
import { TokenChoicePane } from './TokenChoicePane.tsx';

/** Fewer hosts than this need no search field. */
const WORTH_A_FIELD = 9;

interface ConnectBenchProps {
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
  const [text, setText] = useState('');
  const found = useMemo(() => narrowedHosts(hosts, text), [hosts, text]);
  const left = (
    <Region name="hosts" label="Hosts">
      <AddHost />
      <h2 className={layout('bar chrome pad0x12 min32')}>Saved hosts</h2>
      {hosts.length < WORTH_A_FIELD ? null : (
        <FindField label="Find a host" text={text} onText={setText} found={found.length} all={hosts.length} />
      )}
      {saved.error !== null ? (
        <Failure message={errorText(saved.error)} />
      ) : saved.isPending ? (
        <Pending>Saved hosts are being read.</Pending>
      ) : hosts.length === 0 ? (
        NO_SAVED_HOST
      ) : (
        <HostList hosts={found} visible={host} />
      )}
    </Region>
  );
  const middle = (
    <Region name="host" label="Connection">
      {host === null ? NO_HOST : <HostPane key={host.hostId} host={host} />}
    </Region>
  );
  const right = host !== null && (
    <Region name="host-answers" label="What the host says">
      <HostAnswers key={host.hostId} host={host} />
    </Region>
  );
  const percent = host === null ? 77 : 36;
  const panes = [
    { id: 'connect-hosts', content: left, percent: 23, minPixels: 250, edge: 'Width of the hosts' },
    { id: 'connect-host', content: middle, percent, minPixels: 320, edge: 'Width of the connection' },
    { id: 'connect-answers', content: right, percent: 41, minPixels: 320, isScroller: true },
  ];
  return (
    <section className={layout('column fill')} aria-label="Live host">
      <ConnectHeader />
      <Arrival />
      <Panes id="connect" isWide={isWide} panes={host === null ? panes.slice(0, 2) : panes} />
    </section>
  );
}

function Region(props: { readonly name: string; readonly label: string; readonly children: ReactNode }) {
  const { name, label, children } = props;
  return (
    <section className={layout('column pane narrow scrollsDown')} aria-label={label} data-region={name}>
      {children}
    </section>
  );
}

/** What a host is, while none is selected. */
const NO_HOST = (
  <EmptyState title="No host selected">
    A host is the server that runs agents and keeps their events. Add one by its address; it is not contacted
    before you press Test or Attach.
  </EmptyState>
);

/** View: purpose of this screen, and its close button. */
function ConnectHeader() {
  return (
    <header className={layout('bar wrap gap6x12 pad8x16 min44')} data-region="bench">
      <h1 className={layout('row fixed title gap8')}>
        <Icon name="live" size={18} /> Live host
      </h1>
      <p className={layout('words narrow grow320')}>
        Follow a run while it happens. Requests go from the shell to the host you name, and nowhere else.
      </p>
      <Button onPress={closeBench} keys={keysOf('leave-hosts')}>
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
      <RunForm host={host} />
      <Doctor host={host} />
    </>
  );
}

/** How to get a first host. */
const NO_SAVED_HOST = (
  <EmptyState title="No host is saved">
    Paste the address of one above. Without a host of your own, <code>npm run demo:live</code> starts one to
    try.
  </EmptyState>
);

/** Container: the certificate authority of a host. Hosts over plain http have none. */
function AuthorityPane({ host }: { readonly host: SavedHost }) {
  const canPick = useInfoStore((state) => state.canPick);
  const { failure, attempt } = useAttempt();
  const changes = useHostChanges();
  if (!host.baseUrl.startsWith('https:')) return null;
  const set = async (choose: boolean) => {
    const refusal = await changes.setAuthority(host.hostId, choose);
    if (refusal !== null) throw new Error(refusal);
  };
  return (
    <section className={layout('stack fixed ruled gap8 pad12x16')} aria-label="Certificate authority">
      <h3>Certificate authority</h3>
      <Remark icon="authorization" role="status">
        The public authorities are trusted
        <VisibleText text={host.authority === null ? '.' : `, and those in ${host.authority}.`} />
      </Remark>
      {canPick ? (
        <div className={layout('flex gap6')}>
          <Button small onPress={() => void attempt(() => set(true))}>
            Choose a file…
          </Button>
          {host.authority === null ? null : (
            <Button small onPress={() => void attempt(() => set(false))}>
              Forget the file
            </Button>
          )}
        </div>
      ) : (
        <p className={layout.second}>
          A private one is named at the start: openwop-inspector serve --ca FILE
        </p>
      )}
      {failure === null ? null : <Failure message={failure} />}
    </section>
  );
}

/** Container: an address from a link or an argument. It needs a confirmation; nothing happens automatically. */
function Arrival() {
  const arrival = useHostsStore((state) => state.arrival);
  const changes = useHostChanges();
  const { failure, attempt } = useAttempt();
  if (arrival === null) return null;
  const take = async ({ address, host: known }: UnderstoodAddress) => {
    const host = known ?? (await changes.save(address.baseUrl, null));
    showHost(host.hostId, address.runId);
    putArrivalAway();
  };
  return (
    <section className={layout('bar wrap body noteTint gap6x12 pad8x16')} aria-label="Address from outside">
      <Icon name="link" size={16} className={tones.note} />
      <div className={layout('narrow breaks grow320')} role="status">
        {arrival.ok ? (
          <>
            <p>
              A link or an argument names{' '}
              <VisibleText as="b" text={arrival.host?.name ?? 'a host that is not saved'} /> at{' '}
              <VisibleText as="code" text={arrival.address.baseUrl} />
              {arrival.address.runId === null ? null : (
                <>
                  , run <VisibleText as="code" text={arrival.address.runId} />
                </>
              )}
              .
            </p>
            <p className={layout.second}>Nothing has been requested. Use it only if you expected it.</p>
          </>
        ) : (
          <p>
            A link named a host, but {arrival.message.slice(0, 1).toLowerCase()}
            {arrival.message.slice(1)}
          </p>
        )}
        {failure === null ? null : <Failure message={failure} />}
      </div>
      {arrival.ok ? (
        <Button look="primary" onPress={() => void attempt(() => take(arrival))} autoFocus>
          Use this address
        </Button>
      ) : null}
      <Button onPress={putArrivalAway}>Put away</Button>
    </section>
  );
}

/** Height of two lines per host, in CSS pixels. */
const ROW_HEIGHT = 46;

/** View: saved hosts, one of them displayed. Arrows move and display. */
function HostList(props: { readonly hosts: readonly SavedHost[]; readonly visible: SavedHost | null }) {
  const { hosts, visible } = props;
  const active = hosts.findIndex(({ hostId }) => hostId === visible?.hostId);
  if (hosts.length === 0) return <EmptyState title="No saved host has this in its name or address." />;
  // A fixed height where the parts are stacked; else the remaining one.
  return (
    <div className={layout('grows high140')}>
      <ItemRows
        label="Saved hosts"
        items={hosts}
        rowHeight={ROW_HEIGHT}
        activeIndex={active < 0 ? null : active}
        renderItem={(host) => <HostRow host={host} />}
        onMove={({ hostId }) => showHost(hostId)}
      />
    </div>
  );
}

const tokenWord = ({ token }: SavedHost): string => (token.store === 'none' ? 'no token' : 'token stored');
const runsWord = ({ recentRuns }: SavedHost): string =>
  recentRuns.length === 0 ? 'no run yet' : countOf(recentRuns.length, 'run');

function HostRow({ host }: { readonly host: SavedHost }) {
  const title = `${displayText(host.name)}\n${displayText(host.baseUrl)}`;
  return (
    <div className={layout('grid full ruled pad0x12 restAndEnd gap0x8 centredRows')} title={title}>
      <VisibleText as="b" className={layout('clip bold')} text={host.name} />
      <span className={layout('inlineRow caption toEnd gap4')}>{runsWord(host)}</span>
      <VisibleText as="code" className={layout('clip second')} text={host.baseUrl} />
      <span className={layout('inlineRow caption toEnd gap4')}>
        <Icon name={host.token.store === 'none' ? 'unknown' : 'authorization'} size={12} /> {tokenWord(host)}
      </span>
    </div>
  );
}
