import { countOf, errorText, formatAgo, formatBytes, formatLocalMoment } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { Verdict } from '@openwop-inspector/run-log';
import type { FileProblem, LeftCapture, RecentFile } from '@openwop-inspector/shell-contract';
import { Button, classNames, Icon, type IconName, Kbd, layout, tones } from '@openwop-inspector/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { keysOf, runCommand } from '../../commands/commands.ts';
import { commandKeys } from '../../commands/key-map.ts';
import { dismissFailures, noteFailures, useNoticesStore } from '../../shared/hint-store.ts';
import { shell } from '../../shell/bridge.ts';
import { type LiveRun, recentLiveRuns } from '../hosts/connect-text.ts';
import { useSavedHosts } from '../hosts/host-queries.ts';
import { attachToRun, cancelAttach, useHostWorks } from '../hosts/hosts-store.ts';
import { AttachForm } from './AttachForm.tsx';
import { openLeftCapture, openRecent, openSample, pasteSource } from './open-actions.ts';
import styles from './StartScreen.module.css';

/** Reloaded each time it is displayed, since what was open meanwhile has become recent. */
export function useRecent(): readonly RecentFile[] {
  const { data = [] } = useQuery({
    queryKey: ['recent'],
    queryFn: () => shell().call('recent/list', null),
    staleTime: 0,
  });
  return data;
}

/** The logs that come with the program. */
export function useSamples() {
  const { data = [] } = useQuery({
    queryKey: ['samples'],
    queryFn: () => shell().call('files/samples', null),
  });
  return data;
}

/** The start screen: what can be opened, from the shell and from earlier sessions. */
export function StartScreen() {
  const failures = useNoticesStore((state) => state.failures);
  const samples = useSamples();
  return (
    <div className={layout('fill scrolls ground')}>
      <section
        className={layout('grid packed screen gap14')}
        aria-labelledby="start-title"
        data-region="start"
      >
        <h1 id="start-title" className={layout.big}>
          Open a run
        </h1>
        <p className={layout('words pulledUp')}>
          Debug bundle, event log, snapshot, SSE capture or envelopes. Files stay on this machine.
        </p>
        <div className={layout('grid gap8 columns310')}>
          {DOORS.map(({ icon, title, about, command }) => (
            <Button
              key={title}
              className={layout('startText gap12 autoHigh toLeft pad10x12')}
              onPress={() => (command === null ? void pasteSource() : runCommand(command))}
            >
              <Icon name={icon} size={16} className={layout.accentText} />
              <span className={layout('grow grid')}>
                <b className={layout.strong}>{title}</b>
                <span className={layout.second}>{about}</span>
              </span>
              <Kbd keys={command === null ? commandKeys('mod+v') : keysOf(command)} isHint />
            </Button>
          ))}
        </div>
        {failures.length === 0 ? null : <OpenFailures failures={failures} />}
        <AttachForm />
        <LeftCaptures />
        <Recent />
        {samples.length === 0 ? null : (
          <List title="Samples">
            {samples.map(({ sampleId, title }) => (
              <Entry
                key={sampleId}
                icon="file"
                name={title}
                facts={['sample']}
                onPress={() => void openSample(sampleId)}
              />
            ))}
          </List>
        )}
      </section>
    </div>
  );
}

/** The ways to open a run, in their order: commands, and one that has a key of the system alone. */
const DOORS = [
  { icon: 'folder', title: 'Open files', about: 'several open as one log', command: 'open' },
  { icon: 'runs', title: 'Open a folder', about: 'every log in it, as one', command: 'open-folder' },
  { icon: 'paste', title: 'Paste', about: 'JSON, NDJSON or SSE text', command: null },
  { icon: 'live', title: 'Attach to a live host', about: 'follow a run while it happens', command: 'hosts' },
  {
    icon: 'repair',
    title: 'Try an envelope in the acceptor',
    about: 'which step decides, and why',
    command: 'acceptor',
  },
] as const;

/** Files and live runs of earlier sessions, latest first. */
function Recent() {
  const client = useQueryClient();
  const recent = useRecent();
  const liveRuns = recentLiveRuns(useSavedHosts().data ?? []);
  const work = useHostWorks();
  const nowMs = Date.now();
  const isAttaching = ({ hostId, runId }: LiveRun) => {
    const attachment = work[hostId]?.attachment;
    return attachment?.kind === 'asking' && attachment.runId === runId;
  };
  const clear = async () => {
    await shell().call('recent/clear', null);
    await client.invalidateQueries({ queryKey: ['recent'] });
  };
  const attachOrCancel = async (run: LiveRun) => {
    if (isAttaching(run)) cancelAttach(run.hostId);
    else await attachToRun(run.hostId, run.runId);
  };
  return (
    <List
      title="Recent"
      end={
        recent.length === 0 ? null : (
          <Button look="link" small onPress={() => void clear()}>
            {liveRuns.length === 0 ? 'Clear' : 'Clear files'}
          </Button>
        )
      }
    >
      {liveRuns.map((run) => (
        <Entry
          key={`${run.hostId} ${run.runId ?? ''}`}
          icon="live"
          name={run.name}
          facts={[
            isAttaching(run) ? 'attaching, press again to cancel' : 'live host',
            run.attachedAtMs === null ? '' : formatAgo(run.attachedAtMs, nowMs),
          ]}
          onPress={() => void attachOrCancel(run)}
        />
      ))}
      {recent.map(({ recentId, name, events, tone, openedAtMs }) => (
        <Entry
          key={recentId}
          icon={isTone(tone) ? tone : 'file'}
          tone={isTone(tone) ? tone : null}
          name={name}
          facts={[events === null ? '' : countOf(events, 'event'), formatAgo(openedAtMs, nowMs)]}
          onPress={() => void openRecent(recentId)}
        />
      ))}
      {recent.length + liveRuns.length > 0 ? null : (
        <li className={layout('second padY4')}>
          Nothing yet. What you open is listed here by name; its content is not stored.
        </li>
      )}
    </List>
  );
}

function isTone(tone: string | null): tone is Verdict['tone'] {
  return ['failed', 'ok', 'waiting', 'running', 'warning', 'unknown'].includes(tone ?? '');
}

/** A list with its title, and actions on all of it. */
function List(props: { readonly title: string; readonly end?: ReactNode; readonly children: ReactNode }) {
  const { title, end, children } = props;
  return (
    <section aria-label={title}>
      <h2 className={layout('row caption gap12 marginBottom2')}>
        {title}
        {end}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

interface EntryProps {
  readonly icon: IconName;
  readonly tone?: keyof typeof tones | null;
  readonly name: string;
  readonly facts: readonly string[];
  readonly onPress: () => void;
}

function Entry({ icon, tone = null, name, facts, onPress }: EntryProps) {
  return (
    <li>
      <Button className={layout('grid startText gap8 pad0x6', styles.entry)} onPress={onPress}>
        <Icon name={icon} className={classNames(tone !== null && tones[tone])} />
        <span className={layout.ellipsis}>{name}</span>
        {facts.map((fact, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of columns
          <span key={at} className={layout('endText third', styles.fact)}>
            {fact}
          </span>
        ))}
      </Button>
    </li>
  );
}

/** Captures of live sessions that ended with their shell: opened or deleted only here. Nothing without any. */
function LeftCaptures() {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['captures'],
    queryFn: () => shell().call('captures/list', null),
    staleTime: 0,
  });
  const { captures = [], count = 0, totalBytes = 0 } = data ?? {};
  const deleteLeft = async (captureId: string | null) => {
    try {
      const after =
        captureId === null
          ? await shell().call('captures/delete-all', null)
          : await shell().call('captures/delete', { captureId });
      client.setQueryData(['captures'], after);
    } catch (reason) {
      noteFailures([{ name: 'Delete', message: errorText(reason) }]);
    }
  };
  if (count === 0) return null;
  const words = `${countOf(count, 'capture')}, ${formatBytes(totalBytes)}`;
  return (
    <List
      title={`Live sessions that were not closed: ${words}`}
      end={<Deletion what="Delete all" of={words} onDelete={() => void deleteLeft(null)} />}
    >
      {captures.map((capture) => (
        <LeftRow
          key={capture.captureId}
          capture={capture}
          onDelete={() => void deleteLeft(capture.captureId)}
        />
      ))}
      {captures.length < count ? (
        <li className={layout('second padY4')}>
          {countOf(count - captures.length, 'older capture')} not listed.
        </li>
      ) : null}
    </List>
  );
}

function LeftRow({ capture, onDelete }: { readonly capture: LeftCapture; readonly onDelete: () => void }) {
  const { captureId, hostName, runId, startedAtMs, endedAtMs, sizeBytes } = capture;
  const name =
    hostName === null || runId === null ? 'Capture without a readable head' : `${hostName} · ${runId}`;
  const began = startedAtMs === null ? '' : `, began ${formatLocalMoment(startedAtMs)}`;
  return (
    <li className={layout('row wrap toRight min26 gap2x8 padY2')}>
      <VisibleText as="span" className={layout('narrow breaks grow160')} text={name} />
      <span className={layout.third}>
        {formatBytes(sizeBytes)}, written {formatAgo(endedAtMs, Date.now())}
        {began}
      </span>
      <Button small onPress={() => void openLeftCapture(captureId)} label={`Open the capture of ${name}`}>
        Open
      </Button>
      <Deletion what="Delete" of={name} onDelete={onDelete} />
    </li>
  );
}

interface DeletionProps {
  readonly what: 'Delete' | 'Delete all';
  /** Deleted item, for the button's name. */
  readonly of: string;
  readonly onDelete: () => void;
}

/** A button that confirms in its place, since a capture cannot be restored. */
function Deletion({ what, of, onDelete }: DeletionProps) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button small onPress={() => setAsking(true)} label={`${what}: ${of}`}>
        {what}
      </Button>
    );
  }
  return (
    <>
      <Button small autoFocus onPress={() => setAsking(false)} label={`Keep: ${of}`}>
        Keep
      </Button>
      <Button
        small
        look="primary"
        onPress={() => {
          setAsking(false);
          onDelete();
        }}
        label={`${what} for good: ${of}`}
      >
        {what} for good
      </Button>
    </>
  );
}

/** Files that could not be opened, each with its name and the reason. */
export function OpenFailures({ failures }: { readonly failures: readonly FileProblem[] }) {
  return (
    <div className={layout('rowTop gap8 errorTint errorEdge roundedMore pad8x10')} role="alert">
      <Icon name="failed" className={tones.failed} />
      <ul className={layout('grow breaks')}>
        {failures.map(({ name, message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may fail twice
          <li key={at}>
            {message.startsWith(name) ? null : <b>{name}: </b>}
            {message}
          </li>
        ))}
      </ul>
      <Button small onPress={dismissFailures}>
        Put away
      </Button>
    </div>
  );
}
