/** Prompts: how a reference was resolved, and what was put together (run-events 3.2.8). */
import { countOf, escapedToken, isRecord, member } from '@openwop-inspector/base';
import { idField, namesField, plainValue, valuePart, wordField } from '../sheet/fields.ts';
import type { Members } from '../sheet/members.ts';
import { called, own, say } from '../sheet/say.ts';
import type { SheetPart, SheetValue, TableRow } from '../sheet/sheet.ts';
import { type EventReader, eventSheets } from '../sheet/sheet-renderer.ts';
import { nodeWords } from './node-name.ts';

const KINDS: ReadonlyMap<string, string> = new Map([
  ['system+user', 'a system and a user part'],
  ['system-only', 'a system part alone'],
  ['user-only', 'a user part alone'],
  ['agent-reasoning', 'for the reasoning of an agent'],
]);

const composed: EventReader = (payload, event) => {
  const bodies = bodyParts(payload);
  return {
    lead: {
      glyph: 'prompt',
      tone: 'plain',
      badge: 'Prompt',
      words: say`The prompt of ${called('node', 'a node', payload.peekText('nodeId') ?? event.nodeId)} was put together${own(sizes(payload))}.`,
    },
    fields: [
      wordField(payload, 'kind', 'Kind', KINDS),
      namesField(payload, 'refs', 'Made from'),
      idField(payload, 'hash', 'Hash'),
      idField(payload, 'contentTrust', 'Content trust'),
      idField(payload, 'nodeId', 'Node'),
      idField(payload, 'causationHostId', 'Caused on host'),
    ],
    parts: [...(bodies.length === 0 ? [noBodies] : bodies), variablesTable(payload)],
  };
};

const BODIES: readonly (readonly [key: string, title: string, role: string])[] = [
  ['systemPrompt', 'System', 'system'],
  ['userPrompt', 'User', 'user'],
  ['composed', 'As composed', 'composed'],
];

/** By role. A host that writes one part alone repeats it as the composed whole, which is then folded. */
function bodyParts(payload: Members): readonly SheetPart[] {
  const roles = BODIES.filter(([key]) => payload.has(key));
  return roles.flatMap(([key, title]) => {
    const isRepeated = key === 'composed' && roles.length > 1;
    const part = valuePart(payload, key, title, { look: 'prompt', open: !isRepeated });
    return part === null ? [] : [part];
  });
}

/** `: system 412, user 96 characters`. Hosts count no tokens here, and a guess would be taken for a fact. */
function sizes(payload: Members): string {
  const said = BODIES.flatMap(([key, , role]) => {
    const text = payload.peekText(key);
    return text === null || text === '' || key === 'composed'
      ? []
      : [`${role} ${countOf(text.length, 'character')}`];
  });
  return said.length === 0 ? '' : `: ${said.join(', ')}`;
}

const noBodies: SheetPart = {
  kind: 'notice',
  tone: 'plain',
  words: own('The host recorded no bodies. It does so only with prompts.observability "full".'),
};

/** Bindings and hashes of variables, joined by name. */
function variablesTable(payload: Members): SheetPart | null {
  const bindings = payload.peek('variableBindings');
  const hashes = payload.peek('variableHashes');
  if (isRecord(bindings)) payload.take('variableBindings');
  if (isRecord(hashes)) payload.take('variableHashes');
  const names = new Set([...namesOf(bindings), ...namesOf(hashes)]);
  if (names.size === 0) return null;
  const rows = [...names].map((name): TableRow => {
    const below = (key: string) => `${payload.pointerOf(key)}/${escapedToken(name)}`;
    return [
      { value: { kind: 'id', text: name }, pointer: null },
      { value: cell(member(bindings, name), name), pointer: below('variableBindings') },
      { value: cell(member(hashes, name), name), pointer: below('variableHashes') },
    ];
  });
  return { kind: 'table', title: 'Variables', columns: ['Name', 'Value', 'Hash'], rows };
}

function namesOf(value: unknown): readonly string[] {
  return isRecord(value) ? Object.keys(value) : [];
}

const notRecorded: SheetValue = { kind: 'own', words: own('not recorded') };

function cell(value: unknown, name: string): SheetValue {
  if (value === undefined) return notRecorded;
  const plain = plainValue(value, name);
  return plain.kind === 'text' ? { kind: 'id', text: plain.text } : plain;
}

const resolved: EventReader = (payload, event) => {
  const found = payload.peekText('resolved');
  return {
    lead: {
      glyph: 'prompt',
      tone: found === null ? 'warning' : 'plain',
      badge: 'Prompt resolved',
      words:
        found === null
          ? say`${nodeWords(payload, event)}: no layer gave a prompt.`
          : say`${nodeWords(payload, event)} takes ${found}.`,
    },
    fields: [
      idField(payload, 'kind', 'Kind'),
      idField(payload, 'resolved', 'Resolved to'),
      idField(payload, 'agentId', 'Agent'),
      idField(payload, 'nodeId', 'Node'),
      idField(payload, 'causationHostId', 'Caused on host'),
    ],
    parts: [chainTable(payload)],
  };
};

/** The layers in the order they were asked. A list with other entries than layers is left to the other fields. */
function chainTable(payload: Members): SheetPart | null {
  const chain = payload.peek('chain');
  if (!Array.isArray(chain) || !chain.every(isRecord)) return null;
  payload.take('chain');
  const rows = chain.map((layer, at) =>
    ['layer', 'source', 'applied', 'reason'].map((key) => ({
      value: cell(member(layer, key), key),
      pointer: `${payload.pointerOf('chain')}/${at}/${key}`,
    })),
  );
  return { kind: 'table', title: 'Layers', columns: ['Layer', 'Source', 'Applied', 'Reason'], rows };
}

export const promptEvents = eventSheets('prompt', 'Prompt', {
  'prompt.composed': composed,
  'agent.promptResolved': resolved,
});
