/** The connection screen: the user's choices and actions on hosts. */
import { errorText } from '@openwop-inspector/base';
import type { DoctorReport, HostError } from '@openwop-inspector/host-client';
import type { HostAddressReply } from '@openwop-inspector/shell-contract';
import { announce } from '@openwop-inspector/ui';
import { create } from 'zustand';
import { shell, tellShell } from '../../shell/bridge.ts';
import { openLiveSession } from '../live/live-actions.ts';
import { sessionOfLive } from '../live/live-store.ts';
import { activateSession } from '../sessions/session-actions.ts';
import { sessionRecord } from '../sessions/session-record.ts';
import { changeView } from '../sessions/view-store.ts';
import { reportSentence } from './connect-text.ts';

/** An address that was read and names a host. Never what was pasted: that may have contained a token. */
export type UnderstoodAddress = Extract<HostAddressReply, { readonly ok: true }>;

/** What became of a test of a host. */
export type Examination =
  | { readonly kind: 'running'; readonly examineId: string; readonly startedAtMs: number }
  | { readonly kind: 'done'; readonly report: DoctorReport; readonly runId: string | null }
  | { readonly kind: 'cancelled' }
  /** The shell could not test at all. */
  | { readonly kind: 'failed'; readonly message: string };

/** What became of attaching; a success opens a session and leaves nothing here. */
type Attachment =
  | { readonly kind: 'asking'; readonly runId: string }
  | { readonly kind: 'failed'; readonly message: string; readonly error: HostError | null };

/** The user's choices and actions on one host, at first as given here. */
class HostWork {
  /** As typed. */
  readonly runId: string = '';
  readonly a2uiDelta: boolean = false;
  readonly examination: Examination | null = null;
  readonly attachment: Attachment | null = null;
  /** The user has requested the host's list of runs; before, nothing is requested. */
  readonly asksForRuns: boolean = false;
}

/** The user's choices on the connection screen. Nothing of it outlives the window. */
interface HostsState {
  /** The visible host; null for the first of the list. */
  readonly hostId: string | null;
  /** An address from a link or an argument that is not answered yet. Nothing is requested before. */
  readonly arrival: HostAddressReply | null;
}

export const useHostsStore = create<HostsState>()(() => ({ hostId: null, arrival: null }));

const works = sessionRecord(new HostWork());
export const { useAll: useHostWorks, of: hostWorkOf, use: useHostWork, change: changeHostWork } = works;

/** Forgets a removed host. */
export function dropHostWork(hostId: string): void {
  works.drop(hostId);
  if (useHostsStore.getState().hostId === hostId) useHostsStore.setState({ hostId: null });
}

/** Brings a host into sight, and a run of it when one is named. */
export function showHost(hostId: string, runId: string | null = null): void {
  useHostsStore.setState({ hostId });
  if (runId !== null) setRunId(hostId, runId);
}

/** The run to test and to attach to, as typed. What was said of another one goes. */
export function setRunId(hostId: string, runId: string): void {
  changeHostWork(hostId, { runId, attachment: null });
}

/** Enables the query for the host's list of runs. */
export async function askForRuns(hostId: string): Promise<void> {
  if (await setTypedToken(hostId)) changeHostWork(hostId, { asksForRuns: true });
}

export function putArrivalAway(): void {
  useHostsStore.setState({ arrival: null });
}

/** Reads what was typed or pasted. A shell that does not answer is a failed reading, with its message. */
export async function readAddress(text: string): Promise<HostAddressReply> {
  try {
    return await shell().call('hosts/read-address', { text });
  } catch (reason) {
    return { ok: false, message: errorText(reason) };
  }
}

/** Tests a host, and the run that is named. A second test calls the first off. */
export async function examine(hostId: string): Promise<void> {
  cancelExamination(hostId);
  const examineId = crypto.randomUUID();
  const runId = hostWorkOf(hostId).runId.trim() || null;
  const running: Examination = { kind: 'running', examineId, startedAtMs: Date.now() };
  changeHostWork(hostId, { examination: running });
  // Cancelled, or another one was started meanwhile: its answer is outdated.
  const isOutdated = (): boolean => hostWorkOf(hostId).examination !== running;
  const isSet = await setTypedToken(hostId);
  if (isOutdated()) return;
  if (!isSet) return changeHostWork(hostId, { examination: null });
  const examination = await shell()
    .call('hosts/examine', { examineId, hostId, runId })
    .then(
      (report): Examination => ({ kind: 'done', report, runId }),
      (reason: unknown): Examination => ({ kind: 'failed', message: errorText(reason) }),
    );
  if (isOutdated()) return;
  const answers = examination.kind === 'done' && examination.report.fault === null;
  changeHostWork(hostId, { examination, ...(answers ? { asksForRuns: true } : {}) });
  announce(examination.kind === 'done' ? reportSentence(examination.report) : 'The test could not be made.');
}

/** Ends a test that is running. */
export function cancelExamination(hostId: string): void {
  const { examination } = hostWorkOf(hostId);
  if (examination?.kind !== 'running') return;
  changeHostWork(hostId, { examination: { kind: 'cancelled' } });
  const { examineId } = examination;
  tellShell('hosts/cancel-examine', { examineId }); // its answer is no longer waited for
}

/**
 * Attaches to a run and opens its session; a refusal stays with the host. `cancelled` too when nothing was requested, since it
 * attaches already.
 */
export async function attach(hostId: string, runId: string): Promise<'open' | 'refused' | 'cancelled'> {
  const { attachment, a2uiDelta } = hostWorkOf(hostId);
  if (attachment?.kind === 'asking') return 'cancelled';
  const asking: Attachment = { kind: 'asking', runId };
  changeHostWork(hostId, { runId, attachment: asking });
  const isCancelled = (): boolean => hostWorkOf(hostId).attachment !== asking;
  const isSet = await setTypedToken(hostId);
  if (isCancelled()) return 'cancelled';
  if (!isSet) {
    changeHostWork(hostId, { attachment: null });
    return 'refused';
  }
  const reply = await shell()
    .call('live/attach', { hostId, runId, a2uiDelta })
    .catch((reason: unknown) => ({ ok: false as const, message: errorText(reason), error: null }));
  if (isCancelled()) {
    // It was there before the shell heard that it is not wanted; one that a tab shows is not this one's to close.
    if (reply.ok && sessionOfLive(reply.live.liveId) === null)
      tellShell('live/close', { liveId: reply.live.liveId });
    return 'cancelled';
  }
  if (!reply.ok) {
    const { message, error } = reply;
    changeHostWork(hostId, { attachment: { kind: 'failed', message, error } });
    return 'refused';
  }
  changeHostWork(hostId, { attachment: null });
  changeView('', { bench: null });
  openLiveSession(reply.live);
  return 'open';
}

/** Ends an attaching that is under way; nothing when there is none. */
export function cancelAttach(hostId: string): void {
  const { attachment } = hostWorkOf(hostId);
  if (attachment?.kind !== 'asking') return;
  changeHostWork(hostId, { attachment: null });
  tellShell('live/cancel-attach', { hostId, runId: attachment.runId }); // its answer is no longer waited for
}

/**
 * Attaches to a run of a saved host from the start screen. Without a run the connection screen shows those of the host;
 * where attaching fails, its doctor tests the host. Nothing while it attaches already.
 */
export async function attachToRun(hostId: string, runId: string | null): Promise<void> {
  if (hostWorkOf(hostId).attachment?.kind === 'asking') return;
  showHost(hostId, runId);
  if (runId === null) {
    goToHosts();
    await askForRuns(hostId);
  } else if ((await attach(hostId, runId)) === 'refused') {
    goToHosts();
    await examine(hostId);
  }
}

/** Shows the connection screen; sessions stay open next to it. */
export function goToHosts(): void {
  activateSession(null);
  changeView('', { bench: 'hosts' });
}

/** Takes an address from a link or an argument: it is displayed, and confirmed before anything is requested. */
export function receiveHostAddress(arrival: HostAddressReply): void {
  useHostsStore.setState({ arrival });
  goToHosts();
}

/** Takes the address that the application was started with, once. */
export async function takeStartupAddress(): Promise<void> {
  const arrival = await shell().call('hosts/startup', null);
  if (arrival !== null) receiveHostAddress(arrival);
}

/** What is in the token field of a host and is not set yet. It is only in the field; here is only who can set it. */

/** Sets what is typed, as the field's own button does. False when it could not be set, which the field then says. */
type SetTyped = () => Promise<boolean>;

const fields = new Map<string, SetTyped>();

/** Registers the visible token field of a host. Returns a function that removes it. */
export function watchTokenField(hostId: string, setTyped: SetTyped): () => void {
  fields.set(hostId, setTyped);
  return () => {
    if (fields.get(hostId) === setTyped) fields.delete(hostId);
  };
}

/**
 * To be awaited before any request to a host: a typed token is used without a button of its own. False when it
 * could not be set; no request is then sent with another one.
 */
export async function setTypedToken(hostId: string): Promise<boolean> {
  return (await fields.get(hostId)?.()) ?? true;
}
