import { begins, ends, happens, type Move, type ScriptedInterrupt, type Telling } from '../script.ts';

type Components = readonly Readonly<Record<string, unknown>>[];

const NODE = 'convo';
const CONVERSATION = 'conversation-1';

/**
 * Surfaces that go back and forth: their button sends a message (`exchange`), and the answer is the next form of the
 * surface, until somebody closes the conversation.
 */
export function* conversationScript(): Telling {
  yield* begins('acme.concierge', [NODE, 'core.conversation'], 300);
  yield surface('What do you need?', 'Ask', NODE);
  for (const [text, label] of DRAFTS) yield surface(text, label, NODE);
  yield { kind: 'open', interrupt: INTERRUPT };
  yield { kind: 'wait' };
  yield* ends(NODE, { closed: true }, 5_000);
}

/** The surface is improved while it is open: each of these is a delta on a connection that requested them. */
const DRAFTS: readonly (readonly [text: string, label: string])[] = [
  ['What do you need for the kickoff?', 'Ask'],
  ['What do you need for the kickoff? One wish at a time.', 'Ask the concierge'],
];

const components = (text: string, label: string): Components => [
  { component: 'heading', text: 'Concierge', level: 2 },
  { component: 'text', text },
  { component: 'field.text', id: 'wish', label: 'Your wish', placeholder: 'A room with a view' },
  { component: 'action.button', id: 'ask', label, action: { target: 'exchange' } },
];

const payload = (text: string, label: string) => ({
  catalogVersion: '0.9.1',
  surface: { title: 'Concierge', components: components(text, label) },
});

function surface(text: string, label: string, cause: string) {
  const parts = { nodeId: NODE, cause, trust: 'trusted' as const, afterMs: 600 };
  return happens('ui.a2ui-surface', payload(text, label), parts);
}

const INTERRUPT: ScriptedInterrupt = {
  kind: 'conversation',
  nodeId: NODE,
  data: { conversationId: CONVERSATION, turnIndex: 0 },
  cause: NODE,
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

const FORM = 'form';

/** One form whose button answers the question it represents (`resume`). It grows while it is open, as deltas can. */
export function* surfaceFormScript(): Telling {
  yield* begins('acme.kickoff', [FORM, 'core.clarification'], 300, { launch: 'offline export' });
  yield displayed('Schedule the kickoff', false);
  yield displayed('Schedule the kickoff of offline export', false);
  yield displayed('Schedule the kickoff of offline export', true);
  const surface = surfaceOf('Schedule the kickoff of offline export', true);
  const questions = [{ id: 'kickoff', question: 'When and for which market is the kickoff?' }];
  const data = { questions, catalogVersion: '0.9.1', surface };
  const interrupt = { kind: 'clarification', nodeId: FORM, data, cause: FORM, trust: 'trusted' } as const;
  yield { kind: 'open', interrupt };
  const { resolutions } = yield { kind: 'wait' };
  const values = resolutions.get(FORM)?.resumeValue ?? {};
  yield* ends(FORM, { values }, 3_000);
}

/** The field of a surface that asks for one of two markets. */
const MARKET_FIELD = {
  component: 'field.select',
  id: 'market',
  label: 'Market first',
  options: [
    { value: 'north', label: 'North region' },
    { value: 'south', label: 'South region' },
  ],
  required: true,
} as const;

function displayed(title: string, hasNote: boolean): Move {
  const payload = { catalogVersion: '0.9.1', surface: surfaceOf(title, hasNote) };
  return happens('ui.a2ui-surface', payload, { nodeId: FORM, cause: FORM, trust: 'trusted', afterMs: 700 });
}

function surfaceOf(title: string, hasNote: boolean) {
  const notes = hasNote ? [{ component: 'field.text', id: 'note', label: 'Note for the room' }] : [];
  return {
    title,
    components: [
      { component: 'heading', text: title, level: 2 },
      MARKET_FIELD,
      { component: 'field.date', id: 'when', label: 'Date', required: true },
      ...notes,
      { component: 'action.button', id: 'confirm', label: 'Confirm', action: { target: 'resume' } },
    ],
  };
}
