import type { RunEventDoc } from '@openwop-inspector/testing/samples';
import type { Prng } from './prng.ts';
import words from './word-stock.json' with { type: 'json' };

/** How far content may be believed (run-events.md section 1). Absent on an event means trusted. */
export type ContentTrust = NonNullable<RunEventDoc['contentTrust']>;

/** Takes events one by one, in the order they happened. */
export type EventSink = (event: RunEventDoc) => void;

/** What an event says next to its type and its payload. */
export interface EventParts {
  readonly nodeId?: string;
  /** An eventId, or the correlationId of the envelope that led to the event. */
  readonly cause?: string | undefined;
  readonly trust?: ContentTrust | undefined;
  /** Time that passes before the event, in ms. */
  readonly afterMs?: number | undefined;
}

/** Lanes of a long run: each name comes in this many numbered forms, so that 12 names give 480 nodes. */
const FORMS_OF_A_NAME = 40;

/** What all scenes of one generated log share: chance, time, where events go. */
export class World {
  readonly prng: Prng;
  readonly startMs: number;
  /** The wall clock of the made-up host, ms since the epoch. */
  nowMs: number;
  /** Events recorded in all runs. */
  recorded = 0;
  readonly #sink: EventSink;

  constructor(prng: Prng, startMs: number, sink: EventSink) {
    this.prng = prng;
    this.startMs = startMs;
    this.nowMs = startMs;
    this.#sink = sink;
  }

  iso(): string {
    return new Date(this.nowMs).toISOString();
  }

  take(event: RunEventDoc): void {
    this.recorded += 1;
    this.#sink(event);
  }

  /** Some node of the run. The names repeat, as they do when a workflow loops. */
  someNode(run: Run, name: string = this.prng.pick(words.nodeNames)): NodeScope {
    const form = this.prng.between(1, FORMS_OF_A_NAME);
    return { run, nodeId: `${name}-${form}`, agentId: `acme.${name}` };
  }
}

/** Numbers, names and dates the events of one run. Ids are random UUIDs, as on the host that bundles come from. */
export class Run {
  readonly world: World;
  readonly runId: string;
  readonly #isLive: boolean;
  #sequence = 0;

  /** `isLive` writes keys in the order of a live capture, where `sequence` comes last. */
  constructor(world: World, isLive: boolean) {
    this.world = world;
    this.runId = world.prng.uuid();
    this.#isLive = isLive;
  }

  /** Records one event and returns its eventId. An event has no members without a value. */
  record(type: string, payload: unknown, { nodeId, cause, trust, afterMs = 0 }: EventParts): string {
    this.world.nowMs += afterMs;
    const sequence = this.#sequence;
    this.#sequence += 1;
    const frame = { eventId: this.world.prng.uuid(), runId: this.runId };
    const tail = {
      type,
      ...(nodeId === undefined ? undefined : { nodeId }),
      payload,
      timestamp: this.world.iso(),
      ...(cause === undefined ? undefined : { causationId: cause }),
      ...(trust === undefined ? undefined : { contentTrust: trust }),
    };
    this.world.take(this.#isLive ? { ...frame, ...tail, sequence } : { ...frame, sequence, ...tail });
    return frame.eventId;
  }
}

/** Where something happens: one node of one run. */
export interface NodeScope {
  readonly run: Run;
  readonly nodeId: string;
  /** Who acts in the node (AgentRef.agentId). */
  readonly agentId: string;
}

/** Records one event of the node; returns its eventId. */
export const record = ({ run, nodeId }: NodeScope, type: string, payload: unknown, parts: EventParts) =>
  run.record(type, payload, { nodeId, ...parts });

/** A stretch of a run that one node is busy with. Takes the cause of its start, returns its last eventId. */
export interface Scene {
  /** Upper bound of the events it records. */
  readonly longest: number;
  play(scope: NodeScope, cause: string): string;
}
