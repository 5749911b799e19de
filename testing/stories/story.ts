import type { EventDoc } from './run/event-doc.ts';
import type { Prng } from './run/prng.ts';
import { Clock, RunRecorder } from './run/run-recorder.ts';
import type { RunError } from './steps/node-scope.ts';

/** What a sample file is wrapped in. `ndjson.gz` is NDJSON, packed. */
export type SampleShape = 'bundle' | 'app-bundle' | 'ndjson' | 'ndjson.gz' | 'sse' | 'poll' | 'event-log';

/** One of our own runs, told in code. */
export interface Story {
  /** Name in the list of samples, kebab-case. */
  readonly sampleId: string;
  /** One line for the start screen, sentence case, no full stop. */
  readonly title: string;
  readonly file: string;
  readonly shape: SampleShape;
  /** Plays the run on a stage; the stage keeps the events. */
  tell(stage: Stage): ToldRun;
}

/** What the head of a file says about the run that was told. */
export interface ToldRun {
  readonly runId: string;
  readonly workflowId: string;
  readonly status: 'completed' | 'failed';
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly error?: RunError;
  /** State of every node of the workflow, also of those never reached. */
  readonly nodeStates?: Readonly<Record<string, 'completed' | 'failed' | 'skipped' | 'pending'>>;
}

/** Where a story is played: its clock, its events, and randomness for ids only. */
export class Stage {
  readonly clock: Clock;
  readonly prng: Prng;
  readonly events: EventDoc[] = [];

  constructor(startMs: number, prng: Prng) {
    this.clock = new Clock(startMs);
    this.prng = prng;
  }

  /** A run with speaking ids: `evt-<runId>-<sequence>`, as two of the example hosts name theirs. */
  newRun(runId: string): RunRecorder {
    const nextEventId = (sequence: number) => `evt-${runId}-${sequence}`;
    return new RunRecorder({
      runId,
      clock: this.clock,
      nextEventId,
      sink: (event) => this.events.push(event),
    });
  }

  /** A run in the manner of the app host: random event ids, sequences from 1. */
  newAppRun(runId: string): RunRecorder {
    const nextEventId = () => this.prng.uuid();
    const sink = (event: EventDoc) => this.events.push(event);
    return new RunRecorder({ runId, clock: this.clock, nextEventId, sink, firstSequence: 1 });
  }

  /** Time since the start, in ms, to write a story down with the times at which things happen. */
  at(elapsedMs: number): void {
    this.clock.moveTo(elapsedMs);
  }
}

/** The model all stories talk to. */
export const MOCK_MINI = { provider: 'mock', model: 'mock-mini' } as const;

/** Cuts text into pieces of whole words, each about `characters` long; joined they give the text again. */
export function inPieces(text: string, characters: number): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const [word] of text.matchAll(/\s*\S+\s*/g)) {
    piece += word;
    if (piece.length < characters) continue;
    pieces.push(piece);
    piece = '';
  }
  if (piece !== '') pieces.push(piece);
  return pieces;
}

/** A model's answer as it is seen on the wire: an envelope in a fenced block. */
export function fenced(envelope: unknown): string {
  return `\`\`\`json\n${JSON.stringify(envelope, null, 2)}\n\`\`\`\n`;
}
