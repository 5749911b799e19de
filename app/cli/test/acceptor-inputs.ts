import type { ScratchFolder } from './scratch-folder.ts';

/** An envelope that every host accepts; `fields` come on top. */
export function envelope(fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    type: 'error',
    schemaVersion: 1,
    envelopeId: 'e1',
    correlationId: 'c1',
    payload: { code: 'validation_failed', message: 'm' },
    meta: { source: 'ai-generation', ts: '2026-05-18T10:00:00Z' },
    ...fields,
  };
}

/** A vector file with one vector that expects a status of one envelope. */
export function vectorFile(status: string, id = 'A1', more: object = {}): string {
  const vector = {
    id,
    clause: 'acceptor S14',
    title: 'an envelope',
    emissions: [{ envelope: envelope() }],
    expect: [{ status }],
  };
  const head = { format: 'openwop-inspector-vectors/1', protocol: 'openwop', chapter: 'own' };
  return JSON.stringify({ ...head, vectors: [{ ...vector, ...more }] });
}

export function writeEnvelopes(scratch: ScratchFolder) {
  return {
    fine: scratch.write('fine.json', JSON.stringify(envelope())),
    refused: scratch.write('refused.json', JSON.stringify(envelope({ payload: {} }))),
    cutEnvelope: scratch.write('cut.json', '{\n  "type": "error",\n  "payload" {}\n}'),
  };
}

export function writeVectors(scratch: ScratchFolder) {
  return {
    passing: scratch.write('passing.json', vectorFile('accepted')),
    failing: scratch.write('failing.json', vectorFile('invalid')),
    mistyped: scratch.write('mistyped.json', vectorFile('accepted', 'A1', { expct: [] })),
    known: scratch.write('known.txt', JSON.stringify({ known: [{ id: 'A1', reason: 'acceptor S14' }] })),
  };
}

export function writeSchemas(scratch: ScratchFolder) {
  const closed = { type: 'object', properties: {}, required: [], additionalProperties: false };
  return {
    closedSchema: scratch.write('closed.schema.json', JSON.stringify(closed)),
    openSchema: scratch.write('open.schema.json', JSON.stringify({ type: 'object' })),
  };
}

/** A message that a receiver takes. */
export const say = {
  protocol: 'agh-network/v0',
  id: 'm1',
  kind: 'say',
  channel: 'builders',
  from: 'a',
  to: null,
  ts: 1_776_366_000,
  body: { text: 'hi' },
  proof: null,
};

export function writeMessages(scratch: ScratchFolder) {
  return {
    said: scratch.write('said.json', JSON.stringify(say)),
    rejected: scratch.write(
      'rejected.ndjson',
      `${JSON.stringify(say)}\n${JSON.stringify({ ...say, kind: 'sing', id: 'm2' })}\n`,
    ),
  };
}
