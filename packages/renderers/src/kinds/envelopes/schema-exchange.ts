/** The model asks for the schema of a kind, and says that it has it (envelope 4). */
import { publishedKindSchema } from '@openwop-inspector/protocol';
import { flagField, idField, textField } from '../sheet/fields.ts';
import { called, own, say } from '../sheet/say.ts';
import type { SheetPart } from '../sheet/sheet.ts';
import { kindSheet } from '../sheet/sheet-renderer.ts';
import { reasoningPart } from './payload-reasoning.ts';

const CLAUSE = 'envelope 4';

const noType = {
  message: 'The payload does not name a kind.',
  pointer: '/payload/envelopeType',
  clause: CLAUSE,
  nearest: '{"envelopeType": "media.image"}',
};

export const schemaRequest = kindSheet('schema.request', 'Schema asked for', CLAUSE, (payload) => {
  const kind = payload.peekText('envelopeType');
  if (kind === null) return noType;
  return {
    lead: {
      glyph: 'ask',
      tone: 'note',
      badge: 'Asks',
      words: say`The model asks for the schema of ${called('kind', 'a kind', kind)}.`,
    },
    fields: [idField(payload, 'envelopeType', 'Kind'), textField(payload, 'reason', 'Reason')],
    parts: [schemaPart(kind), reasoningPart(payload)],
  };
});

export const schemaResponse = kindSheet('schema.response', 'Schema received', CLAUSE, (payload) => {
  const kind = payload.peekText('envelopeType');
  if (kind === null) return noType;
  const acknowledged = payload.peek('ack') === true;
  return {
    lead: {
      glyph: acknowledged ? 'ok' : 'warning',
      tone: acknowledged ? 'ok' : 'warning',
      badge: acknowledged ? 'Received' : 'Not acknowledged',
      words: acknowledged
        ? say`The model says that it has the schema of ${called('kind', 'a kind', kind)}.`
        : own('The payload does not say "ack": true, so it acknowledges nothing.'),
    },
    fields: [idField(payload, 'envelopeType', 'Kind'), flagField(payload, 'ack', 'Acknowledged')],
    parts: [schemaPart(kind)],
  };
});

/** The published schema of a kind. Hosts have more kinds than are published. */
function schemaPart(kind: string): SheetPart {
  const schema = publishedKindSchema(kind);
  if (schema === null)
    return { kind: 'notice', tone: 'plain', words: own('The schema of this kind is not known here.') };
  return { kind: 'known', title: 'Published schema', value: schema };
}
