import { Prng } from './prng.ts';
import { prose } from './prose.ts';
import { dispatchScene, draftingScene, failAfterRetries, failingScene } from './scenes/drafting-scene.ts';
import { approvalScene, askingScene } from './scenes/gate-scenes.ts';
import { keepHouse, researchScene } from './scenes/research-scene.ts';
import { startRun } from './scenes/steps.ts';
import { type EventParts, type EventSink, type NodeScope, Run, record, type Scene, World } from './world.ts';

/** Monday morning of no particular year. */
const START_MS = Date.UTC(2026, 2, 2, 9, 0, 0);
const WORKFLOW_ID = 'acme.document-factory';
/** Room reserved for the ending: a failing node with short answers, the run's summary and its terminal event. */
const ENDING_EVENTS = 40;
const ENDING_PIECES = 6;
/** Smallest log that has room for a few scenes and for the ending. */
export const SMALLEST_LONG_RUN = 100;

/** Scenes and how often each is played, out of 100. */
const PROGRAMME: readonly (readonly [weight: number, scene: Scene])[] = [
  [46, researchScene],
  [36, draftingScene],
  [5, askingScene],
  [4, approvalScene],
  [6, dispatchScene],
  [3, failingScene],
];

/** What a file's head says about the run in it. */
export interface RunHead {
  readonly runId: string;
  readonly workflowId: string;
  readonly status: 'completed' | 'failed';
  readonly startedAt: string;
}

/** How large a log and which one. */
interface LongRunOptions {
  /** Exact number of events over all runs of the log, at least SMALLEST_LONG_RUN. */
  readonly events: number;
  readonly seed: number;
}

/**
 * Plays one long run and, inside it, child runs: research, drafts, questions to people, gates, dispatches, retries.
 * The last node fails after its retries and takes the run with it. Same options, same events. Constant memory.
 * `onHead` is called before the first event.
 */
export function playLongRun(options: LongRunOptions, onHead: (head: RunHead) => void, sink: EventSink): void {
  if (options.events < SMALLEST_LONG_RUN)
    throw new RangeError(`a long run has at least ${SMALLEST_LONG_RUN} events`);
  const prng = new Prng(options.seed);
  const world = new World(prng, START_MS, sink);
  const run = new Run(world, false);
  onHead({ runId: run.runId, workflowId: WORKFLOW_ID, status: 'failed', startedAt: world.iso() });
  const inputs = { brief: prose(prng, 600), documents: Math.ceil(options.events / 400) };
  let last = startRun(run, { workflowId: WORKFLOW_ID, inputs, tags: ['generated', `seed:${options.seed}`] });
  const room = () => options.events - world.recorded - ENDING_EVENTS;
  for (let scene = pickScene(prng, room()); scene !== undefined; scene = pickScene(prng, room())) {
    last = playStep(run, scene, last);
    while (room() > 0 && prng.chance(0.45)) keepHouse(world.someNode(run));
  }
  while (room() > 0) keepHouse(world.someNode(run));
  failWhole(run, last, options.events);
}

/** A decision and the node that follows from it. Returns the last eventId. */
function playStep(run: Run, scene: Scene, previous: string): string {
  const { prng } = run.world;
  const scope = run.world.someNode(run);
  const confidence = 0.7 + prng.between(0, 29) / 100;
  // Now and then nothing in the log led to the decision, so that chains stay some hundred steps long.
  const cause = prng.chance(0.02) ? undefined : previous;
  return scene.play(scope, decideNext(scope, confidence, { cause, afterMs: prng.between(2, 30) }));
}

/** `runOrchestrator.decided`: which node is next. */
function decideNext({ run, nodeId }: NodeScope, confidence: number, parts: EventParts): string {
  const orchestrator = { run, nodeId: 'orchestrate', agentId: 'acme.orchestrator' };
  const decision = { kind: 'next-worker', nextWorkerIds: [nodeId], confidence };
  const payload = { agentId: orchestrator.agentId, decision };
  return record(orchestrator, 'runOrchestrator.decided', payload, parts);
}

/** Some scene that surely fits into `room` events together with its decision; undefined when none does. */
function pickScene(prng: Prng, room: number): Scene | undefined {
  let at = prng.between(0, 99);
  const wanted = PROGRAMME.find(([weight]) => {
    at -= weight;
    return at < 0;
  })?.[1];
  return [wanted, researchScene, askingScene].find((scene) => scene !== undefined && scene.longest < room);
}

/**
 * The last node spends its retries and takes the run with it; the log ends at exactly `events`. Hosts write a summary to
 * memory directly before the terminal event (run-events.md section 1.1, rule 5).
 */
function failWhole(run: Run, previous: string, events: number): void {
  const { world, runId } = run;
  const scope = world.someNode(run, 'draft');
  const decided = decideNext(scope, 0.82, { cause: previous });
  const { error, eventId: cause } = failAfterRetries(scope, decided, ENDING_PIECES);
  while (events - world.recorded > 2) keepHouse(scope);
  const memory = { memoryRef: 'tenant-memory', memoryId: `mem_${world.prng.hex(12)}` };
  const tags = ['run-summary', `run-id:${runId}`, `workflow:${WORKFLOW_ID}`];
  run.record('memory.written', { ...memory, tags }, { afterMs: 20 });
  const durationMs = world.nowMs - world.startMs;
  run.record('run.failed', { error, failedNodeId: scope.nodeId, durationMs }, { cause, afterMs: 1 });
}
