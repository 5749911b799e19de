import { unreachable } from '@openwop-inspector/base';
import { plainLine } from '@openwop-inspector/protocol';
import {
  type AskForRange,
  type ByteSource,
  blobSource,
  growingSource,
  type LoadProgress,
  nextTurn,
  rangeSource,
  type SessionSummary,
  sessionSummary,
  textSource,
  type UnpackFacts,
} from '@openwop-inspector/run-log';
import { withSecret } from '../shell/with-secret.ts';
import { Session } from './session.ts';

/** A file that is opened with others. */
export type OneFile = Extract<SourceSpec, { readonly kind: 'file' | 'url' }>;

/** Where the bytes come from. `url` is same-origin and answers range requests. */
export type SourceSpec =
  /** `path` is the path of a file within its folder. */
  | { readonly kind: 'file'; readonly file: File; readonly path?: string }
  | { readonly kind: 'url'; readonly name: string; readonly url: string; readonly sizeBytes: number }
  | { readonly kind: 'text'; readonly name: string; readonly text: string }
  /** Files of a folder, or chosen together: one log. */
  | {
      readonly kind: 'many';
      readonly name: string;
      readonly files: readonly OneFile[];
      readonly isFolder: boolean;
    }
  /** The capture of a live session: a `url` that grows; `grow` says how far it may be read. */
  | {
      readonly kind: 'live';
      readonly name: string;
      readonly url: string;
      readonly sizeBytes: number;
      readonly liveId: string;
    };

/** Notifications of the worker to the window. */
export type SessionEvent =
  | { readonly kind: 'progress'; readonly sessionId: string; readonly progress: LoadProgress }
  /** A packed source unpacks to more than it may unasked; it waits for `answerUnpack`. */
  | { readonly kind: 'unpack'; readonly sessionId: string; readonly facts: UnpackFacts }
  /** Sent when rows can be displayed, when the graph is built, and when the checks are done. */
  | { readonly kind: 'summary'; readonly sessionId: string; readonly summary: SessionSummary };

/** Jobs that are under way. The checks of payloads wait for them: requests come first. */
let running = 0;

/** Counts a job while it runs. */
export async function whileRunning<T>(job: () => T | Promise<T>): Promise<T> {
  running++;
  try {
    return await job();
  } finally {
    running--;
  }
}

async function whenIdle(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, 4));
  while (running > 0);
}

const sessions = new Map<string, Session>();

/** The session of an id; a job for a session that was closed is a bug of the window, or comes too late. */
export function sessionOf(sessionId: string): Session {
  const session = sessions.get(sessionId);
  if (session === undefined) throw new Error(`there is no session ${sessionId}`);
  return session;
}

function sourceOf(spec: Exclude<SourceSpec, { kind: 'many' }>, secret: string | null): ByteSource {
  const ask: AskForRange = (url, headers) => fetch(url, { headers: withSecret(headers, secret) });
  switch (spec.kind) {
    case 'file':
      return blobSource(plainLine(spec.path ?? spec.file.name), spec.file);
    case 'url':
      return rangeSource(spec.name, spec.url, spec.sizeBytes, ask);
    case 'text':
      return textSource(spec.name, spec.text);
    case 'live':
      return growingSource(spec.name, spec.url, spec.sizeBytes, ask);
    default:
      return unreachable(spec);
  }
}

/**
 * Opens a source. The load continues, the checks of payloads follow it, and `tell` gets every stage: progress, a first
 * summary as soon as there are rows, one when the graph is built and one when the checks are done. `secret` goes with
 * requests to the shell (shell/window-access.ts), null on the desktop.
 */
export function openSession(
  input: { readonly sessionId: string; readonly source: SourceSpec; readonly secret: string | null },
  tell: (event: SessionEvent) => void,
): void {
  const { sessionId, source: spec, secret } = input;
  const onProgress = (progress: LoadProgress) => tell({ kind: 'progress', sessionId, progress });
  const summarize = async (session: Session): Promise<void> => {
    const isNewest = session.beginSummary();
    const summary = await sessionSummary(session.log);
    // One that was started earlier may take longer.
    if (sessions.get(sessionId) === session && isNewest()) tell({ kind: 'summary', sessionId, summary });
  };
  if (spec.kind === 'live') {
    sessions.set(sessionId, liveSession(sourceOf(spec, secret), onProgress, summarize));
    return;
  }
  let hasRows = false;
  const isMany = spec.kind === 'many';
  const sources = (isMany ? spec.files : [spec]).map((file) => sourceOf(file, secret));
  const session: Session = new Session(sources, {
    ...(isMany ? { name: spec.name, isFolder: spec.isFolder } : {}),
    onProgress: (progress) => {
      onProgress(progress);
      if (hasRows || progress.events === 0) return;
      hasRows = true;
      void summarize(session);
    },
  });
  session.askUnpack = (facts) => tell({ kind: 'unpack', sessionId, facts });
  sessions.set(sessionId, session);
  void follow(session, summarize);
}

async function follow(session: Session, summarize: (session: Session) => Promise<void>): Promise<void> {
  await session.log.loaded;
  // The checks begin, so that the first summary says that they run, and wait until it is sent.
  let isSent = Promise.resolve();
  const checked = session.log.runChecks(session.stop.signal, () => isSent.then(whenIdle));
  await nextTurn();
  isSent = summarize(session);
  await checked;
  await summarize(session);
}

/** Forgets a session and stops whatever runs for it. */
export async function closeSession(sessionId: string): Promise<void> {
  const session = sessions.get(sessionId);
  sessions.delete(sessionId);
  await session?.close();
}

/** Delay between the request and a summary that nothing new has caused, in ms. */
const LATER_MS = 300;

/**
 * A session whose source grows. A summary is sent of whatever a refresh shows: when the source is read as far as it goes,
 * and after that whenever `grow` has brought something, at a rate that the log chooses. Then the checks of new payloads
 * follow, and a summary when they found something.
 */
function liveSession(
  source: ByteSource,
  onProgress: (progress: LoadProgress) => void,
  summarize: (session: Session) => Promise<void>,
): Session {
  let isChecking = false;
  let isCheckDue = false;
  let later: ReturnType<typeof setTimeout> | undefined;
  let sent: Promise<void> = Promise.resolve();
  /** Summaries are sent one after the other, so that the newest is the last. */
  const tellNow = (): Promise<void> => {
    clearTimeout(later);
    later = undefined;
    sent = sent.then(() => summarize(session));
    return sent;
  };
  /** One run of checks at a time; what came meanwhile is checked by the next. */
  const checkNew = async ({ log, stop: { signal } }: Session): Promise<void> => {
    isCheckDue = true;
    if (isChecking) return;
    isChecking = true;
    const before = log.index.problems.size;
    const wasKnown = log.checked.known;
    while (isCheckDue && !signal.aborted) {
      isCheckDue = false;
      await log.runChecks(signal, whenIdle);
    }
    isChecking = false;
    if (log.index.problems.size !== before || log.checked.known !== wasKnown) session.reportLater();
  };
  const session: Session = new Session(source, {
    grows: true,
    onProgress: (progress) => {
      // Behind the first read a live session is settled, whatever is checked.
      if (progress.phase !== 'checks') onProgress(progress);
    },
    onRefresh: async () => {
      await tellNow();
      if (session.log.hasOldCounts) session.reportLater();
      void checkNew(session);
    },
  });
  const { signal } = session.stop;
  session.reportLater = () => {
    if (!signal.aborted) later ??= setTimeout(() => void tellNow(), LATER_MS);
  };
  signal.addEventListener('abort', () => clearTimeout(later));
  return session;
}
