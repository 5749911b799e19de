import { countOf, formatAgo, formatBytes, formatLocalMoment } from '@openwop-inspector/base';
import { isReadableOnTheWay } from '@openwop-inspector/host-client';
import { VisibleText } from '@openwop-inspector/renderers';
import type { CapturesLeft, LeftCapture, RecentFile, SavedHost } from '@openwop-inspector/shell-contract';
import { Button, layout, useLasting } from '@openwop-inspector/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, useId, useRef, useState } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { commandKeys } from '../../commands/key-caps.ts';
import { addressText } from '../../model/connect-text.ts';
import { recentLiveRuns } from '../../model/recent-live-runs.ts';
import { useHostChanges, useSavedHosts } from '../../queries/host-queries.ts';
import { shell } from '../../shell/bridge.ts';
import { type Attachment, type UnderstoodAddress, useHostsStore } from '../../state/hosts-store.ts';
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
import { Failure } from '../../ui/Failure.tsx';
import { onEnter } from '../../ui/on-enter.ts';
import { ReadableOnTheWay } from '../../ui/ReadableOnTheWay.tsx';
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
      <VisibleText as="span" className={styles.leftName} text={name} />
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

type HostsActions = typeof import('../../state/hosts-actions.ts');

/** State of the form. */
type Standing =
  | { readonly kind: 'idle' }
  | { readonly kind: 'attaching' }
  | { readonly kind: 'failed'; readonly message: string };

/** One press of the button. */
interface Attempt {
  /** Null until the host is saved. */
  hostId: string | null;
  isCancelled: boolean;
}

/**
 * Container: an address or a curl command, a token, and one button. Text pasted into the empty field is parsed by the
 * shell at once and displayed without the token it may contain; a typed token is in its field alone until it is sent.
 */
function AttachForm({ actions }: { readonly actions: () => Promise<HostsActions> }) {
  const [text, setText] = useState('');
  const [understood, setUnderstood] = useState<UnderstoodAddress | null>(null);
  const [standing, setStanding] = useState<Standing>({ kind: 'idle' });
  const changes = useHostChanges();
  const token = useRef<HTMLInputElement>(null);
  const attempt = useRef<Attempt>({ hostId: null, isCancelled: false });
  const id = useId();
  const isAttaching = standing.kind === 'attaching';
  const isLasting = useLasting(isAttaching);

  const read = async (given: string): Promise<UnderstoodAddress | null> => {
    const reply = await (await actions()).readAddress(given);
    setText(reply.ok ? addressText(reply) : given);
    setUnderstood(reply.ok ? reply : null);
    setStanding(reply.ok ? { kind: 'idle' } : { kind: 'failed', message: reply.message });
    return reply.ok ? reply : null;
  };
  /** Why the token was not accepted; null when it was, or when none is typed. */
  const setTyped = async (hostId: string): Promise<string | null> => {
    const typed = token.current?.value.trim() ?? '';
    if (typed === '' || token.current === null) return null;
    token.current.value = '';
    return changes.setToken(hostId, { kind: 'typed', token: typed, remember: false });
  };
  const attach = async ({ address, host }: UnderstoodAddress, own: Attempt): Promise<Standing> => {
    const { attachToRun, textOf } = await actions();
    try {
      const { hostId } = host ?? (await changes.save(address.baseUrl, null));
      own.hostId = hostId;
      const refusal = await setTyped(hostId);
      if (refusal === null && !own.isCancelled) await attachToRun(hostId, address.runId);
      return refusal === null ? { kind: 'idle' } : { kind: 'failed', message: refusal };
    } catch (reason) {
      return { kind: 'failed', message: textOf(reason) };
    }
  };
  const submit = async () => {
    if (text.trim() === '' || isAttaching) return;
    const own: Attempt = { hostId: null, isCancelled: false };
    attempt.current = own;
    setStanding({ kind: 'attaching' });
    const address = understood ?? (await read(text));
    if (address === null || own.isCancelled) return;
    setStanding({ kind: 'attaching' });
    const end = await attach(address, own);
    if (!own.isCancelled) setStanding(end);
  };
  const cancel = () => {
    const { current } = attempt;
    const { hostId } = current;
    current.isCancelled = true;
    setStanding({ kind: 'idle' });
    if (hostId !== null) void actions().then(({ cancelAttach }) => cancelAttach(hostId));
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (text !== '' || pasted.trim() === '') return;
    event.preventDefault();
    void read(pasted);
  };
  const submitOnEnter = onEnter(() => void submit());

  return (
    <form
      className={styles.attach}
      aria-label="Attach to a run"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={layout('stack gap5')}>
        <label htmlFor={`${id}-address`}>Address of a live run, or a curl command</label>
        <input
          id={`${id}-address`}
          className={layout.input}
          value={text}
          placeholder="https://host/v1/runs/…"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-help`}
          aria-invalid={standing.kind === 'failed'}
          onChange={(event) => {
            setText(event.target.value);
            setUnderstood(null);
            setStanding({ kind: 'idle' });
          }}
          onPaste={paste}
          onKeyDown={submitOnEnter}
        />
      </div>
      <div className={layout('stack gap5')}>
        <label htmlFor={`${id}-token`}>Token</label>
        <input
          ref={token}
          id={`${id}-token`}
          className={layout.input}
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          placeholder={understood?.holdsToken === true ? 'as in the command' : 'if the host asks for one'}
          onKeyDown={submitOnEnter}
        />
      </div>
      <div className={layout('row gap8')}>
        <Button look="primary" icon="live" onPress={() => void submit()} isDisabled={text.trim() === ''}>
          {isAttaching ? 'Attaching' : 'Attach'}
        </Button>
        {isLasting ? <Button onPress={cancel}>Cancel</Button> : null}
      </div>
      <small id={`${id}-help`} className={layout.second}>
        The host is saved; the token is kept until the program ends. Without a runId, the host is asked for
        its runs.
      </small>
      {isReadableOnTheWay(understood?.address.baseUrl ?? text.trim()) ? <ReadableOnTheWay /> : null}
      {standing.kind === 'failed' ? <Failure message={standing.message} /> : null}
    </form>
  );
}
