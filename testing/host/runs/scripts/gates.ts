import { begins, happens, type ScriptedInterrupt, type Telling } from '../script.ts';

const UNTRUSTED_NOTE = 'The policy asks for two approvals. The draft meets sections 1 to 4.';

/** An approval that needs two votes, requested by content from outside, next to a question: two gates open at once. */
export function* quorumScript(): Telling {
  yield* begins('acme.release', ['review', 'core.approval'], 300);
  yield happens(
    'agent.reasoned',
    { agentId: 'acme.reviewer', reasoning: UNTRUSTED_NOTE },
    { nodeId: 'review', cause: 'review', as: 'note', trust: 'untrusted', afterMs: 700 },
  );
  yield { kind: 'open', interrupt: { ...APPROVAL, cause: 'note', trust: 'untrusted' } };
  yield happens(
    'node.started',
    { nodeId: 'schedule', typeId: 'core.clarification', attempt: 1 },
    { nodeId: 'schedule', cause: 'started', as: 'schedule', afterMs: 500 },
  );
  yield { kind: 'open', interrupt: { ...QUESTION, cause: 'schedule' } };
  const { resolutions } = yield { kind: 'wait' };
  const isAccepted = resolutions.get('review')?.outcome === 'accepted';
  for (const nodeId of ['review', 'schedule'])
    yield happens('node.completed', { nodeId, outputs: {} }, { nodeId, cause: nodeId, afterMs: 200 });
  yield happens('run.completed', { outputs: { released: isAccepted }, durationMs: 2_000 }, { afterMs: 200 });
}

const APPROVAL: ScriptedInterrupt = {
  kind: 'approval',
  nodeId: 'review',
  data: {
    artifactId: 'prd-1',
    artifactType: 'prd',
    title: 'Offline export',
    description: UNTRUSTED_NOTE,
    actions: ['accept', 'reject', 'refine', 'edit-accept'],
    requiredApprovals: 2,
    rejectionPolicy: 'single-veto',
  },
  requiredApprovals: 2,
};

const QUESTION: ScriptedInterrupt = {
  kind: 'clarification',
  nodeId: 'schedule',
  data: {
    questions: [
      { id: 'when', question: 'On which day is it released?', schema: { type: 'string', format: 'date' } },
      { id: 'market', question: 'Which market first?', schema: { type: 'string', enum: ['north', 'south'] } },
    ],
  },
};
