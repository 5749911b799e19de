import {
  chainPhase,
  completeNode,
  completeRun,
  dispatchChild,
  failRun,
  type NodeScope,
  type RunRecorder,
  startNode,
  startRun,
} from '@openwop-inspector/testing/stories';
import { prose } from '../prose.ts';
import type { Scene, World } from '../world.ts';
import { draftingScene, failAfterRetries } from './drafting-scene.ts';

const CHILD_WORKFLOW = 'acme.section-writer';
const CHILDREN_AT_MOST = 3;
/** Frame of a child: dispatch and three phases in the parent, start and end in the child. */
const FRAME_EVENTS = 8;

/** The node sends children out; each is a run of its own in the same file. Some fail, the parent goes on without them. */
export const dispatchScene: Scene = {
  longest: 4 + CHILDREN_AT_MOST * (FRAME_EVENTS + 170),
  play(world, scope, cause) {
    const { prng } = world;
    let last = startNode(scope, { typeId: 'core.dispatch', cause, afterMs: prng.between(1, 9) });
    for (let left = prng.between(1, CHILDREN_AT_MOST); left > 0; left -= 1) {
      last = sendChild(world, scope, cause);
    }
    return completeNode(scope, { outputs: { sections: prose(prng, 200) }, cause: last, afterMs: 2 });
  },
};

function sendChild(world: World, scope: NodeScope, decision: string): string {
  const { prng } = world;
  const child = world.newRun({ liveKeyOrder: true });
  const worker = { workerId: 'section-writer', childRunId: child.runId };
  const began = chainPhase(scope, {
    phase: 'dispatch.began',
    workerId: worker.workerId,
    cause: decision,
    afterMs: 2,
  });
  const dispatched = dispatchChild(scope, {
    childRunId: child.runId,
    childWorkflowId: CHILD_WORKFLOW,
    cause: decision,
  });
  const succeeded = chainPhase(scope, { ...worker, phase: 'dispatch.succeeded', cause: began, afterMs: 1 });
  const error = runChild(world, child, dispatched);
  if (error !== undefined)
    return chainPhase(scope, { ...worker, phase: 'child.failed', error, cause: succeeded });
  const completed = chainPhase(scope, { ...worker, phase: 'child.completed', cause: succeeded, afterMs: 2 });
  const harvestedKeys = [`section_${prng.between(1, 12)}`];
  return chainPhase(scope, {
    ...worker,
    phase: 'output.harvested',
    harvestedKeys,
    cause: completed,
    afterMs: 1,
  });
}

/** Plays a whole child run; returns its error when it failed. */
function runChild(
  world: World,
  child: RunRecorder,
  cause: string,
): { code: string; message: string } | undefined {
  const { prng, clock } = world;
  const startedMs = clock.nowMs;
  const started = startRun(child, {
    workflowId: CHILD_WORKFLOW,
    inputs: { brief: prose(prng, 300) },
    cause,
    afterMs: 3,
  });
  const scope = world.someNode(child, 'draft');
  if (prng.chance(0.05)) {
    const failure = failAfterRetries(world, scope, started);
    const durationMs = clock.nowMs - startedMs;
    failRun(child, { error: failure.error, failedNodeId: scope.nodeId, durationMs, cause: failure.eventId });
    return { code: failure.error.code, message: failure.error.message };
  }
  const completed = draftingScene.play(world, scope, started);
  completeRun(child, {
    outputs: { section: 'ready' },
    durationMs: clock.nowMs - startedMs,
    cause: completed,
  });
  return undefined;
}
