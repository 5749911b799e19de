import type { Prng } from './prng.ts';
import { type Clock, type EventSink, RunRecorder } from './run-recorder.ts';
import type { NodeScope } from './steps/node-scope.ts';
import { NODE_NAMES } from './word-stock.ts';

/** Lanes of a long run: each name comes in this many numbered forms, so that 12 names give 480 nodes. */
const FORMS_OF_A_NAME = 40;

/** What all scenes of one generated log share: chance, time, where events go. */
export class World {
  readonly prng: Prng;
  readonly clock: Clock;
  readonly #sink: EventSink;
  #recorded = 0;

  constructor(prng: Prng, clock: Clock, sink: EventSink) {
    this.prng = prng;
    this.clock = clock;
    this.#sink = sink;
  }

  /** Events recorded in all runs. */
  get recorded(): number {
    return this.#recorded;
  }

  /** A run of this world; its ids are random UUIDs, as on the host that bundles come from. */
  newRun(options: { readonly liveKeyOrder: boolean }): RunRecorder {
    return new RunRecorder({
      runId: this.prng.uuid(),
      clock: this.clock,
      nextEventId: () => this.prng.uuid(),
      liveKeyOrder: options.liveKeyOrder,
      sink: (event) => {
        this.#recorded += 1;
        this.#sink(event);
      },
    });
  }

  /** Some node of the run. The names repeat, as they do when a workflow loops. */
  someNode(run: RunRecorder, name: string = this.prng.pick(NODE_NAMES)): NodeScope {
    const form = this.prng.between(1, FORMS_OF_A_NAME);
    return { run, nodeId: `${name}-${form}`, agentId: `acme.${name}` };
  }
}

/** A stretch of a run that one node is busy with. Takes the cause of its start, returns its last eventId. */
export interface Scene {
  /** Upper bound of the events it records. */
  readonly longest: number;
  play(world: World, scope: NodeScope, cause: string): string;
}
