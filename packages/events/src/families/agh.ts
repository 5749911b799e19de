/** Messages of AGH Network v0 by their kind (agh 4, 10): the summary of a message, and its body as a sheet. */
import { AGH_KINDS, type AghKind } from '@openwop-inspector/protocol';
import type { EventDescription, EventTone } from '../description.ts';
import { line, wordIn } from '../fields.ts';
import { byWord, lead, phrase, sheet } from '../sheet/event-sheet.ts';

/** Type of the row of a message. */
export type AghType = `agh.${AghKind}`;

const spoken = line('{text:quoted}; to {intent}; {artifacts:length} artifacts');

const SPOKEN = 'text intent artifacts';

const TRACE_TONES: Readonly<Record<string, EventTone>> = {
  needs_input: 'waiting',
  completed: 'ok',
  failed: 'failed',
  canceled: 'warning',
};

const BECAME = 'A peer says what became of message {for_id}.';

const CARD = '{peer_card.display_name} | {peer_card.peer_id}; {peer_card.capabilities:names}';

export const aghEvents: Readonly<Record<AghType, EventDescription>> = {
  'agh.greet': {
    glyph: 'agent',
    summary: line(`${CARD}; {summary:quoted}`),
    sheet: sheet(
      'agh',
      lead('agent plain Greet', 'A peer presents itself: what it says is a claim.'),
      'summary',
      { values: 'peer_card' },
    ),
  },
  'agh.whois': {
    glyph: 'ask',
    summary: line(`{type}; {query:quoted}; ${CARD}`),
    sheet: sheet(
      'agh',
      lead('ask plain Whois', 'A question for peers, or the answer of one.'),
      'type query',
      { values: 'peer_card' },
    ),
  },
  'agh.say': {
    glyph: 'conversation',
    summary: spoken,
    sheet: sheet('agh', lead('note plain Say', 'What a peer says to a channel, thread or room.'), SPOKEN),
  },
  'agh.direct': {
    glyph: 'dispatch',
    summary: spoken,
    sheet: sheet('agh', lead('note plain Direct', 'Sent to one peer, in an interaction.'), SPOKEN),
  },
  'agh.capability': {
    glyph: 'tool',
    summary: line('{capability.id} + {capability.version}; {capability.summary}'),
    sheet: sheet('agh', lead('tool plain Capability', 'What a peer can do, with a digest of it.'), '', {
      values: 'capability',
    }),
  },
  'agh.receipt': {
    glyph: 'approval',
    tone: (body) => (body.text('status') === 'accepted' ? 'ok' : 'warning'),
    summary: line('{status} + for {for_id}; {reason_code}; {detail:quoted}'),
    sheet: sheet(
      'agh',
      byWord('status', phrase('warning warning Receipt', BECAME), {
        accepted: phrase('ok ok Receipt', BECAME),
      }),
      'status reason_code for_id detail',
    ),
  },
  'agh.trace': {
    glyph: 'state',
    tone: (body) => wordIn(TRACE_TONES, body.text('state')) ?? 'normal',
    summary: line('{state}; {message:quoted}; {result:brief}'),
    sheet: sheet(
      'agh',
      phrase('state plain Trace', 'The interaction is {state}, says its peer.'),
      'state message artifact_refs',
      { values: 'result' },
    ),
  },
};

/** Every type of a message, in the order of the protocol. */
export const AGH_TYPES: readonly string[] = AGH_KINDS.map((kind) => `agh.${kind}`);
