/** Messages of AGH Network v0 by their kind (agh 4, 10): the summary of a message, and its body as a sheet. */
import { AGH_KINDS, type AghKind } from '@openwop-inspector/protocol';
import type { EventDescription, EventTone, Summary } from '../description.ts';
import { type Fields, joined, spaced, wordIn } from '../fields.ts';
import { lead, sheet } from '../sheet/event-sheet.ts';
import { say } from '../sheet/members.ts';

/** Type of the row of a message. */
export type AghType = `agh.${AghKind}`;

const spoken: Summary = (body) => [
  body.quoted('text'),
  body.after('to', 'intent'),
  body.list('artifacts').length > 0 && `${body.list('artifacts').length} artifacts`,
];

const SPOKEN = 'text intent artifacts';

const TRACE_TONES: Readonly<Record<string, EventTone>> = {
  needs_input: 'waiting',
  completed: 'ok',
  failed: 'failed',
  canceled: 'warning',
};

const cardText = (body: Fields): string => {
  const card = body.child('peer_card');
  return joined(card.first('display_name', 'peer_id'), card.names('capabilities'));
};

export const aghEvents: Readonly<Record<AghType, EventDescription>> = {
  'agh.greet': {
    glyph: 'agent',
    summary: (body) => [cardText(body), body.quoted('summary')],
    sheet: sheet(
      'agh',
      lead('agent plain Greet', 'A peer presents itself: what it says is a claim.'),
      'summary',
      { values: 'peer_card' },
    ),
  },
  'agh.whois': {
    glyph: 'ask',
    summary: (body) => [body.text('type'), body.quoted('query'), cardText(body)],
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
    summary: (body) => {
      const capability = body.child('capability');
      return [spaced(capability.text('id'), capability.text('version')), capability.text('summary')];
    },
    sheet: sheet('agh', lead('tool plain Capability', 'What a peer can do, with a digest of it.'), '', {
      values: 'capability',
    }),
  },
  'agh.receipt': {
    glyph: 'approval',
    tone: (body) => (body.text('status') === 'accepted' ? 'ok' : 'warning'),
    summary: (body) => [
      spaced(body.text('status'), body.after('for', 'for_id')),
      body.text('reason_code'),
      body.quoted('detail'),
    ],
    sheet: sheet(
      'agh',
      (body) => {
        const isTaken = body.peekText('status') === 'accepted';
        return lead(
          isTaken ? 'ok ok Receipt' : 'warning warning Receipt',
          say`A peer says what became of message ${body.peekText('for_id')}.`,
        );
      },
      'status reason_code for_id detail',
    ),
  },
  'agh.trace': {
    glyph: 'state',
    tone: (body) => wordIn(TRACE_TONES, body.text('state')) ?? 'normal',
    summary: (body) => [body.text('state'), body.quoted('message'), body.brief('result')],
    sheet: sheet(
      'agh',
      (body) => lead('state plain Trace', say`The interaction is ${body.peekText('state')}, says its peer.`),
      'state message artifact_refs',
      { values: 'result' },
    ),
  },
};

/** Every type of a message, in the order of the protocol. */
export const AGH_TYPES: readonly string[] = AGH_KINDS.map((kind) => `agh.${kind}`);
