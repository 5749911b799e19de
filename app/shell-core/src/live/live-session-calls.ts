import {
  getDiscovery,
  getSnapshot,
  type HostConnection,
  type HostDiscovery,
  type HostError,
  type LiveStatus,
  openInterrupts,
  readDiscovery,
} from '@openwop-inspector/host-client';
import type { AttachReply, Request } from '@openwop-inspector/shell-contract';
import { type CallHandlers, done } from '../call-handlers.ts';
import { fileErrorCode } from '../open-files.ts';
import type { KnownHost } from './host-list.ts';
import { type LiveContext, permittedHost } from './live-context.ts';
import { LiveSession, type Start } from './live-session.ts';
import { closedSession, shellError, withoutSecrets } from './live-texts.ts';

/** What is known of a run before its stream is opened, or why it is not opened. */
type Arrival =
  | {
      readonly ok: true;
      readonly discovery: HostDiscovery | null;
      readonly workflowId: string | null;
      readonly status: string | null;
    }
  | Extract<AttachReply, { readonly ok: false }>;

export type LiveCalls = Pick<CallHandlers, Extract<keyof CallHandlers, `live/${string}`>>;

/** Creates the answers of the `live/` calls. */
export function createLiveCalls(parts: LiveContext): LiveCalls {
  const { book, actions } = parts;
  /** For calls about a session that say nothing but that they are done; one that is gone needs nothing. */
  const about = (act: (session: LiveSession) => Promise<void> | void) =>
    done(({ liveId }: { readonly liveId: string }) => {
      const session = book.find(liveId);
      return session === null ? undefined : act(session);
    });
  return {
    'live/attach': async (request) => {
      const { hostId, runId } = request;
      const host = await permittedHost(parts, hostId);
      if (!host.ok) return refused(host.error);
      const start = await book.sessionWith(hostId, runId, (signal) =>
        begin(parts, host.value, request, signal),
      );
      return start.ok ? { ok: true, live: start.session.snapshot() } : start;
    },
    'live/cancel-attach': done(({ hostId, runId }) => book.cancelStart(hostId, runId)),
    'live/find': async ({ liveId }) => book.find(liveId)?.snapshot() ?? null,
    'live/fetch-missing': about((session) => session.fetchMissing()),
    'live/reconnect': about((session) => session.reconnect()),
    'live/detach': about((session) => session.end()),
    'live/close': done(async ({ liveId }) => {
      actions.forget(liveId);
      await parts.saver.forget(liveId);
      await book.close(liveId);
    }),
    'live/save-capture': async ({ liveId }) => parts.saver.save(book.find(liveId)),
    'live/interrupts': async ({ liveId }) => {
      const session = book.find(liveId);
      if (session === null) return { ok: false, error: shellError('session_closed', closedSession) };
      const { connection, runId, interruptTokens } = session;
      const answer = await openInterrupts(connection, runId, interruptTokens);
      return !answer.ok ? answer : { ok: true, interrupts: withoutSecrets(answer.value, connection.mask) };
    },
    'live/preview': ({ liveId, action }) => actions.preview(book.find(liveId), action),
    'live/act': ({ liveId, previewId }) => actions.act(book.find(liveId), previewId),
    'live/actions': async ({ liveId }) => book.find(liveId)?.actions ?? [],
  };
}

async function begin(
  parts: LiveContext,
  host: KnownHost,
  { runId, a2uiDelta }: Request<'live/attach'>,
  signal: AbortSignal,
): Promise<Start> {
  const { connection, token, authorities } = parts.connectionTo(host);
  const arrival = await arriveAt(connection, runId, signal);
  if (signal.aborted) return { ok: false, message: 'It was cancelled.', error: null };
  if (!arrival.ok) {
    parts.log({ event: 'live-not-attached', code: arrival.error?.kind ?? 'version' });
    return arrival;
  }
  const { discovery, workflowId, status } = withoutSecrets(arrival, connection.mask);
  if (discovery !== null) await parts.hosts.calls(host.hostId, discovery.name);
  try {
    const own = {
      ...parts,
      host,
      runId,
      connection,
      token,
      authorities,
      discovery,
      a2uiDelta,
      onStop: () => parts.log({ event: 'live-stopped' }),
      onEnd: (end: LiveStatus) =>
        void noteRun(parts, { hostId: host.hostId, runId }, workflowId, end.runStatus),
    };
    const session = new LiveSession(own, await parts.captures.create());
    await noteRun(parts, session, workflowId, status);
    parts.log({ event: 'live-attached' });
    return { ok: true, session };
  } catch (error) {
    const code = fileErrorCode(error);
    if (code === null) throw error;
    parts.log({ event: 'live-not-attached', code });
    return { ok: false, message: `No capture can be written (${code}). Is the disk full?`, error: null };
  }
}

/** What the list of recent runs says about a run; texts of a host are cut. */
async function noteRun(
  { hosts, now }: LiveContext,
  { hostId, runId }: Pick<LiveSession, 'hostId' | 'runId'>,
  workflowId: string | null,
  status: string | null,
): Promise<void> {
  const cut = (text: string | null) => text?.slice(0, 200) ?? null;
  await hosts.attached(hostId, {
    runId,
    workflowId: cut(workflowId),
    status: cut(status),
    attachedAtMs: now(),
  });
}

/**
 * Asks for the discovery document and the run's snapshot. Refused is what trying again cannot mend: no way to the host,
 * another major version of the protocol, no right to the run, no such run. A host without a discovery document, or one
 * that is busy, is attached to all the same: the session tries again by itself. Ended by `signal`, it says nothing of use.
 */
async function arriveAt(connection: HostConnection, runId: string, signal: AbortSignal): Promise<Arrival> {
  const discovered = await getDiscovery(connection, { signal });
  if (!discovered.ok && isFinal(discovered.error, false)) return refused(discovered.error);
  const discovery = discovered.ok ? readDiscovery(discovered.value.json, connection.baseUrl) : null;
  if (discovery?.versionVerdict === 'stop') {
    const speaks = `${discovery.name} speaks version ${discovery.protocolVersion ?? 'unknown'} of the protocol`;
    return { ok: false, message: `${speaks}. This inspector speaks 1.x and 2.x.`, error: null };
  }
  const snapshot = await getSnapshot(connection, runId, { signal });
  if (!snapshot.ok && isFinal(snapshot.error, true)) return refused(snapshot.error);
  return {
    ok: true,
    discovery,
    workflowId: snapshot.ok ? snapshot.value.workflowId : null,
    status: snapshot.ok ? snapshot.value.status : null,
  };
}

function isFinal({ kind, status }: HostError, isAboutRun: boolean): boolean {
  if (kind === 'status') return isAboutRun && [401, 403, 404, 410].includes(status ?? 0);
  return kind === 'unreachable' || kind === 'certificate' || kind === 'redirect' || kind === 'out-of-time';
}

const refused = (error: HostError): Extract<AttachReply, { readonly ok: false }> => ({
  ok: false,
  message: error.message,
  error,
});
