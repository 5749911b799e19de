import {
  type ByteSource,
  blobSource,
  type LoadProgress,
  openRunLog,
  type RunLog,
  rangeSource,
  sessionSummary,
  textSource,
} from '@openwop-inspector/run-log';
import { dropTrees } from './content-jobs.ts';
import { dropEnvelopes } from './narrowed-envelopes.ts';
import type { SessionEvent, SourceSpec } from './session-contract.ts';
import { dropDocuments } from './subject-documents.ts';

/** A selection made by a filter: ordinals in display order, or null for every event. */
export interface Selection {
  readonly id: number;
  readonly text: string;
  readonly rows: Int32Array | null;
}

/** Selections kept for each session; the oldest is forgotten first. */
const HELD_SELECTIONS = 8;

/** One opened source with what the window has asked of it. */
export class Session {
  readonly log: RunLog;
  readonly stop = new AbortController();
  /** Number of the latest `filter` job: an older one that still runs gives up. */
  filterRun = 0;
  private readonly selections = new Map<number, Selection>();
  private nextSelection = 1;

  constructor(source: ByteSource, onProgress: (progress: LoadProgress) => void) {
    this.log = openRunLog(source, { onProgress, signal: this.stop.signal });
  }

  keep(text: string, rows: Int32Array | null): Selection {
    const selection = { id: this.nextSelection++, text, rows };
    this.selections.set(selection.id, selection);
    const oldest = this.selections.keys().next().value;
    if (this.selections.size > HELD_SELECTIONS && oldest !== undefined) this.selections.delete(oldest);
    return selection;
  }

  /** Selection 0, and one that was forgotten, stand for every event. */
  selection(id: number): Selection {
    return this.selections.get(id) ?? { id: 0, text: '', rows: null };
  }
}

/** Jobs that are under way. The checks of payloads wait for them: whoever looks comes first. */
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

function sourceOf(spec: SourceSpec): ByteSource {
  switch (spec.kind) {
    case 'file':
      return blobSource(spec.file.name, spec.file);
    case 'url':
      return rangeSource(spec.name, spec.url, spec.sizeBytes);
    case 'text':
      return textSource(spec.name, spec.text);
  }
}

/**
 * Opens a source. The load runs on, the checks of payloads follow it, and `tell` hears of every stage: progress, a first
 * summary as soon as there are rows, one when the graph stands and one when the checks are done.
 */
export function openSession(sessionId: string, spec: SourceSpec, tell: (event: SessionEvent) => void): void {
  let hasRows = false;
  const session: Session = new Session(sourceOf(spec), (progress) => {
    tell({ kind: 'progress', sessionId, progress });
    if (hasRows || progress.events === 0) return;
    hasRows = true;
    void tellSummary(sessionId, session, tell);
  });
  sessions.set(sessionId, session);
  void follow(sessionId, session, tell);
}

async function tellSummary(
  sessionId: string,
  session: Session,
  tell: (event: SessionEvent) => void,
): Promise<void> {
  const summary = await sessionSummary(session.log);
  if (sessions.get(sessionId) === session) tell({ kind: 'summary', sessionId, summary });
}

async function follow(
  sessionId: string,
  session: Session,
  tell: (event: SessionEvent) => void,
): Promise<void> {
  await session.log.loaded;
  await tellSummary(sessionId, session, tell);
  await session.log.runChecks(session.stop.signal, whenIdle);
  await tellSummary(sessionId, session, tell);
}

/** Forgets a session and stops whatever runs for it. */
export async function closeSession(sessionId: string): Promise<void> {
  const session = sessions.get(sessionId);
  sessions.delete(sessionId);
  if (session === undefined) return;
  session.stop.abort();
  dropDocuments(session.log);
  dropTrees(session.log);
  dropEnvelopes(session.log);
  await session.log.close();
}
