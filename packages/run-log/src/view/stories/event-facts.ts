/** What single events say about the envelope they belong to, each read once, small and not masked. */

import { isRecord, valueAt } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import type { EventDocument } from '../../index/event-document.ts';
import { SourceError } from '../../source/byte-source.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { PayloadReader } from '../read-payload.ts';
import { mapSideBySide } from '../side-by-side.ts';
import { findPayload } from './written-values.ts';

/** Events over this many bytes are not parsed for a row; of these only the beginning is looked at. */
const MAX_PARSED = 256 * 1024;
const HEAD = 4 * 1024;

/** One event of an envelope. */
export interface EventFacts {
  readonly row: number;
  readonly type: string;
  readonly fields: Fields;
  readonly causationId: string | null;
  /** Kind of the envelope, as far as this event tells. */
  readonly envelopeType: string | null;
  /** What it holds of the envelope's payload; undefined when nothing, or when it is too large. */
  readonly payload: unknown;
  readonly byteLength: number;
}

/** Reads events for rows of the envelopes view, no more than `budget` of them. */
export class FactsReader {
  private readonly log: LoadedLog;
  private readonly payloads: PayloadReader;

  constructor(log: LoadedLog, budget: number) {
    this.log = log;
    this.payloads = new PayloadReader(log, budget);
  }

  read(rows: readonly number[]): Promise<EventFacts[]> {
    return mapSideBySide(rows, (row) => this.one(row));
  }

  private async one(row: number): Promise<EventFacts> {
    const type = this.log.index.typeOf(row);
    const byteLength = this.log.index.columns.byteLength[row] as number;
    if (byteLength > MAX_PARSED) return this.large(row, type, byteLength);
    const document = await this.payloads.read(row);
    const payload = document?.payload;
    return {
      row,
      type,
      fields: new Fields(payload),
      causationId: causationOf(document),
      envelopeType: envelopeTypeOf(type, payload),
      payload: contentOf(type, payload),
      byteLength,
    };
  }

  private async large(row: number, type: string, byteLength: number): Promise<EventFacts> {
    const head = await this.headOf(row);
    return {
      row,
      type,
      fields: new Fields(null),
      causationId: literal(head, 'causationId'),
      envelopeType: literal(head, 'envelopeType') ?? (type === 'ui.a2ui-surface' ? type : null),
      payload: undefined,
      byteLength,
    };
  }

  private async headOf(row: number): Promise<string> {
    try {
      return new TextDecoder().decode(await this.log.readRange(row, 0, HEAD));
    } catch (error) {
      if (error instanceof SourceError) return '';
      throw error;
    }
  }
}

function causationOf(document: EventDocument | null): string | null {
  const id = document?.recorded.causationId;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** A string member near the beginning of a text that is not parsed. */
function literal(head: string, key: string): string | null {
  const match = new RegExp(`"${key}"\\s*:\\s*("(?:[^"\\\\]|\\\\.){1,512}")`).exec(head);
  if (match?.[1] === undefined) return null;
  try {
    const value: unknown = JSON.parse(match[1]);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** The kind of an envelope that one of its events names: what was taken, or what was refused; null for none. */
export function kindNamedIn(payload: unknown): string | null {
  const p = new Fields(payload);
  const [fields, details] = [p.child('fields'), p.child('error').child('details')];
  for (const place of [fields, details]) {
    for (const key of ['envelopeType', 'refusedType']) {
      const named = place.value(key);
      if (typeof named === 'string' && named !== '') return named.slice(0, 256);
    }
  }
  return null;
}

/** The kind of an envelope as far as the payload of one of its events tells it. */
export function envelopeTypeOf(type: string, payload: unknown): string | null {
  if (type === 'ui.a2ui-surface') return type;
  const p = new Fields(payload);
  const original = p.value('originalEnvelopeType');
  const named = kindNamedIn(payload) ?? (typeof original === 'string' ? original.slice(0, 256) : '');
  if (named !== '') return named;
  if (type === 'clarification.requested') return 'clarification.request';
  if (type === 'interrupt.requested' && p.value('kind') === 'clarification') return 'clarification.request';
  return contentOf(type, payload) !== undefined && type !== 'log.appended' ? 'ui.a2ui-surface' : null;
}

/** The part of an event's payload that is the payload of the envelope. */
function contentOf(type: string, payload: unknown): unknown {
  if (!isRecord(payload)) return undefined;
  if (type === 'clarification.requested') return payload;
  const found = findPayload({ type, payload });
  if (found === null) return undefined;
  return valueAt(payload, found.pointer);
}
