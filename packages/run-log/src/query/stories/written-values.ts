/** Envelopes, payloads of envelopes and model text inside single events, as they are written there. */
import {
  isRecord,
  type MaskedJson,
  type MaskedText,
  marksIn,
  masker,
  type PlacedValue,
  parseAsWritten,
  parsedJson,
  pointerOfValue,
  textAt,
  valueAt,
  valuesIn,
  words,
} from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import { isMessageBody, isTreeBody } from '@openwop-inspector/protocol';
import { stepOf } from '../payload/json-members.ts';
import { JsonTree } from '../payload/json-tree.ts';
import { PayloadReader, readable } from '../payload/read-payload.ts';
import { mapSideBySide } from '../side-by-side.ts';
import type { EvidenceEvent, EvidenceReader } from './evidence-reader.ts';

/** Values of one payload that are inspected, and how deep. */
const MAX_VALUES = 20_000;
const MAX_DEPTH = 64;
/** Bytes of a written value that are handed out: the most that a text may have (envelope 10). */
const MAX_WRITTEN = 1024 * 1024;
/** Envelopes taken out of one event. */
const MAX_FOUND = 8;

/** JSON or model text as the log has it, to be put before the user. */
export interface WrittenEvidence {
  /**
   * `envelope`: a whole envelope. `payload`: only the payload of one, of the kind `envelopeType`. `model-text`: what a
   * model wrote, in which envelopes may be found.
   */
  readonly role: 'envelope' | 'payload' | 'model-text';
  /** As written, with every digit, masked. */
  readonly text: MaskedText;
  /** False when the beginning or end is missing, because it is not loaded or beyond what one answer reads. */
  readonly complete: boolean;
  /** Places that were masked. */
  readonly masked: number;
  readonly envelopeType: MaskedText | null;
  /** Events it was taken from: the first and the last `sequence`; empty for an envelope next to the events. */
  readonly sequences: readonly number[];
  /** RFC 6901 pointer from the event document; null for text put together from several events. */
  readonly pointer: string | null;
  /** Each `correlationId` that is in the text, at most 16. */
  readonly correlationIds: readonly MaskedText[];
}

/** A value of a payload that is, or may hold, an envelope. */
interface Found {
  readonly role: WrittenEvidence['role'];
  readonly pointer: string;
  readonly envelopeType: string | null;
}

/** An object that has what an envelope has and no event does (envelope 2). */
export function isEnvelopeLike(value: Record<string, unknown>): boolean {
  const has = (key: string): boolean => Object.hasOwn(value, key);
  if (!has('type') || typeof value.type !== 'string' || !has('payload')) return false;
  if (has('eventId') || has('sequence') || has('seq')) return false;
  return has('meta') || has('correlationId') || has('envelopeId') || has('schemaVersion');
}

/** True for the value of a surface, of either body (envelope 7.1, 7.7). */
export const isSurface = (value: unknown): boolean => isTreeBody(value) || isMessageBody(value);

/** A text in which an envelope may stand. */
export const mayHoldEnvelope = (text: string): boolean =>
  text.length <= MAX_WRITTEN && text.includes('{') && /"type"\s*:/.test(text) && text.includes('"payload"');

/** Envelopes and texts that may hold one in a payload, outermost first. O(values of the payload), bounded. */
export function findEnvelopes(payload: unknown): Found[] {
  const found: Found[] = [];
  const isEnvelope = (value: unknown): boolean => isRecord(value) && isEnvelopeLike(value);
  const enters = ({ value, depth }: PlacedValue): boolean => depth < MAX_DEPTH && !isEnvelope(value);
  for (const one of valuesIn(payload, MAX_VALUES, enters)) {
    if (found.length >= MAX_FOUND) break;
    const { value } = one;
    const isText = typeof value === 'string' && mayHoldEnvelope(value);
    if (isText || isEnvelope(value))
      found.push({
        role: isText ? 'model-text' : 'envelope',
        pointer: pointerOfValue(one, stepOf),
        envelopeType: null,
      });
  }
  return found;
}

/** The payload of the envelope that an event was made from, when the event holds it (acceptor 3.3, envelope 7.5). */
export function findPayload(event: { readonly type: string; readonly payload: unknown }): Found | null {
  const { payload } = event;
  if (!isRecord(payload)) return null;
  if (event.type === 'ui.a2ui-surface' || isSurface(payload))
    return { role: 'payload', pointer: '', envelopeType: 'ui.a2ui-surface' };
  if (event.type === 'log.appended') return payloadInLog(payload);
  if (event.type !== 'interrupt.requested' && event.type !== 'node.suspended') return null;
  const name = Object.hasOwn(payload, 'data') ? 'data' : 'config';
  const data = payload[name];
  if (!isRecord(data)) return null;
  const found = { role: 'payload', pointer: `/${name}` } as const;
  if (isSurface(data)) return { ...found, envelopeType: 'ui.a2ui-surface' };
  const isQuestion = payload.kind === 'clarification' && Array.isArray(data.questions);
  return isQuestion ? { ...found, envelopeType: 'clarification.request' } : null;
}

function payloadInLog({ fields }: Record<string, unknown>): Found | null {
  if (!isRecord(fields) || !Object.hasOwn(fields, 'payload')) return null;
  const envelopeType = fields.envelopeType ?? fields.refusedType;
  if (typeof envelopeType !== 'string') return null;
  return { role: 'payload', pointer: '/fields/payload', envelopeType };
}

/** What was found in an event, cut out of its bytes so that every digit remains. Reads the event once. */
export async function writtenIn(
  reader: EvidenceReader,
  event: EvidenceEvent,
  found: readonly Found[],
): Promise<WrittenEvidence[]> {
  if (found.length === 0) return [];
  const bytes = await reader.recorded(event.ordinal);
  if (bytes === null) return [];
  const tree = new JsonTree(bytes);
  const root = tree.has('payload') ? '/payload' : '/data';
  return found.flatMap((one) => {
    const pointer = `${root}${one.pointer}`;
    const cut = tree.text(pointer, MAX_WRITTEN);
    if (cut === null) return [];
    const text = one.role === 'model-text' ? unquoted(cut.text) : cut.text;
    const sequences = event.sequence === null ? [] : [event.sequence];
    const rest = { ...one, pointer, complete: !cut.truncated, sequences };
    return [writtenEvidence(text, rest)];
  });
}

/** What was written, by its masked text; the kind and the ids that it names are masked as well. */
const writtenEvidence = (
  text: MaskedText,
  {
    envelopeType,
    ...rest
  }: Pick<WrittenEvidence, 'role' | 'complete' | 'sequences' | 'pointer'> & Pick<Found, 'envelopeType'>,
): WrittenEvidence => ({
  ...rest,
  text,
  masked: marksIn(text),
  envelopeType: envelopeType === null ? null : masker.identity(envelopeType),
  correlationIds: correlationIdsIn(text),
});

/** The content of a string literal; a literal that is cut gives nothing. */
function unquoted(literal: string): MaskedText {
  const value = parsedJson(literal);
  return typeof value === 'string' ? maskedText(value).text : words``;
}

/** Values of members named `correlationId` in a text, each once, at most 16. A cheap look, no parse. */
export function correlationIdsIn(text: MaskedText): readonly MaskedText[] {
  const ids = new Set<MaskedText>();
  for (const match of text.matchAll(/"correlationId"\s*:\s*("(?:[^"\\]|\\.){1,1024}")/g)) {
    if (ids.size >= 16) break;
    const id = parsedJson(match[1] ?? '""');
    if (typeof id === 'string' && id !== '') ids.add(masker.identity(id));
  }
  return [...ids];
}

/** Events over this many bytes are not parsed for a row; of these only the beginning is inspected. */
const MAX_PARSED = 256 * 1024;
const HEAD = 4 * 1024;

/** One event of an envelope. */
export interface EventFacts {
  readonly row: number;
  readonly type: string;
  readonly fields: Fields;
  readonly causationId: string | null;
  /** Kind of the envelope, as far as this event says. */
  readonly envelopeType: string | null;
  /** What it holds of the envelope's payload; undefined when nothing, or when it is too large. */
  readonly payload: unknown;
}

/** Reads events for rows of the envelopes view, no more than `budget` of them. */
export class FactsReader extends PayloadReader {
  facts(rows: readonly number[]): Promise<EventFacts[]> {
    return mapSideBySide(rows, (row) => this.one(row));
  }

  private async one(row: number): Promise<EventFacts> {
    const type = this.log.index.typeOf(row);
    if ((this.log.index.columns.byteLength[row] as number) > MAX_PARSED) return this.large(row, type);
    const document = await this.read(row);
    const payload = document?.payload;
    return {
      row,
      type,
      fields: new Fields(payload),
      causationId: textAt(document?.recorded, 'causationId'),
      envelopeType: envelopeTypeOf(type, payload),
      payload: contentOf(type, payload),
    };
  }

  private async large(row: number, type: string): Promise<EventFacts> {
    const bytes = await readable(this.log.readRange(row, 0, HEAD));
    const head = bytes === null ? '' : new TextDecoder().decode(bytes);
    return {
      row,
      type,
      fields: new Fields(null),
      causationId: literal(head, 'causationId'),
      envelopeType: literal(head, 'envelopeType') ?? (type === 'ui.a2ui-surface' ? type : null),
      payload: undefined,
    };
  }
}

/** A string member near the beginning of a text that is not parsed. */
function literal(head: string, key: string): string | null {
  const match = new RegExp(`"${key}"\\s*:\\s*("(?:[^"\\\\]|\\\\.){1,512}")`).exec(head);
  const value = match?.[1] === undefined ? null : parsedJson(match[1]);
  return typeof value === 'string' ? value : null;
}

/** The kind of an envelope that one of its events names: what was taken, or what was refused; null for none. */
export function kindNamedIn(payload: unknown): string | null {
  const p = new Fields(payload);
  const named = [p.child('fields'), p.child('error').child('details')]
    .flatMap((place) => [place.value('envelopeType'), place.value('refusedType')])
    .find((one) => typeof one === 'string' && one !== '');
  return typeof named === 'string' ? named.slice(0, 256) : null;
}

/** The kind of an envelope as far as the payload of one of its events states it. */
export function envelopeTypeOf(type: string, payload: unknown): string | null {
  if (type === 'ui.a2ui-surface') return type;
  const p = new Fields(payload);
  const original = p.value('originalEnvelopeType');
  const named = kindNamedIn(payload) ?? (typeof original === 'string' ? original.slice(0, 256) : '');
  if (named !== '') return named;
  const isPrompt = type === 'interrupt.requested' && p.value('kind') === 'clarification';
  if (isPrompt || type === 'clarification.requested') return 'clarification.request';
  return contentOf(type, payload) !== undefined && type !== 'log.appended' ? 'ui.a2ui-surface' : null;
}

/** The part of an event's payload that is the payload of the envelope. */
function contentOf(type: string, payload: unknown): unknown {
  if (!isRecord(payload)) return undefined;
  if (type === 'clarification.requested') return payload;
  const found = findPayload({ type, payload });
  return found === null ? undefined : valueAt(payload, found.pointer);
}

/** Text that may hold JSON: masked both as JSON, by the names of members, and as prose. */
export function maskedText(written: string): MaskedJson {
  const asJson = masker.json(written);
  const asProse = masker.counted(asJson.text);
  return { text: asProse.value, masked: asJson.masked + asProse.masked };
}

/** A text as JSON, its numbers as written; undefined for any other text. */
export function parsedAsWritten(text: string): unknown {
  try {
    return parseAsWritten(text);
  } catch {
    return undefined;
  }
}
