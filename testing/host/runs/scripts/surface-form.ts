import { happens, type Move, type Telling } from '../script.ts';

const NODE = 'form';

/** One form whose button answers the question it stands for (`resume`). It grows while it stands, as deltas can. */
export function* surfaceFormScript(): Telling {
  yield happens(
    'run.started',
    { workflowId: 'acme.kickoff', inputs: { launch: 'offline export' } },
    { as: 'started' },
  );
  yield happens(
    'node.started',
    { nodeId: NODE, typeId: 'core.clarification', attempt: 1 },
    { nodeId: NODE, cause: 'started', as: 'node', afterMs: 300 },
  );
  yield shown('Schedule the kickoff', false);
  yield shown('Schedule the kickoff of offline export', false);
  yield shown('Schedule the kickoff of offline export', true);
  const surface = surfaceOf('Schedule the kickoff of offline export', true);
  const questions = [{ id: 'kickoff', question: 'When and for which market is the kickoff?' }];
  const data = { questions, catalogVersion: '0.9.1', surface };
  yield {
    kind: 'open',
    interrupt: { kind: 'clarification', nodeId: NODE, data, cause: 'node', trust: 'trusted' },
  };
  const { resolutions } = yield { kind: 'wait' };
  const values = resolutions.get(NODE)?.resumeValue ?? {};
  yield happens(
    'node.completed',
    { nodeId: NODE, outputs: { values } },
    { nodeId: NODE, cause: 'node', as: 'done' },
  );
  yield happens('run.completed', { outputs: { values }, durationMs: 3_000 }, { cause: 'done', afterMs: 100 });
}

function shown(title: string, hasNote: boolean): Move {
  const payload = { catalogVersion: '0.9.1', surface: surfaceOf(title, hasNote) };
  return happens('ui.a2ui-surface', payload, { nodeId: NODE, cause: 'node', trust: 'trusted', afterMs: 700 });
}

function surfaceOf(title: string, hasNote: boolean) {
  const market = {
    component: 'field.select',
    id: 'market',
    label: 'Market first',
    options: [
      { value: 'north', label: 'North region' },
      { value: 'south', label: 'South region' },
    ],
    required: true,
  };
  const note = { component: 'field.text', id: 'note', label: 'Note for the room' };
  return {
    title,
    components: [
      { component: 'heading', text: title, level: 2 },
      market,
      { component: 'field.date', id: 'when', label: 'Date', required: true },
      ...(hasNote ? [note] : []),
      { component: 'action.button', id: 'confirm', label: 'Confirm', action: { target: 'resume' } },
    ],
  };
}
