import { unreachable } from '@openwop-inspector/base';
import { plainLine } from '@openwop-inspector/protocol';
import {
  type AskForRange,
  type ByteSource,
  blobSource,
  type Filter,
  type FilterError,
  type FoldedRows,
  growingSource,
  type LoadProgress,
  nextTurn,
  OneRun,
  type OpenOptions,
  openRunLog,
  type RunLog,
  rangeSource,
  type SessionSummary,
  sessionSummary,
  textSource,
  type UnpackFacts,
} from '@openwop-inspector/run-log';
import { withSecret } from '../shell/with-secret.ts';

/** What is read of: a log, or one run of it. */
type ReadOf = RunLog | OneRun;

/**
 * Cache of the last few things read from a log. Returns the function that answers by name, and makes what is not cached.
 * Failures are not cached.
 */
export function recentAnswers<Answer>(most: number) {
  const cached = new WeakMap<ReadOf, Map<string, Promise<Answer>>>();
  return (log: ReadOf, name: string, make: () => Promise<Answer>): Promise<Answer> => {
    const ofLog = cached.get(log) ?? new Map<string, Promise<Answer>>();
    const known = ofLog.get(name);
    if (known !== undefined) return known;
    const answer = make();
    cached.set(log, ofLog);
    putLast(ofLog, name, answer, most);
    // A failure reaches the caller; the next request tries again.
    answer.catch(() => ofLog.delete(name));
    return answer;
  };
}

/** What a filter selects. `id` names the selection in later row requests. */
export interface FilterAnswer {
  readonly id: number;
  /** As the user wrote it. */
  readonly text: string;
  /** Rows that were found. */
  readonly total: number;
  readonly of: number;
  /** Rows that were searched: fewer than `of` while the search is under way, and when it was stopped. */
  readonly done: number;
  readonly error: FilterError | null;
}

/** A selection made by a filter: ordinals in display order, or null for every event. */
export interface Selection {
  readonly id: number;
  readonly text: string;
  readonly rows: Int32Array | null;
  /** The order it was made of. */
  readonly order: RunLog['order'] | null;
  /** Number of searched places of that order. */
  readonly done: number;
  /** Places from the first on of which no row is missing: where a search continues. */
  readonly wholeTo: number;
}

/** A cached folded selection. */
export interface Fold extends FoldedRows {
  readonly id: number;
  /** Its request, so that the same request keeps its id while the selection grows. */
  readonly key: string;
  /** Id of the selection that it folds. */
  readonly of: number;
  readonly order: RunLog['order'];
  /** The selection itself; null for every event. */
  readonly selection: Int32Array | null;
  /** The rows are in another order than those of the log, and none is folded. */
  readonly isSorted?: boolean;
}

/** A search that is under way, shared by requests for the same. */
export interface RunningSearch {
  readonly text: string;
  readonly order: RunLog['order'];
  readonly answer: Promise<FilterAnswer>;
  /** Called with what was found so far. */
  say: (part: FilterAnswer) => void;
}

/** Maximum number of cached folded selections: the visible one, and the one before while its rows are requested. */
const MAX_CACHED_FOLDS = 2;

/** Maximum number of cached selections per session; the oldest is dropped first. */
const MAX_CACHED_SELECTIONS = 8;

/** Maximum number of runs whose answers are cached after the views were narrowed to others. */
const MAX_RECENT_RUNS = 8;

/** Jobs of one kind, of which only the latest continues: another one, or a stop, ends it. */
export class Latest {
  private number = 0;

  /** Ends the job before; the function says whether this one was ended since. */
  begin(): () => boolean {
    this.stop();
    const own = this.number;
    return () => this.number !== own;
  }

  stop(): void {
    this.number += 1;
  }
}

/** One opened source with the window's requests to it. */
export class Session {
  readonly log: RunLog;
  readonly stop = new AbortController();
  private readonly searches = new Latest();
  /** The text whose search the person has ended; another text forgets it. */
  stoppedText: string | null = null;
  private searchedText: string | null = null;
  /** The search that is under way. */
  search: RunningSearch | null = null;
  readonly payloadSearch = new Latest();
  readonly sessionTexts = new Latest();
  readonly exports = new Latest();
  readonly sorts = new Latest();
  /** Colouring rules as last requested, compiled until its rows or the rules are others. */
  rules: { readonly key: string; readonly filters: readonly (Filter | null)[] } | null = null;
  /** The run that all views are about; null for all runs. */
  run: OneRun | null = null;
  /** By id, the latest last: what was computed of a run is cached with it. */
  private readonly recentRuns = new Map<string, OneRun>();
  private readonly selections = new Map<number, Selection>();
  /** Streams that stay unfolded, as last requested by the window. */
  openStreams: readonly number[] | 'all' = [];
  private foldsMade = 0;
  private summariesBegun = 0;
  private summaryReported = 0;
  private folds: readonly Fold[] = [];
  private nextSelection = 1;
  private isChecking = false;
  private isCheckDue = false;

  /** Called when the person must say whether more is unpacked; `answerUnpack` brings what was said. */
  askUnpack: (facts: UnpackFacts) => void = () => this.answerUnpack(0);
  private answered: ((mostBytes: number) => void) | null = null;

  constructor(source: ByteSource | readonly ByteSource[], options: OpenOptions) {
    const { signal } = this.stop;
    // A load that is cancelled while it waits for an answer has got one.
    signal.addEventListener('abort', () => this.answerUnpack(0));
    this.log = openRunLog(source, {
      ...options,
      startJudge: async (dialect) =>
        (await import('@openwop-inspector/acceptor-core')).createMessageJudge(dialect),
      signal,
      memoryBytes: memoryOfALog(),
      mayUnpack: (facts) => this.mayUnpack(facts),
    });
  }

  /** What the views show: the log, or one run of it. */
  get view(): RunLog | OneRun['log'] {
    return visibleLog(this.run ?? this.log);
  }

  /** Narrows all views to a run by its id, or widens them again. */
  narrow(runId: string | null): void {
    this.run = runId === null ? null : (this.recentRuns.get(runId) ?? new OneRun(this.log, runId));
    if (runId !== null && this.run !== null) putLast(this.recentRuns, runId, this.run, MAX_RECENT_RUNS);
    this.search = null;
    this.searches.stop();
  }

  /** How many bytes may be unpacked in all; an outdated answer is ignored. */
  answerUnpack(mostBytes: number): void {
    this.answered?.(mostBytes);
    this.answered = null;
  }

  private mayUnpack(facts: UnpackFacts): Promise<number> {
    return new Promise((resolve) => {
      this.answered = resolve;
      if (this.stop.signal.aborted) this.answerUnpack(0);
      else this.askUnpack(facts);
    });
  }

  /** A search begins, and ends the one before; the function says whether it was ended itself. */
  beginSearch(text: string): () => boolean {
    if (text !== this.searchedText) this.stoppedText = null;
    this.searchedText = text;
    return this.searches.begin();
  }

  /** Ends the search that is under way. */
  stopSearch(): void {
    this.search = null;
    this.stoppedText = this.searchedText;
    this.searches.stop();
  }

  /** Starts a summary; returns whether none that was started later has been reported, and counts it as reported. */
  beginSummary(): () => boolean {
    this.summariesBegun += 1;
    const own = this.summariesBegun;
    return () => {
      if (own < this.summaryReported) return false;
      this.summaryReported = own;
      return true;
    };
  }

  /** Keeps a folded selection, under the number that the same question has had; `made` grows each time. */
  keepFold(fold: Omit<Fold, 'id'>) {
    const id = this.folds.find(({ key }) => key === fold.key)?.id ?? this.newId();
    this.folds = [{ ...fold, id }, ...this.folds.filter((one) => one.id !== id)].slice(0, MAX_CACHED_FOLDS);
    this.foldsMade += 1;
    return { id, total: fold.rows.length, made: this.foldsMade };
  }

  /** The folded selection of a number; null for any other selection. */
  fold(id: number): Fold | null {
    return this.folds.find((one) => one.id === id) ?? null;
  }

  /** A number for a selection. */
  newId(): number {
    return this.nextSelection++;
  }

  /** Caches a selection, replacing the one under its number. */
  keep(selection: Selection): void {
    // What has grown is the newest again.
    putLast(this.selections, selection.id, selection, MAX_CACHED_SELECTIONS);
  }

  /** For a growing session: schedules a summary, so that the window refetches. */
  reportLater: () => void = () => undefined;

  /** Checks what has come, one run of checks at a time; what came meanwhile is checked by the next. */
  async checkNew(): Promise<void> {
    const { log, stop } = this;
    this.isCheckDue = true;
    if (this.isChecking) return;
    this.isChecking = true;
    const before = log.index.problems.size;
    const wasKnown = log.checked.known;
    while (this.isCheckDue && !stop.signal.aborted) {
      this.isCheckDue = false;
      await log.runChecks(stop.signal, whenIdle);
    }
    this.isChecking = false;
    if (log.index.problems.size !== before || log.checked.known !== wasKnown) this.reportLater();
  }

  async close(): Promise<void> {
    for (const latest of [this.searches, this.payloadSearch, this.sessionTexts, this.exports]) latest.stop();
    this.stop.abort();
    await this.log.close();
  }

  /** The newest selection of a text whose rows are all where they were, before rows that came since or were not searched yet. */
  grownFrom(text: string): Selection | null {
    const { order } = this.view;
    const same = [...this.selections.values()].reverse().find((one) => one.text === text);
    const isSame = same?.order === order;
    const hasGrown = order.lineage !== undefined && same?.order?.lineage === order.lineage;
    return same !== undefined && (isSame || hasGrown) ? same : null;
  }

  /** Selection 0, and one that was forgotten, mean every event. */
  selection(id: number): Selection {
    return this.selections.get(id) ?? { id: 0, text: '', rows: null, order: null, done: 0, wholeTo: 0 };
  }
}

/** Makes an entry the newest, which is the last, and drops the oldest of more than `most`. */
function putLast<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  const oldest = entries.keys().next().value;
  if (entries.size > most && oldest !== undefined) entries.delete(oldest);
}

/** The rows, order and causes that a log, or one run of it, shows now. */
export function visibleLog(source: RunLog | OneRun): RunLog | OneRun['log'] {
  return source instanceof OneRun ? source.log : source;
}

const GIB = 2 ** 30;

/** A quarter of the memory of the machine, as far as the platform reports it: it says 8 GiB for all that is more. */
function memoryOfALog(): number {
  const reported =
    typeof navigator === 'object' && 'deviceMemory' in navigator ? navigator.deviceMemory : null;
  return (GIB * (typeof reported === 'number' ? reported : 4)) / 4;
}

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

/** Delay between the request and a summary that nothing new has caused, in ms. */
const LATER_MS = 300;

/**
 * Opens a source. The load continues, the checks of payloads follow it, and `tell` gets every stage: progress, a first
 * summary as soon as there are rows, one when the graph is built and one when the checks are done. Of a source that grows, a
 * summary of whatever a refresh shows: when it is read as far as it goes, and after that whenever `grow` has brought
 * something, at a rate that the log chooses; then one when the checks of new payloads found something. `secret` goes with
 * requests to the shell (shell/window-access.ts), null on the desktop.
 */
export function openSession(
  input: { readonly sessionId: string; readonly source: SourceSpec; readonly secret: string | null },
  tell: (event: SessionEvent) => void,
): void {
  const { sessionId, source: spec, secret } = input;
  const isMany = spec.kind === 'many';
  const isLive = spec.kind === 'live';
  let hasRows = isLive;
  let later: ReturnType<typeof setTimeout> | undefined;
  const summarize = async (): Promise<void> => {
    clearTimeout(later);
    later = undefined;
    const isNewest = session.beginSummary();
    const summary = await sessionSummary(session.log);
    // One that was started earlier may take longer.
    if (sessions.get(sessionId) === session && isNewest()) tell({ kind: 'summary', sessionId, summary });
  };
  const onRefresh = async (): Promise<void> => {
    await summarize();
    if (session.log.hasOldCounts) session.reportLater();
    void session.checkNew();
  };
  const session: Session = new Session(
    (isMany ? spec.files : [spec]).map((file) => sourceOf(file, secret)),
    {
      ...(isMany ? { name: spec.name, isFolder: spec.isFolder } : {}),
      ...(isLive ? { grows: true, onRefresh } : {}),
      onProgress: (progress) => {
        // Behind the first read a live session is settled, whatever is checked.
        if (!isLive || progress.phase !== 'checks') tell({ kind: 'progress', sessionId, progress });
        if (hasRows || progress.events === 0) return;
        hasRows = true;
        void summarize();
      },
    },
  );
  sessions.set(sessionId, session);
  if (!isLive) {
    session.askUnpack = (facts) => tell({ kind: 'unpack', sessionId, facts });
    return void follow(session, summarize);
  }
  const { signal } = session.stop;
  session.reportLater = () => {
    if (!signal.aborted) later ??= setTimeout(() => void summarize(), LATER_MS);
  };
  signal.addEventListener('abort', () => clearTimeout(later));
}

async function follow({ log, stop }: Session, summarize: () => Promise<void>): Promise<void> {
  await log.loaded;
  // The checks begin, so that the first summary says that they run, and wait until it is sent.
  let isSent = Promise.resolve();
  const checked = log.runChecks(stop.signal, () => isSent.then(whenIdle));
  await nextTurn();
  isSent = summarize();
  await checked;
  await summarize();
}

/** Forgets a session and stops whatever runs for it. */
export async function closeSession(sessionId: string): Promise<void> {
  const session = sessions.get(sessionId);
  sessions.delete(sessionId);
  await session?.close();
}
