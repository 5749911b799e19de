import { happens, type Script, type Telling } from '../script.ts';

const RUN_FRAME = 2;
/** One text for all events of an endless run: a host that runs for hours must not keep it a million times. */
const FILLING = 'Nothing has happened that anybody would need to know about. '.repeat(12);

/** A run of so many events that asks nobody anything: one node that thinks. Each event names its cause. */
export function plainScript(events: number): Script {
  return () => tell(events, (i) => ({ delta: `${i} thinking` }));
}

/** As the plain one, without an end, about a kilobyte an event: for hours of watching. */
export function endlessScript(): Script {
  return () => tell(Number.POSITIVE_INFINITY, (i) => ({ delta: `${i}`, context: FILLING }));
}

function* tell(events: number, thought: (i: number) => Readonly<Record<string, string>>): Telling {
  const nodeId = 'think';
  yield happens('run.started', { workflowId: 'acme.plain', inputs: {} }, { as: 'started' });
  yield happens(
    'node.started',
    { nodeId, typeId: 'core.agent', attempt: 1 },
    { nodeId, cause: 'started', as: 'n' },
  );
  for (let i = RUN_FRAME; i < events - RUN_FRAME; i += 1) {
    const payload = { agentId: 'acme.thinker', ...thought(i), sequence: i };
    yield happens('agent.reasoning.delta', payload, { nodeId, cause: 'n' });
  }
  yield happens('node.completed', { nodeId, outputs: {} }, { nodeId, cause: 'n', as: 'done' });
  yield happens('run.completed', { outputs: {}, durationMs: 1 }, { cause: 'done' });
}
