import {
  type ByteSource,
  type Filter,
  type FilterError,
  type FoldedRows,
  OneRun,
  type OpenOptions,
  openRunLog,
  type RunLog,
  type UnpackFacts,
} from '@openwop-inspector/run-log';

/** What is read of: a log, or one run of it. */
type ReadOf = RunLog | OneRun;

/** What drops everything that was read from a closed log. */
const drops = new Set<(log: ReadOf) => void>();

/**
 * Cache of the last few things read from logs, newest first. Returns the function that answers by name, and makes what is
 * not cached. Failures are not cached.
 */
export function recentAnswers<Answer>(most: number) {
  let cached: readonly { readonly log: ReadOf; readonly name: string; readonly answer: Promise<Answer> }[] =
    [];
  drops.add((log) => {
    cached = cached.filter((one) => one.log !== log);
  });
  return (log: ReadOf, name: string, make: () => Promise<Answer>): Promise<Answer> => {
    const known = cached.find((one) => one.log === log && one.name === name);
    if (known !== undefined) return known.answer;
    const own = { log, name, answer: make() };
    cached = [own, ...cached].slice(0, most);
    // A failure reaches the caller; the next request tries again.
    own.answer.catch(() => {
      cached = cached.filter((one) => one !== own);
    });
    return own.answer;
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

  async close(): Promise<void> {
    for (const latest of [this.searches, this.payloadSearch, this.sessionTexts, this.exports]) latest.stop();
    this.stop.abort();
    for (const drop of drops) drop(this.log);
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
