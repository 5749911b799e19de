/** Which answers a fault is for. */
export type FaultyPath = 'discovery' | 'snapshot' | 'poll' | 'stream' | 'bundle' | 'action' | 'any';

/** A wrong answer in place of the right one. */
export interface FaultyAnswer {
  readonly on: FaultyPath;
  readonly status: number;
  /** `json` is the error body of the dialect; `nested` is `{error:{code,message}}`. */
  readonly body: 'json' | 'nested' | 'html' | 'text' | 'empty';
  readonly retryAfterSeconds?: number;
  /** How many requests get it; every one unless given. */
  readonly times?: number;
}

/** What can go wrong, each by itself or together. Nothing does unless said. */
export class Faults {
  /** A stream ends after this number of frames: `reset` tears the connection, `end` closes it politely. */
  readonly drop: {
    readonly afterFrames: number;
    readonly times: number;
    readonly how: 'reset' | 'end';
  } | null = null;
  /** A stream sends nothing more after this number of frames, comments included, and stays open. */
  readonly stall: { readonly afterFrames: number; readonly times: number } | null = null;
  /** Every n-th frame is sent twice. */
  readonly duplicateEvery: number | null = null;
  /** Every n-th frame is sent behind the one after it. */
  readonly reorderEvery: number | null = null;
  /** What was logged before the stream was opened is sent up to this number of events; then it closes. */
  readonly replayStop: number | null = null;
  /** The stream's path answers a JSON document of all events. */
  readonly jsonInsteadOfSse: boolean = false;
  /** Streams are written in pieces of this number of bytes. */
  readonly chunkBytes: number | null = null;
  /** The stream is closed where its terminal event would be sent. */
  readonly closesWithoutTerminal: boolean = false;
  /** This number of events that happen first on an open stream is not delivered on it (app's race). */
  readonly losesFirst: number = 0;
  /** How a poll's cursor is understood, instead of the dialect's own way. */
  readonly cursorMeans: 'from' | 'skip-one' | 'ignored' | null = null;
  /** Polls say that the run has ended, whether it has or not. */
  readonly lyingComplete: boolean = false;
  /** Events below this sequence are gone from stream and poll; the bundle has them. */
  readonly keepsFrom: number | null = null;
  /** Largest page of a poll. */
  readonly pageEvents: number | null = null;
  /** What a request without a key of this host gets. `sees-no-run`: 404 for every run, as a stranger. */
  readonly anonymous: 'refused' | 'sees-no-run' | 'sees-all' = 'refused';
  /**
   * Types of the events that are logged behind the terminal one, as by a node that continues after its run was cancelled.
   * They come when a poll has reported that the run is over.
   */
  readonly behindTheEnd: { readonly types: readonly string[]; readonly times: 1 } | null = null;
  readonly answers: readonly FaultyAnswer[] = [];
}

/** The faults that are on, for all runs and for single ones, and how often each has struck. */
export class FaultSwitch {
  #general: Faults;
  readonly #ofRun = new Map<string, Partial<Faults>>();
  readonly #struck = new Map<object, number>();

  constructor(faults: Partial<Faults>) {
    this.#general = { ...new Faults(), ...faults };
  }

  /** Turns faults on or off from now on; what is not named stays. For one run when it is named. */
  set(faults: Partial<Faults>, runId?: string): void {
    if (runId === undefined) this.#general = { ...this.#general, ...faults };
    else this.#ofRun.set(runId, { ...this.#ofRun.get(runId), ...faults });
  }

  of(runId: string | null): Faults {
    return { ...this.#general, ...(runId === null ? {} : this.#ofRun.get(runId)) };
  }

  /** The wrong answer that this request gets, counted; null for none. */
  answer(runId: string | null, path: FaultyPath): FaultyAnswer | null {
    const { answers } = this.of(runId);
    return answers.find((wrong) => (wrong.on === path || wrong.on === 'any') && this.strike(wrong)) ?? null;
  }

  /** Counts one more strike of a fault; false when it has struck as often as it may. */
  strike(fault: { readonly times?: number }): boolean {
    const struck = this.#struck.get(fault) ?? 0;
    if (struck >= (fault.times ?? Number.POSITIVE_INFINITY)) return false;
    this.#struck.set(fault, struck + 1);
    return true;
  }
}
