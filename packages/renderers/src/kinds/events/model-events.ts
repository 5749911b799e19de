/** Models that cannot do what a node needs (run-events 3.2.8). */
import { flagField, idField, namesField } from '../sheet/fields.ts';
import type { Members } from '../sheet/members.ts';
import { called, own, say } from '../sheet/say.ts';
import type { SheetPart } from '../sheet/sheet.ts';
import { type EventReader, eventSheets } from '../sheet/sheet-renderer.ts';

const substituted: EventReader = (payload) => ({
  lead: {
    glyph: 'model',
    tone: 'warning',
    badge: 'Substituted',
    words: say`${called('Model', 'A model', payload.peekText('fallbackModel'))} takes over from ${called('model', 'another one', payload.peekText('originalModel'))}, before anything was sent.`,
  },
  fields: [
    namesField(payload, 'missingCapabilities', 'Missing'),
    idField(payload, 'originalProvider', 'Asked provider'),
    idField(payload, 'originalModel', 'Asked model'),
    idField(payload, 'fallbackProvider', 'Instead provider'),
    idField(payload, 'fallbackModel', 'Instead model'),
    idField(payload, 'nodeId', 'Node'),
  ],
  parts: [halfRedacted(payload)],
  contentFree: true,
});

/** The pair is redacted together or not at all; nothing is filled in from elsewhere (run-events 3.2.8). */
function halfRedacted(payload: Members): SheetPart | null {
  const hidden = ['fallbackProvider', 'fallbackModel'].filter((key) => payload.peek(key) === '[REDACTED]');
  if (hidden.length !== 1) return null;
  return {
    kind: 'notice',
    tone: 'warning',
    words: own('Only one of provider and model is redacted; both or neither should be.'),
  };
}

const insufficient: EventReader = (payload) => ({
  lead: {
    glyph: 'failed',
    tone: 'error',
    badge: 'Not capable',
    words: say`${called('Model', 'A model', payload.peekText('model'))} lacks what the node needs, so no envelope follows.`,
  },
  fields: [
    namesField(payload, 'missingCapabilities', 'Missing'),
    flagField(payload, 'fallbackAttempted', 'Fallback tried'),
    idField(payload, 'provider', 'Provider'),
    idField(payload, 'model', 'Model'),
    idField(payload, 'nodeId', 'Node'),
  ],
  contentFree: true,
});

export const modelEvents = eventSheets('model', 'Model capability', {
  'model.capability.substituted': substituted,
  'model.capability.insufficient': insufficient,
});
