import { happens, type ScriptedInterrupt, type Telling } from '../script.ts';

type Components = readonly Readonly<Record<string, unknown>>[];

const NODE = 'convo';
const CONVERSATION = 'conversation-1';

/**
 * Surfaces that go back and forth: their button sends a message (`exchange`), and the answer is the next form of the
 * surface, until somebody closes the conversation.
 */
export function* conversationScript(): Telling {
  yield happens('run.started', { workflowId: 'acme.concierge', inputs: {} }, { as: 'started' });
  yield happens(
    'node.started',
    { nodeId: NODE, typeId: 'core.conversation', attempt: 1 },
    { nodeId: NODE, cause: 'started', as: 'node', afterMs: 300 },
  );
  yield surface('What do you need?', 'Ask', 'node');
  for (const [text, label] of DRAFTS) yield surface(text, label, 'node');
  yield { kind: 'open', interrupt: INTERRUPT };
  yield { kind: 'wait' };
  yield happens(
    'node.completed',
    { nodeId: NODE, outputs: { closed: true } },
    { nodeId: NODE, afterMs: 200 },
  );
  yield happens('run.completed', { outputs: { closed: true }, durationMs: 5_000 }, { afterMs: 100 });
}

/** The surface is improved while it stands: each of these is a delta on a connection that asked for them. */
const DRAFTS: readonly (readonly [text: string, label: string])[] = [
  ['What do you need for the kickoff?', 'Ask'],
  ['What do you need for the kickoff? One wish at a time.', 'Ask the concierge'],
];

function components(text: string, label: string): Components {
  return [
    { component: 'heading', text: 'Concierge', level: 2 },
    { component: 'text', text },
    { component: 'field.text', id: 'wish', label: 'Your wish', placeholder: 'A room with a view' },
    { component: 'action.button', id: 'ask', label, action: { target: 'exchange' } },
  ];
}

function payload(text: string, label: string) {
  return { catalogVersion: '0.9.1', surface: { title: 'Concierge', components: components(text, label) } };
}

function surface(text: string, label: string, cause: string) {
  const parts = { nodeId: NODE, cause, trust: 'trusted' as const, afterMs: 600 };
  return happens('ui.a2ui-surface', payload(text, label), parts);
}

const INTERRUPT: ScriptedInterrupt = {
  kind: 'conversation',
  nodeId: NODE,
  data: { conversationId: CONVERSATION, turnIndex: 0 },
  cause: 'node',
  onExchange: (content, turn) => {
    const said = { messageId: `m-${turn}-1`, from: 'principal:tester', content, role: 'user' };
    const text = `Noted, wish ${turn}. Is there anything else?`;
    const reply = { messageId: `m-${turn}-2`, from: 'acme.concierge', content: text, role: 'agent' };
    const exchanged = (turnIndex: number, message: object) => ({
      type: 'conversation.exchanged',
      nodeId: NODE,
      payload: { conversationId: CONVERSATION, turnIndex, turn: { ...message, turnIndex } },
    });
    return [
      exchanged(turn * 2 - 1, said),
      { type: 'ui.a2ui-surface', nodeId: NODE, payload: payload(text, 'Ask again'), trust: 'trusted' },
      exchanged(turn * 2, reply),
    ];
  },
};
