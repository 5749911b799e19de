import type { Prng } from './run/prng.ts';
import { Clock, type EventDoc, RunRecorder } from './run/run-recorder.ts';
import type { ToolRoundTrip } from './steps/agent-steps.ts';
import type { NodeScope, RunError } from './steps/node-scope.ts';
import { completeRun, failRun, rememberRun, startRun } from './steps/run-steps.ts';

/** What a sample file is wrapped in. `ndjson.gz` is NDJSON, packed. */
export type SampleShape = 'bundle' | 'app-bundle' | 'ndjson' | 'ndjson.gz' | 'sse' | 'poll' | 'event-log';

/** One of our own runs: the head of its file, and a table of its steps in the order of time. */
export interface Story {
  /** Name in the list of samples, kebab-case. */
  readonly sampleId: string;
  /** One line for the start screen, sentence case, no full stop. */
  readonly title: string;
  readonly file: string;
  readonly shape: SampleShape;
  readonly run: StoryRun;
  readonly tags: readonly string[];
  readonly acts: readonly Act[];
  readonly end: StoryEnd;
}

/** What the head of a file says about the run. */
export interface StoryRun {
  readonly runId: string;
  readonly workflowId: string;
  readonly status: 'completed' | 'failed';
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly error?: RunError;
  /** State of every node of the workflow, also of those never reached. */
  readonly nodeStates?: Readonly<Record<string, 'completed' | 'failed' | 'skipped' | 'pending'>>;
}

/** The last two events of a run: the summary in memory, and the terminal event 1 ms later. */
interface StoryEnd {
  readonly memoryId: string;
  readonly memoryAfterMs: number;
  /** Of a run that completes. */
  readonly outputs?: Readonly<Record<string, unknown>>;
  /** Of a run that fails. */
  readonly failedNodeId?: string;
  /** The last step of the last act unless given. */
  readonly cause?: StepOfAct;
}

/** What one node does at a stretch. */
export interface Act {
  readonly nodeId: string;
  readonly agentId: string;
  readonly steps: readonly Row[];
  /** By which other acts refer to it; acts of one name continue each other. The node's id unless given. */
  readonly name?: string;
  /** A child run that the node belongs to. */
  readonly runId?: string;
  /** What led to the act: the last step of the previous act unless given. */
  readonly cause?: StepOfAct;
}

type AnyStep = (scope: NodeScope, parts: never) => string | ToolRoundTrip;

/** The newest step of a kind in an act. */
type StepOfAct = readonly [actName: string, step: AnyStep];

/** An envelope of the node: its correlationId without run and node. */
export type Envelope = `:${number}:${string}`;

/** What led to a step: the newest step of a kind in the same act, an envelope, the cause of the act, or nothing. */
export type Cause = AnyStep | Envelope | 'act' | null;

/** A row of the table of steps. */
export type Row = (play: Play, act: Act) => void;

/** The model all stories talk to. */
export const MOCK_MINI = { provider: 'mock', model: 'mock-mini' } as const;

/** What was played of an act. */
interface PlayedAct {
  readonly cause: string | undefined;
  last: string | undefined;
  /** Newest event of each kind of step. */
  readonly newest: Map<AnyStep, string>;
}

/** A story as it is played: its clock, its events, and randomness for ids only. */
export class Play {
  readonly clock: Clock;
  readonly events: EventDoc[] = [];
  readonly #prng: Prng;
  readonly #story: Story;
  readonly #runs = new Map<string, RunRecorder>();
  readonly #acts = new Map<string, PlayedAct>();
  #last: string | undefined;

  constructor(story: Story, startMs: number, prng: Prng) {
    this.clock = new Clock(startMs);
    this.#prng = prng;
    this.#story = story;
  }

  /** Plays the whole table. */
  play(): void {
    const { run: head, tags, acts, end } = this.#story;
    const { workflowId, inputs, error } = head;
    const run = this.#run(head.runId);
    this.#last = startRun(run, { workflowId, inputs, tags });
    for (const act of acts) for (const step of act.steps) step(this, act);
    const cause = this.#newest(end.cause) ?? this.#last;
    rememberRun(run, workflowId, end.memoryId, end.memoryAfterMs);
    const { outputs = {}, failedNodeId = '' } = end;
    const durationMs = this.clock.elapsedMs;
    if (error === undefined) completeRun(run, { outputs, durationMs, cause, afterMs: 1 });
    else failRun(run, { error, failedNodeId, durationMs: durationMs + 1, cause, afterMs: 1 });
  }

  scopeOf({ runId = this.#story.run.runId, nodeId, agentId }: Act): NodeScope {
    return { run: this.#run(runId), nodeId, agentId };
  }

  /** Remembers the event of a step as a cause of later ones. */
  keep(act: Act, step: AnyStep, event: string | ToolRoundTrip): void {
    const eventId = typeof event === 'string' ? event : event.returned;
    const played = this.#playedOf(act);
    played.newest.set(step, eventId);
    played.last = eventId;
    this.#last = eventId;
  }

  /** The id that a step of an act names as its cause. */
  causeOf(act: Act, cause: Cause | undefined): string | undefined {
    const played = this.#playedOf(act);
    if (cause === null) return undefined;
    if (cause === 'act') return played.cause;
    if (typeof cause === 'function') return played.newest.get(cause);
    if (cause === undefined) return played.last ?? played.cause;
    return `${act.runId ?? this.#story.run.runId}:${act.nodeId}${cause}`;
  }

  #playedOf({ name, nodeId, cause }: Act): PlayedAct {
    const key = name ?? nodeId;
    const played = this.#acts.get(key) ?? {
      cause: this.#newest(cause) ?? this.#last,
      last: undefined,
      newest: new Map<AnyStep, string>(),
    };
    this.#acts.set(key, played);
    return played;
  }

  #newest(cause: StepOfAct | undefined): string | undefined {
    return cause === undefined ? undefined : this.#acts.get(cause[0])?.newest.get(cause[1]);
  }

  /** Ids as two of the example hosts make them, `evt-<runId>-<sequence>`; in the manner of the app host random ones, from 1. */
  #run(runId: string): RunRecorder {
    const isApp = this.#story.shape === 'app-bundle';
    const run =
      this.#runs.get(runId) ??
      new RunRecorder({
        runId,
        clock: this.clock,
        nextEventId: (sequence) => (isApp ? this.#prng.uuid() : `evt-${runId}-${sequence}`),
        sink: (event) => this.events.push(event),
        firstSequence: isApp ? 1 : 0,
      });
    this.#runs.set(runId, run);
    return run;
  }
}
