import { countOf, formatAgo, formatBytes, formatLocalMoment } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { CapturesLeft, LeftCapture, RecentFile, SavedHost } from '@openwop-inspector/shell-contract';
import { Button, layout } from '@openwop-inspector/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { commandKeys } from '../../commands/key-caps.ts';
import { recentLiveRuns } from '../../model/recent-live-runs.ts';
import { useSavedHosts } from '../../queries/host-queries.ts';
import { shell } from '../../shell/bridge.ts';
import { type Attachment, useHostsStore } from '../../state/hosts-store.ts';
import { dismissFailures, noteFailures, useNoticesStore } from '../../state/notices-store.ts';
import { goToAcceptor } from '../../state/open-acceptor.ts';
import {
  openLeftCapture,
  openRecent,
  openSample,
  pasteSource,
  pickFiles,
  pickFolder,
} from '../../state/open-actions.ts';
import { goToHosts } from '../../state/open-hosts.ts';
import { AttachForm } from './AttachForm.tsx';
import styles from './StartScreen.module.css';
import { List, StartScreen } from './StartScreen.tsx';

const NOTHING_RECENT: readonly RecentFile[] = [];
const NO_HOSTS: readonly SavedHost[] = [];
const hostsActions = () => import('../../state/hosts-actions.ts');
const NOTHING_LEFT: CapturesLeft = { captures: [], count: 0, totalBytes: 0 };

/** Container of the start screen: data from the shell, and the actions that open something. */
export function StartContainer() {
  const failures = useNoticesStore((state) => state.failures);
  const client = useQueryClient();
  // Both are reloaded each time the screen is displayed, since what was open meanwhile has become recent.
  const recent = useQuery({
    queryKey: ['recent'],
    queryFn: () => shell().call('recent/list', null),
    staleTime: 0,
  });
  const samples = useQuery({ queryKey: ['samples'], queryFn: () => shell().call('files/samples', null) });
  const hosts = useSavedHosts();
  const work = useHostsStore((state) => state.work);
  const left = useQuery({
    queryKey: ['captures'],
    queryFn: () => shell().call('captures/list', null),
    staleTime: 0,
  });
  const deleteLeft = async (captureId: string | null) => {
    try {
      const after =
        captureId === null
          ? await shell().call('captures/delete-all', null)
          : await shell().call('captures/delete', { captureId });
      client.setQueryData(['captures'], after);
    } catch (reason) {
      noteFailures([{ name: 'Delete', message: reason instanceof Error ? reason.message : String(reason) }]);
    }
  };
  const clearRecent = async () => {
    await shell().call('recent/clear', null);
    await client.invalidateQueries({ queryKey: ['recent'] });
  };
  return (
    <StartScreen
      recent={recent.data ?? NOTHING_RECENT}
      liveRuns={recentLiveRuns(hosts.data ?? NO_HOSTS)}
      isAttaching={({ hostId, runId }) => isRequested(work[hostId]?.attachment, runId)}
      samples={samples.data ?? []}
      nowMs={Date.now()}
      openKeys={keysOf('open')}
      folderKeys={keysOf('open-folder')}
      pasteKeys={commandKeys('mod+v')}
      hostsKeys={keysOf('hosts')}
      acceptorKeys={keysOf('acceptor')}
      failures={failures}
      attach={<AttachForm actions={hostsActions} />}
      left={
        <LeftCaptures
          left={left.data ?? NOTHING_LEFT}
          nowMs={Date.now()}
          onOpen={(captureId) => void openLeftCapture(captureId)}
          onDelete={(captureId) => void deleteLeft(captureId)}
        />
      }
      onPick={() => void pickFiles()}
      onPickFolder={() => void pickFolder()}
      onPaste={() => void pasteSource()}
      onHosts={goToHosts}
      onAcceptor={() => void goToAcceptor()}
      onRecent={(recentId) => void openRecent(recentId)}
      onClearRecent={() => void clearRecent()}
      onLiveRun={({ hostId, runId }) =>
        void hostsActions().then(({ attachToRun, cancelAttach }) =>
          isRequested(work[hostId]?.attachment, runId) ? cancelAttach(hostId) : attachToRun(hostId, runId),
        )
      }
      onSample={(sampleId) => void openSample(sampleId)}
      onDismissFailures={dismissFailures}
    />
  );
}

function isRequested(attachment: Attachment | null | undefined, runId: string | null): boolean {
  return attachment?.kind === 'asking' && attachment.runId === runId;
}

interface LeftCapturesProps {
  readonly left: CapturesLeft;
  readonly nowMs: number;
  readonly onOpen: (captureId: string) => void;
  /** Deletes one; all with null. */
  readonly onDelete: (captureId: string | null) => void;
}

/** Captures of live sessions that ended with their shell: opened or deleted only here. Nothing without any. */
function LeftCaptures({ left, nowMs, onOpen, onDelete }: LeftCapturesProps) {
  const { captures, count, totalBytes } = left;
  if (count === 0) return null;
  const words = `${countOf(count, 'capture')}, ${formatBytes(totalBytes)}`;
  return (
    <List
      title={`Live sessions that were not closed: ${words}`}
      end={<Deletion what="Delete all" of={words} onDelete={() => onDelete(null)} />}
    >
      {captures.map((capture) => (
        <LeftRow
          key={capture.captureId}
          capture={capture}
          nowMs={nowMs}
          onOpen={() => onOpen(capture.captureId)}
          onDelete={() => onDelete(capture.captureId)}
        />
      ))}
      {captures.length < count ? (
        <li className={styles.none}>{countOf(count - captures.length, 'older capture')} not listed.</li>
      ) : null}
    </List>
  );
}

interface LeftRowProps {
  readonly capture: LeftCapture;
  readonly nowMs: number;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

function LeftRow({ capture, nowMs, onOpen, onDelete }: LeftRowProps) {
  const { hostName, runId, startedAtMs, endedAtMs, sizeBytes } = capture;
  const name =
    hostName === null || runId === null ? 'Capture without a readable head' : `${hostName} · ${runId}`;
  const began = startedAtMs === null ? '' : `, began ${formatLocalMoment(startedAtMs)}`;
  return (
    <li className={layout('row wrap', styles.left)}>
      <span className={styles.leftName}>
        <VisibleText text={name} />
      </span>
      <span className={layout.third}>
        {formatBytes(sizeBytes)}, written {formatAgo(endedAtMs, nowMs)}
        {began}
      </span>
      <Button small onPress={onOpen} label={`Open the capture of ${name}`}>
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
