/** What went wrong with an envelope and what was done about it, a sentence each (run-events 3.2.7). */
import { countOf } from '@openwop-inspector/base';
import { flagField, idField, numberField, textField, valuePart, wordField } from '../sheet/fields.ts';
import { called, own, say } from '../sheet/say.ts';
import { type EventReader, eventSheets } from '../sheet/sheet-renderer.ts';

const REASONS: ReadonlyMap<string, string> = new Map([
  ['schema-violation', 'the payload did not fit its schema'],
  ['truncation', 'the output was cut off'],
  ['type-drift', 'the model emitted another kind than it was asked for'],
  ['type-mismatch', 'the kind did not fit'],
  ['refusal', 'the model refused'],
  ['parse-error', 'the output was not JSON'],
  ['unknown', 'the host does not know why'],
]);

const retryAttempted: EventReader = (payload) => {
  const attempt = payload.peekNumber('attempt');
  const why = REASONS.get(payload.peekText('reason') ?? '');
  return {
    lead: {
      glyph: 'retry',
      tone: 'warning',
      badge: 'Tried again',
      words: say`${attempt === null ? own('Another attempt') : say`Attempt ${attempt}`} is made${why === undefined ? null : own(`, because ${why}`)}.`,
    },
    fields: [
      numberField(payload, 'attempt', 'Attempt'),
      wordField(payload, 'reason', 'Reason', REASONS),
      textField(payload, 'previousError', 'Previous error'),
      idField(payload, 'nodeId', 'Node'),
    ],
    contentFree: true,
  };
};

const retryExhausted: EventReader = (payload) => {
  const attempts = payload.peekNumber('totalAttempts');
  return {
    lead: {
      glyph: 'failed',
      tone: 'error',
      badge: 'Retries used up',
      words: say`No valid envelope came${attempts === null ? null : own(` in ${countOf(attempts, 'attempt')}`)}.`,
    },
    fields: [
      numberField(payload, 'totalAttempts', 'Attempts'),
      wordField(payload, 'finalReason', 'Last reason', REASONS),
      textField(payload, 'finalError', 'Last error'),
      idField(payload, 'nodeId', 'Node'),
    ],
    contentFree: true,
  };
};

const refusal: EventReader = (payload) => ({
  lead: {
    glyph: 'failed',
    tone: 'error',
    badge: 'Refused',
    words: say`${called('Model', 'The model', payload.peekText('model'))} refused to answer. It is not asked again.`,
  },
  fields: [
    idField(payload, 'safetyCategory', 'Safety category'),
    idField(payload, 'provider', 'Provider'),
    idField(payload, 'model', 'Model'),
    idField(payload, 'nodeId', 'Node'),
  ],
  parts: [
    typeof payload.peek('refusalText') === 'string'
      ? valuePart(payload, 'refusalText', 'Text of the refusal', { open: false })
      : null,
    { kind: 'notice', tone: 'plain', words: own(refusalTextWords(payload.peek('refusalText') ?? null)) },
  ],
  contentFree: true,
});

function refusalTextWords(text: unknown): string {
  return text === null
    ? 'The text of the refusal was not recorded.'
    : "The text is the model's own and was redacted by the host.";
}

const STOPS: ReadonlyMap<string, string> = new Map([
  ['max_tokens', 'the limit of tokens was reached'],
  ['length', 'the limit of length was reached'],
  ['stop_sequence', 'a stop sequence came up'],
  ['unknown', 'the provider does not say why'],
]);

const truncated: EventReader = (payload) => {
  const count = payload.peekNumber('outputTokenCount');
  const why = STOPS.get(payload.peekText('stopReason') ?? '');
  return {
    lead: {
      glyph: 'truncated',
      tone: 'warning',
      badge: 'Truncated',
      words: say`The output was cut off${count === null ? null : own(` after ${countOf(count, 'token')}`)}${why === undefined ? null : own(`: ${why}`)}.`,
    },
    fields: [
      wordField(payload, 'stopReason', 'Stop reason', STOPS),
      numberField(payload, 'outputTokenCount', 'Tokens out', 'tokens'),
      numberField(payload, 'tokensConsumed', 'Tokens consumed', 'tokens'),
      flagField(payload, 'partialPayloadAvailable', 'Part of it is kept'),
      idField(payload, 'provider', 'Provider'),
      idField(payload, 'model', 'Model'),
      idField(payload, 'nodeId', 'Node'),
    ],
    contentFree: true,
  };
};

const nlToFormat: EventReader = (payload) => ({
  lead: {
    glyph: 'retry',
    tone: 'warning',
    badge: 'Reformatted',
    words: say`A second call is made to bring the answer into ${called('kind', 'its kind', payload.peekText('originalEnvelopeType'))}.`,
  },
  fields: [
    idField(payload, 'originalEnvelopeType', 'Kind'),
    numberField(payload, 'fallbackCalls', 'Further calls'),
    idField(payload, 'nodeId', 'Node'),
  ],
  contentFree: true,
});

const PATHS: ReadonlyMap<string, string> = new Map([
  ['direct', 'read as it is'],
  ['jsonrepair', 'broken JSON was repaired'],
  ['markdown-fence', 'taken out of a fenced block'],
  ['brace-walker', 'found between braces in text'],
  ['custom', 'by a way of the host'],
]);

const recovery: EventReader = (payload) => {
  const how = PATHS.get(payload.peekText('path') ?? '');
  return {
    lead: {
      glyph: 'retry',
      tone: 'note',
      badge: 'Recovered',
      words: say`The envelope was found in the output${how === undefined ? null : own(`: ${how}`)}.`,
    },
    fields: [
      wordField(payload, 'path', 'How', PATHS),
      numberField(payload, 'byteOffset', 'Begins at byte'),
      idField(payload, 'nodeId', 'Node'),
    ],
    contentFree: true,
  };
};

export const reliabilityEvents = eventSheets('envelope', 'Envelope reliability', {
  'envelope.retry.attempted': retryAttempted,
  'envelope.retry.exhausted': retryExhausted,
  'envelope.refusal': refusal,
  'envelope.truncated': truncated,
  'envelope.nlToFormat.engaged': nlToFormat,
  'envelope.recovery.applied': recovery,
});
