/** The envelopes that one event holds in its payload (envelope 7.5, acceptor 3.3). */
import {
  isRecord,
  type MaskedText,
  type MaskedTree,
  type MaskedValue,
  masker,
  secretsIn,
  valueAt,
} from '@openwop-inspector/base';
import { isMessageBody } from '@openwop-inspector/protocol';
import { RULE } from '../../graph/causal-graph.ts';
import type { EventDocument } from '../../index/event-document.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { isTooDeep } from '../payload/json-members.ts';
import { envelopesInText } from '../stories/model-text.ts';
import { envelopeTypeOf, findEnvelopes, findPayload } from '../stories/written-values.ts';

/** An envelope that an event holds or represents. */
export interface FoundEnvelope {
  readonly foundIn: 'event' | 'interrupt' | 'text' | 'snapshot' | 'file';
  /** RFC 6901 pointer from the event document to the envelope or its payload; null when it was put together from text. */
  readonly pointer: string | null;
  /** The event that holds it, which may be another than the requested one; null for an envelope next to the events. */
  readonly ordinal: number | null;
  /** True when only the payload was recorded; other members are those of the event, or of the model's text before it. */
  readonly payloadOnly: boolean;
  /** The envelope, whole, masked; base64 of media is never masked. */
  readonly value: MaskedValue;
  /** `partial`, cut off or otherwise not whole: `value` is then what could be read, or null, and `text` has the rest. */
  readonly complete: boolean;
  /** As written, when it is text in which no whole envelope could be read; masked, at most 64 KiB. */
  readonly text: MaskedText | null;
  readonly interrupt: {
    readonly kind: MaskedText;
    readonly nodeId: MaskedText | null;
    readonly resumeSchema: MaskedValue;
  } | null;
  /** Of a recorded surface of schemaVersion 2: the earlier envelopes of the run about it, in their order (envelope 7.7). */
  readonly earlier?:
    | 'unread'
    | readonly {
        readonly sequence: number | null;
        readonly payload: MaskedValue;
        readonly isUntrusted: boolean;
      }[];
}

/** An envelope without what is looked up around it. */
export type Found = Omit<FoundEnvelope, 'interrupt' | 'earlier'>;

/** Envelopes in an event: whole ones, payloads of one, and those in its texts. Empty when it holds none. */
export function envelopesIn(log: LoadedLog, ordinal: number, document: EventDocument): Found[] {
  const { recorded, payload } = document;
  const root = Object.hasOwn(recorded, 'payload') ? '/payload' : '/data';
  const type = log.index.typeOf(ordinal);
  const own = payloadOf(type, payload);
  if (own !== null) {
    const value = wrap(log, ordinal, document, own);
    return [answerOfEnvelope(value, `${root}${own.pointer}`, ordinal, placeOf(type), true)];
  }
  return findEnvelopes(payload).flatMap(({ role, pointer }) => {
    const found = valueAt(payload, pointer);
    if (role === 'envelope')
      return isRecord(found)
        ? [answerOfEnvelope(found, `${root}${pointer}`, ordinal, placeOf(type), false)]
        : [];
    if (typeof found !== 'string') return [];
    return envelopesInText(found).map((one) =>
      answerOfEnvelope(one, `${root}${pointer}`, ordinal, 'text', false),
    );
  });
}

/** What an envelope is as an answer: masked, and whole unless it is a chunk or cannot be handed out. */
export function answerOfEnvelope(
  envelope: Record<string, unknown>,
  pointer: string | null,
  ordinal: number | null,
  foundIn: FoundEnvelope['foundIn'],
  payloadOnly: boolean,
): Found {
  const value = maskEnvelope(envelope);
  const { partial } = envelope;
  const isChunk = isRecord(partial) && partial.isPartial === true;
  return { foundIn, pointer, ordinal, payloadOnly, value, complete: value !== null && !isChunk, text: null };
}

type OwnPayload = NonNullable<ReturnType<typeof payloadOf>>;

function payloadOf(type: string, payload: unknown) {
  if (!isRecord(payload)) return null;
  if (type === 'clarification.requested' && Array.isArray(payload.questions)) {
    // The event adds ids of the engine; the questions are what the envelope had.
    const { questions, envelopeId } = payload;
    return { pointer: '', envelopeType: 'clarification.request', payload: { questions }, envelopeId };
  }
  const found = findPayload({ type, payload });
  if (found === null) return null;
  const { fields } = payload;
  return {
    pointer: found.pointer,
    envelopeType: found.envelopeType ?? envelopeTypeOf(type, payload) ?? '',
    payload: surfaceOnly(found.envelopeType, valueAt(payload, found.pointer)),
    envelopeId: isRecord(fields) ? fields.envelopeId : payload.envelopeId,
  };
}

/** Hosts put their own members next to those of a surface in an interrupt; the payload of the envelope has its own alone. */
function surfaceOnly(envelopeType: string | null, value: unknown): unknown {
  if (envelopeType !== 'ui.a2ui-surface' || !isRecord(value)) return value;
  const members = isMessageBody(value)
    ? ['version', 'catalogId', 'surfaceId', 'messages', 'reasoning']
    : ['catalogVersion', 'surface', 'reasoning'];
  const own = members.filter((key) => Object.hasOwn(value, key));
  return Object.fromEntries(own.map((key) => [key, value[key]]));
}

/** `type` and `meta` around a payload. What the log does not tell is left out. */
function wrap(log: LoadedLog, ordinal: number, { recorded }: EventDocument, own: OwnPayload) {
  const { columns, nodes } = log.index;
  const { rule } = log.graph ?? {};
  const trust = log.index.trustOf(ordinal);
  const node = nodes.textOf(columns.node[ordinal] as number);
  const isNamed = rule?.[ordinal] === RULE.correlationId && typeof recorded.causationId === 'string';
  return {
    type: own.envelopeType,
    ...(typeof own.envelopeId === 'string' ? { envelopeId: own.envelopeId } : {}),
    ...(isNamed ? { correlationId: recorded.causationId } : {}),
    ...(node === '' ? {} : { nodeId: node }),
    payload: own.payload,
    meta: trust === null ? {} : { contentTrust: trust },
  };
}

/** Where an event of a type holds its envelope. */
export const placeOf = (type: string): 'interrupt' | 'event' =>
  type === 'interrupt.requested' || type === 'node.suspended' ? 'interrupt' : 'event';

/** An object of which every text and name is masked. */
export type MaskedRecord = MaskedTree & Record<string, unknown>;

export const isMaskedRecord = (value: MaskedValue): value is MaskedRecord => isRecord(value);

const BASE64 = /^[A-Za-z0-9+/_=\s-]*$/;

/**
 * A masked copy of an envelope. The bytes of media stay as they are: masking a piece of them would spoil the whole, and
 * what looks like a key in them is none. Null for a value that is nested too deeply.
 */
export function maskEnvelope(envelope: Record<string, unknown>): MaskedRecord | null {
  if (isTooDeep(envelope)) return null;
  const masked = masker.value(envelope).value;
  if (!isMaskedRecord(masked)) return null;
  const { type } = envelope;
  if (typeof type !== 'string' || !type.startsWith('media.')) return masked;
  const { payload } = envelope;
  const copy = masked.payload;
  if (!isRecord(payload) || !isRecord(copy) || !Object.hasOwn(payload, 'base64')) return masked;
  const { base64 } = payload;
  if (typeof base64 === 'string' && BASE64.test(base64) && !isOneSecret(base64))
    Object.assign(copy, { base64 });
  return masked;
}

/** A key in the place of bytes. */
function isOneSecret(text: string): boolean {
  const [span] = secretsIn(text);
  return span !== undefined && span.start === 0 && span.end === text.length;
}
