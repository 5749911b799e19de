/** Envelopes, payloads of envelopes and model text inside single events, as they are written there. */

import { isRecord, type MaskedText, marksIn, masker, words } from '@openwop-inspector/base';
import { SourceError } from '../../source/byte-source.ts';
import { stepOf } from '../json/json-strings.ts';
import { JsonTree } from '../json-tree.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { EvidenceEvent } from './evidence-reader.ts';
import { maskedText } from './model-text.ts';

/** Values of one payload that are looked at, and how deep. */
const MAX_VALUES = 20_000;
const MAX_DEPTH = 64;
/** Bytes of a written value that are handed out: the most that a text may have (envelope 10). */
const MAX_WRITTEN = 1024 * 1024;
/** Envelopes taken out of one event. */
const MAX_FOUND = 8;

/** JSON or model text as the log has it, to be put before a person. */
export interface WrittenEvidence {
  /**
   * `envelope`: a whole envelope. `payload`: only the payload of one, of the kind `envelopeType`. `model-text`: what a
   * model wrote, in which envelopes may be found.
   */
  readonly role: 'envelope' | 'payload' | 'model-text';
  /** As written, every digit kept, masked. */
  readonly text: MaskedText;
  /** False when the beginning or end is missing, because it is not held or beyond what one answer reads. */
  readonly complete: boolean;
  /** Places that were masked. */
  readonly masked: number;
  readonly envelopeType: MaskedText | null;
  /** Events it was taken from: the first and the last `sequence`; empty for an envelope beside the events. */
  readonly sequences: readonly number[];
  /** RFC 6901 pointer from the event document; null for text put together from several events. */
  readonly pointer: string | null;
  /** Each `correlationId` that stands in the text, at most 16. */
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

/** True for the value of a surface (envelope 7.1). */
export function isSurface(value: unknown): boolean {
  return isRecord(value) && Object.hasOwn(value, 'catalogVersion') && Object.hasOwn(value, 'surface');
}

/** A text in which an envelope may stand. */
export function mayHoldEnvelope(text: string): boolean {
  return (
    text.length <= MAX_WRITTEN && text.includes('{') && /"type"\s*:/.test(text) && text.includes('"payload"')
  );
}

interface Step {
  readonly value: unknown;
  readonly pointer: string;
  readonly depth: number;
}

/** Envelopes and texts that may hold one in a payload, outermost first. O(values of the payload), bounded. */
export function findEnvelopes(payload: unknown): Found[] {
  const found: Found[] = [];
  const open: Step[] = [{ value: payload, pointer: '', depth: 0 }];
  for (let at = 0; at < open.length && found.length < MAX_FOUND; at++) {
    const { value, pointer, depth } = open[at] as Step;
    if (typeof value === 'string') {
      if (mayHoldEnvelope(value)) found.push({ role: 'model-text', pointer, envelopeType: null });
    } else if (isRecord(value) && isEnvelopeLike(value)) {
      found.push({ role: 'envelope', pointer, envelopeType: null });
    } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
      for (const [key, item] of Object.entries(value)) {
        if (open.length >= MAX_VALUES) break;
        open.push({ value: item, pointer: `${pointer}/${stepOf(key)}`, depth: depth + 1 });
      }
    }
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
  const data = Object.hasOwn(payload, 'data') ? payload.data : payload.config;
  if (!isRecord(data)) return null;
  const pointer = Object.hasOwn(payload, 'data') ? '/data' : '/config';
  if (isSurface(data)) return { role: 'payload', pointer, envelopeType: 'ui.a2ui-surface' };
  if (payload.kind === 'clarification' && Array.isArray(data.questions))
    return { role: 'payload', pointer, envelopeType: 'clarification.request' };
  return null;
}

function payloadInLog(payload: Record<string, unknown>): Found | null {
  const { fields } = payload;
  if (!isRecord(fields) || !Object.hasOwn(fields, 'payload')) return null;
  const type = fields.envelopeType ?? fields.refusedType;
  return typeof type === 'string'
    ? { role: 'payload', pointer: '/fields/payload', envelopeType: type }
    : null;
}

/** What was found in an event, cut out of its bytes so that every digit is kept. Reads the event once. */
export async function writtenIn(
  log: LoadedLog,
  event: EvidenceEvent,
  found: readonly Found[],
): Promise<WrittenEvidence[]> {
  if (found.length === 0) return [];
  const bytes = await readable(log.read(event.ordinal));
  if (bytes === null) return [];
  const tree = new JsonTree(bytes);
  const root = tree.node('/payload', 0) === null ? '/data' : '/payload';
  return found.flatMap((one) => {
    const pointer = `${root}${one.pointer}`;
    const cut = tree.text(pointer, MAX_WRITTEN);
    if (cut === null) return [];
    const text = one.role === 'model-text' ? unquoted(cut.text) : cut.text;
    return [
      {
        role: one.role,
        text,
        complete: !cut.truncated,
        masked: marksIn(text),
        envelopeType: one.envelopeType === null ? null : masker.identity(one.envelopeType),
        sequences: event.sequence === null ? [] : [event.sequence],
        pointer,
        correlationIds: correlationIdsIn(text),
      },
    ];
  });
}

/** Bytes, or null when the source is gone, which the rows themselves tell. */
export async function readable(bytes: Promise<Uint8Array>): Promise<Uint8Array | null> {
  try {
    return await bytes;
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}

/** The content of a string literal; a literal that is cut gives nothing. */
function unquoted(literal: string): MaskedText {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? maskedText(value).text : words``;
  } catch {
    return words``;
  }
}

/** Values of members named `correlationId` in a text, each once, at most 16. A cheap look, no parse. */
export function correlationIdsIn(text: MaskedText): readonly MaskedText[] {
  const ids = new Set<MaskedText>();
  for (const match of text.matchAll(/"correlationId"\s*:\s*("(?:[^"\\]|\\.){1,1024}")/g)) {
    if (ids.size >= 16) break;
    try {
      const id: unknown = JSON.parse(match[1] ?? '""');
      if (typeof id === 'string' && id !== '') ids.add(masker.identity(id));
    } catch {
      // No valid literal, so no id.
    }
  }
  return [...ids];
}
